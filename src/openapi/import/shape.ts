// The normal form of JSON Schemas: a Shape for each node. shapes.ts reads and merges them.
import { child, type Documents, type Located, listOf, placeOf, propertyOf } from './document.ts';

/** A schema, all of several, or one of several. */
export type Node =
  | { readonly kind: 'one'; readonly at: Located }
  | { readonly kind: 'all' | 'any'; readonly nodes: readonly Node[]; readonly at: Located };

export interface Shape {
  /** For notes. */
  readonly at: Located;
  /** JSON types without null; undefined: any. */
  types?: ReadonlySet<string>;
  nullable: boolean;
  readonly members: Map<string, Node>;
  readonly required: Set<string>;
  /** additionalProperties. */
  open?: Located | true;
  items?: Node;
  /** Alternatives that are not objects. */
  alternatives?: readonly Node[];
  /** Objects that a discriminator distinguishes. */
  variants?: Variants;
  /** All other keywords; the first of duplicates. */
  readonly keywords: Map<string, unknown>;
}

/** Equal for nodes with the same schemas. */
export function keyOf(node: Node, documents: Documents): string {
  if (node.kind !== 'one') return `${node.kind}(${node.nodes.map((part) => keyOf(part, documents)).join()})`;
  return placeOf(documents.resolve(node.at) ?? node.at);
}

export function hasOnlyType(shape: Shape, type: string): boolean {
  return shape.types?.size === 1 && shape.types.has(type) && shape.alternatives === undefined;
}

/** Bytes that are no JSON: OpenAPI 3.0 says `format: binary`, 3.1 a media type, or nothing, without an encoding (§4.8.14.3). */
export function isFile(shape: Shape): boolean {
  const { types, alternatives, keywords } = shape;
  if (keywords.has('contentEncoding')) return false;
  if (types === undefined) return alternatives === undefined && shape.members.size === 0;
  return hasOnlyType(shape, 'string') && (keywords.get('format') === 'binary' || keywords.has('contentMediaType'));
}

export function empty(at: Located): Shape {
  return { at, nullable: false, members: new Map(), required: new Set(), keywords: new Map() };
}

export function isNull(node: Node): boolean {
  return node.kind === 'one' && propertyOf(node.at.value, 'type') === 'null';
}

export function same(a: Node, b: Node): boolean {
  if (a.kind !== 'one' || b.kind !== 'one') return a === b;
  return a.at === b.at || (a.at.file === b.at.file && JSON.stringify(a.at.value) === JSON.stringify(b.at.value));
}

export function intersection(a: ReadonlySet<string>, b: ReadonlySet<string>): ReadonlySet<string> {
  const both = [...a].filter((type) => b.has(type));
  // An integer is a number.
  if (both.length === 0 && (a.has('integer') || b.has('integer'))) return new Set(['integer']);
  return both.length === 0 ? a : new Set(both);
}

/** The types of JSON that a schema without `type` means by its other keywords; undefined: any. */
export function guessed(shape: Shape): ReadonlySet<string> | undefined {
  if (shape.alternatives) return undefined;
  if (shape.members.size > 0 || shape.variants || shape.open !== undefined) return new Set(['object']);
  if (shape.items) return new Set(['array']);
  const values = shape.keywords.has('const') ? [shape.keywords.get('const')] : shape.keywords.get('enum');
  if (Array.isArray(values)) {
    const types = new Set(values.filter((v) => v !== null).map(typeOf));
    return types.size === 0 ? undefined : types;
  }
  if (['pattern', 'minLength', 'maxLength', 'format', 'contentEncoding'].some((keyword) => shape.keywords.has(keyword)))
    return new Set(['string']);
  if (['minimum', 'maximum', 'multipleOf'].some((keyword) => shape.keywords.has(keyword))) return new Set(['number']);
  return undefined;
}

function typeOf(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
}

export interface Variants {
  /** Name of the member. */
  readonly key: string;
  /** Value of the member → schema. */
  readonly schemaByValue: ReadonlyMap<string, Located>;
}

/** `at`: a schema with `oneOf` or `anyOf`; `parts`: its alternatives. undefined: no discriminator, or an ambiguous one. */
export function variantsOf(at: Located, alternatives: readonly Located[], documents: Documents): Variants | undefined {
  const key = propertyOf(propertyOf(at.value, 'discriminator'), 'propertyName');
  if (typeof key !== 'string') return undefined;
  const mapping = Object.entries((propertyOf(propertyOf(at.value, 'discriminator'), 'mapping') ?? {}) as object);
  const schemaByValue = new Map<string, Located>();
  for (const alternative of alternatives) {
    const ref = propertyOf(alternative.value, '$ref');
    const schema = documents.resolve(alternative);
    if (typeof ref !== 'string' || schema === undefined) return undefined;
    const name = ref.slice(ref.lastIndexOf('/') + 1);
    const mapped = mapping.filter(([, target]) => target === ref || target === name).map(([value]) => value);
    const value = fixed(child(child(schema, 'properties'), key), documents) ?? mapped[0] ?? name;
    if (mapped.length > 1 || schemaByValue.has(value)) return undefined;
    schemaByValue.set(value, alternative);
  }
  return schemaByValue.size > 1 ? { key, schemaByValue } : undefined;
}

/** The only value that the member may have. */
function fixed(at: Located, documents: Documents): string | undefined {
  const member = documents.resolve(at)?.value;
  const values = listOf(propertyOf(member, 'enum'));
  const value = propertyOf(member, 'const') ?? (values.length === 1 ? values[0] : undefined);
  return typeof value === 'string' ? value : undefined;
}
