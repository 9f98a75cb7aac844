// Files of a mapping folder that was somewhere else when a snapshot was written, as a package or an image is when it is made.
import { isAbsolute, relative, resolve } from 'node:path';
import { isRemote } from '../../contract/source/location.ts';
import { displayPath } from '../../file/display-path.ts';

/** The path that a file has now, as messages name it. */
export type Relocate = (path: string) => string;

/** `before`, `after`: the folder, as messages named it then and name it now. undefined: all paths are the same. */
export function relocation(before: string, after: string): Relocate | undefined {
  if (before === after) return undefined;
  return (path) =>
    isRemote(path) || isAbsolute(path) !== isAbsolute(before)
      ? path
      : displayPath(resolve(after, relative(before, path)));
}

/** The files of all places in a JSON text. Quotes inside of texts are escaped there, so that no text looks like a place. */
export function relocatePlaces(text: string, relocate: Relocate): string {
  const moved = new Map<string, string>();
  return text.replaceAll(/"file":("(?:[^"\\]|\\.)*")/g, (place, file: string) => {
    if (!moved.has(file)) moved.set(file, `"file":${JSON.stringify(relocate(JSON.parse(file)))}`);
    return moved.get(file) ?? place;
  });
}
