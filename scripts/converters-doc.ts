// Writes what the registry of converters says: a part of docs/reference/mapping.md, and `converters` of mappings/schema/mapping.schema.json.
// `node scripts/converters-doc.ts`. A test compares both.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { moduleFunction } from '../src/mapping/converters/module-function.ts';
import { CONVERTERS, signature } from '../src/mapping/converters/registry.ts';
import type { ConverterEntry, Option, Parameter } from '../src/mapping/model/converter-entry.ts';

const PAGE = fileURLToPath(new URL('../docs/reference/mapping.md', import.meta.url));
const SCHEMA = fileURLToPath(new URL('../mappings/schema/mapping.schema.json', import.meta.url));
const BLOCK = /(<!-- Written by scripts\/converters-doc\.ts .*-->\n)[\s\S]*?(\n<!-- End of what the script writes -->)/;

/** The page with its tables of converters. */
export function converterPage(page = readFileSync(PAGE, 'utf8')): string {
  if (!BLOCK.test(page)) throw new Error('docs/reference/mapping.md has no place for the converters');
  return page.replace(BLOCK, (_, begin: string, end: string) => `${begin}\n${tables().join('\n\n')}\n${end}`);
}

function tables(): string[] {
  const functions = { ...moduleFunction('fn', { in: () => undefined, out: () => undefined }), keyword: 'fn' };
  return [
    rowsOf(['converter', 'what stands at the place'], [...CONVERTERS, functions].map(converterRow)),
    rowsOf(['argument', 'meaning'], CONVERTERS.flatMap(argumentRows)),
    rowsOf(['option under `converters:`', 'meaning'], CONVERTERS.flatMap(optionRows)),
  ];
}

function converterRow(entry: ConverterEntry): string[] {
  return [code(signature(entry)), entry.docs];
}

function argumentRows({ keyword, parameters }: ConverterEntry): string[][] {
  return parameters.flatMap(({ name, docs }: Parameter) => (docs ? [[`${code(name)} of ${code(keyword)}`, docs]] : []));
}

function optionRows({ keyword, message }: ConverterEntry): string[][] {
  return (message?.options ?? []).map(({ key, docs }: Option) => [`${code(key)} of ${code(keyword)}`, docs]);
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

/** The text of the schema with `converters` of the table. */
export function converterSchema(text = readFileSync(SCHEMA, 'utf8')): string {
  const block = /^ {4}"converters": \{\n[\s\S]*?^ {4}\}/m;
  if (!block.test(text)) throw new Error('mapping.schema.json has no "converters"');
  const lines = JSON.stringify({ converters: ofTable() }, null, 2).split('\n').slice(1, -1);
  return text.replace(block, () => lines.map((line) => `  ${line}`).join('\n'));
}

function ofTable(): object {
  const withOptions = CONVERTERS.filter(({ message }) => (message?.options.length ?? 0) > 0);
  return {
    type: 'object',
    description: 'Options of converters, by name. A name of your own says in of: which converter it is.',
    properties: Object.fromEntries(withOptions.map((entry) => [entry.keyword, severalOf(optionsOf(entry))])),
    additionalProperties: severalOf({ anyOf: withOptions.map(namedOptionsOf) }),
  };
}

/** A map, or several of which those count whose `when` holds. */
function severalOf(schema: object): object {
  return { anyOf: [schema, { type: 'array', minItems: 1, items: schema }] };
}

function optionsOf({ keyword, message }: ConverterEntry): object {
  const options = (message?.options ?? []).map(({ key, docs, schema }) => [
    key,
    { ...(schema as object), description: sentence(docs) },
  ]);
  const properties = { of: { const: keyword }, when: { $ref: '#/$defs/when' }, ...Object.fromEntries(options) };
  return { type: 'object', additionalProperties: false, properties };
}

function namedOptionsOf(entry: ConverterEntry): object {
  return { ...optionsOf(entry) };
}

function sentence(docs: string): string {
  const plain = docs.replaceAll('`', '').replace(/\[([^\]]*)\]\([^)]*\)/g, '$1');
  return `${plain[0].toUpperCase()}${plain.slice(1)}.`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(PAGE, converterPage());
  writeFileSync(SCHEMA, converterSchema());
}
