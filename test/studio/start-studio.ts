// A workbench as people start it: the command, on a folder of the test's own.
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { type Running, start } from '../cli/spawn-cli.ts';
import { temp } from '../server/temp.ts';
import { until } from '../server/until.ts';

export const tutorials = join(import.meta.dirname, '..', '..', 'mappings');

export interface StartedStudio extends Running {
  /** Folder of the table. */
  readonly folder: string;
  /** With the token. */
  readonly address: string;
  readonly origin: string;
  readonly token: string;
}

/** `source`: the folder that is copied. */
export async function startStudio(source: string, args: readonly string[] = []): Promise<StartedStudio> {
  const folder = join(temp(), 'table');
  cpSync(source, folder, { recursive: true });
  return studioOf(folder, args);
}

export async function studioOf(folder: string, args: readonly string[] = []): Promise<StartedStudio> {
  const running = start(['studio', folder, '--port', '0', ...args]);
  const line = () => /^studio: ((http:\S+)\/#token=(\S+))$/m.exec(running.out());
  await until(() => line() !== null || running.child.exitCode !== null);
  const [, address = '', origin = '', token = ''] = line() ?? [];
  if (address === '') throw new Error(`the studio did not start: ${running.err()}`);
  return { ...running, folder, address, origin, token };
}
