// One line for each exchange. Nothing that a caller or a peer wrote gets here except a validated request id and trace id, and the text of a
// fault that clients do not see, bounded and escaped: no bodies, no query, no header values, no paths (the rule's template stands for them).
import type { RequestRecord } from '../../binding/channels.ts';
import { errorTable, SoapstoneError } from '../../errors/errors.ts';
import { type NameFilter, shownPath } from './known-names.ts';
import type { Level, LineWriter } from './open-log.ts';

/** bridge → rule id → path template. */
export type Templates = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** bridge → names that its contract and table have. */
export type Names = ReadonlyMap<string, NameFilter>;

/** Their messages speak about the connection, to the peer or to the store, and never quote the message. */
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

/** Why stands in their causes, which are texts: callers are told less. */
const ABOUT_A_CREDENTIAL = new Set(['CREDENTIAL', 'UNAUTHENTICATED']);

export class AccessLog {
  private readonly writer: LineWriter;
  /** Of the tables in use. */
  templates: Templates;
  /** That may be shown of paths in responses. */
  names: Names;

  constructor(writer: LineWriter, templates: Templates, names: Names = new Map()) {
    this.writer = writer;
    this.templates = templates;
    this.names = names;
  }

  /** The path of the request as the table writes it. */
  templateOf({ bridge, rule }: RequestRecord): string | undefined {
    return rule === undefined ? undefined : this.templates.get(bridge)?.get(rule);
  }

  add(record: RequestRecord): void {
    const template = this.templateOf(record);
    this.writer.write(levelOf(record.faultStatus ?? record.status), {
      request_id: record.id,
      trace_id: record.traceparent?.slice(3, 35),
      bridge: record.bridge,
      rule: record.rule,
      method: record.method || undefined,
      template,
      status: record.status,
      duration_ms: round(record.ms),
      upstream_ms: round(record.upstreamMs),
      bytes_in: record.requestBytes,
      bytes_out: record.responseBytes,
      code: record.code,
      ...(record.cause === undefined ? undefined : reasonOf(record.cause, this.names.get(record.bridge) ?? nobody)),
      ...(record.upstreamText === undefined ? undefined : { reason: quoted(record.upstreamText) }),
    });
  }
}

/** Longest words of a service, in characters. */
const LONGEST = 500;

/** On one line, whatever is in it, and nothing that a terminal would obey. */
function quoted(message: string): string {
  const text = message.length <= LONGEST ? message : `${message.slice(0, LONGEST)}…`;
  return JSON.stringify(text.toWellFormed()).replace(UNSHOWN, escaped);
}

const UNSHOWN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

function escaped(character: string): string {
  return `\\u{${(character.codePointAt(0) as number).toString(16)}}`;
}

const nobody: NameFilter = () => false;

/** What kind of problem a response has, and where: `Value not allowed (CODEC_FACET) at $.claim.status`. Messages quote values, and are not shown. */
function aboutBody(error: SoapstoneError, isLoggable: NameFilter): { reason: string } | undefined {
  const { cause, path } = error;
  if (libraryCodeOf(cause) !== undefined) return aboutConnection(error);
  const kind = cause instanceof SoapstoneError ? `${errorTable[cause.code][2]} (${cause.code})` : 'Another message';
  if (cause === undefined && path === undefined) return undefined;
  return { reason: path === undefined ? kind : `${kind} at ${shownPath(path, isLoggable)}` };
}

/** With the library's own code, which no caller sees. */
function aboutConnection({ message, cause }: SoapstoneError): { reason: string } {
  const code = libraryCodeOf(cause);
  return { reason: code === undefined ? message : `${message} (${code})` };
}

function libraryCodeOf(cause: unknown): string | undefined {
  if (!(cause instanceof Error) || cause instanceof SoapstoneError || !('code' in cause)) return undefined;
  return typeof cause.code === 'string' ? cause.code : cause.name;
}

/** Of a caller's credential what was wrong; of our own also what could not be done. */
function aboutCredential({ code, message, cause }: SoapstoneError): { reason: string } | undefined {
  const detail = typeof cause === 'string' ? cause : undefined;
  if (code === 'UNAUTHENTICATED') return detail === undefined ? undefined : { reason: detail };
  return { reason: detail === undefined ? message : `${message} (${detail})` };
}

function levelOf(status: number): Level {
  if (status < 500) return 'info';
  return status === 500 ? 'error' : 'warn';
}

function round(ms: number): number {
  return Math.round(ms * 100) / 100;
}

/** Where an unexpected error comes from: its name and stack frames, never its text, which may quote a message. */
function reasonOf(cause: unknown, isLoggable: NameFilter): { reason?: string; at?: string } | undefined {
  if (cause instanceof SoapstoneError) {
    if (cause.code === 'UPSTREAM_BODY') return aboutBody(cause, isLoggable);
    if (ABOUT_A_CREDENTIAL.has(cause.code)) return aboutCredential(cause);
    return ABOUT_A_CONNECTION.has(cause.code) ? aboutConnection(cause) : undefined;
  }
  if (!(cause instanceof Error)) return undefined;
  const inner = cause.cause instanceof Error ? cause.cause : cause;
  if (inner instanceof SoapstoneError) return reasonOf(inner, isLoggable);
  const frames = inner.stack?.split('\n').filter((line) => /^\s+at /.test(line)) ?? [];
  return {
    reason: inner.name,
    at: frames
      .slice(0, 8)
      .map((line) => line.trim())
      .join(' < '),
  };
}
