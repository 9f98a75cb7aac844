// The one table of coded errors. Every failure that a user can meet has its row here and in docs/reference/errors.md.

/** Where in a file a problem sits. `line` and `col` count from 1. */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly col: number;
}

/** Class of a failure: decides the default HTTP status in `statusOf`. */
export type ErrorClass = 'config' | 'contract' | 'mapping' | 'request' | 'response' | 'gateway';

/** code → [class, default HTTP status, title of problem bodies (RFC 9457 §3.1.3)]. Codes are stable; texts are not. */
export const errorTable = {
  // XML (also the syntax of WSDL and XSD files)
  XML_SYNTAX: ['request', 400, 'XML not well-formed'],
  XML_DOCTYPE: ['request', 400, 'DOCTYPE not allowed'],
  XML_ENCODING: ['request', 400, 'Wrong character encoding'],
  XML_NAMESPACE: ['request', 400, 'Wrong XML namespace'],
  UNSIGNED_PREFIX: ['request', 400, 'Prefix not signed'],
  XML_LIMIT: ['request', 413, 'XML too large'],
  XML_TRUNCATED: ['request', 400, 'XML truncated'],
  // JSON
  JSON_SYNTAX: ['request', 400, 'Not JSON'],
  JSON_LIMIT: ['request', 413, 'JSON too large'],
  PATTERN_LIMIT: ['request', 413, 'Patterns take too long'],
  JSON_DUPLICATE_KEY: ['request', 400, 'Duplicate member'],
  // Codec: a value against its type (message carries `path`)
  CODEC_TYPE: ['request', 422, 'Value of the wrong type'],
  CODEC_FACET: ['request', 422, 'Value not allowed'],
  CODEC_UNKNOWN: ['request', 422, 'Unknown member'],
  CODEC_MISSING: ['request', 422, 'Required member missing'],
  CODEC_ORDER: ['request', 422, 'Element in the wrong place'],
  CODEC_COUNT: ['request', 422, 'Wrong number of items'],
  CODEC_CHOICE: ['request', 422, 'Wrong choice of members'],
  CODEC_NIL: ['request', 422, 'Null not allowed here'],
  CODEC_ABSTRACT: ['request', 422, 'Type must be named'],
  CODEC_REFERENCE: ['request', 422, 'Reference cannot be resolved'],
  CODEC_CHARACTER: ['request', 422, 'Character not allowed'],
  CODEC_FORM: ['request', 422, 'Value without a form in REST'],
  // Contract loading
  CONTRACT_READ: ['contract', 500, 'Contract cannot be read'],
  CONTRACT_SYNTAX: ['contract', 500, 'Contract not well-formed'],
  CONTRACT_REFERENCE: ['contract', 500, 'Unknown reference'],
  CONTRACT_UNSUPPORTED: ['contract', 500, 'Contract not supported'],
  CONTRACT_INVALID: ['contract', 500, 'Contract not valid'],
  CONTRACT_LIMIT: ['contract', 500, 'Contract too large'],
  CONTRACT_REMOTE: ['contract', 500, 'Contract not fetched'],
  // Mapping tables
  MAPPING_READ: ['mapping', 500, 'Mapping cannot be read'],
  MAPPING_SYNTAX: ['mapping', 500, 'Mapping not YAML'],
  MAPPING_SHAPE: ['mapping', 500, 'Wrong key or value'],
  MAPPING_UNKNOWN_OPERATION: ['mapping', 500, 'Unknown operation'],
  MAPPING_UNKNOWN_ELEMENT: ['mapping', 500, 'Unknown element'],
  MAPPING_UNKNOWN_PREFIX: ['mapping', 500, 'Unknown prefix'],
  MAPPING_UNKNOWN_CONVERTER: ['mapping', 500, 'Unknown converter'],
  MAPPING_UNKNOWN_TABLE: ['mapping', 500, 'Unknown value table'],
  MAPPING_UNKNOWN_FAULT: ['mapping', 500, 'Unknown fault'],
  MAPPING_MISSING: ['mapping', 500, 'Something required is missing'],
  MAPPING_NAMES: ['mapping', 500, 'Placeholders do not match'],
  MAPPING_TYPE: ['mapping', 500, 'Value does not fit its place'],
  MAPPING_DUPLICATE: ['mapping', 500, 'Duplicate'],
  MAPPING_UNREACHABLE: ['mapping', 500, 'Rule can never match'],
  MAPPING_TABLE: ['mapping', 500, 'Wrong value table'],
  MAPPING_PATTERN: ['mapping', 500, 'Wrong pattern'],
  MAPPING_UNSUPPORTED: ['mapping', 500, 'Not supported yet'],
  // API descriptions
  OPENAPI_READ: ['config', 500, 'OpenAPI document cannot be read'],
  OPENAPI_SHAPE: ['config', 500, 'OpenAPI document not valid'],
  // Captured exchanges
  CAPTURE: ['config', 500, 'Capture cannot be used'],
  // A request that is none, by HTTP
  BAD_REQUEST: ['request', 400, 'Not a valid HTTP request'],
  REQUEST_TIMEOUT: ['request', 408, 'Request not received in time'],
  EXPECTATION_FAILED: ['request', 417, 'Expectation failed'],
  NOT_IMPLEMENTED: ['request', 501, 'Not implemented'],
  HEADERS_TOO_LARGE: ['request', 431, 'Request headers too large'],
  // Who calls
  UNAUTHENTICATED: ['request', 401, 'Credential missing or not valid'],
  AUTH_LIMITED: ['request', 429, 'Too many wrong credentials'],
  FORBIDDEN: ['request', 403, 'Not allowed for this caller'],
  SESSION_LOST: ['request', 401, 'Session not known'],
  CREDENTIAL: ['gateway', 502, 'Credential cannot be used'],
  // A request that no rule can take
  NOT_FOUND: ['request', 404, 'Not found'],
  METHOD_NOT_ALLOWED: ['request', 405, 'Method not allowed'],
  NOT_ACCEPTABLE: ['request', 406, 'Not acceptable'],
  PAYLOAD_TOO_LARGE: ['request', 413, 'Request body too large'],
  UNSUPPORTED_MEDIA_TYPE: ['request', 415, 'Unsupported media type'],
  BAD_PATH: ['request', 400, 'Wrong path'],
  BAD_QUERY: ['request', 400, 'Wrong query parameter'],
  BAD_HEADER: ['request', 400, 'Wrong header'],
  BAD_BODY: ['request', 400, 'Wrong request body'],
  PRECONDITION_FAILED: ['request', 412, 'Precondition failed'],
  MISDIRECTED: ['request', 421, 'Wrong host'],
  ORIGIN: ['request', 403, 'Origin not allowed'],
  TOOL_ARGUMENT: ['request', 400, 'Wrong argument of a tool'],
  // A SOAP message that no rule can take
  SOAP_VERSION: ['request', 400, 'Other SOAP version'],
  SOAP_HEADER: ['request', 400, 'Header block not understood'],
  SOAP_ENCODING: ['request', 400, 'Encoding style not supported'],
  SOAP_OPERATION: ['request', 404, 'No such operation'],
  SOAP_ACTION: ['request', 400, 'SOAPAction of another operation'],
  // The peer behind us
  UPSTREAM_CONNECT: ['response', 502, 'Service unreachable'],
  UPSTREAM_STATUS: ['response', 502, 'Service responded with an error status'],
  UPSTREAM_MEDIA_TYPE: ['response', 502, 'Service responded with the wrong media type'],
  UPSTREAM_EMPTY: ['response', 502, 'Service responded with an empty body'],
  UPSTREAM_BODY: ['response', 502, 'Service responded with an unusable body'],
  UPSTREAM_MUST_UNDERSTAND: ['response', 502, 'Service responded with a header that is not understood'],
  UPSTREAM_SECURITY: ['response', 502, 'Service responded with a message that is not trusted'],
  UPSTREAM_LIMIT: ['response', 502, 'Service response too large'],
  UPSTREAM_FAULT: ['response', 502, 'Service responded with a fault'],
  UPSTREAM_TIMEOUT: ['response', 504, 'Service did not respond in time'],
  // Flows: several calls for one
  LIST_TOO_LONG: ['request', 400, 'List too long'],
  JOB_LOST: ['request', 404, 'Job not known'],
  CURSOR_LOST: ['request', 410, 'Cursor not known'],
  PAGE_SIZE: ['request', 400, 'Page size not allowed'],
  PAGE_INDEX: ['request', 400, 'No such page'],
  JOB_RUNNING: ['request', 409, 'Job not finished'],
  JOB_FAILED: ['request', 422, 'Job failed'],
  // Repeats of a request
  IDEMPOTENCY_KEY: ['request', 400, 'Idempotency key missing or wrong'],
  IDEMPOTENCY_RUNNING: ['request', 409, 'Request still running'],
  IDEMPOTENCY_MISMATCH: ['request', 422, 'Idempotency key used before'],
  OUTCOME_UNKNOWN: ['response', 502, 'Outcome unknown'],
  // Ourselves
  BODY_CONSUMED: ['gateway', 500, 'Request body read by another handler'],
  RATE_LIMITED: ['request', 429, 'Rate limit exceeded'],
  OVERLOADED: ['gateway', 503, 'Gateway overloaded'],
  BREAKER_OPEN: ['gateway', 503, 'Circuit breaker open'],
  STORE_FULL: ['gateway', 503, 'Store full'],
  STORE_UNAVAILABLE: ['gateway', 503, 'Store not available'],
  CLIENT_GONE: ['gateway', 499, 'Client closed the connection'],
  CLIENT_SLOW: ['gateway', 499, 'Client too slow'],
  SHUTDOWN: ['gateway', 503, 'Gateway stopped'],
  SETTINGS: ['config', 500, 'Wrong settings'],
  INTERNAL: ['gateway', 500, 'Internal error'],
} as const satisfies Record<string, readonly [ErrorClass, number, string]>;

export type ErrorCode = keyof typeof errorTable;

export interface ErrorDetails {
  /** file:line:col in a table, a contract or a settings file. */
  readonly place?: Place;
  /** Where in the message: a JSON path ("$.lines[2].qty"), an element path ("Envelope/Body/Get/id") or a header name. */
  readonly path?: string;
  /** Byte offset in the message. */
  readonly offset?: number;
  /** What to do, e.g. `did you mean "upstream"?`. */
  readonly suggestion?: string;
  /** The problem in words of the contract alone, without names or values of the message: for clients of a failing service, and for the log. */
  readonly safeMessage?: string;
  /** Rule id of the mapping table. */
  readonly rule?: string;
  /** The row of a value table that the rule is made for. */
  readonly row?: Place;
  /** Numbers of the variables whose values do not fit, where a message is filled. */
  readonly variables?: readonly number[];
  /** Slot of the SOAP message whose value does not fit. */
  readonly slot?: number;
  /** What else is wrong with the same message. */
  readonly otherErrors?: readonly SoapstoneError[];
  readonly cause?: unknown;
}

/** The one error class. `message` says what is wrong in one sentence and never contains a secret. */
export class SoapstoneError extends Error {
  readonly code: ErrorCode;
  readonly place?: Place;
  readonly path?: string;
  readonly offset?: number;
  readonly suggestion?: string;
  readonly safeMessage?: string;
  readonly rule?: string;
  readonly row?: Place;
  readonly variables?: readonly number[];
  readonly slot?: number;
  readonly otherErrors?: readonly SoapstoneError[];

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = 'SoapstoneError';
    this.code = code;
    this.place = details.place;
    this.path = details.path;
    this.offset = details.offset;
    this.suggestion = details.suggestion;
    this.safeMessage = details.safeMessage;
    this.rule = details.rule;
    this.row = details.row;
    this.variables = details.variables;
    this.slot = details.slot;
    this.otherErrors = details.otherErrors;
  }

  get status(): number {
    return errorTable[this.code][1];
  }
}

/** The first problem with all that is wrong with the message. */
export function withOthers(first: SoapstoneError, all: readonly SoapstoneError[]): SoapstoneError {
  const otherErrors = all.filter(({ code, path }) => code !== first.code || path !== first.path);
  return otherErrors.length === 0
    ? first
    : new SoapstoneError(first.code, first.message, { ...first, otherErrors, cause: first });
}

/** `file:line:col rule-id CODE message (suggestion) (row file:line:col)`, the line that `check` prints. */
export function formatError(e: SoapstoneError): string {
  const location = e.place ? `${textOf(e.place)} ` : '';
  const rule = e.rule ? `[${e.rule}] ` : '';
  const path = e.path ? ` at ${e.path}` : '';
  const hint = e.suggestion ? ` (${e.suggestion})` : '';
  const row = e.row ? ` (row ${textOf(e.row)})` : '';
  return `${location}${rule}${e.code}: ${e.message}${path}${hint}${row}`;
}

function textOf({ file, line, col }: Place): string {
  return `${file}:${line}:${col}`;
}

/** Many problems at once: what a loader or checker throws after it has seen everything. */
export class Problems extends Error {
  readonly problems: readonly SoapstoneError[];

  constructor(problems: readonly SoapstoneError[]) {
    super(problems.map(formatError).join('\n'));
    this.name = 'Problems';
    this.problems = problems;
  }
}

/** Each problem once, by its text: bridges may share a table or a setting. */
export function distinct(problems: readonly SoapstoneError[]): SoapstoneError[] {
  return [...new Map(problems.map((problem) => [formatError(problem), problem])).values()];
}

/** The last resort where files of operators nest deeper than the stack and no bound has said so; any other error as it is. */
export function coded(e: unknown, place?: Place): unknown {
  if (!(e instanceof RangeError) || !/call stack/i.test(e.message)) return e;
  const suggestion = 'use a smaller part of it';
  return new SoapstoneError('CONTRACT_LIMIT', 'this is nested too deeply', { place, suggestion, cause: e });
}
