// `settings:` of the table: values that operators may choose. `when:` makes parts of the table depend on them.
import type { Place } from '../../errors/errors.ts';
import { suggest } from '../../errors/suggest.ts';
import { fromJs, type Json, json } from '../../json/value.ts';
import { stringOf } from '../../json/walk.ts';
import { Fields, fieldsOf, isNull, mapOf } from './fields.ts';
import { define, listOf as listSchema, oneOf, SCALAR, text, texts, vocabulary } from './keywords.ts';
import type { Report } from './report.ts';
import type { YamlEntry, YamlNode, YamlScalar } from './yaml.ts';

export interface Setting {
  readonly kind: 'text' | 'int' | 'bool';
  readonly value: Json;
  /** The value as a text. */
  readonly text: string;
  /** The allowed values; undefined: any of its kind. */
  readonly values?: readonly string[];
}

/** Settings by name, as texts: `--set name=value`. */
export type GivenSettings = ReadonlyMap<string, string>;

const KINDS = ['text', 'int', 'bool'] as const;
type Kind = (typeof KINDS)[number];

const SETTING_KEYS = vocabulary(
  'settingWords',
  'Keys of a setting',
  'A setting in its long form ([settings](#settings)).',
  {
    type: oneOf(KINDS)('Its type (that of the default).'),
    default: text('Its value where the operator sets none; without it the operator must set one.'),
    values: texts('All values that it may have.'),
  },
);

/** The default alone, all values with the default first, or the long form. */
export const SETTINGS = define('settings', {
  type: 'object',
  propertyNames: { pattern: '^[A-Za-z_][A-Za-z0-9_-]*$' },
  additionalProperties: { anyOf: [SCALAR, listSchema(SCALAR, 1), SETTING_KEYS] },
});

/** `overrides`: the values of the operator. Reports wrong, missing and unknown ones. */
export function readSettings(
  entry: YamlEntry | undefined,
  overrides: GivenSettings,
  place: Place,
  report: Report,
): ReadonlyMap<string, Setting> {
  const settings = new Map<string, Setting>();
  const entries = mapOf(entry, report);
  for (const settingEntry of entries) {
    settings.set(settingEntry.key, readSetting(settingEntry, overrides.get(settingEntry.key), report));
  }
  for (const name of overrides.keys()) {
    if (entries.some(({ key }) => key === name)) continue;
    const names = entries.map(({ key }) => key);
    const hint = suggest(name, names) ?? (names.length === 0 ? 'it has none' : `it has ${names.join(', ')}`);
    report.add('SETTINGS', `the mapping has no setting "${name}"`, place, hint);
  }
  return settings;
}

const NAME = /^[A-Za-z_][\w-]*$/;

/** `name: default`, `name: [ default, … ]`, or the long form. */
function readSetting(entry: YamlEntry, overrideText: string | undefined, report: Report): Setting {
  const { key, place } = entry;
  if (!NAME.test(key)) report.add('MAPPING_SHAPE', `"${key}" is not a name for a setting`, place);
  const fields = fieldsOfSetting(entry, report);
  const fallback = scalarOf(fields.get('default')?.value, report);
  const values = valuesOf(fields.get('values')?.value, report);
  const kind = fields.keyword('type', KINDS) ?? kindOf(fallback ?? values?.[0]);
  for (const scalar of [...(values ?? []), ...(fallback ? [fallback] : [])])
    if (jsonOf(kind, scalar.source) === undefined) wrong(scalar.source, kind, scalar.place, report);
  const all = values?.map(({ source }) => source);
  if (fallback && all && !all.includes(fallback.source))
    report.add('MAPPING_TYPE', `the default "${fallback.source}" is not one of the values`, fallback.place);
  return chosen(key, place, { kind, fallback: fallback?.source, values: all }, overrideText, report);
}

function fieldsOfSetting(entry: YamlEntry, report: Report): Fields {
  const { key, value: node } = entry;
  if (node.kind === 'scalar' && !isNull(node)) return new Fields(new Map([['default', entry]]), '', report);
  if (node.kind !== 'list') return fieldsOf(node, SETTING_KEYS, `setting "${key}"`, report);
  const values: [string, YamlEntry] = ['values', entry];
  const [first] = node.items;
  return new Fields(new Map(first ? [values, ['default', { ...entry, value: first }]] : [values]), '', report);
}

interface Declared {
  readonly kind: Kind;
  readonly fallback: string | undefined;
  readonly values: readonly string[] | undefined;
}

/** A wrong or missing value is reported once, and replaced by a usable one. */
function chosen(
  key: string,
  place: Place,
  { kind, fallback, values }: Declared,
  overrideText: string | undefined,
  report: Report,
): Setting {
  const setting = (text: string) => ({ kind, value: jsonOf(kind, text) ?? stringOf(text), text, values });
  const usual = setting(fallback ?? values?.[0] ?? ZEROS[kind]);
  if (overrideText === undefined) {
    if (fallback === undefined)
      report.add('SETTINGS', `the setting "${key}" has no value`, place, `--set ${key}=…, or give it a default`);
    return usual;
  }
  if (jsonOf(kind, overrideText) !== undefined && (values === undefined || values.includes(overrideText)))
    return setting(overrideText);
  const hint = values ? `it may be ${values.join(', ')}` : `its type is ${kind}`;
  report.add('SETTINGS', `the setting "${key}" cannot be "${overrideText}"`, place, hint);
  return usual;
}

const ZEROS: Readonly<Record<Kind, string>> = { text: '', int: '0', bool: 'false' };

function jsonOf(kind: Kind, text: string): Json | undefined {
  if (kind === 'text') return stringOf(text);
  if (kind === 'bool') return text === 'true' || text === 'false' ? fromJs(text === 'true') : undefined;
  return /^(?:0|-?[1-9]\d{0,17})$/.test(text) ? json(Buffer.from(text)) : undefined;
}

function kindOf(node: YamlScalar | undefined): Kind {
  if (typeof node?.value === 'boolean') return 'bool';
  return typeof node?.value === 'number' && jsonOf('int', node.source) ? 'int' : 'text';
}

function wrong(text: string, kind: Kind, place: Place, report: Report): void {
  report.add('MAPPING_TYPE', `"${text}" is not of the type ${kind}`, place);
}

function scalarOf(node: YamlNode | undefined, report: Report): YamlScalar | undefined {
  if (node === undefined || (node.kind === 'scalar' && !isNull(node))) return node;
  report.add('MAPPING_SHAPE', 'this must be a text, a number or a boolean', node.place);
  return undefined;
}

function valuesOf(node: YamlNode | undefined, report: Report): YamlScalar[] | undefined {
  if (node === undefined) return undefined;
  const items = node.kind === 'list' ? node.items : [node];
  return items.flatMap((item) => scalarOf(item, report) ?? []);
}

/** `{ setting: value, other: [ a, b ] }`: do all conditions hold? True without `when`. */
export function holdsWhen(
  entry: YamlEntry | undefined,
  settings: ReadonlyMap<string, Setting>,
  report: Report,
): boolean {
  return mapOf(entry, report)
    .map((condition) => {
      const setting = settings.get(condition.key);
      const values = valuesOf(condition.value, report) ?? [];
      if (setting === undefined) {
        const hint = suggest(condition.key, settings.keys()) ?? 'define it in settings:';
        report.add('MAPPING_NAMES', `there is no setting "${condition.key}"`, condition.place, hint);
        return true;
      }
      for (const { source, place } of values) {
        if (jsonOf(setting.kind, source) === undefined) wrong(source, setting.kind, place, report);
        else if (setting.values && !setting.values.includes(source))
          report.add(
            'MAPPING_UNREACHABLE',
            `"${condition.key}" is never "${source}"`,
            place,
            `its values: ${setting.values.join(', ')}`,
          );
      }
      return values.some(({ source }) => source === setting.text);
    })
    .every((holds) => holds);
}
