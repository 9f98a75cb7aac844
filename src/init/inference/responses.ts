// Rules of inference: what responses, faults and headers are, by the names of their members.

/** Names of an only member of a response that wraps the result. `*` stands for any text. */
export const resultNames: readonly string[] = ['*Result', '*Return', 'return', 'result', 'out'];

/** Last words of header values that are the same in all requests: a setting of the mapping. */
export const settingWords: readonly string[] = ['version', 'culture', 'locale', 'language'];

/** Media types of a response that is one `base64Binary`, by words of its operation, its member and their documentation. */
export const fileMedia: readonly (readonly [media: string, words: readonly string[]])[] = [
  ['application/pdf', ['pdf']],
  ['image/png', ['png']],
  ['image/jpeg', ['jpg', 'jpeg', 'photo', 'foto']],
  ['image/tiff', ['tif', 'tiff']],
  ['application/zip', ['zip']],
  ['text/csv', ['csv']],
  ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', ['xlsx', 'excel']],
];

/** Names of the text beside such a value that says its media type. */
export const fileTypeWords: readonly string[] = ['content type', 'mime type', 'media type', 'mime'];

/** Names of the text that is the name of the file, and of other values beside its content. */
export const fileNameWords: readonly string[] = ['file name', 'filename', 'document name', 'attachment name'];
export const besideFileWords: readonly string[] = [
  ...['size', 'file size', 'length', 'content length', 'checksum', 'hash', 'document id', 'file id'],
];

/** Status of a declared fault, by words in its name: the first row that fits. */
export const faultStatuses: readonly (readonly [status: number, words: readonly string[]])[] = [
  [404, ['not found', 'unknown', 'no such', 'does not exist', 'not exist']],
  // Who sets a new password has logged in: a 401 would make clients do so again. No wait helps against too many records.
  [
    422,
    [
      ...['new password', 'weak password', 'password too', 'password policy', 'password history'],
      ...['duplicate argument', 'duplicate rule'],
      ...['too many records', 'too many recipients', 'too many results', 'too many items'],
    ],
  ],
  [409, ['already exists', 'exists', 'duplicate', 'conflict', 'concurrent', 'locked']],
  [
    401,
    [
      ...['credential', 'credentials', 'login', 'logon', 'password', 'authentication', 'authenticated', 'session'],
      ...['unauthenticated', 'unauthorized', 'unauthorised', 'api key', 'access token'],
    ],
  ],
  [
    403,
    [
      ...['permission', 'permissions', 'forbidden', 'denied', 'authorization', 'authorized', 'authorised', 'privilege'],
      ...['privileges', 'access', 'not allowed', 'disabled'],
    ],
  ],
  [429, ['throttle', 'throttling', 'throttled', 'rate limit', 'request limit', 'too many', 'quota']],
  [504, ['timeout', 'timed out']],
  [501, ['not implemented', 'not supported', 'unsupported']],
  [503, ['unavailable', 'busy', 'maintenance']],
  [400, ['invalid', 'validation', 'malformed', 'bad', 'argument', 'missing', 'client', 'input', 'parameter', 'query']],
  [500, ['unexpected', 'internal', 'server', 'system']],
];

/** Statuses of codes in the detail of a declared fault, by the same words: of others, the fault says enough. */
export const codeStatuses: readonly number[] = [401, 403, 404, 409, 422, 429, 503];

/** Inputs that ask for a page: its number and its size. An input that says where it begins is an offset already. */
export const pageWords = {
  number: ['page', 'page number', 'page no', 'page index', 'current page'],
  offset: ['offset', 'skip'],
  size: [
    ...['page size', 'limit', 'max results', 'max rows', 'count', 'batch size', 'items per page', 'top', 'max items'],
    ...['per page', 'results per page', 'page limit', 'max records', 'max count', 'take'],
  ],
  total: [
    ...['total', 'total count', 'total results', 'total records', 'total rows', 'total items', 'total hits'],
    ...['total number of records', 'record count', 'result count', 'num found'],
  ],
  cursor: [
    ...['query locator', 'cursor', 'next token', 'next page token', 'search id', 'continuation token', 'scroll id'],
    ...['page token', 'next cursor', 'resumption token', 'page cursor'],
  ],
  // A cursor where the request takes it too.
  mark: ['bookmark', 'marker'],
  more: [
    'has more',
    'has more results',
    'has more items',
    'has more pages',
    'has next',
    'has next page',
    'more results',
  ],
} as const;

/** Members of a response that say whether it is a failure, and the texts beside them. */
export const failureWords = {
  itemCode: ['code', 'error code', 'err code', 'codigo', 'code number', 'error number'],
  // What holds such a code and its text, of a whole response.
  codeHolder: ['status', 'result', 'error', 'fault', 'outcome', 'header', 'ack'],
  list: ['errors', 'error list', 'errores', 'erreurs', 'erros'],
  flag: ['success', 'is success', 'succeeded', 'successful'],
  // Flags where a code or a text of a failure stands beside them.
  shortFlag: ['ok', 'is ok', 'okay'],
  code: ['error code', 'return code', 'ret code', 'result code', 'status code', 'response code', 'fault code'],
  text: [
    'message',
    'error message',
    'err reason',
    'error reason',
    'response text',
    'error text',
    'status message',
    'result message',
    'description',
    'return message',
    'error description',
    'error',
    'msg',
    'message text',
    'text',
    'mensaje',
  ],
} as const;

/** Three operations that are one job: to start it, to ask how far it is, to get its result. */
export const jobWords = {
  start: [
    'start',
    'submit',
    'begin',
    'launch',
    'queue',
    'enqueue',
    'schedule',
    'request',
    'run',
    'execute',
    'initiate',
  ],
  /** First words that start a job where the name has one of `job`. */
  make: ['create', 'add', 'new'],
  job: ['job', 'task', 'async', 'batch'],
  status: ['status', 'state', 'progress'],
  ask: ['check', 'poll'],
  result: ['result', 'results', 'output', 'outcome'],
  percent: ['percent', 'percentage', 'progress', 'percent complete', 'percent done'],
  done: ['done', 'finished', 'completed', 'complete', 'succeeded', 'success', 'ready', 'available'],
  failed: ['failed', 'error', 'failure', 'aborted', 'cancelled', 'canceled', 'rejected', 'expired'],
} as const;
