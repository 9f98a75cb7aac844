// Where log lines go, as JSON or text. Lines are flat and fixed in form: composing them here costs a third of what pino's own formatting does.
import type { ProcessSettings } from '../settings/settings.ts';
import { BufferedOutput, type Notice } from './buffered-output.ts';

/** From least to most important. */
const LEVELS = ['trace', 'debug', 'info', 'warn', 'error'] as const;

export type Level = (typeof LEVELS)[number];

export type Fields = Readonly<Record<string, string | number | undefined>>;

export interface LineWriter {
  /** Lines that could not be written. */
  readonly droppedLines: number;
  write(level: Level, fields: Fields): void;
  /** Whether everything is written within `ms`. */
  end(ms: number): Promise<boolean>;
}

export const silent: LineWriter = { droppedLines: 0, write: () => {}, end: async () => true };

/** `fd`: file descriptor, open for writing. `notice` is called when lines cannot be written. `worker`: its number, where others write there too. */
export function openLog(
  { logLevel, logFormat }: Pick<ProcessSettings, 'logLevel' | 'logFormat'>,
  fd = 1,
  notice?: Notice,
  worker?: number,
): LineWriter {
  if (logFormat === 'off' || logLevel === 'silent') return silent;
  const out = new BufferedOutput(fd, notice, worker === undefined ? 'alone' : 'with others');
  const least = LEVELS.indexOf(logLevel);
  const line = logFormat === 'text' ? textLine : jsonLine;
  return {
    write: (level, fields) => {
      if (LEVELS.indexOf(level) >= least) out.write(line(level, worker === undefined ? fields : { ...fields, worker }));
    },
    end: (ms) => out.end(ms),
    get droppedLines() {
      return out.droppedLines;
    },
  };
}

function jsonLine(level: Level, fields: Fields): string {
  let line = `{"time":"${now()}","level":"${level}"`;
  for (const name in fields) {
    const value = fields[name];
    if (typeof value === 'string') line += `,"${name}":${isPlain(value) ? `"${value}"` : JSON.stringify(value)}`;
    else if (value !== undefined) line += `,"${name}":${JSON.stringify(value)}`;
  }
  return `${line}}\n`;
}

/** Visible ASCII that JSON escapes nothing of: most values are, and need no call of a serializer. */
function isPlain(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c < 0x20 || c > 0x7e || c === 0x22 || c === 0x5c) return false;
  }
  return true;
}

let lastMs = 0;
let lastText = '';

/** ISO 8601 in UTC. Under load many lines share a millisecond. */
function now(): string {
  const ms = Date.now();
  if (ms !== lastMs) [lastMs, lastText] = [ms, new Date(ms).toISOString()];
  return lastText;
}

/** `12:03:04.567 GET /v1/accounts/{id} 200 12.3 ms (upstream 10.1 ms) get-account`; for other events, `12:03:04.567 reloaded` */
function textLine(_level: Level, fields: Fields): string {
  const time = new Date().toISOString().slice(11, 23);
  if (fields.event !== undefined) return `${time} ${eventText(fields)}\n`;
  const upstream = fields.upstream_ms ? ` (upstream ${fields.upstream_ms} ms)` : '';
  const parts = [
    time,
    fields.method ?? '-',
    fields.template ?? fields.path ?? '-',
    fields.status,
    `${fields.duration_ms} ms${upstream}`,
  ];
  return `${[...parts, fields.rule, fields.code, fields.client_address, fields.caller, fields.reason, fields.detail_left_out].filter((part) => part !== undefined).join(' ')}\n`;
}

/** Problems follow, one a line. */
function eventText({ event, problem }: Fields): string {
  return problem === undefined ? `${event}` : `${event}\n${problem}`.replaceAll('\n', '\n  ');
}
