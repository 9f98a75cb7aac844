// The setting `auth` of a bridge: YAML → what the credential room takes.
import { dirname, resolve } from 'node:path';
import type { AuthSettings } from '../../auth/settings/settings.ts';
import { Problems, type SoapstoneError } from '../../errors/errors.ts';
import { readTextBounded } from '../../file/read-file.ts';
import { parseYaml, type YamlNode } from '../../mapping/syntax/yaml.ts';
import { AuthReader } from './auth-reader.ts';
import { readFront } from './inbound-auth.ts';
import { readBack } from './outbound-auth.ts';
import { type Given, settingsError } from './raw-setting.ts';

/** `given.raw`: the name of a YAML file, or YAML itself where it begins with a brace. `given.node`: YAML that has been read already. */
export function readAuthSetting(given: Given, problems: SoapstoneError[]): AuthSettings | undefined {
  const text = String(given.raw).trim();
  if (given.node) return read(given.node, given.base, problems);
  const file = resolve(given.base, text);
  try {
    if (text.startsWith('{')) return read(parseYaml(text, given.label), given.base, problems);
    return { ...read(parseYaml(readTextBounded(file, { pipes: true }), text), dirname(file), problems), file };
  } catch (error) {
    if (error instanceof Problems) problems.push(...error.problems.map((p) => settingsError(p.message, p.place)));
    else
      problems.push(
        settingsError(`${given.label} ${text} cannot be read: ${(error as NodeJS.ErrnoException).code}`, given.place),
      );
    return undefined;
  }
}

function read(root: YamlNode, base: string, problems: SoapstoneError[]): AuthSettings {
  const reader = new AuthReader(base, problems);
  const entries = reader.entries(root, ['front', 'callers', 'back'], 'auth');
  const callers = reader.items(entries.get('callers')).map((value) => {
    return reader.fields({ key: 'a caller', place: value.place, value });
  });
  const front = readFront(entries.get('front'), reader);
  const back = readBack(entries.get('back'), reader);
  return { front, callers, back, secretFiles: reader.secretFiles };
}
