// What a SOAP service with scripted answers says to each operation: a success that shows 4711, and a failure with a message.
import { prefixes } from '../../examples/records/store/catalog.ts';

export const MARK = '4711';
export const MESSAGE = 'Not this time &amp; not so.';
const OK = '<c:status isSuccess="true"/>';
const REF = `i:type="c:RecordRef" type="bin" internalId="${MARK}"`;
const BIN = `i:type="listAcct:Bin" internalId="${MARK}"`;
const WRITTEN = `<m:writeResponse>${OK}<m:baseRef ${REF}/></m:writeResponse>`;
const READ = `<m:readResponse>${OK}<m:record ${BIN}><listAcct:memo>m</listAcct:memo></m:record></m:readResponse>`;
const DRAFT = `<m:readResponse>${OK}<m:record i:type="tranInvt:WorkOrder"><tranInvt:tranId>${MARK}</tranInvt:tranId></m:record></m:readResponse>`;
const SESSION = `<m:sessionResponse>${OK}<m:userId internalId="${MARK}"/></m:sessionResponse>`;
const JOB = `<c:asyncStatusResult><c:jobId>J${MARK}</c:jobId><c:status>pending</c:status><c:percentCompleted>0</c:percentCompleted><c:estRemainingDuration>0</c:estRemainingDuration></c:asyncStatusResult>`;
const FOUND = `<c:searchResult>${OK}<c:totalRecords>1</c:totalRecords><c:pageSize>5</c:pageSize><c:totalPages>1</c:totalPages><c:pageIndex>1</c:pageIndex><c:searchId>S</c:searchId><c:recordList><c:record ${BIN}/></c:recordList></c:searchResult>`;
const result = (name: string, content: string) => `<c:${name}Result>${OK}${content}</c:${name}Result>`;
const list = (one: string, content: string) => `<m:${one}List>${OK}${content}</m:${one}List>`;

const RATE = `${MARK}.5`;
const REFS = '<c:fromSubsidiary internalId="1"/><c:toSubsidiary internalId="2"/>';
const RATES = '<c:averageRate>1</c:averageRate><c:historicalRate>1</c:historicalRate>';

const SUCCESS: Readonly<Record<string, string>> = {
  login: SESSION,
  ssoLogin: SESSION,
  mapSso: SESSION,
  changePassword: SESSION,
  changeEmail: SESSION,
  logout: `<m:sessionResponse>${OK}</m:sessionResponse>`,
  add: WRITTEN,
  update: WRITTEN,
  upsert: WRITTEN,
  delete: WRITTEN,
  attach: WRITTEN,
  detach: WRITTEN,
  updateInviteeStatus: WRITTEN.replace('type="bin"', 'type="calendarEvent"'),
  get: READ,
  initialize: DRAFT,
  addList: list('writeResponse', WRITTEN),
  updateList: list('writeResponse', WRITTEN),
  upsertList: list('writeResponse', WRITTEN),
  deleteList: list('writeResponse', WRITTEN),
  updateInviteeStatusList: list('writeResponse', WRITTEN),
  getList: list('readResponse', READ),
  initializeList: list('readResponse', DRAFT),
  search: FOUND,
  searchMore: FOUND,
  searchMoreWithId: FOUND,
  searchNext: FOUND,
  getAll: result(
    'getAll',
    `<c:totalRecords>1</c:totalRecords><c:recordList><c:record i:type="listAcct:Currency" internalId="${MARK}"/></c:recordList>`,
  ),
  getSavedSearch: result(
    'getSavedSearch',
    `<c:totalRecords>1</c:totalRecords><c:recordRefList><c:recordRef internalId="${MARK}"/></c:recordRefList>`,
  ),
  getCustomizationId: result(
    'getCustomizationId',
    `<c:totalRecords>1</c:totalRecords><c:customizationRefList><c:customizationRef internalId="${MARK}"/></c:customizationRefList>`,
  ),
  getSelectValue: result(
    'getSelectValue',
    `<c:totalRecords>1</c:totalRecords><c:totalPages>1</c:totalPages><c:baseRefList><c:baseRef i:type="c:RecordRef" internalId="${MARK}"/></c:baseRefList>`,
  ),
  getItemAvailability: result(
    'getItemAvailability',
    `<c:itemAvailabilityList><c:itemAvailability><c:item internalId="${MARK}"/></c:itemAvailability></c:itemAvailabilityList>`,
  ),
  getBudgetExchangeRate: result(
    'getBudgetExchangeRate',
    `<c:budgetExchangeRateList><c:budgetExchangeRate><c:period internalId="5"/>${REFS}<c:currentRate>${RATE}</c:currentRate>${RATES}</c:budgetExchangeRate></c:budgetExchangeRateList>`,
  ),
  getCurrencyRate: result(
    'getCurrencyRate',
    `<c:currencyRateList><c:currencyRate><c:baseCurrency internalId="1"/><c:fromCurrency internalId="2"/><c:exchangeRate>${RATE}</c:exchangeRate><c:effectiveDate>2019-01-01T00:00:00Z</c:effectiveDate></c:currencyRate></c:currencyRateList>`,
  ),
  getDataCenterUrls: result(
    'getDataCenterUrls',
    ['rest', 'webservices', 'system']
      .map((one) => `<c:${one}Domain>https://a${MARK}.example.com</c:${one}Domain>`)
      .join('')
      .replace(/^/, '<c:dataCenterUrls>')
      .replace(/$/, '</c:dataCenterUrls>'),
  ),
  getPostingTransactionSummary: result(
    'getPostingTransactionSummary',
    `<c:totalRecords>1</c:totalRecords><c:pageSize>1000</c:pageSize><c:totalPages>1</c:totalPages><c:pageIndex>1</c:pageIndex><c:postingTransactionSummaryList><c:postingTransactionSummary><c:amount>${RATE}</c:amount></c:postingTransactionSummary></c:postingTransactionSummaryList>`,
  ),
  getServerTime: result('getServerTime', `<c:serverTime>${MARK}-01-01T00:00:00Z</c:serverTime>`),
  getDeleted: result(
    'getDeleted',
    `<c:totalRecords>1</c:totalRecords><c:pageSize>1000</c:pageSize><c:totalPages>1</c:totalPages><c:pageIndex>1</c:pageIndex><c:deletedRecordList><c:deletedRecord><c:record ${REF}/></c:deletedRecord></c:deletedRecordList>`,
  ),
  asyncAddList: JOB,
  asyncUpdateList: JOB,
  asyncUpsertList: JOB,
  asyncDeleteList: JOB,
  asyncGetList: JOB,
  asyncInitializeList: JOB,
  asyncSearch: JOB,
  checkAsyncStatus: JOB,
  getAsyncResult: `<m:asyncResult i:type="m:AsyncGetListResult">${list('readResponse', READ)}</m:asyncResult>`,
};

/** Nothing of their response is for clients: it is there, or a failure. */
export const SILENT: ReadonlySet<string> = new Set(['logout', 'delete']);

export function succeeded(operation: string): string {
  return envelope(`<m:${operation}Response>${SUCCESS[operation]}</m:${operation}Response>`);
}

/** As a status in the response; of operations whose response has none, as a fault. */
export function refused(operation: string): string {
  const status = `<c:status isSuccess="false"><c:statusDetail type="ERROR"><c:code>USER_ERROR</c:code><c:message>${MESSAGE}</c:message></c:statusDetail></c:status>`;
  const content = SUCCESS[operation];
  if (/session|asyncStatus|asyncResult|serverTime/.test(content)) return fault('unexpectedError');
  if (content.includes('List>') && !content.includes('Result>'))
    return envelope(
      `<m:${operation}Response>${content.replace(/(<m:(?:write|read)Response>).*(<\/m:(?:write|read)Response>)/, `$1${status}$2`)}</m:${operation}Response>`,
    );
  const [, open, close] = /^(<[^>]*>).*(<\/[^>]*>)$/s.exec(content)!;
  return envelope(`<m:${operation}Response>${open}${status}${close}</m:${operation}Response>`);
}

export function fault(name: string): string {
  const detail = `<f:${name}Fault xmlns:f="${prefixes.platformFaults}"><f:code>USER_ERROR</f:code><f:message>${MESSAGE}</f:message></f:${name}Fault>`;
  return envelope(
    `<s:Fault><faultcode>s:Server.userException</faultcode><faultstring>${MESSAGE}</faultstring><detail>${detail}</detail></s:Fault>`,
  );
}

const { platformMsgs: m, platformCore: c, listAcct, tranInvt } = prefixes;
const declared = Object.entries({ m, c, listAcct, tranInvt }).map(([prefix, ns]) => ` xmlns:${prefix}="${ns}"`);

function envelope(body: string): string {
  return `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" xmlns:i="http://www.w3.org/2001/XMLSchema-instance"${declared.join('')}><s:Body>${body}</s:Body></s:Envelope>`;
}
