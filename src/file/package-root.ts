// The folder of the package: where the files are that it brings along.
import { existsSync } from 'node:fs';
import { SoapstoneError } from '../errors/errors.ts';

/**
 * Whether compiled, bundled or run from source; ends with a slash.
 * @throws SETTINGS where the program was copied without its package.
 */
export function packageRoot(): URL {
  for (let folder = new URL('.', import.meta.url); ; folder = new URL('..', folder)) {
    if (existsSync(new URL('package.json', folder))) return folder;
    if (folder.pathname === new URL('..', folder).pathname)
      throw new SoapstoneError('SETTINGS', `this needs files of the package, and ${import.meta.url} is outside of it`);
  }
}
