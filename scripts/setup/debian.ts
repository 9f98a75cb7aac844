// Packages of Debian and its children, as root or with password-less `sudo`.
import { spawnSync } from 'node:child_process';
import { onPath } from './on-path.ts';

/** Whether this is such a system, and we are root there or may become it. */
export function mayInstall(): boolean {
  return onPath('apt-get') && asRoot() !== undefined;
}

/** False when this is no such system, we may not, or apt fails. */
export function installPackages(packages: readonly string[]): boolean {
  const prefix = onPath('apt-get') ? asRoot() : undefined;
  if (prefix === undefined) return false;
  console.error(`setup-tests: apt-get install ${packages.join(' ')}`);
  return aptGet(prefix, 'update') && aptGet(prefix, 'install', '-y', '--no-install-recommends', ...packages);
}

/** What to put before apt-get to run it as root; undefined when we cannot. */
function asRoot(): string[] | undefined {
  if (process.getuid?.() === 0) return [];
  return spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status === 0 ? ['sudo', '-n'] : undefined;
}

function aptGet(prefix: readonly string[], ...args: string[]): boolean {
  const [program, ...rest] = [
    ...prefix,
    'env',
    'DEBIAN_FRONTEND=noninteractive',
    'apt-get',
    '-q',
    '-o',
    'DPkg::Lock::Timeout=300',
    ...args,
  ];
  // apt's own lines are progress enough; they go to stderr so that stdout holds test results alone.
  return spawnSync(program, rest, { stdio: ['ignore', 2, 2] }).status === 0;
}
