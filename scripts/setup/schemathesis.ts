// schemathesis, a program of PyPI, in a virtual environment of its own below .cache. Only `npm run fuzz` wants it.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { schemathesisFolder } from './cache.ts';

const VERSION = '4.32.5';
const PYTHONS = ['/usr/bin/python3', 'python3'];

export const schemathesis = join(schemathesisFolder, 'bin', 'schemathesis');

/** False where it is not and cannot be installed. */
export function hasSchemathesis(): boolean {
  if (existsSync(schemathesis)) return true;
  const made = PYTHONS.some((python) => run(python, '-m', 'venv', schemathesisFolder));
  return (
    made && run(join(schemathesisFolder, 'bin', 'python'), '-m', 'pip', 'install', '-q', `schemathesis==${VERSION}`)
  );
}

function run(program: string, ...args: string[]): boolean {
  return spawnSync(program, args, { stdio: ['ignore', 2, 2] }).status === 0;
}
