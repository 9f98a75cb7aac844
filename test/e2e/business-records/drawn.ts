// Random records that the service takes: instances of the contract, made to fit the rules of the business. Knows both looks of a record.

import { Catalog, type Field, prefixes, type RecordType } from '../../../examples/records/store/catalog.ts';
import { CUSTOM_FIELDS, customFieldOf, WOODS } from '../../../examples/records/store/customizations.ts';
import { lineKeys, READ_ONLY, REQUIRED, targetOf } from '../../../examples/records/store/record-rules.ts';
import { type Doc, isDoc, listOf } from '../../../examples/records/store/values.ts';
import { createCodec } from '../../../src/codec/create.ts';
import { dialect } from '../../../src/codec/datatypes/dialect.ts';
import type { ElementDecl } from '../../../src/contract/model/model.ts';
import { loadMapping } from '../../../src/mapping/load.ts';
import { clarkOf, restRecords, rows } from '../../business-records/tables.ts';
import { Grow } from '../../laws/grow.ts';
import { render } from '../../laws/render.ts';
import { Source } from '../../laws/source.ts';
import { Transcode } from '../../laws/transcode.ts';
import { tutorial } from '../scene.ts';

export interface Kind {
  /** Path segment of the record API. */
  readonly rest: string;
  readonly type: RecordType;
  readonly declared: ElementDecl;
  /** As it is in messages without a mapping, and as the record API shows it. */
  readonly plain: Transcode;
  readonly shown: Transcode;
}

const { codec: shownCodec, contract } = await loadMapping(tutorial('business-records'));

export { contract };
export const catalog = new Catalog(contract);
export const plainCodec = createCodec(contract.schemas, dialect(new Map(Object.entries(prefixes)), 'string'));

const elementOf = new Map(rows('elements', ' ').map(([element, type]) => [type, element]));

export const kinds: readonly Kind[] = restRecords().map(({ name, type }) => {
  const declared = contract.schemas.elements.get(clarkOf(elementOf.get(type)!))!;
  return {
    rest: name,
    type: catalog.ofTypeName(type)!,
    declared,
    plain: new Transcode(plainCodec, declared),
    shown: new Transcode(shownCodec, declared),
  };
});

/** Every field and line at least once, where the contract allows it. */
class Generous extends Source {
  constructor(bytes: Uint8Array) {
    super(Uint8Array.from({ length: 100_000 }, (_, n) => bytes[n % bytes.length] ?? 0));
  }
  override get dry(): boolean {
    return false;
  }
  override count(min: number, max: number): number {
    return Math.min(max, Math.max(min, 1 + this.below(2)));
  }
  override chance(percent: number): boolean {
    return percent >= 50 || super.chance(percent);
  }
}

/** Type of record → an id that is there. */
export type Known = ReadonlyMap<string, string>;

export interface Wish {
  readonly bytes: Uint8Array;
  readonly known: Known;
  /** Part of names and keys that nothing else has. */
  readonly mark: string;
  readonly generous?: boolean;
}

/** A record in the JSON of messages, without ids. */
export function drawn({ declared, plain, type }: Kind, { bytes, known, mark, generous = false }: Wish): Doc {
  const source = generous ? new Generous(bytes) : new Source(bytes);
  const tree = new Grow(contract.schemas, source, { depth: generous ? 7 : 5 }).element(declared, generous ? 7 : 5);
  const json = plain.decode(render(tree, new Source(new Uint8Array())));
  const { $type: _, '@internalId': __, '@externalId': ___, ...given } = JSON.parse(json, withoutNulls) as Doc;
  const fitting = new Fitting(type, known, mark);
  return fitting.named(fitting.completed(fitting.fields(type.fields, given)));
}

const withoutNulls = (name: string, value: unknown) => (name === 'nullFieldList' ? undefined : value);

/** XML of a record of this kind. */
export const xmlOf = ({ plain }: Kind, doc: Doc): string => plain.encode(JSON.stringify(doc));

/** The same record as the record API has it, as JSON text. */
export const restOf = (kind: Kind, doc: Doc): string => kind.shown.decode(xmlOf(kind, doc));

const DAY = '2019-07-15T00:00:00Z';

class Fitting {
  private readonly type: RecordType;
  private readonly known: Known;
  private readonly mark: string;

  constructor(type: RecordType, known: Known, mark: string) {
    this.type = type;
    this.known = known;
    this.mark = mark;
  }

  fields(fields: ReadonlyMap<string, Field>, doc: Doc, line = false): Doc {
    const kept = Object.entries(doc).filter(([name]) => !READ_ONLY.has(name));
    return Object.fromEntries(kept.map(([name, value]) => [name, this.value(fields.get(name), value, line)]));
  }

  private value(field: Field | undefined, value: unknown, line: boolean): unknown {
    if (!field || !isDoc(value)) return value;
    if (field.kind === 'ref') return this.ref(field.name) ?? value;
    if (field.kind === 'custom') return this.custom(listOf(value['customField']), line || field.name === 'options');
    if (field.kind !== 'sublist' || !field.lines) return value;
    const { element, fields } = field.lines;
    const [key] = lineKeys(this.type.name, field.name, fields);
    const lines = listOf(value[element]).map((one) => this.fields(fields, one, true));
    return { [element]: key === undefined ? lines : lines.map((line, n) => keyed(line, key, fields.get(key), n)) };
  }

  /** Those of the account, one of each kind. */
  private custom(fields: readonly Doc[], line: boolean): Doc | undefined {
    const kinds = new Map(fields.map((field) => [String(field['$type']), field]));
    if (kinds.size === 0) return undefined;
    return { customField: [...kinds].map(([$type, { value }]) => this.customField($type, value, line)) };
  }

  private customField($type: string, value: unknown, line: boolean): Doc {
    const kind = /(\w+)CustomFieldRef/.exec($type)![1];
    const field = CUSTOM_FIELDS.find(
      (one) => one.kind === kind && customFieldOf(this.type.name, line, one.id) === one,
    )!;
    const choice = { '@internalId': '1', '@typeId': WOODS.id, name: 'Oak' };
    const choices: Readonly<Record<string, unknown>> = {
      Select: choice,
      MultiSelect: [choice],
      String: `text ${value}`,
      // JSON has no number for INF and NaN: a text would be a text.
      Double: typeof value === 'number' ? value : 1.5,
    };
    return { $type, '@scriptId': field.scriptId, value: choices[kind] ?? value };
  }

  private ref(field: string): Doc | undefined {
    const { record, list } = targetOf(this.type.name, field);
    const target = record ?? list;
    return target === undefined ? undefined : { '@internalId': this.known.get(target) };
  }

  completed(doc: Doc): Doc {
    const missing = (REQUIRED[this.type.name] ?? []).map(([name]) => name).filter((name) => !doc[name]);
    const given = Object.fromEntries(missing.map((name) => [name, this.some(this.type.fields.get(name)!)]));
    const day = this.type.fields.get('tranDate')?.kind === 'date' && doc['tranDate'] ? { tranDate: DAY } : {};
    return { ...doc, ...given, ...day };
  }

  private some({ kind, name }: Field): unknown {
    if (kind === 'ref') return this.ref(name);
    if (kind === 'date') return DAY;
    return kind === 'number' ? 1 : name;
  }

  /** Names that must not be there twice. */
  named(doc: Doc): Doc {
    const own = ['itemId', 'name', 'binNumber'].filter((name) => typeof doc[name] === 'string');
    return { ...doc, ...Object.fromEntries(own.map((name) => [name, `${name} ${this.mark}`])) };
  }
}

/** The lines of one list have different keys. */
function keyed(line: Doc, key: string, field: Field | undefined, n: number): Doc {
  if (field?.kind === 'ref') return line;
  return { ...line, [key]: field?.kind === 'number' ? n + 1 : String(n + 1) };
}
