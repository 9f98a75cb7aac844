// Reads the setting `cors` of a bridge: origins alone, or a map.
import type { CrossOriginPolicy } from '../../binding/cross-origin.ts';
import { type Place, Problems, type SoapstoneError } from '../../errors/errors.ts';
import { parseYaml, type YamlEntry, type YamlNode } from '../../mapping/syntax/yaml.ts';
import { type RawSetting, settingsError } from './raw-setting.ts';
import { type Entries, SettingReader } from './setting-reader.ts';

export interface CorsSettings extends CrossOriginPolicy {
  /** Policies of some rules; the first whose patterns take a rule is its own. */
  readonly rules: readonly RulePolicy[];
}

export interface RulePolicy extends CrossOriginPolicy {
  /** Ids or `GET /path`, with `*` for any text. */
  readonly rule: readonly string[];
  readonly place?: Place;
}

const KEYS = ['origins', 'methods', 'headers', 'exposeHeaders', 'credentials', 'maxAge'] as const;

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** What clients of this API need beside the body. Browsers show some more by themselves (Fetch §2.2.2). */
const EXPOSED = [
  'ETag',
  'Link',
  'Location',
  'Preference-Applied',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'WWW-Authenticate',
  'X-Request-Id',
];

const NOBODY: CrossOriginPolicy = { origins: [], exposeHeaders: EXPOSED, credentials: false, maxAge: 600 };

/** `setting.raw`: origins, or YAML where it begins with a brace. `setting.node`: YAML that has been read already. undefined: CORS is off. */
export function readCorsSetting(setting: RawSetting, problems: SoapstoneError[]): CorsSettings | undefined {
  const reader = new SettingReader(setting.base, problems, setting.label);
  const texts = typeof setting.raw === 'object' ? setting.raw : String(setting.raw).split(',');
  const [text] = texts;
  if (texts.length === 1 && (text === 'off' || text === 'false')) return undefined;
  if (setting.node) return readMap(setting.node, reader);
  if (text.trim().startsWith('{')) return readText(texts.join(), setting, reader, problems);
  const origins = texts.map((origin) => origin.trim());
  for (const problem of origins.flatMap((origin) => problemOf(origin) ?? []))
    problems.push(settingsError(`${setting.label} ${problem.message}`, setting.place, problem.suggestion));
  return { ...NOBODY, origins, rules: [] };
}

function readText(text: string, { label }: RawSetting, reader: SettingReader, problems: SoapstoneError[]) {
  try {
    return readMap(parseYaml(text, label), reader);
  } catch (error) {
    if (!(error instanceof Problems)) throw error;
    problems.push(...error.problems.map((p) => settingsError(p.message, p.place)));
    return undefined;
  }
}

function readMap(node: YamlNode, reader: SettingReader): CorsSettings {
  const entries = reader.entries(node, [...KEYS, 'rules'], 'cors');
  const policy = readPolicy(node, entries, NOBODY, reader);
  const rules = reader.items(entries.get('rules')).map((item) => {
    const keys = reader.entries(item, ['rule', ...KEYS], 'an entry of rules');
    const rule = reader.texts(keys.get('rule'));
    if (rule === undefined) reader.problem(item.place, 'an entry of rules needs rule', 'rule: GET /accounts/*');
    return { ...readPolicy(item, keys, policy, reader), rule: rule ?? [], place: item.place };
  });
  return { ...policy, rules };
}

/** What the entries do not say is as in `usual`. */
function readPolicy(
  node: YamlNode,
  entries: Entries,
  usual: CrossOriginPolicy,
  reader: SettingReader,
): CrossOriginPolicy {
  const origins = originsOf(entries.get('origins'), reader) ?? usual.origins;
  const credentials = reader.flag(entries.get('credentials')) ?? usual.credentials;
  if (credentials && origins.includes('*'))
    reader.problem(
      (entries.get('origins') ?? entries.get('credentials'))?.place ?? node.place,
      'with credentials, any page could act as the user that it shows itself to: origins: "*" is refused',
      'name the origins, or leave out credentials',
    );
  const headers = namesOf(entries.get('headers'), reader);
  const maxAge = reader.time(entries.get('maxAge'));
  return {
    origins,
    methods: methodsOf(entries.get('methods'), reader) ?? usual.methods,
    headers: headers?.includes('*') ? undefined : (headers ?? usual.headers),
    exposeHeaders: [...new Set([...usual.exposeHeaders, ...(namesOf(entries.get('exposeHeaders'), reader) ?? [])])],
    credentials,
    maxAge: maxAge === undefined ? usual.maxAge : Math.floor(maxAge / 1000),
  };
}

function originsOf(entry: YamlEntry | undefined, reader: SettingReader): readonly string[] | undefined {
  if (entry?.value.kind === 'list' && entry.value.items.length === 0) return [];
  const origins = reader.texts(entry);
  for (const origin of origins ?? []) {
    const problem = problemOf(origin);
    if (problem) reader.problem((entry as YamlEntry).value.place, problem.message, problem.suggestion);
  }
  return origins;
}

function methodsOf(entry: YamlEntry | undefined, reader: SettingReader): readonly string[] | undefined {
  const methods = reader.texts(entry);
  const wrong = methods?.find((method) => !METHODS.includes(method));
  if (wrong !== undefined)
    reader.problem((entry as YamlEntry).value.place, `"${wrong}" is not a method`, METHODS.join(', '));
  return methods;
}

function namesOf(entry: YamlEntry | undefined, reader: SettingReader): readonly string[] | undefined {
  const names = reader.texts(entry);
  const wrong = names?.find((name) => !/^[\w!#$%&'*+.^`|~-]+$/.test(name));
  if (wrong !== undefined)
    reader.problem((entry as YamlEntry).value.place, `"${wrong}" is not the name of a header field`, 'X-Tenant');
  return names;
}

interface OriginProblem {
  readonly message: string;
  readonly suggestion?: string;
}

const ORIGIN = /^[a-z][a-z0-9+.-]*:\/\/(?:\*\.)?(?:\[[\da-f:.]+\]|[a-z0-9_-]+(?:\.[a-z0-9_-]+)*)(?::\d{1,5})?$/;
const EXAMPLES = 'https://app.example.com, https://*.example.com or *';

/** undefined: browsers can send it. They compare no paths, and leave out the usual port of a scheme (RFC 6454 §6.1). */
function problemOf(origin: string): OriginProblem | undefined {
  if (origin === '*') return undefined;
  if (origin === 'null')
    return { message: '"null" is the origin of sandboxed frames and files of anybody', suggestion: EXAMPLES };
  const sent = originIn(origin);
  if (!ORIGIN.test(origin) || (sent !== undefined && sent !== origin))
    return {
      message: `"${origin}" is not an origin`,
      suggestion: sent !== undefined && ORIGIN.test(sent) ? sent : EXAMPLES,
    };
  if (/\/\/\*\.[a-z0-9_-]+(?::|$)/.test(origin) && !/\/\/\*\.localhost(?::|$)/.test(origin))
    return { message: `"${origin}" is every host of a top-level domain`, suggestion: EXAMPLES };
  return undefined;
}

/** Of an http(s) URL, as browsers send it. */
function originIn(text: string): string | undefined {
  const url = text.replace('//*.', '//star.');
  if (!URL.canParse(url)) return undefined;
  const { protocol, origin } = new URL(url);
  if (protocol !== 'http:' && protocol !== 'https:') return undefined;
  return url === text ? origin : origin.replace('//star.', '//*.');
}
