// Packages of Debian that are unpacked and not installed: their services must not start on this machine.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run } from './namespaces.ts';
import { packages, programs } from './places.ts';

/** Program → its package. */
const UNPACKED = {
  'usr/bin/etcd': 'etcd-server',
  'usr/sbin/runc': 'runc',
  'usr/lib/cni/bridge': 'containernetworking-plugins',
} as const;

export const pluginsOfNetworks = join(packages, 'usr', 'lib', 'cni');

/** With the programs of the packages in front. */
export const searchPath = [
  programs,
  join(packages, 'usr', 'bin'),
  join(packages, 'usr', 'sbin'),
  process.env['PATH'],
].join(delimiter);

export function unpackPackages(): void {
  const missing = Object.entries(UNPACKED).filter(([file]) => !existsSync(join(packages, file)));
  if (missing.length === 0) return;
  const names = missing.map(([, name]) => name);
  console.error(`cluster: apt-get download ${names.join(' ')}`);
  const archives = join(packages, 'archives');
  mkdirSync(archives, { recursive: true });
  spawnSync('apt-get', ['-q', 'update'], { stdio: ['ignore', 2, 2] });
  const { status } = spawnSync('apt-get', ['-q', 'download', ...names], { cwd: archives, stdio: ['ignore', 2, 2] });
  if (status !== 0) throw new Error(`apt-get cannot download ${names.join(' ')}`);
  for (const archive of readdirSync(archives)) run('dpkg-deb', '-x', join(archives, archive), packages);
  rmSync(archives, { recursive: true });
}
