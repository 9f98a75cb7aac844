// Reading the keys of one map of the table: unknown ones are errors with a suggestion.
import type { Place } from '../../errors/errors.ts';
import { nearest, suggest } from '../../errors/suggest.ts';
import { unquotedHole } from './pattern-slips.ts';
import type { Report } from './report.ts';
import type { YamlEntry, YamlMap, YamlNode, YamlScalar } from './yaml.ts';

export interface FieldSpec {
  readonly keys: readonly string[];
  /** Keys of later versions of the language. */
  readonly later?: readonly string[];
}

/**
 * The entries of a map by key. A node that is no map is a problem, and gives no entries. An unknown key stands for the one that was likely
 * meant, where that is not there: one mistake is one message, and what is wrong below it is found in the same breath.
 */
export function fieldsOf(node: YamlNode, spec: FieldSpec, subject: string, report: Report): Map<string, YamlEntry> {
  const fields = new Map<string, YamlEntry>();
  if (isNull(node)) return fields;
  if (node.kind !== 'map') {
    report.add('MAPPING_SHAPE', `${subject} must hold keys and values`, node.place);
    return fields;
  }
  for (const entry of node.entries) {
    if (spec.keys.includes(entry.key)) fields.set(entry.key, entry);
    else if (spec.later?.includes(entry.key))
      report.add('MAPPING_UNSUPPORTED', `"${entry.key}" is not supported yet`, entry.place);
    else {
      const suggestion = nearest(entry.key, spec.keys);
      const hint = suggestion === undefined ? `known keys: ${spec.keys.join(', ')}` : `did you mean "${suggestion}"?`;
      report.add('MAPPING_SHAPE', `unknown key "${entry.key}" in ${subject}`, entry.place, hint);
      if (suggestion !== undefined && !node.entries.some(({ key }) => key === suggestion))
        fields.set(suggestion, { ...entry, key: suggestion });
    }
  }
  return fields;
}

export function isNull(node: YamlNode): node is YamlScalar {
  return node.kind === 'scalar' && node.value === null;
}

export interface Located<T> {
  readonly value: T;
  readonly place: Place;
  /** Of a text: columns from `place` to its first character, where it stands there letter by letter. */
  readonly lead?: number;
}

/** Place of the character at `offset` of a text. */
export function within({ place, lead }: Pick<Located<unknown>, 'place' | 'lead'>, offset: number): Place {
  return lead === undefined ? place : { ...place, col: place.col + lead + offset };
}

export function textField(entry: YamlEntry | undefined, report: Report): Located<string> | undefined {
  if (entry === undefined) return undefined;
  const { value } = entry;
  if (value.kind === 'scalar' && value.value !== null)
    return { value: value.source, place: value.place, lead: value.lead };
  const hole = unquotedHole(value);
  report.add('MAPPING_SHAPE', `"${entry.key}" must be a text`, value.place, hole && `write "${hole}", with quotes`);
  return undefined;
}

export function flagField(entry: YamlEntry | undefined, report: Report): boolean | undefined {
  if (entry === undefined) return undefined;
  const { value } = entry;
  if (value.kind === 'scalar' && typeof value.value === 'boolean') return value.value;
  report.add('MAPPING_SHAPE', `"${entry.key}" must be true or false`, value.place);
  return undefined;
}

/** One of the words. */
export function wordField<W extends string>(
  entry: YamlEntry | undefined,
  keywords: readonly W[],
  report: Report,
): W | undefined {
  const text = textField(entry, report);
  if (entry === undefined || text === undefined) return undefined;
  const keyword = keywords.find((w) => w === text.value);
  const hint = suggest(text.value, keywords);
  if (keyword === undefined)
    report.add('MAPPING_SHAPE', `"${entry.key}" must be one of ${keywords.join(', ')}`, text.place, hint);
  return keyword;
}

/** An integer of [min, max]. */
export function numberField(
  entry: YamlEntry | undefined,
  min: number,
  max: number,
  report: Report,
): number | undefined {
  if (entry === undefined) return undefined;
  const { value } = entry;
  const n = value.kind === 'scalar' ? value.value : undefined;
  if (typeof n === 'number' && Number.isInteger(n) && n >= min && n <= max) return n;
  report.add('MAPPING_SHAPE', `"${entry.key}" must be a whole number from ${min} to ${max}`, value.place);
  return undefined;
}

const TIME_UNITS = new Map([
  ['ms', 1],
  ['s', 1000],
  ['m', 60_000],
  ['h', 3_600_000],
]);

/** A time: `500ms`, `30s`, `5m`, `24h`, or a number of ms. Gives ms. */
export function timeField(entry: YamlEntry | undefined, report: Report): number | undefined {
  const text = textField(entry, report);
  if (entry === undefined || text === undefined) return undefined;
  const match = /^(\d{1,9})(ms|s|m|h)?$/.exec(text.value);
  const ms = match === null ? 0 : Number(match[1]) * TIME_UNITS.get(match[2] ?? 'ms')!;
  if (ms > 0) return ms;
  report.add('MAPPING_SHAPE', `"${entry.key}" must be a time`, text.place, 'write 500ms, 30s or 5m');
  return undefined;
}

export function listOf(entry: YamlEntry | undefined, report: Report): readonly YamlNode[] {
  if (entry === undefined || isNull(entry.value)) return [];
  if (entry.value.kind === 'list') return entry.value.items;
  report.add('MAPPING_SHAPE', `"${entry.key}" must be a list`, entry.value.place);
  return [];
}

export function mapOf(entry: YamlEntry | undefined, report: Report): readonly YamlEntry[] {
  if (entry === undefined || isNull(entry.value)) return [];
  if (entry.value.kind === 'map') return (entry.value as YamlMap).entries;
  report.add('MAPPING_SHAPE', `"${entry.key}" must hold keys and values`, entry.value.place);
  return [];
}

const NAME = /^[A-Za-z_][\w.-]*$/;

/** The name of a variable, without braces. */
export function nameField(entry: YamlEntry | undefined, report: Report): Located<string> | undefined {
  const text = textField(entry, report);
  if (entry === undefined || text === undefined) return undefined;
  if (NAME.test(text.value)) return text;
  const hint = `write ${entry.key}: ${text.value.replaceAll(/[{}]/g, '')}`;
  report.add('MAPPING_PATTERN', `"${entry.key}" must be a variable name without braces`, text.place, hint);
  return undefined;
}
