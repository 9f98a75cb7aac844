// A JSON string, number or boolean as a simple type: its base and its facets (XML Schema Part 2 §4.3).
import type { Notes } from './notes.ts';
import { NO_XML, xsdPattern } from './pattern.ts';
import type { Shape } from './shape.ts';

export interface Simple {
  readonly base: string;
  readonly facets: readonly (readonly [string, string])[];
}

const STRINGS = new Map([
  ['date', 'xs:date'],
  ['date-time', 'xs:dateTime'],
  ['time', 'xs:time'],
  ['duration', 'xs:duration'],
  ['byte', 'xs:base64Binary'],
]);
const INTEGERS = new Map([
  ['int32', 'xs:int'],
  ['int64', 'xs:long'],
]);
/** JSON has neither INF nor NaN. */
export const FINITE = ['pattern', '[^IN]*'] as const;

const NUMBERS = new Map([
  ['float', 'xs:float'],
  ['double', 'xs:double'],
]);
const RANGES = new Map([
  ['xs:int', [-(2 ** 31), 2 ** 31 - 1]],
  ['xs:long', [-(2 ** 63), 2 ** 63]],
] as const);

/** `type`: string, integer, number or boolean. */
export function simpleOf(shape: Shape, type: string, notes: Notes): Simple {
  const base = baseOf(shape, type);
  const values = valuesOf(shape, type);
  if (values && type === 'boolean') return { base, facets: values.map((value) => ['pattern', value] as const) };
  if (values)
    return { base: type === 'string' ? 'xs:string' : base, facets: values.map((v) => ['enumeration', v] as const) };
  if (type === 'string') return { base, facets: stringFacets(shape, base, notes) };
  return { base, facets: type === 'boolean' ? [] : numberFacets(shape, type, base, notes) };
}

function baseOf({ keywords }: Shape, type: string): string {
  const format = String(keywords.get('format') ?? '');
  if (type === 'boolean') return 'xs:boolean';
  if (type === 'integer') return INTEGERS.get(format) ?? 'xs:integer';
  if (type === 'number') return NUMBERS.get(format) ?? INTEGERS.get(format) ?? 'xs:decimal';
  return keywords.get('contentEncoding') === 'base64' ? 'xs:base64Binary' : (STRINGS.get(format) ?? 'xs:string');
}

/** Values of this type among those of `enum` and `const`. */
function valuesOf({ keywords }: Shape, type: string): string[] | undefined {
  const values = keywords.has('const') ? [keywords.get('const')] : keywords.get('enum');
  if (!Array.isArray(values)) return undefined;
  const kind = type === 'integer' ? 'number' : type;
  const fitting = values.filter((value) => typeof value === kind && isWritable(value));
  return fitting.length === 0 ? undefined : [...new Set(fitting.map(lexical))];
}

/** Does the value have only characters of XML 1.0 (§2.2)? */
function isWritable(value: unknown): boolean {
  return typeof value !== 'string' || !NO_XML.test(value);
}

/** Without exponent: xs:decimal has none. */
function lexical(value: unknown): string {
  const text = String(value);
  if (typeof value !== 'number' || !/e/.test(text)) return text;
  return Number.isInteger(value) ? BigInt(value).toString() : value.toFixed(20).replace(/0+$/, '');
}

function stringFacets({ keywords, at }: Shape, base: string, notes: Notes): [string, string][] {
  const facets: [string, string][] = [];
  if (base === 'xs:string') {
    for (const keyword of ['minLength', 'maxLength']) {
      const value = keywords.get(keyword);
      if (typeof value === 'number' && Number.isInteger(value) && value >= 0) facets.push([keyword, lexical(value)]);
    }
  } else if (keywords.has('minLength') || keywords.has('maxLength'))
    notes.add(at, 'checks', `lengths are not checked: the type is ${base}`);
  const pattern = keywords.get('pattern');
  if (typeof pattern === 'string') {
    const translated = base === 'xs:string' ? xsdPattern(pattern) : undefined;
    if (translated !== undefined) facets.push(['pattern', translated]);
    else notes.add(at, 'checks', `the pattern ${JSON.stringify(pattern)} is not checked: XML Schema cannot express it`);
  }
  const format = String(keywords.get('format') ?? '');
  if (format === 'binary') notes.add(at, 'values', 'binary content is not JSON: it becomes a string');
  return facets;
}

function numberFacets({ keywords, at }: Shape, type: string, base: string, notes: Notes): Simple['facets'] {
  const facets: (readonly [string, string])[] = base === 'xs:float' || base === 'xs:double' ? [FINITE] : [];
  const range = RANGES.get(base as 'xs:int');
  const add = (name: string, value: unknown) => {
    if (typeof value !== 'number' || !Number.isFinite(value)) return;
    if (range && (value < range[0] || value >= range[1])) return;
    const bound = type === 'integer' ? (name.startsWith('min') ? Math.ceil(value) : Math.floor(value)) : value;
    facets.push([
      type === 'integer' && bound !== value ? name.replace('Exclusive', 'Inclusive') : name,
      lexical(bound),
    ]);
  };
  // Booleans in OpenAPI 3.0, numbers in 3.1.
  const [under, over] = [keywords.get('exclusiveMinimum'), keywords.get('exclusiveMaximum')];
  if (typeof under === 'number') add('minExclusive', under);
  else add(under === true ? 'minExclusive' : 'minInclusive', keywords.get('minimum'));
  if (typeof over === 'number') add('maxExclusive', over);
  else add(over === true ? 'maxExclusive' : 'maxInclusive', keywords.get('maximum'));
  const step = keywords.get('multipleOf');
  const digits = base === 'xs:decimal' && typeof step === 'number' ? fractionDigits(step) : undefined;
  if (digits !== undefined) facets.push(['fractionDigits', String(digits)]);
  else if (step !== undefined && !(step === 1 && type === 'integer'))
    notes.add(at, 'checks', `multipleOf ${String(step)} is not checked`);
  return facets;
}

/** 0.01 → 2. */
function fractionDigits(step: number): number | undefined {
  for (let digits = 0; digits <= 10; digits++) if (lexical(step) === lexical(Number(`1e-${digits}`))) return digits;
  return undefined;
}
