// The one door to pino. Lines are buffered and written in the background; `flush` empties the buffer.
import { destination, pino, stdTimeFunctions } from 'pino';
import type { ProcessSettings } from '../settings/settings.ts';
import { textLine } from './text-line.ts';
import { type LineWriter, silent } from './writer.ts';

const BUFFER_BYTES = 4096;
/** What may wait for a reader that does not read; lines beyond it are dropped rather than held for ever. */
const MOST_WAITING = 16 * 1024 * 1024;
const FLUSH_MS = 500;

/** `dest`: file descriptor. */
export function openLog(settings: Pick<ProcessSettings, 'logLevel' | 'logFormat'>, dest = 1): LineWriter {
  if (settings.logFormat === 'off' || settings.logLevel === 'silent') return silent;
  const out = destination({
    dest,
    sync: false,
    minLength: BUFFER_BYTES,
    maxLength: MOST_WAITING,
    periodicFlush: FLUSH_MS,
  });
  // A reader that went away (EPIPE) must not end the server.
  out.on('error', () => {});
  const logger = pino(
    { level: settings.logLevel, base: null, timestamp: stdTimeFunctions.isoTime, formatters: { level } },
    out,
  );
  if (settings.logFormat === 'text') {
    return {
      write: (lineLevel, fields) => {
        if (logger.isLevelEnabled(lineLevel)) out.write(textLine(fields));
      },
      flush: () => flush(out),
    };
  }
  return { write: (lineLevel, fields) => logger[lineLevel](fields), flush: () => flush(out) };
}

function level(label: string): { level: string } {
  return { level: label };
}

function flush(out: { flushSync(): void }): void {
  try {
    out.flushSync();
  } catch {
    // Nothing is left to write to.
  }
}
