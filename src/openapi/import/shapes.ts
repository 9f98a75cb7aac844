// Reads JSON Schemas into shapes: merges allOf, combines oneOf and anyOf, removes null.
import {
  child,
  children,
  type Documents,
  isPlain,
  type Located,
  listOf,
  type Plain,
  placeOf,
  propertyOf,
} from './document.ts';
import type { Notes } from './notes.ts';
import {
  empty,
  guessed,
  hasOnlyType,
  intersection,
  isNull,
  type Node,
  type Shape,
  same,
  type Variants,
  variantsOf,
} from './shape.ts';

const COPIED = [
  'title description default format enum const pattern minLength maxLength minimum maximum exclusiveMinimum exclusiveMaximum',
  'multipleOf minItems maxItems readOnly writeOnly deprecated contentEncoding contentMediaType discriminator',
]
  .join(' ')
  .split(' ');
/** Keywords that XML Schema types cannot express. */
const UNCHECKED = [
  'not if then else patternProperties propertyNames dependentRequired dependentSchemas dependencies unevaluatedProperties',
  'unevaluatedItems contains prefixItems minProperties maxProperties uniqueItems $dynamicRef contentSchema',
]
  .join(' ')
  .split(' ');
/** Deepest nesting of combinations. */
const DEEPEST = 30;

/** Keywords that count beside a reference. */
const ANNOTATIONS = new Set(['title', 'description', 'default', 'readOnly', 'writeOnly', 'deprecated']);

export class Shapes {
  private readonly documents: Documents;
  private readonly notes: Notes;
  /** By place. Cached shapes are never changed. */
  private readonly cache = new Map<string, Shape>();
  private readonly open = new Set<string>();

  constructor(documents: Documents, notes: Notes) {
    this.documents = documents;
    this.notes = notes;
  }

  of(node: Node, depth = 0): Shape {
    if (depth > DEEPEST) {
      this.notes.add(node.at, 'values', 'too many nested combinations: any value is accepted');
      return empty(node.at);
    }
    if (node.kind === 'all') {
      const shape = empty(node.at);
      for (const part of node.nodes) this.merge(shape, this.of(part, depth + 1));
      return shape;
    }
    if (node.kind === 'any') {
      const shape = empty(node.at);
      this.alternatives(shape, node.nodes, depth);
      return shape;
    }
    return this.resolveShape(node.at, depth);
  }

  private resolveShape(at: Located, depth: number): Shape {
    const schema = this.documents.resolve(at);
    if (schema === undefined) {
      const ref = String(propertyOf(at.value, '$ref'));
      this.notes.add(at, 'values', `the reference "${ref}" cannot be resolved: any value is accepted`);
      return empty(at);
    }
    const target = this.cache.get(placeOf(schema)) ?? this.target(schema, depth);
    return schema === at ? target : this.besideReference(at, target);
  }

  /** Keywords beside a `$ref`: annotations and `nullable` count, as in OpenAPI 3.1. */
  private besideReference(at: Located, target: Shape): Shape {
    const shape = { ...target, keywords: new Map<string, unknown>() };
    for (const [keyword, part] of children(at)) {
      if (ANNOTATIONS.has(keyword)) shape.keywords.set(keyword, part.value);
      else if (keyword === 'nullable') shape.nullable ||= part.value === true;
      else if (!/^(\$ref|summary|examples?|externalDocs|x-.*)$/.test(keyword))
        this.notes.add(part, 'checks', `"${keyword}" beside a reference is ignored`);
    }
    for (const [keyword, value] of target.keywords)
      if (!shape.keywords.has(keyword)) shape.keywords.set(keyword, value);
    return shape;
  }

  /** Cached: nested combinations would take exponential time. */
  private target(schema: Located, depth: number): Shape {
    const shape = empty(schema);
    const place = placeOf(schema);
    if (this.open.has(place)) {
      this.notes.add(schema, 'values', 'the schema is a combination of itself: the recursion is left out');
      return shape;
    }
    this.open.add(place);
    if (isPlain(schema.value)) this.read(shape, schema, schema.value, depth);
    this.open.delete(place);
    this.cache.set(place, shape);
    return shape;
  }

  private read(shape: Shape, at: Located, schema: Plain, depth: number): void {
    for (const keyword of COPIED) this.copy(shape, at, keyword);
    for (const keyword of UNCHECKED)
      if (propertyOf(schema, keyword) !== undefined && propertyOf(schema, keyword) !== false)
        this.notes.add(child(at, keyword), 'checks', `"${keyword}" is not checked`);
    this.typesOf(shape, schema);
    for (const [name, member] of children(child(at, 'properties')))
      shape.members.set(name, { kind: 'one', at: member });
    for (const name of listOf(propertyOf(schema, 'required'))) shape.required.add(name);
    const open = propertyOf(schema, 'additionalProperties');
    if (open === true || isPlain(open))
      shape.open = open === true || Object.keys(open).length === 0 ? true : child(at, 'additionalProperties');
    if (isPlain(propertyOf(schema, 'items'))) shape.items = { kind: 'one', at: child(at, 'items') };
    this.combine(shape, at, depth);
    shape.types ??= guessed(shape);
  }

  private copy(shape: Shape, at: Located, keyword: string): void {
    const value = propertyOf(at.value, keyword);
    if (value !== undefined && !shape.keywords.has(keyword)) shape.keywords.set(keyword, value);
  }

  private typesOf(shape: Shape, schema: unknown): void {
    const type = propertyOf(schema, 'type');
    const types = typeof type === 'string' ? [type] : listOf(type);
    const real = types.filter((name) => name !== 'null');
    if (real.length > 0) shape.types = new Set(real);
    const values = propertyOf(schema, 'enum');
    shape.nullable =
      propertyOf(schema, 'nullable') === true ||
      real.length < types.length ||
      (Array.isArray(values) && values.includes(null));
  }

  private combine(shape: Shape, at: Located, depth: number): void {
    for (const [, part] of children(child(at, 'allOf')))
      this.merge(shape, this.of({ kind: 'one', at: part }, depth + 1));
    for (const keyword of ['oneOf', 'anyOf']) {
      const alternatives = children(child(at, keyword)).map(([, part]): Node => ({ kind: 'one', at: part }));
      if (alternatives.length === 0) continue;
      const side = empty(child(at, keyword));
      side.variants = this.variants(at, alternatives, depth);
      if (side.variants) side.types = new Set(['object']);
      else this.alternatives(side, alternatives, depth);
      this.merge(shape, side);
    }
  }

  /** The variants of a discriminator, if all of them are plain objects. */
  private variants(at: Located, alternatives: readonly Node[], depth: number): Variants | undefined {
    const variants = variantsOf(
      at,
      alternatives.map((part) => part.at),
      this.documents,
    );
    const plain = alternatives.every((part) => {
      const shape = this.of(part, depth + 1);
      return hasOnlyType(shape, 'object') && shape.variants === undefined && !shape.nullable;
    });
    return plain ? variants : undefined;
  }

  /** allOf. */
  private merge(into: Shape, from: Shape): void {
    for (const [name, node] of from.members) {
      const existing = into.members.get(name);
      into.members.set(
        name,
        existing === undefined || same(existing, node) ? node : { kind: 'all', nodes: [existing, node], at: node.at },
      );
    }
    for (const name of from.required) into.required.add(name);
    for (const [keyword, value] of from.keywords) this.mergeWord(into, keyword, value);
    into.types = into.types && from.types ? intersection(into.types, from.types) : (into.types ?? from.types);
    into.nullable ||= from.nullable;
    into.open ??= from.open;
    into.items ??= from.items;
    into.alternatives ??= from.alternatives;
    into.variants ??= from.variants;
  }

  private mergeWord(into: Shape, keyword: string, value: unknown): void {
    if (!into.keywords.has(keyword)) into.keywords.set(keyword, value);
    else if (!ANNOTATIONS.has(keyword) && JSON.stringify(into.keywords.get(keyword)) !== JSON.stringify(value))
      this.notes.add(
        into.at,
        'checks',
        `"${keyword}" is there twice: ${JSON.stringify(into.keywords.get(keyword))} is used`,
      );
  }

  /** oneOf, anyOf. Objects become one object with all members. */
  private alternatives(into: Shape, nodes: readonly Node[], depth: number): void {
    const shapes = nodes.map((node) => ({ node, shape: this.of(node, depth + 1) }));
    into.nullable = shapes.some(({ shape, node }) => shape.nullable || isNull(node));
    const real = shapes.filter(({ node, shape }) => {
      if (isNull(node)) return false;
      if (shape.types === undefined && shape.alternatives === undefined && shape.required.size > 0) {
        this.notes.add(shape.at, 'checks', 'alternatives that only list required members are not checked');
        return false;
      }
      return true;
    });
    if (real.length === 1) return this.merge(into, real[0].shape);
    if (real.length === 0) return;
    if (real.every(({ shape }) => hasOnlyType(shape, 'object') && shape.variants === undefined))
      return this.sideBySide(
        into,
        real.map(({ shape }) => shape),
      );
    if (real.every(({ shape }) => hasOnlyType(shape, 'array') && shape.items)) return this.oneList(into, real);
    into.alternatives = real.map(({ node }) => node);
  }

  /** Alternative lists become one list of alternative items. */
  private oneList(into: Shape, lists: readonly { readonly node: Node; readonly shape: Shape }[]): void {
    const items = lists.map(({ shape }) => shape.items as Node);
    into.types = new Set(['array']);
    into.items = items.every((item) => same(item, items[0])) ? items[0] : { kind: 'any', nodes: items, at: into.at };
  }

  private sideBySide(into: Shape, shapes: readonly Shape[]): void {
    this.notes.add(
      into.at,
      'checks',
      'the alternatives are one type with all members: which members belong together is not checked',
    );
    into.types = new Set(['object']);
    for (const shape of shapes) {
      for (const [name, node] of shape.members) {
        const existing = into.members.get(name);
        const both: Node = {
          kind: 'any',
          nodes: [...(existing?.kind === 'any' ? existing.nodes : existing ? [existing] : []), node],
          at: node.at,
        };
        const repeated =
          existing &&
          (same(existing, node) || (existing.kind === 'any' && existing.nodes.some((choice) => same(choice, node))));
        into.members.set(name, existing === undefined ? node : repeated ? existing : both);
      }
      into.open ??= shape.open;
    }
    for (const name of shapes[0].required)
      if (shapes.every((shape) => shape.required.has(name))) into.required.add(name);
  }
}
