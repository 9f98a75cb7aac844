// The one table of coded errors. Every failure that a user can meet has its row here and in docs/errors.md.

/** Where in a file a problem sits. `line` and `col` count from 1. */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly col: number;
}

/** Class of a failure: decides the default HTTP status in `statusOf`. */
export type ErrorClass = 'config' | 'contract' | 'mapping' | 'request' | 'reply' | 'gateway';

/** code → [class, default HTTP status]. Codes are stable; texts are not. */
export const errorTable = {
  // XML (also the syntax of WSDL and XSD files)
  XML_SYNTAX: ['request', 400],
  XML_DOCTYPE: ['request', 400],
  XML_ENCODING: ['request', 400],
  XML_NAMESPACE: ['request', 400],
  XML_LIMIT: ['request', 413],
  XML_TRUNCATED: ['request', 400],
  // JSON
  JSON_SYNTAX: ['request', 400],
  JSON_LIMIT: ['request', 413],
  JSON_DUPLICATE_KEY: ['request', 400],
  // Codec: a value against its type (message carries `path`)
  CODEC_TYPE: ['request', 422],
  CODEC_FACET: ['request', 422],
  CODEC_UNKNOWN: ['request', 422],
  CODEC_MISSING: ['request', 422],
  CODEC_ORDER: ['request', 422],
  CODEC_COUNT: ['request', 422],
  CODEC_CHOICE: ['request', 422],
  CODEC_NIL: ['request', 422],
  CODEC_ABSTRACT: ['request', 422],
  CODEC_CHARACTER: ['request', 422],
  // Contract loading
  CONTRACT_READ: ['contract', 500],
  CONTRACT_SYNTAX: ['contract', 500],
  CONTRACT_REFERENCE: ['contract', 500],
  CONTRACT_UNSUPPORTED: ['contract', 500],
  CONTRACT_INVALID: ['contract', 500],
  CONTRACT_REMOTE: ['contract', 500],
  // Mapping tables
  MAPPING_READ: ['mapping', 500],
  MAPPING_SYNTAX: ['mapping', 500],
  MAPPING_SHAPE: ['mapping', 500],
  MAPPING_UNKNOWN_OPERATION: ['mapping', 500],
  MAPPING_UNKNOWN_ELEMENT: ['mapping', 500],
  MAPPING_UNKNOWN_PREFIX: ['mapping', 500],
  MAPPING_UNKNOWN_CONVERTER: ['mapping', 500],
  MAPPING_UNKNOWN_TABLE: ['mapping', 500],
  MAPPING_UNKNOWN_FAULT: ['mapping', 500],
  MAPPING_MISSING: ['mapping', 500],
  MAPPING_NAMES: ['mapping', 500],
  MAPPING_TYPE: ['mapping', 500],
  MAPPING_DUPLICATE: ['mapping', 500],
  MAPPING_UNREACHABLE: ['mapping', 500],
  MAPPING_TABLE: ['mapping', 500],
  MAPPING_PATTERN: ['mapping', 500],
  MAPPING_UNSUPPORTED: ['mapping', 500],
  // A request that no rule can take
  NOT_FOUND: ['request', 404],
  METHOD_NOT_ALLOWED: ['request', 405],
  NOT_ACCEPTABLE: ['request', 406],
  PAYLOAD_TOO_LARGE: ['request', 413],
  UNSUPPORTED_MEDIA_TYPE: ['request', 415],
  BAD_PATH: ['request', 400],
  BAD_QUERY: ['request', 400],
  BAD_HEADER: ['request', 400],
  BAD_BODY: ['request', 400],
  // A SOAP message that no rule can take
  SOAP_VERSION: ['request', 400],
  SOAP_HEADER: ['request', 400],
  SOAP_ENCODING: ['request', 400],
  SOAP_OPERATION: ['request', 404],
  SOAP_ACTION: ['request', 400],
  // The peer behind us
  UPSTREAM_CONNECT: ['reply', 502],
  UPSTREAM_STATUS: ['reply', 502],
  UPSTREAM_MEDIA_TYPE: ['reply', 502],
  UPSTREAM_EMPTY: ['reply', 502],
  UPSTREAM_BODY: ['reply', 502],
  UPSTREAM_LIMIT: ['reply', 502],
  UPSTREAM_FAULT: ['reply', 502],
  UPSTREAM_TIMEOUT: ['reply', 504],
  // Ourselves
  CLIENT_GONE: ['gateway', 499],
  SETTINGS: ['config', 500],
  INTERNAL: ['gateway', 500],
} as const satisfies Record<string, readonly [ErrorClass, number]>;

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
  /** Rule id of the mapping table. */
  readonly rule?: string;
  readonly cause?: unknown;
}

/** The one error class. `message` says what is wrong in one sentence and never contains a secret. */
export class SoapstoneError extends Error {
  readonly code: ErrorCode;
  readonly place?: Place;
  readonly path?: string;
  readonly offset?: number;
  readonly suggestion?: string;
  readonly rule?: string;

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = 'SoapstoneError';
    this.code = code;
    this.place = details.place;
    this.path = details.path;
    this.offset = details.offset;
    this.suggestion = details.suggestion;
    this.rule = details.rule;
  }

  get status(): number {
    return errorTable[this.code][1];
  }
}

/** `file:line:col rule-id CODE message (suggestion)`, the line that `check` prints. */
export function describe(e: SoapstoneError): string {
  const where = e.place ? `${e.place.file}:${e.place.line}:${e.place.col} ` : '';
  const rule = e.rule ? `[${e.rule}] ` : '';
  const path = e.path ? ` at ${e.path}` : '';
  const hint = e.suggestion ? ` (${e.suggestion})` : '';
  return `${where}${rule}${e.code}: ${e.message}${path}${hint}`;
}

/** Many problems at once: what a loader or checker throws after it has seen everything. */
export class Problems extends Error {
  readonly problems: readonly SoapstoneError[];

  constructor(problems: readonly SoapstoneError[]) {
    super(problems.map(describe).join('\n'));
    this.name = 'Problems';
    this.problems = problems;
  }
}
