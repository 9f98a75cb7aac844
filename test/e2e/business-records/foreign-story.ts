// All 46 operations in one story over a record API of somebody else, and what each client shall hear by what that API holds. Knows nothing of clients.
import { expect } from 'vitest';
import { prefixes } from '../../../examples/records/store/catalog.ts';
import { operations } from '../../business-records/tables.ts';
import type { Arguments } from '../../peers/callers.ts';
import type { Held } from '../../peers/record-api.ts';

export type Remembered = ReadonlyMap<string, string>;

export interface ForeignStep {
  readonly operation: string;
  /** By what earlier steps have remembered. */
  readonly request: (remembered: Remembered) => Arguments;
  readonly remember?: readonly [name: string, path: string];
  /** Asked again until the value at `path` is one of these. */
  readonly until?: readonly [path: string, ...values: string[]];
  /** In the form of `content`, by what the API holds after the call. */
  readonly hears: (held: Held, remembered: Remembered) => unknown;
  /** What the API holds after the call, and what the client has sent. */
  readonly holds?: (held: Held, remembered: Remembered) => readonly [held: unknown, sent: unknown];
}

const typed = (name: string, members: object) => {
  const [prefix, local] = name.split(':');
  return { $type: `{${prefixes[prefix as keyof typeof prefixes]}}${local}`, ...members };
};
const ref = (type: string, id: string) => typed('platformCore:RecordRef', { '@internalId': id, '@type': type });
const eid = (type: string, id: string) => typed('platformCore:RecordRef', { '@externalId': id, '@type': type });
const bin = (members: object) => typed('listAcct:Bin', members);

const ok = { isSuccess: 'true' };
const done = { status: ok };
const wrote = (id: string | undefined) => ({ status: ok, baseRef: { internalId: id } });
const lacks = (code: string, message: string) => ({ isSuccess: 'false', statusDetail: { code, message } });
const missing = {
  status: lacks('RCRD_DSNT_EXIST', 'The record instance does not exist. Provide a valid record instance ID.'),
};
const incomplete = {
  status: lacks('INVALID_KEY_OR_REF', 'Invalid content in the request body. Missing field: binNumber.'),
};
const fault = (name: string, code: string, message: string) => ({
  reason: message,
  detail: { [name]: { code, message } },
});
const refused = (message: string) => fault('unexpectedErrorFault', 'UNEXPECTED_ERROR', message);

/** How the contract names what the API has as items. */
const LISTS: Readonly<Record<string, readonly [list: string, item: string]>> = {
  attendee: ['attendeeList', 'attendee'],
  localizations: ['localizationsList', 'accountLocalizations'],
};
const VALUES: Readonly<Record<string, string>> = { Bank: '_bank', Income: '_income', CONFIRMED: '_confirmed' };
/** Those whose values are enumerated. */
const ENUMERATED = ['acctType', 'status'];

/** What the contract has to say of a record that the API holds. */
function shown(held: Held, kind: string, id: string): object {
  const record = held[kind]?.[id];
  if (record === undefined) throw new Error(`the API holds no ${kind} ${id}`);
  return { ...members(record), internalId: id, ...(kind === 'calendarEvent' && { customForm: { internalId: '-1' } }) };
}

function members(record: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => member(name, value)));
}

function member(name: string, value: unknown): [string, unknown] {
  if (ENUMERATED.includes(name)) return [name, VALUES[value as string]];
  if (typeof value !== 'object' || value === null) return [name, String(value)];
  const { id, refName, items } = value as { id?: string; refName?: string; items?: object[] };
  if (items === undefined) return [name, { internalId: id, ...(refName && { name: refName }) }];
  const [list, item] = LISTS[name];
  const lines = items.map(members);
  return [list, { [item]: lines.length === 1 ? lines[0] : lines }];
}

/** Searches answer without lists unless they are asked for them. */
const bodyOf = (record: object) =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !name.endsWith('List')));

const last = (held: Held, kind: string) =>
  Object.keys(held[kind] ?? {})
    .toSorted((a, b) => Number(a) - Number(b))
    .at(-1);
const newest = (held: Held, kind: string) => held[kind][last(held, kind)!];
const externals = (held: Held) => Object.values(held['bin']).flatMap(({ externalId }) => externalId ?? []);
const read = (kind: string, id: string) => (held: Held) => ({ status: ok, record: shown(held, kind, id) });
const always = (value: unknown) => () => value;

const step = (
  operation: string,
  request: Arguments,
  hears: ForeignStep['hears'] | object,
  more: Partial<ForeignStep> = {},
): ForeignStep => ({
  operation,
  request: always(request) as ForeignStep['request'],
  hears: typeof hears === 'function' ? (hears as ForeignStep['hears']) : always(hears),
  ...more,
});

const passport = { email: 'ada@example.com', password: 'a word', account: 'ACME' };
const user = { status: ok, userId: { internalId: '9', name: 'Ada' } };

const found = (held: Held, kind: string, ids: readonly string[], page: object) => ({
  status: ok,
  searchId: 'id',
  ...page,
  recordList: { record: ids.map((id) => bodyOf(shown(held, kind, id))) },
});
const page = (total: number, size: number, pages: number, index: number) => ({
  totalRecords: String(total),
  pageSize: String(size),
  totalPages: String(pages),
  pageIndex: String(index),
});

const sessions: readonly ForeignStep[] = [
  step(
    'mapSso',
    { ssoCredentials: { ...passport, authenticationToken: 'a token', partnerId: 'p1' } },
    refused('Tokens of partners are tied to people in the settings of the gateway.'),
  ),
  step(
    'changePassword',
    { changePassword: { currentPassword: 'a word', newPassword: 'x', newPassword2: 'x' } },
    refused('Passwords are kept where the gateway has them from, and changed there.'),
  ),
  step(
    'changeEmail',
    { changeEmail: { currentPassword: 'a word', newEmail: 'b@example.com', newEmail2: 'b@example.com' } },
    refused('Email addresses are kept where the gateway has them from, and changed there.'),
  ),
  step(
    'ssoLogin',
    { ssoPassport: { authenticationToken: 'a token', partnerId: 'p1', partnerAccount: 'ACME', partnerUserId: 'u' } },
    user,
  ),
  step('login', { passport }, user),
  step('search', { searchRecord: typed('platformCommon:BinSearchBasic', {}) }, (held) =>
    found(held, 'bin', ['1', '2', '3'], page(3, 100, 1, 1)),
  ),
  step('searchMore', { pageIndex: 1 }, (held) => found(held, 'bin', ['1', '2', '3'], page(3, 100, 1, 1))),
  // The page after the last one.
  step('searchNext', {}, { status: lacks('INVALID_SEARCH_PAGE_INDEX', 'there is no page 2') }),
  step('logout', {}, done),
  step(
    'login',
    { passport: { ...passport, password: 'guessed' } },
    fault(
      'invalidCredentialsFault',
      'INVALID_LOGIN_CREDENTIALS',
      'the request needs a credential that is accepted here',
    ),
  ),
];

const records: readonly ForeignStep[] = [
  step('get', { baseRef: ref('bin', '2') }, read('bin', '2')),
  step('get', { baseRef: eid('bin', 'BIN-B1') }, read('bin', '3')),
  step('get', { baseRef: ref('account', '11') }, read('account', '11')),
  step('get', { baseRef: ref('calendarEvent', '41') }, read('calendarEvent', '41')),
  step('get', { baseRef: ref('accountingPeriod', '5') }, read('accountingPeriod', '5')),
  step('get', { baseRef: ref('bin', '9999') }, missing),
  step(
    'add',
    { record: bin({ binNumber: 'S 1', location: { '@internalId': '7' }, memo: 'Söhne & <Co>' }) },
    (held) => wrote(last(held, 'bin')),
    {
      remember: ['one', 'baseRef.internalId'],
      holds: (held) => [newest(held, 'bin'), { binNumber: 'S 1', location: { id: '7' }, memo: 'Söhne & <Co>' }],
    },
  ),
  {
    operation: 'update',
    request: (known) => ({
      record: bin({ '@internalId': known.get('one')!, isInactive: true, nullFieldList: { name: ['memo'] } }),
    }),
    hears: (_, known) => wrote(known.get('one')),
    holds: (held, known) => [
      held['bin'][known.get('one')!],
      { binNumber: 'S 1', location: { id: '7' }, isInactive: true },
    ],
  },
  {
    operation: 'get',
    request: (known) => ({ baseRef: ref('bin', known.get('one')!) }),
    hears: (held, known) => ({ status: ok, record: shown(held, 'bin', known.get('one')!) }),
  },
  step('upsert', { record: bin({ '@externalId': 'U-1', binNumber: 'U 1' }) }, (held) => wrote(last(held, 'bin')), {
    holds: (held) => [newest(held, 'bin'), { externalId: 'U-1', binNumber: 'U 1' }],
  }),
  step('upsert', { record: bin({ '@externalId': 'U-1', memo: 'again' }) }, (held) => wrote(last(held, 'bin')), {
    holds: (held) => [newest(held, 'bin'), { externalId: 'U-1', binNumber: 'U 1', memo: 'again' }],
  }),
  step('get', { baseRef: eid('bin', 'U-1') }, (held) => read('bin', last(held, 'bin')!)(held)),
  step('addList', { record: [bin({ binNumber: 'L 1' }), bin({ memo: 'no number' })] }, (held) => ({
    status: ok,
    writeResponse: [wrote(last(held, 'bin')), incomplete],
  })),
  step(
    'updateList',
    { record: [bin({ '@internalId': '1', memo: 'anew' }), bin({ '@internalId': '9999', memo: 'x' })] },
    { status: ok, writeResponse: [wrote('1'), missing] },
    { holds: (held) => [held['bin']['1'], { binNumber: 'A-01', memo: 'anew' }] },
  ),
  step(
    'upsertList',
    { record: [bin({ '@externalId': 'BIN-B1', memo: 'again' }), bin({ '@externalId': 'U-2', binNumber: 'U 2' })] },
    (held) => ({ status: ok, writeResponse: [wrote('3'), wrote(last(held, 'bin'))] }),
    {
      holds: (held) => [
        [held['bin']['3'].memo, newest(held, 'bin')],
        ['again', { externalId: 'U-2', binNumber: 'U 2' }],
      ],
    },
  ),
  step('getList', { baseRef: [ref('bin', '1'), ref('bin', '9999'), eid('bin', 'U-2')] }, (held) => ({
    status: ok,
    readResponse: [read('bin', '1')(held), missing, read('bin', last(held, 'bin')!)(held)],
  })),
  step(
    'deleteList',
    { baseRef: [eid('bin', 'U-2'), ref('bin', '9999')] },
    { status: ok, writeResponse: [done, missing] },
    { holds: (held) => [externals(held), ['BIN-B1', 'U-1']] },
  ),
  step('delete', { baseRef: eid('bin', 'U-1') }, done, { holds: (held) => [externals(held), ['BIN-B1']] }),
  step('get', { baseRef: eid('bin', 'U-1') }, missing),
];

const workOrder = { type: 'workOrder', reference: { '@type': 'assemblyItem', '@internalId': '21' } };

const draft = {
  status: ok,
  record: {
    assemblyItem: { internalId: '21', name: 'TABLE' },
    externalId: expect.stringMatching(/^draft:[0-9a-f-]{36}$/),
  },
};

const drafts: readonly ForeignStep[] = [
  step('initialize', { initializeRecord: workOrder }, draft, { remember: ['draft', 'record.externalId'] }),
  // Saved, it is the transform.
  {
    operation: 'add',
    request: (known) => ({
      record: typed('tranInvt:WorkOrder', { '@externalId': known.get('draft')!, memo: 'for Ada', quantity: 3 }),
    }),
    hears: (held) => wrote(last(held, 'workOrder')),
    holds: (held) => [
      newest(held, 'workOrder'),
      { assemblyItem: { id: '21', refName: 'TABLE' }, quantity: 3, memo: 'for Ada' },
    ],
  },
  step('initializeList', { initializeRecord: [workOrder] }, { status: ok, readResponse: draft }),
];

const searches: readonly ForeignStep[] = [
  step(
    'search',
    {
      searchRecord: typed('platformCommon:BinSearchBasic', {
        binNumber: { searchValue: 'A-', '@operator': 'startsWith' },
      }),
    },
    (held) => found(held, 'bin', ['1', '2'], page(2, 100, 1, 1)),
    { remember: ['search', 'searchId'] },
  ),
  {
    operation: 'searchMoreWithId',
    request: (known) => ({ searchId: known.get('search')!, pageIndex: 1 }),
    hears: (held) => found(held, 'bin', ['1', '2'], page(2, 100, 1, 1)),
  },
  step('getAll', { record: { '@recordType': 'currency' } }, refused('The record API has no endpoint for these lists.')),
  step('getSavedSearch', { record: { '@searchType': 'customer' } }, refused('The record API knows no saved searches.')),
];

const HOST = 'https://127.0.0.1';

const lookups: readonly ForeignStep[] = [
  step(
    'getCustomizationId',
    { customizationType: { '@getCustomizationType': 'entityCustomField' }, includeInactives: false },
    refused('The record API does not show customizations.'),
  ),
  step(
    'getSelectValue',
    { fieldDescription: { recordType: 'customer', field: 'terms' }, pageIndex: 1 },
    refused('The record API does not show what a field may hold.'),
  ),
  step(
    'getItemAvailability',
    { itemAvailabilityFilter: { item: { recordRef: [{ '@internalId': '21' }] } } },
    refused('The record API does not show availability.'),
  ),
  step(
    'getBudgetExchangeRate',
    { budgetExchangeRateFilter: { period: { '@internalId': '5' } } },
    refused('The record API does not show rates by their period.'),
  ),
  step(
    'getCurrencyRate',
    { currencyRateFilter: { baseCurrency: { '@internalId': '1' } } },
    refused('The record API has no endpoint for rates of currencies.'),
  ),
  step(
    'getDataCenterUrls',
    { account: 'ACME' },
    {
      status: ok,
      // The host that was asked.
      dataCenterUrls: { restDomain: HOST, systemDomain: HOST, webservicesDomain: HOST },
    },
  ),
  step(
    'getPostingTransactionSummary',
    { fields: { account: true }, pageIndex: 1 },
    refused('The record API does not sum transactions.'),
  ),
  step('getServerTime', {}, { status: ok, serverTime: 'now' }),
  step(
    'getDeleted',
    { getDeletedFilter: { type: { searchValue: ['bin'], '@operator': 'anyOf' } }, pageIndex: 1 },
    refused('The record API does not show what was deleted.'),
  ),
];

const INVITED = 'The record API does not know which of the invited people calls.';
const invitation = { eventId: { '@internalId': '41' }, responseCode: '_accepted' };

const relations: readonly ForeignStep[] = [
  step(
    'attach',
    {
      attachReference: typed('platformCore:AttachBasicReference', {
        attachTo: ref('bin', '1'),
        attachedRecord: ref('campaign', '1'),
      }),
    },
    refused('The record API does not attach records.'),
  ),
  step(
    'detach',
    {
      detachReference: typed('platformCore:DetachBasicReference', {
        detachFrom: ref('bin', '1'),
        detachedRecord: ref('campaign', '1'),
      }),
    },
    refused('The record API does not detach records.'),
  ),
  step('updateInviteeStatus', { updateInviteeStatusReference: invitation }, refused(INVITED)),
  step('updateInviteeStatusList', { updateInviteeStatusReference: [invitation] }, refused(INVITED)),
];

/** A job of lists, each of whose answers is what the operation without `async` hears. */
const job = (
  operation: string,
  request: Arguments,
  state: string,
  hears: ForeignStep['hears'] | object,
): readonly ForeignStep[] => [
  step(
    operation,
    request,
    { jobId: 'id', status: 'pending', percentCompleted: '0', estRemainingDuration: '0' },
    { remember: ['job', 'jobId'] },
  ),
  {
    operation: 'checkAsyncStatus',
    request: (known) => ({ jobId: known.get('job')! }),
    until: ['status', 'finished', 'finishedWithErrors', 'failed'],
    hears: always({ jobId: 'id', status: state, percentCompleted: '100', estRemainingDuration: '0' }),
  },
  {
    operation: 'getAsyncResult',
    request: (known) => ({ jobId: known.get('job')!, pageIndex: 1 }),
    hears: typeof hears === 'function' ? (hears as ForeignStep['hears']) : always(hears),
  },
];

const lost = fault('asyncFault', 'INVALID_JOB_ID', 'this job is not known, or not any more');

const jobs: readonly ForeignStep[] = [
  ...job('asyncAddList', { record: [bin({ binNumber: 'J 1' }), bin({ memo: 'x' })] }, 'finishedWithErrors', (held) => ({
    writeResponseList: { status: ok, writeResponse: [wrote(last(held, 'bin')), incomplete] },
  })),
  ...job('asyncUpdateList', { record: [bin({ '@internalId': '1', memo: 'job' })] }, 'finished', {
    writeResponseList: { status: ok, writeResponse: wrote('1') },
  }),
  ...job('asyncUpsertList', { record: [bin({ '@externalId': 'BIN-B1', memo: 'job' })] }, 'finished', {
    writeResponseList: { status: ok, writeResponse: wrote('3') },
  }),
  ...job('asyncGetList', { baseRef: [ref('bin', '1'), ref('bin', '9999')] }, 'finishedWithErrors', (held) => ({
    readResponseList: { status: ok, readResponse: [read('bin', '1')(held), missing] },
  })),
  ...job('asyncDeleteList', { baseRef: [ref('bin', '2')] }, 'finished', {
    writeResponseList: { status: ok, writeResponse: done },
  }),
  ...job('asyncInitializeList', { initializeRecord: [workOrder] }, 'finished', {
    readResponseList: { status: ok, readResponse: draft },
  }),
  ...job('asyncSearch', { searchRecord: typed('platformCommon:AccountSearchBasic', {}) }, 'finished', (held) => ({
    searchResult: found(held, 'account', ['11', '12'], page(2, 100, 1, 1)),
  })),
  step('checkAsyncStatus', { jobId: 'none' }, lost),
  step('getAsyncResult', { jobId: 'none', pageIndex: 1 }, lost),
];

/** In this order; what one step changes, later ones see. */
export const foreignStory: readonly ForeignStep[] = [
  ...sessions,
  ...records,
  ...drafts,
  ...searches,
  ...lookups,
  ...relations,
  ...jobs,
];
export const names = (): string[] => operations().map(({ name }) => name);
