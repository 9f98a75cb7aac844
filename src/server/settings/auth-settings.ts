// Reads the setting `auth` of a bridge from YAML.
import { dirname, resolve } from 'node:path';
import type { AuthSettings } from '../../auth/settings/settings.ts';
import { Problems, type SoapstoneError } from '../../errors/errors.ts';
import { readTextBounded } from '../../file/read-file.ts';
import { parseYaml, type YamlNode } from '../../mapping/syntax/yaml.ts';
import { readFront } from './inbound-auth.ts';
import { readBack } from './outbound-auth.ts';
import { type RawSetting, settingsError } from './raw-setting.ts';
import { SettingReader } from './setting-reader.ts';

/** `setting.raw`: the name of a YAML file, or YAML itself where it begins with a brace. `setting.node`: YAML that has been read already. */
export function readAuthSetting(setting: RawSetting, problems: SoapstoneError[]): AuthSettings | undefined {
  const text = String(setting.raw).trim();
  if (setting.node) return read(setting.node, setting.base, problems);
  const file = resolve(setting.base, text);
  try {
    if (text.startsWith('{')) return read(parseYaml(text, setting.label), setting.base, problems);
    const root = withoutKey(parseYaml(readTextBounded(file, { pipes: true }), text));
    return { ...read(root, dirname(file), problems), file };
  } catch (error) {
    if (error instanceof Problems) problems.push(...error.problems.map((p) => settingsError(p.message, p.place)));
    else
      problems.push(
        settingsError(
          `${setting.label} ${text} cannot be read: ${reasonOf(error as NodeJS.ErrnoException)}`,
          setting.place,
        ),
      );
    return undefined;
  }
}

function reasonOf({ code, message }: NodeJS.ErrnoException): string {
  return code === 'ENOENT' ? 'there is no such file' : (code ?? message);
}

/** What soapstone.yaml has below `auth:` may stand in a file with that key. */
function withoutKey(root: YamlNode): YamlNode {
  const [first, ...others] = root.kind === 'map' ? root.entries : [];
  return first?.key === 'auth' && others.length === 0 ? first.value : root;
}

function read(root: YamlNode, base: string, problems: SoapstoneError[]): AuthSettings {
  const reader = new SettingReader(base, problems);
  const entries = reader.entries(root, ['front', 'callers', 'back'], 'auth');
  const callers = reader.items(entries.get('callers')).map((value) => {
    return reader.fields({ key: 'a caller', place: value.place, value });
  });
  const front = readFront(entries.get('front'), reader);
  const back = readBack(entries.get('back'), reader);
  return { front, callers, back, secretFiles: reader.secretFiles };
}
