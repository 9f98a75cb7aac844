// A machine on which something is missing that it cannot get: tests go on without it, a release does not.
import { spawnSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temp } from '../server/temp.ts';

const module = join(import.meta.dirname, '../../scripts/setup/bring.ts');

/** As root with an apt-get that has no network. `complete`: before a release. */
function bringOffline(complete: boolean): { readonly status: number | null; readonly stderr: string } {
  const folder = temp({ 'apt-get': '#!/bin/sh\nexit 100\n', sudo: '#!/bin/sh\n' });
  for (const program of ['apt-get', 'sudo']) chmodSync(join(folder, program), 0o755);
  const script = `
    import { bringAll } from ${JSON.stringify(module)};
    const need = { what: 'a peer', packages: ['peer'], signs: [], present: () => false };
    process.exitCode = bringAll([need], ${complete});`;
  const args = ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', script];
  return spawnSync(process.execPath, args, { env: { PATH: folder }, encoding: 'utf8' });
}

test('apt-get that fails does not refuse the run: what is missing is named', () => {
  const { status, stderr } = bringOffline(false);
  expect(stderr).toContain('apt-get install peer');
  expect(stderr).toContain('- a peer\n');
  expect(stderr).toContain('are not run');
  expect(status).toBe(0);
});

test('a release needs what the machine may install', () => {
  const { status, stderr } = bringOffline(true);
  expect(stderr).toContain('- a peer\n');
  expect(status).toBe(1);
});
