// What an update makes of a document: fields, lines with and without keys, nulls. Knows nothing about storage.
import type { Field, RecordType } from './catalog.ts';
import { definedField } from './custom-values.ts';
import { CUSTOM_FIELDS, type CustomField } from './customizations.ts';
import { lineKeys } from './record-rules.ts';
import { Refusal } from './status.ts';
import { type Doc, isDoc, listOf, type RecordDoc } from './values.ts';

const OWN = new Set(['$type', '@internalId', '@externalId', 'nullFieldList']);

/** `before` with what the request says; omitted fields stay, and those that its nullFieldList names go. */
export function merged(type: RecordType, before: Doc, request: RecordDoc): Doc {
  const after = new Map(Object.entries(before));
  for (const [name, value] of Object.entries(request)) {
    if (!OWN.has(name)) after.set(name, mergedField(type, type.fields.get(name), after.get(name), value));
  }
  for (const name of request.nullFieldList?.name ?? []) {
    if (name.startsWith('cust') && !type.fields.has(name)) {
      after.set(CUSTOM, withoutField(after.get(CUSTOM), definedField(type.name, false, name)));
      continue;
    }
    if (!type.fields.has(name))
      throw new Refusal('INVALID_FLD_VALUE', `nullFieldList: ${type.name} has no field ${name}`);
    after.delete(name);
  }
  return Object.fromEntries(after);
}

const CUSTOM = 'customFieldList';

function withoutField(list: unknown, { scriptId }: CustomField): Doc {
  const fields = isDoc(list) ? listOf(list['customField']) : [];
  return { customField: fields.filter((field) => field['@scriptId'] !== scriptId) };
}

function mergedField(type: RecordType, field: Field | undefined, before: unknown, value: unknown): unknown {
  if (!field || !isDoc(value)) return value;
  if (field.kind === 'sublist') return mergedLines(type, field, isDoc(before) ? before : {}, value);
  if (field.kind === 'subrecord') return { ...(isDoc(before) ? before : {}), ...value };
  if (field.kind === 'custom') return mergedCustomFields(isDoc(before) ? before : {}, value);
  return value;
}

/** Custom fields that are not named stay. */
function mergedCustomFields(before: Doc, value: Doc): Doc {
  const fields = new Map(listOf(before['customField']).map((field) => [idOf(field), field]));
  for (const field of listOf(value['customField'])) fields.set(idOf(field), field);
  return { customField: [...fields.values()] };
}

function idOf({ '@scriptId': script, '@internalId': internal }: Doc): unknown {
  return script ?? CUSTOM_FIELDS.find(({ id }) => id === internal)?.scriptId ?? internal;
}

function mergedLines(type: RecordType, field: Field, before: Doc, value: Doc): Doc {
  const { element, fields, replaceAll } = field.lines as NonNullable<Field['lines']>;
  const keys = lineKeys(type.name, field.name, fields);
  const lines = listOf(value[element]);
  if (keys.length === 0) return { [element]: lines };
  const keyed = new KeyedLines(keys, listOf(before[element]));
  const replace = value['@replaceAll'] === undefined ? replaceAll : value['@replaceAll'] === true;
  const given = lines.map((line) => keyed.take(line));
  const after = replace ? given : [...keyed.left(given), ...keyed.added(given)];
  return { [element]: numbered(after, keys, fields) };
}

/** Lines of one sublist, told apart by the first of some fields that they have. */
class KeyedLines {
  private readonly keys: readonly string[];
  private readonly before: readonly Doc[];
  /** By each key that a line has. */
  private readonly at = new Map<string, number>();
  private readonly places = new Map<Doc, number>();

  constructor(keys: readonly string[], before: readonly Doc[]) {
    this.keys = keys;
    this.before = before;
    before.forEach((line, place) => {
      for (const name of this.namesOf(line)) this.at.set(name, place);
    });
  }

  /** The line as it is after the request: an existing one with what the request says of it, else a new one. */
  take(line: Doc): Doc {
    const [name] = this.namesOf(line);
    const place = name === undefined ? undefined : this.at.get(name);
    if (place === undefined) return line;
    const after = { ...this.before[place], ...line };
    this.places.set(after, place);
    return after;
  }

  /** The existing lines in their order, those of the request changed. */
  left(given: readonly Doc[]): Doc[] {
    const changed = new Map(given.flatMap((line) => this.placed(line)));
    return this.before.map((line, place) => changed.get(place) ?? line);
  }

  added(given: readonly Doc[]): Doc[] {
    return given.filter((line) => !this.places.has(line));
  }

  /** `line=1` */
  private namesOf(line: Doc): string[] {
    return this.keys.flatMap((key) => {
      const value = keyOf(line[key]);
      return value === undefined ? [] : [`${key}=${value}`];
    });
  }

  private placed(line: Doc): [number, Doc][] {
    const place = this.places.get(line);
    return place === undefined ? [] : [[place, line]];
  }
}

/** A reference is known by its id. */
function keyOf(value: unknown): string | undefined {
  if (isDoc(value)) return typeof value['@internalId'] === 'string' ? value['@internalId'] : undefined;
  return value === undefined ? undefined : String(value);
}

/** The service numbers new lines without any key, by the last one, where that is no reference. */
function numbered(lines: readonly Doc[], keys: readonly string[], fields: ReadonlyMap<string, Field>): Doc[] {
  const key = keys.at(-1) as string;
  const kind = fields.get(key)?.kind;
  if (kind !== 'number' && kind !== 'string') return [...lines];
  let last = Math.max(0, ...lines.map((line) => Number(line[key] ?? 0)).filter(Number.isSafeInteger));
  return lines.map((line) => (keys.every((name) => line[name] === undefined) ? { ...line, [key]: String(++last) } : line));
}
