// Settings of the file that `serve` reads in the same folder: a request that is sent alone goes to the same service, with the same credentials.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { Problems, type SoapstoneError } from '../../errors/errors.ts';
import { type FileSettings, fromFile, noFile } from '../../server/settings/file.ts';
import { settingsFile } from '../../server/settings/load.ts';
import type { OptionName } from '../../server/settings/options.ts';
import type { RawSetting, RawSettings } from '../../server/settings/raw-setting.ts';

/** Those of the bridge with this mapping before those of all bridges. Nothing where there is no file, or where it names another mapping alone. @throws Problems of the file */
export function settingsInFile(mapping: string, names: readonly OptionName[]): FileSettings {
  const cwd = process.cwd();
  const path = settingsFile({ flags: {}, environment: process.env, cwd });
  if (names.length === 0 || !existsSync(path)) return noFile;
  const problems: SoapstoneError[] = [];
  const { options, bridges } = fromFile(path, cwd, problems);
  if (problems.length > 0) throw new Problems(problems);
  const isOfMapping = ({ base, raw }: RawSetting) => resolve(base, String(raw)) === resolve(cwd, mapping);
  const isOwn = (settings: RawSettings) => [settings.get('mapping')].some((one) => one && isOfMapping(one));
  const bridge = bridges.find(({ options }) => isOwn(options));
  const common = !options.has('mapping') || isOwn(options) ? options : undefined;
  const settings = names.flatMap((name) => {
    const setting = bridge?.options.get(name) ?? common?.get(name);
    return setting === undefined ? [] : [[name, setting] as const];
  });
  return { options: new Map(settings), bridges: [] };
}
