// The capture that the settings name, with its file.
import { appendFileSync, chmodSync, statSync } from 'node:fs';
import type { CapturedExchange } from '../../capture/captured.ts';
import type { LineWriter } from '../log/open-log.ts';
import type { ProcessSettings } from '../settings/settings.ts';
import { WireCapture } from './wire-capture.ts';

type CaptureSettings = Pick<
  ProcessSettings,
  'debugWire' | 'debugWireCount' | 'debugWireBody' | 'debugWireMemory' | 'debugWireFile' | 'debugWireRedact'
>;

/** undefined: nothing is captured. `log` hears of a file that cannot be written. */
export function openCapture(settings: CaptureSettings, log: LineWriter): WireCapture | undefined {
  const { debugWire, debugWireCount, debugWireBody, debugWireMemory, debugWireFile, debugWireRedact } = settings;
  const targets = listOf(debugWire);
  if (targets.length === 0) return undefined;
  const file = debugWireFile === undefined ? undefined : new CaptureFile(debugWireFile, log);
  return new WireCapture({
    targets,
    count: debugWireCount,
    bodyBytes: debugWireBody,
    memory: debugWireMemory,
    redact: listOf(debugWireRedact),
    onCaptured: file && ((exchange) => file.add(exchange)),
    onFailed: (error) => log.write('warn', { event: `an exchange could not be captured: ${(error as Error).name}` }),
  });
}

/** What is probably not meant. `rules`: ids of all bridges. */
export function captureNotes(
  {
    debugWire,
    debugWireFile,
    adminPort,
  }: Pick<ProcessSettings, 'adminPort'> & Partial<Pick<ProcessSettings, 'debugWire' | 'debugWireFile'>>,
  rules: readonly string[],
): string[] {
  const targets = listOf(debugWire);
  if (targets.length === 0) return [];
  const notRules = targets.filter((target) => target !== '*' && !rules.includes(target));
  const hidden = adminPort < 0 && debugWireFile === undefined;
  return [
    ...notRules.map((target) => `note: no rule is named ${target}: debugWire takes it as a request id`),
    ...(hidden ? ['note: captures go nowhere: set adminPort, or debugWireFile'] : []),
  ];
}

function listOf(text = ''): string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

/** A forgotten capture must not fill the disk. */
const MOST_BYTES = 256 * 1024 * 1024;

const MODE = 0o600;

/** One JSON line for each exchange. Others on the machine cannot read it. */
class CaptureFile {
  private readonly path: string;
  private readonly log: LineWriter;
  private size: number;
  private isRestricted = false;

  constructor(path: string, log: LineWriter) {
    this.path = path;
    this.log = log;
    this.size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  }

  add(exchange: CapturedExchange): void {
    if (this.size >= MOST_BYTES) return;
    const line = `${JSON.stringify(exchange)}\n`;
    this.size += Buffer.byteLength(line);
    try {
      appendFileSync(this.path, line, { mode: MODE });
      // An existing file keeps its own mode.
      if (!this.isRestricted) chmodSync(this.path, MODE);
      this.isRestricted = true;
    } catch (error) {
      this.size = MOST_BYTES;
      this.log.write('warn', { event: `debugWireFile cannot be written: ${(error as NodeJS.ErrnoException).code}` });
    }
  }
}
