// The files of a mapping folder that an archive takes along.
import { cpSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { SoapstoneError } from '../../errors/errors.ts';
import type { TarEntry } from './tar.ts';

/** Names with a dot are of tools and of secrets (`.git`, `.env`). */
function isTaken(path: string): boolean {
  return !basename(path).startsWith('.') && basename(path) !== 'node_modules';
}

/** @throws SoapstoneError SETTINGS for a link: what it leads to may change, or be none of the mapping. */
export function copyMapping(from: string, to: string): void {
  cpSync(from, to, {
    recursive: true,
    filter: (path) => {
      if (path === from) return true;
      if (lstatSync(path).isSymbolicLink() && isTaken(path))
        throw new SoapstoneError('SETTINGS', `${path} is a link, and an archive takes files alone: put the file there`);
      return isTaken(path);
    },
  });
}

/** Folders and files below `folder` in the order of their names. `prefix`: of their paths; it ends with a slash or is empty. */
export function entriesOf(folder: string, prefix: string): TarEntry[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).map((entry): TarEntry => {
    const file = join(entry.parentPath, entry.name);
    const path = `${prefix}${relative(folder, file).replaceAll('\\', '/')}`;
    return entry.isDirectory() ? { path: `${path}/`, bytes: new Uint8Array() } : { path, bytes: readFileSync(file) };
  });
  return entries.sort((a, b) => (a.path < b.path ? -1 : 1));
}
