// Packages of npm of which the tests read a file: unpacked below .cache, without what they depend on.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { cyclonedxSchemas, sarifSchema } from './cache.ts';

export function hasSarifSchema(): boolean {
  return existsSync(sarifSchema);
}

export function installSarifSchema(): boolean {
  return unpack('@microsoft/jest-sarif@1.0.0-beta.0', join(sarifSchema, '../../../..'));
}

export function hasCyclonedxSchemas(): boolean {
  return existsSync(cyclonedxSchemas);
}

export function installCyclonedxSchemas(): boolean {
  return unpack('@cyclonedx/cyclonedx-library@10.3.0', join(cyclonedxSchemas, '../../..'));
}

/** Into `folder/package`. False where npm or tar fails. */
function unpack(requirement: string, folder: string): boolean {
  console.error(`setup-tests: npm pack ${requirement}`);
  mkdirSync(folder, { recursive: true });
  const run = (program: string, ...args: string[]) =>
    spawnSync(program, args, { cwd: folder, stdio: ['ignore', 'pipe', 2], encoding: 'utf8' });
  const packed = run('npm', 'pack', '--silent', requirement);
  const file = packed.stdout?.trim();
  if (packed.status !== 0 || !file) return false;
  const done = run('tar', '-xzf', file).status === 0;
  rmSync(join(folder, file), { force: true });
  return done;
}
