// The filters of the record API, made from the options of the table as the converter makes them: for its own searches, and for others of the same types.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ComplexType, ElementDecl, TypeDef } from '../../src/contract/model/model.ts';
import { select } from '../../src/mapping/checker/presentation/selectors.ts';
import { Conditions } from '../../src/mapping/converters/query/conditions.ts';
import { FieldReader, type QueryFields, type QueryTypes } from '../../src/mapping/converters/query/fields.ts';
import { unionsOf } from '../../src/mapping/converters/query/forms.ts';
import { readOptions } from '../../src/mapping/converters/query/options.ts';
import { query } from '../../src/mapping/converters/query/query.ts';
import { type Query, Searches } from '../../src/mapping/converters/query/searches.ts';
import { optionKeys } from '../../src/mapping/converters/registry.ts';
import { loadMapping } from '../../src/mapping/load.ts';
import { fieldsOf } from '../../src/mapping/syntax/fields.ts';
import { Report } from '../../src/mapping/syntax/report.ts';
import { parseYaml, type YamlNode } from '../../src/mapping/syntax/yaml.ts';
import { restRecords } from './tables.ts';

const folder = join(import.meta.dirname, '../../mappings/business-records');
const { codec, rules } = await loadMapping(folder);
const report = new Report();
const optionNode = ['converters', 'query'].reduce(
  (node, key) => (node.kind === 'map' ? node.entries.find((entry) => entry.key === key)!.value : node),
  parseYaml(readFileSync(join(folder, 'mapping.yaml'), 'utf8'), 'mapping.yaml'),
);
const typesOf = (nodes: readonly YamlNode[]) =>
  new Set(
    nodes.flatMap((node) =>
      node.kind === 'scalar' ? select({ key: node.source, place: node.place }, { codec, report }).types : [],
    ),
  );
const options = readOptions(fieldsOf(optionNode, optionKeys(query), '"query"', report), {
  codec,
  report,
  place: optionNode.place,
  typesOf,
});
report.finish();
const reader = new FieldReader(codec, options);

export interface Filter {
  readonly fields: QueryFields;
  read(text: string): Query;
  /** Where nothing puts several searches together. */
  readOne(text: string): Query;
  write(query: Query): string;
}

export function filterFor(types: QueryTypes): Filter {
  const fields = reader.fieldsOf(types);
  const searches = new Searches(
    new Conditions(fields, options.criterionOf(types.search)[0]),
    unionsOf(options.operators),
  );
  return {
    fields,
    read: (text) => searches.read(text),
    readOne: (text) => searches.readOne(text),
    write: (one) => searches.write(one),
  };
}

/** `core:SearchStringField` */
export function typeOf(name: string): TypeDef {
  const { ns, local } = codec.dialect.parseName(name)!;
  return codec.schemas.types.get(`{${ns}}${local}`)!;
}

/** A type with these elements. */
export function typeWith(members: Readonly<Record<string, TypeDef>>): ComplexType {
  const particles = Object.entries(members).map(([local, type]) => {
    const element: ElementDecl = {
      name: { ns: '', local },
      type,
      global: false,
      nillable: false,
      abstract: false,
      substitutes: [],
    };
    return { kind: 'element' as const, min: 0, max: 1, element };
  });
  const particle = { kind: 'sequence' as const, min: 1, max: 1, particles };
  return { kind: 'complex', abstract: false, mixed: false, attributes: [], content: { kind: 'elements', particle } };
}

export interface RecordFilter extends Filter {
  readonly rest: string;
  /** `listAcct:AccountSearch` */
  readonly search: string;
}

/** Those of the record types that can be searched. */
export const recordFilters: readonly RecordFilter[] = restRecords()
  .filter(({ name }) => rules.some(({ id }) => id === `${name}.list`))
  .map(({ name, type, search }) => {
    const local = search.split(':')[1];
    const basic = typeOf(`common:${local}Basic`) as ComplexType;
    const result = [...codec.schemas.types.values()].find((one) => one.name?.local === type.split(':')[1]);
    return { rest: name, search, ...filterFor({ search: basic, result, items: typeOf(`common:${local}RowBasic`) }) };
  });
