// Folder and version of the package.
import { existsSync, readFileSync } from 'node:fs';

/** Folder of the package, whether compiled, bundled or run from source; ends with a slash. */
export function packageRoot(): URL {
  let folder = new URL('.', import.meta.url);
  while (!existsSync(new URL('package.json', folder))) folder = new URL('..', folder);
  return folder;
}

export function version(): string {
  return (JSON.parse(readFileSync(new URL('package.json', packageRoot()), 'utf8')) as { version: string }).version;
}
