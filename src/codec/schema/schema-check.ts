// Checks JSON values against schemas as they are made here: the keywords of json-schema.ts. `format` is an annotation (JSON Schema 2020-12,
// validation §7.2.1): where it counts, a pattern says the same.
import { suggestKey } from '../../errors/suggest.ts';
import type { JsonSchema, JsonSchemaObject } from './json-schema.ts';

/** Keys and indexes from the root of the value. */
export type ValuePath = readonly (string | number)[];

export interface Misfit {
  readonly path: ValuePath;
  readonly message: string;
  readonly suggestion?: string;
}

type Members = Readonly<Record<string, unknown>>;

/** Most values of an enumeration in a message. */
const MOST_VALUES = 5;

export class SchemaCheck {
  private readonly component: (name: string) => JsonSchema | undefined;
  private readonly patterns = new Map<string, RegExp>();

  /** `component`: the schema that a `$ref` ends with. */
  constructor(component: (name: string) => JsonSchema | undefined) {
    this.component = component;
  }

  /** What is wrong with a value; of alternatives, what is wrong with the nearest one. */
  *misfits(value: unknown, schema: JsonSchema, path: ValuePath = []): Generator<Misfit> {
    if (schema === true) return;
    if (schema.$ref !== undefined) yield* this.misfits(value, this.referenced(schema.$ref), path);
    const type = typeMisfit(value, schema, path);
    if (type !== undefined) return yield type;
    yield* constantMisfits(value, schema, path);
    if (typeof value === 'string') yield* this.textMisfits(value, schema, path);
    else if (typeof value === 'number') yield* numberMisfits(value, schema, path);
    else if (Array.isArray(value)) yield* this.listMisfits(value, schema, path);
    else if (isMembers(value)) yield* this.objectMisfits(value, schema, path);
    yield* this.composedMisfits(value, schema, path);
  }

  private referenced(ref: string): JsonSchema {
    return this.component(ref.slice(ref.lastIndexOf('/') + 1)) ?? true;
  }

  private fits(value: unknown, schema: JsonSchema): boolean {
    return this.misfits(value, schema).next().done === true;
  }

  private *composedMisfits(value: unknown, schema: JsonSchemaObject, path: ValuePath): Generator<Misfit> {
    const { allOf = [], anyOf, oneOf, not } = schema;
    for (const schemaPart of allOf) yield* this.misfits(value, schemaPart, path);
    if (anyOf) yield* this.nearestOf(value, anyOf, path);
    if (oneOf) yield* this.nearestOf(value, oneOf, path);
    if (oneOf && oneOf.filter((option) => this.fits(value, option)).length > 1)
      yield { path, message: 'fits more than one of the alternatives' };
    if (not !== undefined && this.fits(value, not)) yield { path, message: 'must not stand here' };
  }

  /** The alternative whose first misfit is deepest is the one that was meant. */
  private *nearestOf(value: unknown, options: readonly JsonSchema[], path: ValuePath): Generator<Misfit> {
    const outcomes = options.map((option) => [...this.misfits(value, option, path)]);
    if (outcomes.length === 0 || outcomes.some((all) => all.length === 0)) return;
    const depth = (all: readonly Misfit[]) => Math.min(...all.map((misfit) => misfit.path.length));
    yield* outcomes.reduce((best, outcome) => (depth(outcome) > depth(best) ? outcome : best));
  }

  private *textMisfits(value: string, schema: JsonSchemaObject, path: ValuePath): Generator<Misfit> {
    const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern } = schema;
    const { length } = [...value];
    if (length < minLength) yield { path, message: `is shorter than ${minLength} characters` };
    if (length > maxLength) yield { path, message: `is longer than ${maxLength} characters` };
    if (pattern !== undefined && !this.compiled(pattern).test(value))
      yield { path, message: `does not fit the pattern ${pattern}` };
  }

  private compiled(pattern: string): RegExp {
    const compiled = this.patterns.get(pattern) ?? new RegExp(pattern, 'u');
    this.patterns.set(pattern, compiled);
    return compiled;
  }

  private *listMisfits(value: readonly unknown[], schema: JsonSchemaObject, path: ValuePath): Generator<Misfit> {
    const { items = true, prefixItems = [], contains, minItems = 0, maxItems = Number.POSITIVE_INFINITY } = schema;
    if (value.length < minItems) yield { path, message: `has fewer than ${minItems} items` };
    if (value.length > maxItems) yield { path, message: `has more than ${maxItems} items` };
    for (const [i, item] of value.entries()) yield* this.misfits(item, prefixItems[i] ?? items, [...path, i]);
    if (contains !== undefined && !value.some((item) => this.fits(item, contains)))
      yield { path, message: 'lacks an item that must be there' };
  }

  private *objectMisfits(value: Members, schema: JsonSchemaObject, path: ValuePath): Generator<Misfit> {
    const { required = [], dependentRequired = {}, propertyNames, minProperties = 0 } = schema;
    const { maxProperties = Number.POSITIVE_INFINITY } = schema;
    const names = Object.keys(value);
    const dependent = names.flatMap((name) => dependentRequired[name] ?? []);
    for (const name of new Set([...required, ...dependent]))
      if (!Object.hasOwn(value, name)) yield { path, message: `"${name}" is missing` };
    if (names.length < minProperties) yield { path, message: `has fewer than ${minProperties} members` };
    if (names.length > maxProperties) yield { path, message: `has more than ${maxProperties} members` };
    for (const name of names) {
      if (propertyNames !== undefined) yield* this.misfits(name, propertyNames, [...path, name]);
      yield* this.memberMisfits(value[name], name, schema, path);
    }
  }

  private *memberMisfits(value: unknown, name: string, schema: JsonSchemaObject, path: ValuePath): Generator<Misfit> {
    const { properties = {}, patternProperties = {}, additionalProperties = true } = schema;
    const at = [...path, name];
    const member = Object.hasOwn(properties, name) ? [properties[name]] : [];
    const byPattern = Object.entries(patternProperties).flatMap(([pattern, matched]) =>
      this.compiled(pattern).test(name) ? [matched] : [],
    );
    for (const memberSchema of [...member, ...byPattern]) yield* this.misfits(value, memberSchema, at);
    if (member.length + byPattern.length > 0) return;
    if (additionalProperties !== false) yield* this.misfits(value, additionalProperties, at);
    else yield { path: at, message: 'there is no such member', suggestion: suggestKey(name, Object.keys(properties)) };
  }
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
}

function typeMisfit(value: unknown, { type }: JsonSchemaObject, path: ValuePath): Misfit | undefined {
  if (type === undefined) return undefined;
  const [kind, types] = [kindOf(value), Array.isArray(type) ? type : [type]];
  const isOfType = types.some((name) => name === kind || (name === 'number' && kind === 'integer'));
  return isOfType ? undefined : { path, message: `expected ${types.join(' or ')}, found ${kind}` };
}

function* constantMisfits(value: unknown, schema: JsonSchemaObject, path: ValuePath): Generator<Misfit> {
  const { const: constant, enum: values = constant === undefined ? undefined : [constant] } = schema;
  if (values === undefined || values.some((allowed) => JSON.stringify(allowed) === JSON.stringify(value))) return;
  const listed = values.slice(0, MOST_VALUES).map((allowed) => JSON.stringify(allowed));
  const remainder = values.length > MOST_VALUES ? ` and ${values.length - MOST_VALUES} more values` : '';
  const texts = values.filter((allowed) => typeof allowed === 'string');
  const suggestion = typeof value === 'string' ? suggestKey(value, texts) : undefined;
  yield { path, message: `expected ${listed.join(', ')}${remainder}`, suggestion };
}

function* numberMisfits(value: number, schema: JsonSchemaObject, path: ValuePath): Generator<Misfit> {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  if (minimum !== undefined && value < minimum) yield { path, message: `is below ${minimum}` };
  if (maximum !== undefined && value > maximum) yield { path, message: `is above ${maximum}` };
  if (exclusiveMinimum !== undefined && value <= exclusiveMinimum)
    yield { path, message: `is not above ${exclusiveMinimum}` };
  if (exclusiveMaximum !== undefined && value >= exclusiveMaximum)
    yield { path, message: `is not below ${exclusiveMaximum}` };
  if (multipleOf !== undefined && !isMultiple(value, multipleOf))
    yield { path, message: `is no multiple of ${multipleOf}` };
}

/** Of decimals, in the digits that a double has. */
function isMultiple(value: number, of: number): boolean {
  const times = value / of;
  return Math.abs(times - Math.round(times)) <= 1e-9 * Math.max(1, Math.abs(times));
}
