// Packages of PyPI, unpacked into a folder of ours: nothing of the system's Python changes.
import { spawnSync } from 'node:child_process';

const PYTHONS = ['/usr/bin/python3', 'python3'];

/** Without what the package depends on. False when there is no pip, or it fails. */
export function unpack(requirement: string, folder: string): boolean {
  const python = PYTHONS.find((one) => spawnSync(one, ['-m', 'pip', '--version'], { stdio: 'ignore' }).status === 0);
  if (python === undefined) return false;
  console.error(`setup-tests: pip install ${requirement}`);
  const args = [
    '-m',
    'pip',
    'install',
    '-q',
    '--no-deps',
    '--no-compile',
    '--upgrade',
    '--target',
    folder,
    requirement,
  ];
  return spawnSync(python, args, { stdio: ['ignore', 2, 2] }).status === 0;
}
