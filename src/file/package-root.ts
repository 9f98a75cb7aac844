// The folder of the package: where the files are that it brings along.
import { existsSync } from 'node:fs';

/** Whether compiled, bundled or run from source; ends with a slash. */
export function packageRoot(): URL {
  let folder = new URL('.', import.meta.url);
  while (!existsSync(new URL('package.json', folder))) folder = new URL('..', folder);
  return folder;
}
