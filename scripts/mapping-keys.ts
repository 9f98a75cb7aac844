// Writes what the registries say of the mapping language: mappings/schema/mapping.schema.json, docs/reference/mapping-keys.md, and
// tables of docs/reference/mapping.md.
// `node scripts/mapping-keys.ts`. A test compares both.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { TYPE_KEYS } from '../src/mapping/checker/presentation/words.ts';
import { moduleFunction } from '../src/mapping/converters/module-function.ts';
import { CONVERTERS, optionKeys, optionsOf, signature } from '../src/mapping/converters/registry.ts';
import type { ConverterEntry, Parameter } from '../src/mapping/model/converter-entry.ts';
import { type Definition, isDefinition, isVocabulary, type Vocabulary } from '../src/mapping/syntax/keywords.ts';
import { TABLE_KEYS } from '../src/mapping/syntax/table.ts';

const PAGE = fileURLToPath(new URL('../docs/reference/mapping.md', import.meta.url));
const KEYS_PAGE = fileURLToPath(new URL('../docs/reference/mapping-keys.md', import.meta.url));
const SCHEMA = fileURLToPath(new URL('../mappings/schema/mapping.schema.json', import.meta.url));

const CONFIGURABLE = CONVERTERS.filter((entry) => optionsOf(entry).length > 0);
/** What `types:` and `converters:` of the table hold: their words are declared in rooms above its own. */
const ELSEWHERE: readonly Definition[] = [TYPE_KEYS, { definition: 'converters', schema: converters() }];

/** A map, or several of which those count whose `when` holds. */
function severalOf(schema: unknown): object {
  return { anyOf: [schema, { type: 'array', minItems: 1, items: schema }] };
}

function converters(): Definition['schema'] {
  return {
    type: 'object',
    properties: Object.fromEntries(CONFIGURABLE.map((entry) => [entry.keyword, severalOf(optionKeys(entry))])),
    additionalProperties: severalOf({ anyOf: CONFIGURABLE.map(optionKeys) }),
  };
}

/** The JSON Schema of tables. */
export function tableSchema(): string {
  const definitions = new Map(collected().map((one) => [one.definition, withReferences(one.schema)]));
  const { mappingTable, ...others } = Object.fromEntries(definitions) as Record<string, object>;
  const head = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'urn:soapstone:mapping:2',
    title: 'Soapstone mapping table, version 2',
  };
  return `${JSON.stringify({ ...head, ...mappingTable, $defs: others }, null, 2)}\n`;
}

/** All definitions that the table leads to, in the order in which it names them. */
function collected(): readonly Definition[] {
  const found = new Map<string, Definition>();
  const visit = (value: unknown): void => {
    if (isDefinition(value)) {
      const same = found.get(value.definition);
      if (same && textOf(same) !== textOf(value)) throw new Error(`two definitions are called ${value.definition}`);
      if (same) return;
      found.set(value.definition, value);
      visit(value.schema);
    } else if (Array.isArray(value)) value.forEach(visit);
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(visit);
  };
  [TABLE_KEYS, ...ELSEWHERE].forEach(visit);
  return [...found.values()];
}

function textOf({ schema }: Definition): string {
  return JSON.stringify(withReferences(schema));
}

function withReferences(value: unknown): unknown {
  if (isDefinition(value)) return { $ref: `#/$defs/${value.definition}` };
  if (Array.isArray(value)) return value.map(withReferences);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) =>
      key === '$ref' && isDefinition(one) ? [key, `#/$defs/${one.definition}`] : [key, withReferences(one)],
    ),
  );
}

/** The page with its tables. */
export function referencePage(page = readFileSync(PAGE, 'utf8')): string {
  const blocks = { converters: converterTables(), types: [keyTable(TYPE_KEYS)] };
  return Object.entries(blocks).reduce((text, [name, parts]) => withBlock(text, name, parts.join('\n\n')), page);
}

function withBlock(page: string, name: string, content: string): string {
  const [begin, end] = ['Written', 'End'].map((word) => `<!-- ${word} by scripts/mapping-keys.ts: ${name} -->`);
  const [before, ...rest] = page.split(begin);
  const after = rest.join(begin).split(end);
  if (after.length !== 2) throw new Error(`docs/reference/mapping.md has no place for ${name}`);
  return `${before}${begin}\n\n${content}\n\n${end}${after[1]}`;
}

const HEAD = `# Keys of the mapping language

Each map of a table and its keys, in the order in which the table leads to them. Where a key is absent, the value in parentheses holds. [The mapping language](mapping.md) explains them.
The same declarations make the schema for editors, \`mappings/schema/mapping.schema.json\`: \`node scripts/mapping-keys.ts\`.`;

/** The page of all keys: a section for each map of the table. */
export function keysPage(): string {
  const vocabularies = collected().filter(isVocabulary);
  const sections = vocabularies.map((one) => `## ${one.title}\n\n${one.docs}\n\n${keyTable(one)}`);
  return `${[HEAD, ...sections].join('\n\n').replaceAll('](#', '](mapping.md#')}\n`;
}

function keyTable({ keywords }: Vocabulary): string {
  const rows = Object.entries(keywords).map(([key, { docs, required }]) => [
    `\`${key}\`${required ? ' (required)' : ''}`,
    docs.replaceAll('|', '\\|'),
  ]);
  return rowsOf(['key', 'means'], rows);
}

function converterTables(): string[] {
  const functions = { ...moduleFunction('fn', { in: () => undefined, out: () => undefined }), keyword: 'fn' };
  return [
    rowsOf(['converter', 'what stands at the place'], [...CONVERTERS, functions].map(converterRow)),
    rowsOf(['argument', 'meaning'], CONVERTERS.flatMap(argumentRows)),
  ];
}

function converterRow(entry: ConverterEntry): string[] {
  return [code(signature(entry)), entry.docs];
}

function argumentRows({ keyword, parameters }: ConverterEntry): string[][] {
  return parameters.flatMap(({ name, docs }: Parameter) => (docs ? [[`${code(name)} of ${code(keyword)}`, docs]] : []));
}

function rowsOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n')
    .replace(/^\| --- .*$/m, (line) => line.replaceAll(' ', ''));
}

function code(text: string): string {
  return `\`${text}\``;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(PAGE, referencePage());
  writeFileSync(KEYS_PAGE, keysPage());
  writeFileSync(SCHEMA, tableSchema());
}
