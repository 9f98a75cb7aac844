// All 46 operations in one story, as any SOAP client can call them. Knows nothing about clients, and nothing about who answers.

import { demoAccount } from '../../../examples/records/access/people.ts';
import { prefixes } from '../../../examples/records/store/catalog.ts';
import type { Arguments } from '../../peers/callers.ts';

/** How a request shows who it is from. */
export type Credential = 'token' | 'application' | 'passport' | 'changed passport' | 'session' | 'none';

export interface Step {
  readonly operation: string;
  /** By what earlier steps have remembered. */
  readonly request: (remembered: Remembered) => Arguments;
  readonly as?: Credential;
  /** What later steps need of the response. */
  readonly remember?: readonly [name: string, path: string];
  /** Asked again until the value at `path` is one of these. */
  readonly until?: readonly [path: string, ...values: string[]];
}

export type Remembered = ReadonlyMap<string, string>;

const typed = (name: string, members: object) => {
  const [prefix, local] = name.split(':');
  return { $type: `{${prefixes[prefix as keyof typeof prefixes]}}${local}`, ...members };
};
const ref = (type: string, id: string) => typed('platformCore:RecordRef', { '@internalId': id, '@type': type });
const eid = (type: string, id: string) => typed('platformCore:RecordRef', { '@externalId': id, '@type': type });
const bin = (external: string, members: object = {}) => typed('listAcct:Bin', { ...members, '@externalId': external });
const full = (number: string) => ({ binNumber: number, location: { '@internalId': '2' }, memo: `Söhne & ${number}` });

const { id: account, people } = demoAccount;
const [ada] = people;
const passport = { email: ada.email, password: ada.password, account };
export const changed = 'another-word-9';

const always =
  (request: Arguments): Step['request'] =>
  () =>
    request;

const step = (operation: string, request: Arguments, more: Partial<Step> = {}): Step => ({
  operation,
  request: always(request),
  ...more,
});

const sessions: readonly Step[] = [
  step(
    'mapSso',
    { ssoCredentials: { ...passport, authenticationToken: 'tok', partnerId: 'p1' } },
    { as: 'application' },
  ),
  step(
    'ssoLogin',
    { ssoPassport: { authenticationToken: 'tok', partnerId: 'p1', partnerAccount: account, partnerUserId: 'u' } },
    { as: 'application' },
  ),
  step(
    'changePassword',
    { changePassword: { currentPassword: ada.password, newPassword: changed, newPassword2: changed } },
    { as: 'passport' },
  ),
  step('login', { passport: { ...passport, password: changed } }, { as: 'application' }),
  step('search', { searchRecord: typed('platformCommon:BinSearchBasic', {}) }, { as: 'session' }),
  step('searchMore', { pageIndex: 3 }, { as: 'session' }),
  step('searchNext', {}, { as: 'session' }),
  step('logout', {}, { as: 'session' }),
  step('searchNext', {}, { as: 'session' }),
  step('login', { passport }, { as: 'application' }),
  step('login', { passport: { ...passport, account: 'NONE' } }, { as: 'application' }),
];

const records: readonly Step[] = [
  step('add', { record: bin('S-1', full('S 1')) }, { remember: ['one', 'baseRef.internalId'] }),
  step('add', { record: bin('S-1', full('S 1')) }),
  { operation: 'get', request: (known) => ({ baseRef: ref('bin', known.get('one')!) }) },
  step('update', { record: bin('S-1', { binNumber: 'S 2', nullFieldList: { name: ['memo'] } }) }),
  step('upsert', { record: bin('S-2', full('S 3')) }),
  step('get', { baseRef: eid('bin', 'S-1') }),
  step('addList', { record: [bin('S-3', full('S 4')), bin('S-3', full('S 5'))] }),
  step('updateList', { record: [bin('S-3', { memo: 'anew' }), bin('none', { memo: 'x' })] }),
  step('upsertList', { record: [bin('S-3', { memo: 'again' }), bin('S-4', full('S 6'))] }),
  step('getList', { baseRef: [eid('bin', 'S-4'), eid('bin', 'none'), eid('bin', 'S-3')] }),
  step('deleteList', { baseRef: [eid('bin', 'S-4'), eid('bin', 'none')] }),
  step('delete', { baseRef: eid('bin', 'S-3') }),
  {
    operation: 'getDeleted',
    request: () => ({ getDeletedFilter: { type: { searchValue: ['bin'], '@operator': 'anyOf' } }, pageIndex: 1 }),
  },
  step('getAll', { record: { '@recordType': 'currency' } }),
  step('initialize', {
    initializeRecord: { type: 'workOrder', reference: { '@type': 'assemblyItem', '@externalId': 'ITEM-OAK-TABLE-M' } },
  }),
  step('initializeList', {
    initializeRecord: [
      { type: 'assemblyBuild', reference: { '@type': 'assemblyItem', '@externalId': 'ITEM-OAK-TABLE-M' } },
    ],
  }),
];

const criteria = typed('platformCommon:BinSearchBasic', {
  binNumber: { searchValue: 'B-00', '@operator': 'startsWith' },
});

const searches: readonly Step[] = [
  step('search', { searchRecord: typed('platformCommon:BinSearchBasic', {}) }, { remember: ['search', 'searchId'] }),
  { operation: 'searchMoreWithId', request: (known) => ({ searchId: known.get('search')!, pageIndex: 2 }) },
  step('search', {
    searchRecord: typed('listAcct:BinSearch', {
      basic: { binNumber: { searchValue: 'B-00', '@operator': 'startsWith' } },
    }),
  }),
  step('getSavedSearch', { record: { '@searchType': 'customer' } }),
];

const lookups: readonly Step[] = [
  step('getCustomizationId', {
    customizationType: { '@getCustomizationType': 'entityCustomField' },
    includeInactives: false,
  }),
  step('getSelectValue', {
    fieldDescription: {
      recordType: 'customer',
      field: 'terms',
      filter: { filterValue: 'net 3', '@operator': 'startsWith' },
    },
    pageIndex: 1,
  }),
  step('getItemAvailability', {
    itemAvailabilityFilter: { item: { recordRef: [{ '@externalId': 'ITEM-OAK-TABLE-M' }] } },
  }),
  step(
    'search',
    {
      searchRecord: typed('platformCommon:AccountingPeriodSearchBasic', {
        periodName: { searchValue: 'Mar 2019', '@operator': 'is' },
      }),
    },
    { remember: ['period', 'recordList.record.internalId'] },
  ),
  {
    operation: 'getBudgetExchangeRate',
    request: (known) => ({
      budgetExchangeRateFilter: {
        period: { '@internalId': known.get('period')! },
        toSubsidiary: { '@internalId': '3' },
      },
    }),
  },
  step('getCurrencyRate', {
    currencyRateFilter: {
      baseCurrency: { '@internalId': '1' },
      fromCurrency: { '@internalId': '6' },
      effectiveDate: '2019-03-01T00:00:00Z',
    },
  }),
  step('getDataCenterUrls', { account }, { as: 'none' }),
  step('getPostingTransactionSummary', { fields: { account: true }, pageIndex: 1 }),
  step('getServerTime', {}),
];

const campaign = { attachTo: eid('bin', 'S-1'), attachedRecord: eid('campaign', 'CAMP-1') };
const invitation = { eventId: { '@externalId': 'none' }, responseCode: '_accepted' };

const relations: readonly Step[] = [
  step('attach', { attachReference: typed('platformCore:AttachBasicReference', campaign) }),
  step('detach', {
    detachReference: typed('platformCore:DetachBasicReference', {
      detachFrom: eid('bin', 'S-1'),
      detachedRecord: eid('campaign', 'CAMP-1'),
    }),
  }),
  step('search', {
    searchRecord: typed('platformCommon:CalendarEventSearchBasic', {
      attendee: { searchValue: [{ '@internalId': '1' }], '@operator': 'anyOf' },
      title: { searchValue: 'Visit', '@operator': 'startsWith' },
      startDate: { searchValue: '2019-01-01T00:00:00Z', searchValue2: '2019-01-31T00:00:00Z', '@operator': 'within' },
    }),
  }),
  step('updateInviteeStatus', { updateInviteeStatusReference: invitation }),
  step('updateInviteeStatusList', { updateInviteeStatusReference: [invitation] }),
];

const job = (operation: string, request: Arguments): readonly Step[] => [
  step(operation, request, { remember: ['job', 'jobId'] }),
  {
    operation: 'checkAsyncStatus',
    request: (known) => ({ jobId: known.get('job')! }),
    until: ['status', 'finished', 'finishedWithErrors'],
  },
  { operation: 'getAsyncResult', request: (known) => ({ jobId: known.get('job')!, pageIndex: 1 }) },
];

const jobs: readonly Step[] = [
  ...job('asyncAddList', { record: [bin('J-1', full('J 1')), bin('J-2', full('J 2'))] }),
  ...job('asyncUpdateList', { record: [bin('J-1', { memo: 'by a job' }), bin('none', { memo: 'x' })] }),
  ...job('asyncUpsertList', { record: [bin('J-3', full('J 3'))] }),
  ...job('asyncGetList', { baseRef: [eid('bin', 'J-1'), eid('bin', 'none')] }),
  // Of one record, which is a job of the REST service itself.
  ...job('asyncAddList', { record: [bin('J-4', full('J 4'))] }),
  ...job('asyncUpdateList', { record: [bin('J-4', { memo: 'alone' })] }),
  ...job('asyncGetList', { baseRef: [eid('bin', 'J-4')] }),
  ...job('asyncDeleteList', { baseRef: [eid('bin', 'J-4')] }),
  ...job('asyncDeleteList', { baseRef: [eid('bin', 'J-2')] }),
  ...job('asyncInitializeList', {
    initializeRecord: [
      { type: 'workOrder', reference: { '@type': 'assemblyItem', '@externalId': 'ITEM-OAK-TABLE-M' } },
    ],
  }),
  ...job('asyncSearch', { searchRecord: criteria }),
  step('checkAsyncStatus', { jobId: 'none' }),
  step('getAsyncResult', { jobId: 'none', pageIndex: 1 }),
];

const accounts: readonly Step[] = [
  step(
    'changeEmail',
    { changeEmail: { currentPassword: changed, newEmail: 'ada.b@example.com', newEmail2: 'ada.b@example.com' } },
    { as: 'changed passport' },
  ),
];

/** What needs no session, and changes nothing about people. */
export const plainStory: readonly Step[] = [...records, ...searches, ...lookups, ...relations, ...jobs];

/** In this order; what one step changes, later ones see. */
export const story: readonly Step[] = [
  ...sessions,
  ...records,
  ...searches,
  ...lookups,
  ...relations,
  ...jobs,
  ...accounts,
];
