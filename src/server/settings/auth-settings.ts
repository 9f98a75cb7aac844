// Reads the setting `auth` of a bridge from YAML.
import { dirname, resolve } from 'node:path';
import { callerEntry } from '../../auth/inbound/grants.ts';
import type { AuthSettings, CallerSettings, FailureRate } from '../../auth/settings/settings.ts';
import { Problems, type SoapstoneError } from '../../errors/errors.ts';
import { readTextBounded } from '../../file/read-file.ts';
import { parseYaml, type YamlEntry, type YamlNode } from '../../mapping/syntax/yaml.ts';
import { AUTHORIZATION_KEYS, accessIn, readAuthorization } from './authorization-settings.ts';
import { readFront } from './inbound-auth.ts';
import { parseKind, readRate } from './kinds.ts';
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
  const entries = reader.entries(root, ['front', 'callers', 'back', 'failureLimit', ...AUTHORIZATION_KEYS], 'auth');
  const callers = reader.items(entries.get('callers')).map((value) => readCaller(value, reader));
  const front = readFront(entries.get('front'), reader);
  const back = readBack(entries.get('back'), reader);
  const authorization = readAuthorization(entries, reader);
  const failureLimit = front.length === 0 ? undefined : readFailureLimit(entries.get('failureLimit'), reader);
  const further = { ...(authorization && { authorization }), ...(failureLimit && { failureLimit }) };
  return { front, callers, back, ...further, secretFiles: reader.secretFiles };
}

const FAILURES = '30/m';

/** undefined: unlimited. */
function readFailureLimit(entry: YamlEntry | undefined, reader: SettingReader): FailureRate | undefined {
  if (entry?.value.kind === 'scalar' && (entry.value.value === false || entry.value.source === 'off')) return undefined;
  const text = reader.text(entry) ?? FAILURES;
  const parsed = parseKind({ kind: 'rate' }, text);
  if ('value' in parsed) return readRate(text);
  reader.problem((entry as YamlEntry).value.place, `failureLimit ${parsed.problem}`);
  return undefined;
}

/** Its scope and roles are no fields of its credential, and do not tell callers apart. */
function readCaller(value: YamlNode, reader: SettingReader): CallerSettings {
  const [own, others] = value.kind === 'map' ? partition(value.entries, ({ key }) => GRANTS.has(key)) : [[], []];
  const credential: YamlNode = value.kind === 'map' ? { ...value, entries: others } : value;
  const fields = reader.fields({ key: 'a caller', place: value.place, value: credential });
  const { scope, roles } = accessIn(new Map(own.map((entry) => [entry.key, entry])), reader);
  return callerEntry(fields, { scope: scope?.texts, roles: roles?.texts });
}

const GRANTS = new Set(['scope', 'roles']);

function partition<T>(items: readonly T[], belongs: (item: T) => boolean): [T[], T[]] {
  return [items.filter(belongs), items.filter((item) => !belongs(item))];
}
