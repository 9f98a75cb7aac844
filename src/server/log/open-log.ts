// The access log's lines. They are flat and fixed in form: composing them here costs a third of what pino's own formatting does.
import type { ProcessSettings } from '../settings/settings.ts';
import { BufferedOutput, type Notice } from './buffered-output.ts';
import { textLine } from './text-line.ts';
import { type Fields, LEVELS, type Level, type LineWriter, silent } from './writer.ts';

/** `fd`: file descriptor, open for writing. `notice` hears when lines cannot be written. */
export function openLog(
  { logLevel, logFormat }: Pick<ProcessSettings, 'logLevel' | 'logFormat'>,
  fd = 1,
  notice?: Notice,
): LineWriter {
  if (logFormat === 'off' || logLevel === 'silent') return silent;
  const out = new BufferedOutput(fd, notice);
  const least = LEVELS.indexOf(logLevel);
  const line = logFormat === 'text' ? textLine : jsonLine;
  return {
    write: (level, fields) => {
      if (LEVELS.indexOf(level) >= least) out.write(line(level, fields));
    },
    end: (ms) => out.end(ms),
    get droppedLines() {
      return out.droppedLines;
    },
  };
}

function jsonLine(level: Level, fields: Fields): string {
  return `${JSON.stringify({ time: now(), level, ...fields })}\n`;
}

let lastMs = 0;
let lastText = '';

/** ISO 8601 in UTC. Under load many lines share a millisecond. */
function now(): string {
  const ms = Date.now();
  if (ms !== lastMs) [lastMs, lastText] = [ms, new Date(ms).toISOString()];
  return lastText;
}
