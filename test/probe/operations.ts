// A request of each operation: the content of its element for SOAP clients, and what REST clients send so that a SOAP service gets it.
const EXTERNAL = '<m:baseRef i:type="c:RecordRef" type="bin" externalId="BIN-B1"/>';
const ONE = '<m:baseRef i:type="c:RecordRef" type="bin" internalId="1"/>';
const bin = (attributes: string, content: string) =>
  `<m:record i:type="listAcct:Bin" ${attributes}>${content}</m:record>`;
const NEW = bin('', '<listAcct:binNumber>Probe</listAcct:binNumber>');
const CHANGED = bin('internalId="1"', '<listAcct:memo>Probe</listAcct:memo>');
const PUT = bin('externalId="PROBE-1"', '<listAcct:binNumber>Probe 2</listAcct:binNumber>');
const SEARCH = '<m:searchRecord i:type="k:BinSearchBasic"/>';
const PASSPORT = '<c:email>ada@example.com</c:email><c:password>a word</c:password><c:account>ACME</c:account>';
const DRAFT =
  '<m:initializeRecord><c:type>workOrder</c:type><c:reference type="assemblyItem" internalId="21"/></m:initializeRecord>';
const INVITED =
  '<m:updateInviteeStatusReference><c:eventId internalId="41"/><c:responseCode>_accepted</c:responseCode></m:updateInviteeStatusReference>';
const TOKEN = '<c:authenticationToken>a token</c:authenticationToken><c:partnerId>p1</c:partnerId>';

/** `{search}` and `{job}` are ids that earlier requests have brought. */
export const CONTENT: Readonly<Record<string, string>> = {
  login: `<m:passport>${PASSPORT}</m:passport>`,
  ssoLogin: `<m:ssoPassport>${TOKEN}<c:partnerAccount>ACME</c:partnerAccount><c:partnerUserId>u</c:partnerUserId></m:ssoPassport>`,
  mapSso: `<m:ssoCredentials>${PASSPORT}${TOKEN}</m:ssoCredentials>`,
  changePassword:
    '<m:changePassword><c:currentPassword>a word</c:currentPassword><c:newPassword>x</c:newPassword></m:changePassword>',
  changeEmail:
    '<m:changeEmail><c:currentPassword>a word</c:currentPassword><c:newEmail>b@example.com</c:newEmail><c:newEmail2>b@example.com</c:newEmail2></m:changeEmail>',
  logout: '',
  add: NEW,
  update: CHANGED,
  upsert: PUT,
  delete: '<m:baseRef i:type="c:RecordRef" type="bin" externalId="PROBE-1"/>',
  get: ONE,
  initialize: DRAFT,
  getDeleted:
    '<m:getDeletedFilter><c:type operator="anyOf"><c:searchValue>bin</c:searchValue></c:type></m:getDeletedFilter><m:pageIndex>1</m:pageIndex>',
  addList: NEW + NEW,
  updateList: CHANGED,
  upsertList: PUT,
  deleteList: '<m:baseRef i:type="c:RecordRef" type="bin" externalId="PROBE-1"/>',
  getList: ONE + EXTERNAL,
  initializeList: DRAFT,
  getAll: '<m:record recordType="currency"/>',
  search: SEARCH,
  searchMore: '<m:pageIndex>1</m:pageIndex>',
  searchMoreWithId: '<m:searchId>{search}</m:searchId><m:pageIndex>1</m:pageIndex>',
  searchNext: '',
  getSavedSearch: '<m:record searchType="customer"/>',
  getCustomizationId:
    '<m:customizationType getCustomizationType="entityCustomField"/><m:includeInactives>false</m:includeInactives>',
  getSelectValue:
    '<m:fieldDescription><c:recordType>customer</c:recordType><c:field>terms</c:field></m:fieldDescription><m:pageIndex>1</m:pageIndex>',
  getItemAvailability:
    '<m:itemAvailabilityFilter><c:item><c:recordRef internalId="21"/></c:item></m:itemAvailabilityFilter>',
  getBudgetExchangeRate: '<m:budgetExchangeRateFilter><c:period internalId="5"/></m:budgetExchangeRateFilter>',
  getCurrencyRate: '<m:currencyRateFilter><c:baseCurrency internalId="1"/></m:currencyRateFilter>',
  getDataCenterUrls: '<m:account>ACME</m:account>',
  getPostingTransactionSummary: '<m:fields><c:account>true</c:account></m:fields><m:pageIndex>1</m:pageIndex>',
  getServerTime: '',
  attach:
    '<m:attachReference i:type="c:AttachBasicReference"><c:attachTo i:type="c:RecordRef" type="bin" internalId="1"/><c:attachedRecord i:type="c:RecordRef" type="campaign" internalId="9"/></m:attachReference>',
  detach:
    '<m:detachReference i:type="c:DetachBasicReference"><c:detachFrom i:type="c:RecordRef" type="bin" internalId="1"/><c:detachedRecord i:type="c:RecordRef" type="campaign" internalId="9"/></m:detachReference>',
  updateInviteeStatus: INVITED,
  updateInviteeStatusList: INVITED,
  asyncAddList: NEW,
  asyncUpdateList: CHANGED,
  asyncUpsertList: PUT,
  asyncDeleteList: '<m:baseRef i:type="c:RecordRef" type="bin" externalId="PROBE-1"/>',
  asyncGetList: ONE,
  asyncInitializeList: DRAFT,
  asyncSearch: SEARCH,
  checkAsyncStatus: '<m:jobId>{job}</m:jobId>',
  getAsyncResult: '<m:jobId>{job}</m:jobId><m:pageIndex>1</m:pageIndex>',
};

export interface RestRequest {
  readonly line: string;
  readonly body?: unknown;
  /** Prefer: respond-async. */
  readonly later?: true;
}

const passport = { email: 'ada@example.com', password: 'a word', account: 'ACME' };
const partner = { authenticationToken: 'a token', partnerId: 'p1' };
const SYSTEM = '/services/rest/system/v1';
const binBody = { binNumber: 'Probe', location: { id: '1' } };

/** Those of the record API. */
const REQUESTS: Readonly<Record<string, RestRequest>> = {
  add: { line: 'POST /bin', body: binBody },
  update: { line: 'PATCH /bin/1', body: { memo: 'x' } },
  upsert: { line: 'PUT /bin/eid:PROBE-1', body: binBody },
  delete: { line: 'DELETE /bin/1' },
  get: { line: 'GET /bin/1' },
  search: { line: 'GET /bin?limit=5' },
  initialize: { line: 'GET /assemblyItem/1/!draft/workOrder' },
  asyncAddList: { line: 'POST /bin', body: binBody, later: true },
  asyncUpdateList: { line: 'PATCH /bin/1', body: { memo: 'x' }, later: true },
  asyncUpsertList: { line: 'PUT /bin/eid:PROBE-1', body: binBody, later: true },
  asyncDeleteList: { line: 'DELETE /bin/1', later: true },
  asyncGetList: { line: 'GET /bin/1', later: true },
  asyncSearch: { line: 'GET /bin?limit=5', later: true },
};

/** Those of resources beside the record API, with the setting `operations: resources`. */
const RESOURCES: Readonly<Record<string, RestRequest>> = {
  login: { line: `POST ${SYSTEM}/session`, body: passport },
  ssoLogin: { line: `POST ${SYSTEM}/partnerSession`, body: { ...partner, partnerAccount: 'ACME', partnerUserId: 'u' } },
  mapSso: { line: `PUT ${SYSTEM}/partnerSession`, body: { ...passport, ...partner } },
  changePassword: { line: `PUT ${SYSTEM}/password`, body: { currentPassword: 'a word', newPassword: 'x' } },
  changeEmail: {
    line: `PUT ${SYSTEM}/email`,
    body: { currentPassword: 'a word', newEmail: 'b@example.com', newEmail2: 'b@example.com' },
  },
  logout: { line: `DELETE ${SYSTEM}/session` },
  getDeleted: { line: `GET ${SYSTEM}/deletedRecords` },
  addList: { line: 'POST /bin/!bulk', body: { items: [binBody] } },
  updateList: { line: 'PATCH /bin/!bulk', body: { items: [{ ...binBody, id: '1' }] } },
  upsertList: { line: 'PUT /bin/!bulk', body: { items: [{ ...binBody, externalId: 'PROBE-1' }] } },
  deleteList: { line: 'DELETE /bin/!bulk?id=1' },
  getList: { line: 'GET /bin/!bulk?id=1' },
  initializeList: { line: 'POST /!draft', body: { items: [{ from: 'assemblyItem', id: '1', to: 'workOrder' }] } },
  getAll: { line: `GET ${SYSTEM}/lists/currency` },
  getSavedSearch: { line: `GET ${SYSTEM}/savedSearches/customer` },
  getCustomizationId: { line: `GET ${SYSTEM}/customizations/entityCustomField` },
  getSelectValue: { line: `GET ${SYSTEM}/selectValues/customer/terms` },
  getItemAvailability: { line: `GET ${SYSTEM}/itemAvailability?item=21` },
  getBudgetExchangeRate: { line: `GET ${SYSTEM}/budgetExchangeRates?period=5` },
  getCurrencyRate: { line: `GET ${SYSTEM}/currencyRates?baseCurrency=1` },
  getDataCenterUrls: { line: `GET ${SYSTEM}/dataCenterUrls?account=ACME` },
  getPostingTransactionSummary: { line: `GET ${SYSTEM}/postingSummaries?by=account` },
  getServerTime: { line: `GET ${SYSTEM}/serverTime` },
  attach: { line: 'POST /bin/1/!attach/campaign/9' },
  detach: { line: 'POST /bin/1/!detach/campaign/9' },
  updateInviteeStatus: { line: 'PUT /calendarEvent/41/!inviteeStatus', body: { response: 'ACCEPTED' } },
  updateInviteeStatusList: {
    line: 'PUT /calendarEvent/!inviteeStatus',
    body: { items: [{ id: '41', response: 'ACCEPTED' }] },
  },
};

/** Bodies of `POST /operations/{operation}`, for what goes on with an earlier request: with the setting `operations: path`. */
const BODIES: Readonly<Record<string, unknown>> = {
  searchMore: { pageIndex: 1 },
  searchMoreWithId: { searchId: 'x', pageIndex: 1 },
  searchNext: undefined,
  asyncInitializeList: {
    initializeRecord: [{ type: 'workOrder', reference: { '@type': 'assemblyItem', '@internalId': '1' } }],
  },
  checkAsyncStatus: { jobId: 'x' },
  getAsyncResult: { jobId: 'x', pageIndex: 1 },
};

/** The request of REST clients for which the service gets the operation. */
export function requestFor(name: string): RestRequest & { readonly byPath: boolean } {
  const request = REQUESTS[name] ?? RESOURCES[name];
  return request
    ? { ...request, byPath: false }
    : { line: `POST /operations/${name}`, body: BODIES[name], byPath: true };
}

const SESSION = [
  'InsufficientPermission',
  'InvalidAccount',
  'InvalidCredentials',
  'InvalidSession',
  'InvalidVersion',
  'ExceededRequestLimit',
  'UnexpectedError',
];
const RECORD = [
  'InsufficientPermission',
  'InvalidSession',
  'InvalidCredentials',
  'ExceededConcurrentRequestLimit',
  'ExceededRequestLimit',
  'ExceededUsageLimit',
  'ExceededRecordCount',
  'ExceededRequestSize',
  'UnexpectedError',
];

/** The faults of each set of section 4.1, and its operations. `begins`: there may be more. */
export const FAULT_SETS: Readonly<Record<string, { of: readonly string[]; faults: readonly string[]; begins?: true }>> =
  {
    S1: { of: ['login', 'ssoLogin', 'mapSso', 'changePassword', 'changeEmail'], faults: SESSION },
    S2: {
      of: ['logout'],
      faults: [
        'InsufficientPermission',
        'InvalidSession',
        'InvalidCredentials',
        'ExceededRequestLimit',
        'UnexpectedError',
      ],
    },
    S3: {
      of: [
        'add',
        'delete',
        'search',
        'searchMore',
        'searchMoreWithId',
        'update',
        'upsert',
        'addList',
        'deleteList',
        'updateList',
        'upsertList',
        'get',
        'getList',
        'getAll',
        'getSavedSearch',
        'getCustomizationId',
        'initialize',
        'initializeList',
        'getSelectValue',
      ],
      faults: RECORD,
    },
    S4: { of: ['searchNext'], faults: RECORD.filter((name) => name !== 'ExceededConcurrentRequestLimit') },
    getItemAvailability: { of: ['getItemAvailability'], faults: RECORD.slice(0, 7), begins: true },
  };

/** Operations of the WSDL at the address that declare other faults than the set has. */
export async function otherFaults(wsdl: string, set: string): Promise<string[]> {
  const text = await (await fetch(wsdl)).text();
  const portType = /<(?:\w+:)?portType[\s\S]*?<\/(?:\w+:)?portType>/.exec(text)![0];
  const { of, faults, begins } = FAULT_SETS[set];
  return of.filter((name) => {
    const operation = new RegExp(`operation name="${name}"[\\s\\S]*?</(?:\\w+:)?operation>`).exec(portType)?.[0] ?? '';
    const found = [...operation.matchAll(/<(?:\w+:)?fault [^>]*message="(?:\w+:)?(\w+)Fault"/g)].map(
      ([, fault]) => fault,
    );
    const compared = begins ? found.slice(0, faults.length) : found;
    return compared.toSorted().join() !== [...faults].toSorted().join();
  });
}
