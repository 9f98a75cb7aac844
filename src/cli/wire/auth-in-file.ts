// The setting `auth` of the settings file that `serve` reads in the same folder: a request that is sent alone has the same credentials.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { Problems, type SoapstoneError } from '../../errors/errors.ts';
import { type FileSettings, fromFile, noFile } from '../../server/settings/file.ts';
import { settingsFile } from '../../server/settings/load.ts';

/** That of the bridge with this mapping before that of all bridges; nothing where there is none. @throws Problems of the file */
export function authInFile(mapping: string): FileSettings {
  const cwd = process.cwd();
  const path = settingsFile({ flags: {}, environment: process.env, cwd });
  if (!existsSync(path)) return noFile;
  const problems: SoapstoneError[] = [];
  const { options, bridges } = fromFile(path, cwd, problems);
  if (problems.length > 0) throw new Problems(problems);
  const own = bridges.find((bridge) => {
    const setting = bridge.options.get('mapping');
    return setting !== undefined && resolve(setting.base, String(setting.raw)) === resolve(cwd, mapping);
  });
  const auth = own?.options.get('auth') ?? options.get('auth');
  return auth === undefined ? noFile : { options: new Map([['auth', auth]]), bridges: [] };
}
