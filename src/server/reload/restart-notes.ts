// Which changed settings a running process cannot take up.
import { optionNames, specOf } from '../settings/options.ts';
import type { Settings } from '../settings/settings.ts';

/** Names of options of the process: what listens, what is written where, and how long is waited at the end is settled at the start. */
export function restartNotes(running: Settings, latest: Settings): readonly string[] {
  return optionNames
    .filter((name) => specOf(name).scope === 'process')
    .filter((name) => String(running[name as keyof Settings]) !== String(latest[name as keyof Settings]))
    .map((name) => `${name} has changed: restart to use it`);
}
