// Random JSON for the schemas of an API description. Whether it is valid is for ajv to say. Knows nothing about XML.
import fc from 'fast-check';

// biome-ignore lint/suspicious/noExplicitAny: a schema
export type Schema = any;

/** Optional members end here, so that circles do. */
const DEEPEST = 5;

/** Texts that XML can carry, with what wants an escape. */
const text = fc.stringMatching(/^[A-Za-z0-9äß<&"' ._-]{1,12}$/).filter((s) => s.trim() === s);

export function jsonFor(schema: Schema, document: Schema, depth = 0): fc.Arbitrary<unknown> {
  const whole = resolve(schema, document);
  const value = plainFor(whole, document, depth);
  return whole.nullable || typesOf(whole).includes('null')
    ? fc.oneof({ weight: 4, arbitrary: value }, fc.constant(null))
    : value;
}

/** References followed, `allOf` merged; of alternatives the first that is not null. */
export function resolve(schema: Schema, document: Schema): Schema {
  if (schema?.$ref !== undefined) return resolve(pointed(document, schema.$ref), document);
  const { allOf, ...own } = schema ?? {};
  const merged = (allOf ?? []).reduce((all: Schema, part: Schema) => merge(all, resolve(part, document)), own);
  const { anyOf, oneOf, ...rest } = merged;
  const choice = (oneOf ?? anyOf)?.find((one: Schema) => one.type !== 'null');
  return choice ? merge(rest, resolve(choice, document)) : merged;
}

function merge(a: Schema, b: Schema): Schema {
  return {
    ...a,
    ...b,
    properties: { ...a.properties, ...b.properties },
    required: [...(a.required ?? []), ...(b.required ?? [])],
  };
}

function pointed(document: Schema, ref: string): Schema {
  const steps = ref.slice(2).split('/');
  return steps.reduce((at, step) => at[decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~')], document);
}

function typesOf({ type }: Schema): string[] {
  return [type ?? []].flat();
}

function plainFor(schema: Schema, document: Schema, depth: number): fc.Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum.filter((one: unknown) => one !== null));
  const [type] = typesOf(schema).filter((one) => one !== 'null');
  if (type === 'array') return arrayFor(schema, document, depth);
  if (type === 'object' || Object.keys(schema.properties ?? {}).length > 0 || schema.additionalProperties)
    return objectFor(schema, document, depth);
  if (type === 'integer' || type === 'number') return numberFor(schema, type === 'integer');
  return type === 'boolean' ? fc.boolean() : stringFor(schema);
}

function arrayFor(schema: Schema, document: Schema, depth: number): fc.Arbitrary<unknown[]> {
  const { minItems = 0, maxItems = minItems + 2 } = schema;
  return fc.array(jsonFor(schema.items ?? {}, document, depth + 1), {
    minLength: minItems,
    maxLength: depth > DEEPEST ? minItems : Math.min(maxItems, minItems + 2),
  });
}

function objectFor(schema: Schema, document: Schema, depth: number): fc.Arbitrary<object> {
  const required: string[] = schema.required ?? [];
  const members = Object.entries(schema.properties ?? {}).filter(
    ([name]) => required.includes(name) || depth <= DEEPEST,
  );
  const model = Object.fromEntries(members.map(([name, one]) => [name, jsonFor(one, document, depth + 1)]));
  const named = fc.record(model, { requiredKeys: required.filter((name) => name in model) });
  const more = schema.additionalProperties;
  if (typeof more !== 'object' || Object.keys(more).length === 0 || depth > DEEPEST) return named;
  const others = fc.dictionary(fc.stringMatching(/^x [a-z]{1,8}$/), jsonFor(more, document, depth + 1), { maxKeys: 3 });
  return fc.tuple(named, others).map(([a, b]) => ({ ...b, ...a }));
}

function numberFor({ minimum, maximum, exclusiveMinimum, multipleOf }: Schema, whole: boolean): fc.Arbitrary<number> {
  const low = Math.max(minimum ?? -1000, typeof exclusiveMinimum === 'number' ? exclusiveMinimum + 1 : -1000);
  const number = fc.integer({ min: Math.ceil(low), max: Math.floor(maximum ?? Math.max(low, 0) + 1000) });
  return whole || multipleOf ? number : number.map((n) => n / 4).map((n) => (n < low ? Math.ceil(low) : n));
}

const formats: Readonly<Record<string, fc.Arbitrary<string>>> = {
  date: fc.constantFrom('2024-02-29', '1999-12-31'),
  'date-time': fc.constantFrom('2024-02-29T12:00:00Z', '1999-12-31T23:59:59Z'),
  email: fc.constantFrom('ada@example.com', 'grace@example.org'),
  uri: fc.constantFrom('https://example.com/a?b=c&d=e', 'http://example.org/'),
  uuid: fc.uuid(),
  byte: fc.constantFrom('aGk=', 'SGVsbG8='),
};

function stringFor({ format, pattern, minLength = 1, maxLength = 20 }: Schema): fc.Arbitrary<string> {
  // PHP loses & and < in values of unions.
  if (pattern !== undefined)
    return fc.stringMatching(new RegExp(pattern)).filter((s) => /^[\x21-\x25\x27-\x3b\x3d-\x7e]{0,60}$/.test(s));
  const known = format && formats[format];
  if (known) return known;
  return fc.array(text, { minLength: 1, maxLength: 1 + Math.ceil(minLength / 2) }).map((all) => {
    const long = all.join('-').padEnd(minLength, 'x').slice(0, maxLength);
    return long.trimEnd().padEnd(minLength, 'x');
  });
}
