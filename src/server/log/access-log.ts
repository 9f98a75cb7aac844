// One line for each exchange. It has nothing that a client or an upstream wrote, except a validated request id and trace id, the text of a fault that
// clients do not see, the path of a request that no rule has taken, and the name of a caller, all bounded and escaped: no bodies, no query, no header values, and no path
// where a rule's template stands for it.
import type { RequestRecord } from '../../binding/channels.ts';
import { connectionCause } from '../../errors/connection-cause.ts';
import { errorTable, SoapstoneError } from '../../errors/errors.ts';
import { lostDetailText, problemKind } from '../../fault/texts.ts';
import { PASS_THROUGH } from '../metrics/series.ts';
import { type NameFilter, shownPath } from './known-names.ts';
import type { Level, LineWriter } from './open-log.ts';

/** bridge → rule id, or prefix of paths that pass through → path template. */
export type Templates = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** bridge → names of its contract and table. */
export type Names = ReadonlyMap<string, NameFilter>;

/** bridge → origin of its upstream. */
export type Upstreams = ReadonlyMap<string, string>;

/** Codes of failed connections: the address says more. */
const UNREACHED = new Set(['UPSTREAM_CONNECT', 'UPSTREAM_TIMEOUT']);

/** Codes whose messages are about the connection, and never quote the response. */
const ABOUT_A_CONNECTION = new Set([
  'UPSTREAM_CONNECT',
  'UPSTREAM_STATUS',
  'UPSTREAM_MEDIA_TYPE',
  'UPSTREAM_EMPTY',
  'UPSTREAM_LIMIT',
  'UPSTREAM_TIMEOUT',
  'CLIENT_SLOW',
  'STORE_UNAVAILABLE',
]);

/** Codes whose cause is the reason, as a text that clients do not see. */
const ABOUT_A_CREDENTIAL = new Set(['CREDENTIAL', 'UNAUTHENTICATED', 'AUTH_LIMITED', 'FORBIDDEN']);

export class AccessLog {
  private readonly writer: LineWriter;
  /** Templates of the tables in use. */
  private templates: Templates;
  /** Names that may be logged in paths of responses. */
  private names: Names;
  private upstreams: Upstreams;

  constructor(writer: LineWriter, templates: Templates, names: Names = new Map(), upstreams: Upstreams = new Map()) {
    this.writer = writer;
    this.templates = templates;
    this.names = names;
    this.upstreams = upstreams;
  }

  /** From now on, after a reload. */
  use(templates: Templates, names: Names, upstreams: Upstreams): void {
    this.templates = templates;
    this.names = names;
    this.upstreams = upstreams;
  }

  /** Path template of the request. */
  templateOf(record: RequestRecord): string | undefined {
    const { bridge, rule, pathRule } = record;
    const id = (rule === PASS_THROUGH ? undefined : rule) ?? (isUnmatched(record) ? undefined : pathRule);
    return id === undefined ? undefined : this.templates.get(bridge)?.get(id);
  }

  add(record: RequestRecord): void {
    const template = this.templateOf(record);
    this.writer.write(levelOf(record.faultStatus ?? record.status), {
      request_id: record.id,
      trace_id: record.traceparent?.slice(3, 35),
      bridge: record.bridge || undefined,
      rule: record.rule,
      method: record.method || undefined,
      protocol: record.protocol,
      template,
      path: template === undefined && record.rule === undefined ? unmatchedPath(record.path) : undefined,
      status: record.status,
      duration_ms: round(record.ms),
      upstream_ms: round(record.upstreamMs),
      queue_ms: record.queuedMs ? round(record.queuedMs) : undefined,
      retry_wait_ms: record.retryWaitMs ? round(record.retryWaitMs) : undefined,
      bytes_in: record.requestBytes,
      bytes_out: record.responseBytes,
      code: record.code,
      client_address: record.client,
      caller: record.caller === undefined ? undefined : oneLine(record.caller, LONGEST_NAME),
      upstream: record.upstream ?? (record.upstreamMs > 0 ? this.upstreams.get(record.bridge) : undefined),
      ...this.reason(record),
      detail_left_out: this.lostDetail(record),
    });
  }

  private lostDetail({ lostDetail, bridge }: RequestRecord): string | undefined {
    return lostDetail && lostDetailText(lostDetail, (path) => shownPath(path, this.names.get(bridge) ?? nobody));
  }

  /** The gateway's own words, then those of the service. */
  private reason(record: RequestRecord): { reason?: string; at?: string } | undefined {
    const gatewayReason = record.cause === undefined ? undefined : this.ownReason(record);
    if (record.upstreamText === undefined) return gatewayReason;
    const text = quoted(record.upstreamText);
    return {
      ...gatewayReason,
      reason: gatewayReason?.reason === undefined ? text : `${gatewayReason.reason}: ${text}`,
    };
  }

  private ownReason({ cause, code = '', bridge, upstream }: RequestRecord): ReturnType<typeof reasonOf> {
    const reason = reasonOf(cause, this.names.get(bridge) ?? nobody);
    const origin = UNREACHED.has(code) ? (upstream ?? this.upstreams.get(bridge)) : undefined;
    return origin === undefined || reason?.reason === undefined ? reason : { reason: `${origin}: ${reason.reason}` };
  }
}

/** No rule has taken the request, although its path may be that of some. */
function isUnmatched({ rule, code = '' }: RequestRecord): boolean {
  return rule === undefined && (code === 'NOT_FOUND' || code === 'METHOD_NOT_ALLOWED');
}

/** Longest path of a request that no rule has taken, in characters. */
const LONGEST_PATH = 200;

/** Longest text of a service, in characters. */
const LONGEST = 500;

/** Longest name of a caller, in characters. */
const LONGEST_NAME = 100;

function oneLine(text: string, longest: number): string {
  return cutTo(text, longest).replace(UNSHOWN, escaped);
}

/** On one line, without control characters. */
function quoted(message: string): string {
  return JSON.stringify(cutTo(message, LONGEST)).replace(UNSHOWN, escaped);
}

/** A long segment is no name of a resource: it may be a token, of which a beginning tells nothing. */
function unmatchedPath(path: string): string | undefined {
  if (path === '') return undefined;
  const shortened = path.replace(/([^/]{12})[^/]{29,}/g, '$1…');
  return oneLine(shortened, LONGEST_PATH);
}

function cutTo(message: string, longest: number): string {
  return (message.length <= longest ? message : `${message.slice(0, longest)}…`).toWellFormed();
}

const UNSHOWN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

function escaped(character: string): string {
  return `\\u{${(character.codePointAt(0) as number).toString(16)}}`;
}

const nobody: NameFilter = () => false;

/** Kind and place of a problem in a response: `Value not allowed (CODEC_FACET) at $.claim.status`. Messages quote values, and are not logged. */
function aboutResponse(error: SoapstoneError, isLoggable: NameFilter): { reason: string; at?: string } {
  const { cause, path, offset, suggestion } = error;
  if (libraryCodeOf(cause) !== undefined) return aboutConnection(error);
  const kind = cause instanceof SoapstoneError ? kindAndCode(cause) : ownWords(error);
  const at = lineOfFunction(cause);
  const byte = offset === undefined ? '' : ` at byte ${offset}`;
  const kindAndPath = kind + (path === undefined ? byte : ` at ${shownPath(path, isLoggable)}`);
  return { reason: suggestion === undefined ? kindAndPath : `${kindAndPath}; ${suggestion}`, ...(at && { at }) };
}

/** Codes of requests whose messages have no words of the client. */
const IN_WORDS_OF_CONTRACTS = new Set(['CODEC_MISSING', 'BAD_BODY']);

/** The same of a SOAP client's message. Its fault says more. */
function aboutRequest(error: SoapstoneError, isLoggable: NameFilter): { reason: string } | undefined {
  const { code, path } = error;
  if (path === undefined || !/^Envelope(?:\/|$)/.test(path)) return undefined;
  const kind = IN_WORDS_OF_CONTRACTS.has(code) ? kindAndCode(error) : `${errorTable[code][2]} (${code})`;
  return { reason: `${kind} at ${shownPath(path, isLoggable)}` };
}

function ownWords({ code, cause, safeMessage }: SoapstoneError): string {
  if (safeMessage !== undefined) return safeMessage;
  return code === 'UPSTREAM_BODY' && cause !== undefined ? 'Another message' : errorTable[code][2];
}

/** BAD_BODY is a code for requests. */
function kindAndCode(problem: SoapstoneError): string {
  const kind = problemKind(problem);
  return problem.code === 'BAD_BODY' ? kind : `${kind} (${problem.code})`;
}

/** Where a function of the mapping has refused the value: its message may quote it. */
function lineOfFunction(cause: unknown): string | undefined {
  if (cause instanceof SoapstoneError) return lineOfFunction(cause.cause);
  return cause instanceof RangeError ? framesOf(cause)[0] : undefined;
}

function framesOf({ stack }: Error): string[] {
  const frames = stack?.split('\n').filter((line) => /^\s+at /.test(line)) ?? [];
  return frames.map((line) => line.trim());
}

/** With the library's own code and the likely cause, which clients do not see. */
function aboutConnection({ message, cause, suggestion }: SoapstoneError): { reason: string } {
  const code = connectionCause(cause, 'upstream') ?? libraryCodeOf(cause);
  const problem = code === undefined ? message : `${message} (${code})`;
  return { reason: suggestion === undefined ? problem : `${problem}; ${suggestion}` };
}

function libraryCodeOf(cause: unknown): string | undefined {
  if (!(cause instanceof Error) || cause instanceof SoapstoneError || !('code' in cause)) return undefined;
  return typeof cause.code === 'string' ? cause.code : cause.name;
}

/** For a client's credential its problem; for the gateway's own also the message. */
function aboutCredential({ code, message, cause }: SoapstoneError): { reason: string } | undefined {
  const detail = typeof cause === 'string' ? cause : undefined;
  if (code === 'UNAUTHENTICATED' || code === 'AUTH_LIMITED')
    return detail === undefined ? undefined : { reason: detail };
  return { reason: detail === undefined ? message : `${message} (${detail})` };
}

function levelOf(status: number): Level {
  if (status < 500) return 'info';
  return status === 500 ? 'error' : 'warn';
}

function round(ms: number): number {
  return Math.round(ms * 100) / 100;
}

/** An unexpected error has its name and stack frames logged, never its text, which may quote a message. */
function reasonOf(cause: unknown, isLoggable: NameFilter): { reason?: string; at?: string } | undefined {
  if (cause instanceof SoapstoneError) {
    if (ABOUT_A_CREDENTIAL.has(cause.code)) return aboutCredential(cause);
    if (ABOUT_A_CONNECTION.has(cause.code)) return aboutConnection(cause);
    const isAboutResponse = errorTable[cause.code][0] === 'response';
    return isAboutResponse ? aboutResponse(cause, isLoggable) : aboutRequest(cause, isLoggable);
  }
  if (!(cause instanceof Error)) return undefined;
  const inner = cause.cause instanceof Error ? cause.cause : cause;
  if (inner instanceof SoapstoneError) return reasonOf(inner, isLoggable) ?? { reason: inner.code };
  return { reason: inner.name, at: framesOf(inner).slice(0, 8).join(' < ') };
}
