// Example values for JSON Schemas: what is required and some of what is not, each value of its type. A schema whose required values nothing
// here fits has none.
import type { JsonSchema, JsonSchemaObject } from '../../codec/schema/json-schema.ts';
import { record } from '../../codec/schema/json-schema.ts';
import { textFor } from '../../samples/pattern-text.ts';
import { TEXTS } from '../../samples/texts.ts';
import type { MediaType } from './document-types.ts';

/** Optional members of one object. */
const MOST_MEMBERS = 8;
/** Levels below which objects have required members alone. */
const FULL_LEVELS = 3;
const DEEPEST = 8;
/** No value. JSON has no such symbol, so that null can be an example. */
const NONE = Symbol('none');

const BY_FORMAT: Readonly<Record<string, string>> = {
  'date-time': '2026-01-31T12:00:00Z',
  uuid: '6f1d9f3e-3a0b-4c52-9f0e-0c6a3d5b7e21',
  uri: 'https://example.com/',
  'uri-reference': '/',
};

/** The members of a media type for an example of the table and for a generated one, where there are such. */
export function exampleOf(example: unknown, sample: unknown = undefined): Pick<MediaType, 'example' | 'sample'> {
  return { ...(example !== undefined && { example }), ...(sample !== undefined && { sample }) };
}

export class Examples {
  private readonly component: (name: string) => JsonSchema | undefined;
  private readonly patterns = new Map<string, RegExp>();

  /** `component`: the schema of `#/components/schemas/NAME`. */
  constructor(component: (name: string) => JsonSchema | undefined) {
    this.component = component;
  }

  /** One value, in a list; empty where there is none. */
  of(schema: JsonSchema): readonly unknown[] {
    const value = this.value(schema, 0);
    return value === NONE || isBare(value) ? [] : [value];
  }

  private value(schema: JsonSchema, depth: number): unknown {
    if (schema === true) return 'text';
    if (depth > DEEPEST) return NONE;
    const { $ref, const: constant, enum: values, default: standard, anyOf, oneOf, type } = schema;
    if ($ref !== undefined) return this.referenced(schema, $ref, depth);
    if (constant !== undefined) return constant;
    if (values !== undefined) return values[0] ?? NONE;
    if (standard !== undefined) return standard;
    const options = oneOf ?? (type === undefined ? anyOf : undefined);
    if (options) return this.firstOf(options, depth);
    return this.typed(schema, depth);
  }

  /** Members beside a reference narrow it: what they require is required. */
  private referenced({ $ref: _, ...beside }: JsonSchemaObject, ref: string, depth: number): unknown {
    const target = this.component(ref.slice(ref.lastIndexOf('/') + 1));
    if (target === undefined || target === true) return target === undefined ? NONE : 'text';
    const required = [...(target.required ?? []), ...(beside.required ?? [])];
    const properties = record([...Object.entries(target.properties ?? {}), ...Object.entries(beside.properties ?? {})]);
    const narrowed = beside.required || beside.properties ? { ...target, required, properties } : target;
    return this.value(narrowed, depth + 1);
  }

  private firstOf(options: readonly JsonSchema[], depth: number): unknown {
    for (const option of options) {
      if (option !== true && option.type === 'null') continue;
      const value = this.value(option, depth);
      if (value !== NONE) return value;
    }
    return NONE;
  }

  private typed(schema: JsonSchemaObject, depth: number): unknown {
    const { type } = schema;
    const kind = Array.isArray(type) ? type.find((one) => one !== 'null') : (type ?? kindOf(schema));
    switch (kind) {
      case 'object':
        return this.object(schema, depth);
      case 'array':
        return this.array(schema, depth);
      case 'integer':
      case 'number':
        return numberOf(schema);
      case 'boolean':
        return true;
      case 'string':
        return this.text(schema);
      default:
        return kind === undefined && schema.not === undefined ? 'text' : NONE;
    }
  }

  private array({ items = true, prefixItems, minItems = 0, contains }: JsonSchemaObject, depth: number): unknown {
    const values = prefixItems
      ? prefixItems.slice(0, Math.max(minItems, 1)).map((item) => this.value(item, depth + 1))
      : new Array(Math.min(Math.max(minItems, 1), 3)).fill(this.value(items, depth + 1));
    if (values.includes(NONE)) return minItems > 0 || contains !== undefined ? NONE : [];
    return values.length < minItems ? NONE : values;
  }

  private object(schema: JsonSchemaObject, depth: number): unknown {
    const { properties = {}, minProperties = 0, maxProperties = Number.POSITIVE_INFINITY } = schema;
    const required = new Set([...(schema.required ?? []), ...chosen(schema)]);
    const isNarrow = depth >= FULL_LEVELS || schema.allOf !== undefined || schema.anyOf !== undefined;
    let optional = isNarrow ? minProperties : MOST_MEMBERS;
    const members: [string, unknown][] = [];
    for (const [name, member] of Object.entries(properties)) {
      const isRequired = required.has(name);
      if (!isRequired && (optional <= 0 || members.length >= maxProperties || isHidden(name, member))) continue;
      const value = this.value(member, depth + 1);
      if (value === NONE && isRequired) return NONE;
      if (value === NONE || (!isRequired && isBare(value))) continue;
      members.push([name, value]);
      if (!isRequired) optional--;
    }
    const missing = [...required].some((name) => !(name in properties)) || members.length < minProperties;
    return missing ? NONE : Object.fromEntries(members);
  }

  private text(schema: JsonSchemaObject): unknown {
    const { format, minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern, allOf = [] } = schema;
    const inner = allOf.flatMap((one) => (one === true || one.pattern === undefined ? [] : [one.pattern]));
    const patterns = [...(pattern === undefined ? [] : [pattern]), ...inner].map((one) => this.compiled(one));
    const byFormat = BY_FORMAT[format ?? ''];
    const long = [minLength, maxLength].flatMap((length) =>
      length > 0 && length <= 100 ? ['A'.repeat(length), '1'.repeat(length)] : [],
    );
    const generated = pattern === undefined ? '' : textFor(pattern);
    const candidates = [...(byFormat === undefined ? [] : [byFormat]), ...TEXTS, ...long, generated];
    const fits = (text: string) =>
      text.length >= minLength && text.length <= maxLength && patterns.every((one) => one.test(text));
    return candidates.find(fits) ?? NONE;
  }

  private compiled(pattern: string): RegExp {
    const compiled = this.patterns.get(pattern) ?? new RegExp(pattern, 'u');
    this.patterns.set(pattern, compiled);
    return compiled;
  }
}

/** Objects and lists without anything in them say nothing. */
export function isBare(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

function kindOf({ properties, items, pattern }: JsonSchemaObject): string | undefined {
  if (properties) return 'object';
  if (items !== undefined) return 'array';
  return pattern === undefined ? undefined : 'string';
}

/** What the service alone sets, what never stands there, and members of our own dialect. */
function isHidden(name: string, member: JsonSchema): boolean {
  return /^[$@]/.test(name) || (member !== true && (member.readOnly === true || member.not !== undefined));
}

/** Names that the first branch of each choice requires. */
function chosen({ allOf = [] }: JsonSchemaObject): string[] {
  return allOf.flatMap((one) => {
    const [branch] = one === true ? [] : (one.oneOf ?? one.anyOf ?? []);
    return branch === undefined || branch === true ? [] : [...(branch.required ?? []), ...chosen(branch)];
  });
}

function numberOf({
  minimum,
  maximum,
  exclusiveMinimum,
  exclusiveMaximum,
  multipleOf,
  type,
}: JsonSchemaObject): unknown {
  const fits = (n: number) =>
    n >= (minimum ?? n) &&
    n <= (maximum ?? n) &&
    n > (exclusiveMinimum ?? Number.NEGATIVE_INFINITY) &&
    n < (exclusiveMaximum ?? Number.POSITIVE_INFINITY) &&
    (multipleOf === undefined || multipleOf < 1 || n % multipleOf === 0);
  const bounds = [minimum, maximum].filter((bound) => bound !== undefined);
  const candidates = type === 'number' ? [1.5, 1, 0, -1, ...bounds] : [1, 0, -1, ...bounds];
  return candidates.find(fits) ?? NONE;
}
