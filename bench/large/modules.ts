// 23 modules of two schema files each: the enumerations of a module, and its records with their lines, lists and searches.
import {
  complexType,
  enumeration,
  type Field,
  globalElement,
  measure,
  type SchemaFile,
  schema,
} from './schema-text.ts';

export const MODULES = 23;
const RECORDS = 11;
const ENUMERATIONS = 14;

const words = [
  'account',
  'amount',
  'approval',
  'batch',
  'budget',
  'class',
  'contact',
  'cost',
  'created',
  'currency',
  'customer',
  'date',
];
const more = [
  'department',
  'discount',
  'due',
  'email',
  'exchange',
  'location',
  'memo',
  'number',
  'partner',
  'phone',
  'price',
  'quantity',
];
const nouns = [...words, ...more];

export const core: SchemaFile = { file: 'core.xsd', ns: 'urn:core.platform.large.example.com', prefix: 'core' };

export function typesFile(m: number): SchemaFile {
  return { file: `module${m}.types.xsd`, ns: `urn:types.module${m}.large.example.com`, prefix: `t${m}` };
}

export function recordsFile(m: number): SchemaFile {
  return { file: `module${m}.xsd`, ns: `urn:module${m}.large.example.com`, prefix: `m${m}` };
}

function camel(first: string, second: string): string {
  return first + second.charAt(0).toUpperCase() + second.slice(1);
}

/** `count` names, the same ones for the same seed, none of another seed. */
function names(seed: number, count: number): string[] {
  const start = seed * 7;
  const step = 1 + (seed % 5);
  return Array.from({ length: count }, (_, i) => {
    const at = start + i * step;
    return `${camel(nouns[at % nouns.length], nouns[(at * 3 + 1) % nouns.length])}${seed}x${i}`;
  });
}

function typeOf(m: number, i: number): string {
  const kinds = [
    'xs:string',
    'xs:string',
    'core:RecordRef',
    'xs:double',
    'xs:boolean',
    'xs:dateTime',
    'xs:long',
    'xs:decimal',
  ];
  const own = [`t${m}:Enumeration${m}x${i % ENUMERATIONS}`, `m${m}:Measure${m}`];
  const other = m > 0 ? [`m${m - 1}:Address${m - 1}`] : [];
  const all = [...kinds, ...own, ...other];
  return all[i % all.length];
}

function fields(m: number, seed: number, count: number): Field[] {
  return names(seed, count).map((name, i) => ({ name, type: typeOf(m, seed + i) }));
}

function searchFields(seed: number, count: number): Field[] {
  const kinds = ['core:SearchStringField', 'core:SearchDateField', 'core:SearchBooleanField', 'core:SearchLongField'];
  return names(seed, count).map((name, i) => ({ name, type: kinds[i % kinds.length] }));
}

/** Record, line, list of lines, search. Every third record is derived from the one before it. */
function recordTypes(m: number, r: number): string {
  const name = `Record${m}x${r}`;
  const seed = m * 31 + r;
  const base = r % 3 === 2 ? `m${m}:Record${m}x${r - 1}` : 'core:Record';
  const own = { base, ids: r % 3 !== 2 };
  const list: Field = { name: `lines${r}`, type: `m${m}:${name}LineList` };
  return [
    complexType(name, [...fields(m, seed, 24), list, { name: `custom${r}`, type: 'core:CustomFieldList' }], own),
    complexType(`${name}Line`, fields(m, seed + 1000, 12)),
    complexType(`${name}LineList`, [{ name: 'line', type: `m${m}:${name}Line`, many: true }]),
    complexType(`${name}Search`, searchFields(seed, 20), { base: 'core:SearchRecord' }),
    globalElement(`record${m}x${r}`, `m${m}:${name}`),
  ].join('');
}

function range<T>(count: number, make: (i: number) => T): T[] {
  return Array.from({ length: count }, (_, i) => make(i));
}

/** 14 types. */
export function typesText(m: number): string {
  const body = range(ENUMERATIONS, (e) =>
    enumeration(
      `Enumeration${m}x${e}`,
      range(6 + ((m + e) % 12), (v) => `_${camel(nouns[(e + v) % nouns.length], 'value')}${v}`),
    ),
  );
  return schema(typesFile(m), [], body.join(''));
}

/** 46 types. */
export function recordsText(m: number): string {
  const address = names(m + 5, 8).map((name) => ({ name, type: 'xs:string' }));
  const imports = [core, typesFile(m), ...(m > 0 ? [recordsFile(m - 1)] : [])];
  const shared = complexType(`Address${m}`, address) + measure(`Measure${m}`);
  return schema(recordsFile(m), imports, shared + range(RECORDS, (r) => recordTypes(m, r)).join(''));
}
