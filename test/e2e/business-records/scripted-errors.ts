// Every way in which a record API of somebody else can tell a declared fault: operations, statuses, codes and bodies. Knows nothing of clients.
import { ref } from '../../examples/records/scene.ts';
import type { Arguments } from '../../peers/callers.ts';
import type { ScriptedError } from '../../peers/record-api.ts';

const CORE = 'urn:core_2019_1.platform.webservices.example.com';

export interface Request {
  readonly operation: string;
  /** For zeep and PHP, and as XML. */
  readonly arguments_: Arguments;
  readonly body: string;
}

const passport = { email: 'a@example.com', password: 'p', account: 'A' };
export const REQUESTS: Readonly<Record<string, Request>> = {
  get: {
    operation: 'get',
    arguments_: { baseRef: { $type: `{${CORE}}RecordRef`, '@type': 'bin', '@internalId': '1' } },
    body: `<m:get>${ref('bin', '1')}</m:get>`,
  },
  login: {
    operation: 'login',
    arguments_: { passport },
    body: `<m:login><m:passport>${Object.entries(passport)
      .map(([name, text]) => `<c:${name}>${text}</c:${name}>`)
      .join('')}</m:passport></m:login>`,
  },
  getAsyncResult: {
    operation: 'getAsyncResult',
    arguments_: { jobId: '7', pageIndex: 1 },
    body: '<m:getAsyncResult><m:jobId>7</m:jobId><m:pageIndex>1</m:pageIndex></m:getAsyncResult>',
  },
};

/** An operation that declares the fault, each status and code that tells it, and the code of the fault. */
export const CODED: readonly (readonly [fault: string, request: string, status: number, code: string, said: string])[] =
  [
    ['invalidCredentialsFault', 'get', 401, 'INVALID_LOGIN', 'INVALID_LOGIN_CREDENTIALS'],
    ['invalidCredentialsFault', 'get', 401, 'UNAUTHENTICATED', 'INVALID_LOGIN_CREDENTIALS'],
    ['invalidSessionFault', 'get', 401, 'INVALID_SESSION', 'SESSION_TIMED_OUT'],
    ['invalidSessionFault', 'get', 401, 'SESSION_LOST', 'SESSION_TIMED_OUT'],
    ['invalidAccountFault', 'login', 401, 'INVALID_ACCOUNT', 'INVALID_ACCT'],
    ['insufficientPermissionFault', 'get', 403, 'PERMISSION_VIOLATION', 'INSUFFICIENT_PERMISSION'],
    ['invalidVersionFault', 'login', 400, 'INVALID_VERSION', 'INVALID_WS_VERSION'],
    ['exceededConcurrentRequestLimitFault', 'get', 429, 'CONCURRENCY_LIMIT_EXCEEDED', 'WS_CONCUR_SESSION_DISALLWD'],
    ['exceededRequestLimitFault', 'get', 429, 'REQUEST_LIMIT_EXCEEDED', 'WS_REQUEST_BLOCKED'],
    ['exceededUsageLimitFault', 'get', 429, 'USAGE_LIMIT_EXCEEDED', 'WS_REQUEST_BLOCKED'],
    ['exceededRecordCountFault', 'get', 400, 'RECORD_COUNT_EXCEEDED', 'MAX_RCRDS_EXCEEDED'],
    ['exceededRecordCountFault', 'get', 400, 'LIST_TOO_LONG', 'MAX_RCRDS_EXCEEDED'],
    ['exceededRequestSizeFault', 'get', 413, 'REQUEST_SIZE_EXCEEDED', 'USER_ERROR'],
    ['asyncFault', 'getAsyncResult', 404, 'INVALID_JOB', 'INVALID_JOB_ID'],
    ['asyncFault', 'getAsyncResult', 404, 'JOB_LOST', 'INVALID_JOB_ID'],
    ['asyncFault', 'getAsyncResult', 409, 'JOB_RUNNING', 'JOB_NOT_COMPLETE'],
    ['unexpectedErrorFault', 'get', 500, 'UNEXPECTED_FAULT', 'UNEXPECTED_ERROR'],
  ];

const UNEXPECTED = ['unexpectedErrorFault', 'UNEXPECTED_ERROR'] as const;
const TOO_MANY = ['exceededRequestLimitFault', 'WS_REQUEST_BLOCKED'] as const;

/** What a status means that no known code goes with. */
export const ALONE: readonly (readonly [request: string, status: number, fault: string, said: string])[] = [
  ['get', 400, ...UNEXPECTED],
  ['get', 401, 'invalidCredentialsFault', 'INVALID_LOGIN_CREDENTIALS'],
  ['get', 403, 'insufficientPermissionFault', 'INSUFFICIENT_PERMISSION'],
  ['get', 404, ...UNEXPECTED],
  ['get', 405, ...UNEXPECTED],
  ['get', 409, ...UNEXPECTED],
  ['get', 413, 'exceededRequestSizeFault', 'USER_ERROR'],
  ['get', 418, ...UNEXPECTED],
  ['get', 429, ...TOO_MANY],
  ...[500, 501, 502, 503, 504, 599].map((status) => ['get', status, ...UNEXPECTED] as const),
  // Faults that the operation does not declare are told as one that it does.
  ['login', 400, ...UNEXPECTED],
  ['login', 413, ...UNEXPECTED],
  ['login', 429, ...TOO_MANY],
];

/** Bodies from which nothing but the status can be learned. */
export const BODIES: Readonly<Record<string, Partial<ScriptedError>>> = {
  none: { style: 'none' },
  'a code of its own': { code: 'OF_ITS_OWN', detail: 'Why.' },
  'a code of its own, and no detail': { code: 'OF_ITS_OWN' },
  'an empty text as JSON': { text: '', media: 'application/json' },
  'HTML of a proxy': { text: '<html><body><h1>Sorry &amp; good bye</h1></body></html>', media: 'text/html' },
  'text without a media type': { text: 'upstream connect error' },
  'JSON that ends early': { text: '{"errorDetails":[{"detail":"N', media: 'application/json' },
  'no JSON in an error of the API': {
    text: '\u0000\u001f{]',
    media: 'application/vnd.vendor.resource+json; type=error',
  },
  'JSON of another form': { text: '{"meta":{"x":[1]},"ok":false}', media: 'application/json' },
  'JSON that is no object': { text: '"no"', media: 'application/json' },
  'empty errorDetails': { text: '{"errorDetails":[]}', media: 'application/vnd.vendor.resource+json; type=error' },
  // What takes the place of the character.
  'texts that XML cannot carry': {
    text: '{"errorDetails":[{"errorCode":"\\u0001","detail":"\\u0000"}]}',
    media: 'application/json',
    detail: '\ufffd',
  },
};
