// How messages name files: as the working directory sees them.
import { relative, resolve } from 'node:path';

/** The whole path where the file is outside of the working directory. */
export function displayPath(path: string): string {
  const short = relative(process.cwd(), path);
  return short.startsWith('..') ? path : short;
}

export function displayFolder(folder: string): string {
  return displayPath(resolve(folder)) || '.';
}
