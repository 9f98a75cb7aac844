// Numbers of a schema that a double cannot hold: the object has the nearest double; its JSON text has every digit.
import type { JsonSchema, JsonSchemaObject } from './json-schema.ts';

/** Texts of numbers by their keywords. */
type Numerals = Readonly<Record<string, string>>;

const numeralsOf = new WeakMap<object, Numerals>();

/** `schema` with these numbers, from their decimal texts (Part 2 §3.2.3.1). */
export function withNumbers(schema: JsonSchemaObject, texts: Numerals): JsonSchemaObject {
  const numbers = Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, Number(text)]));
  const wide = Object.entries(texts).flatMap(([key, text]) => {
    const digits = canonical(text);
    return digits === String(numbers[key]) ? [] : [[key, digits] as const];
  });
  return remembering({ ...schema, ...numbers }, Object.fromEntries(wide));
}

/** The schema with further keywords. Keeps all digits. */
export function extended<T extends JsonSchemaObject>(schema: T, keywords: Partial<JsonSchemaObject>): T {
  const numerals = numeralsOf.get(schema);
  const entries = Object.entries(numerals ?? {}).filter(([key]) => !(key in keywords));
  return remembering({ ...schema, ...keywords }, Object.fromEntries(entries));
}

function remembering<T extends JsonSchemaObject>(schema: T, numerals: Numerals): T {
  if (Object.keys(numerals).length === 0) return schema;
  numeralsOf.set(schema, numerals);
  return Object.defineProperty(schema, 'toJSON', { value: toJSON });
}

function toJSON(this: JsonSchemaObject): object {
  const raw = Object.entries(numeralsOf.get(this) ?? {}).map(([key, text]) => [key, JSON.rawJSON(text)]);
  return { ...this, ...Object.fromEntries(raw) };
}

/** JSON's form: no plus sign, no needless zeros, digits on both sides of a point. */
function canonical(text: string): string {
  const [, sign, integer, fraction = ''] = /^([+-]?)0*(\d*)(?:\.(\d*?)0*)?$/.exec(text.trim()) ?? ['', '', text];
  const digits = `${integer || '0'}${fraction && `.${fraction}`}`;
  return sign === '-' && /[1-9]/.test(digits) ? `-${digits}` : digits;
}

/** Adds a description, if any. `$ref` allows siblings since 2019-09. */
export function described(schema: JsonSchema, doc: string | undefined): JsonSchema {
  if (doc === undefined || doc === '') return schema;
  return schema === true ? { description: doc } : extended(schema, { description: doc });
}
