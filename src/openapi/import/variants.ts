// Alternatives that a discriminator distinguishes (OpenAPI 3.1 §4.8.25). Knows nothing about the types that they become.
import { child, type Documents, type Located, listOf, propertyOf } from './document.ts';

export interface Variants {
  /** Name of the member. */
  readonly key: string;
  /** Value of the member → schema. */
  readonly of: ReadonlyMap<string, Located>;
}

/** `at`: a schema with `oneOf` or `anyOf`; `parts`: its alternatives. undefined: no discriminator, or an ambiguous one. */
export function variantsOf(at: Located, alternatives: readonly Located[], documents: Documents): Variants | undefined {
  const key = propertyOf(propertyOf(at.value, 'discriminator'), 'propertyName');
  if (typeof key !== 'string') return undefined;
  const mapping = Object.entries((propertyOf(propertyOf(at.value, 'discriminator'), 'mapping') ?? {}) as object);
  const of = new Map<string, Located>();
  for (const alternative of alternatives) {
    const ref = propertyOf(alternative.value, '$ref');
    const schema = documents.resolve(alternative);
    if (typeof ref !== 'string' || schema === undefined) return undefined;
    const name = ref.slice(ref.lastIndexOf('/') + 1);
    const mapped = mapping.filter(([, target]) => target === ref || target === name).map(([value]) => value);
    const value = fixed(child(child(schema, 'properties'), key), documents) ?? mapped[0] ?? name;
    if (mapped.length > 1 || of.has(value)) return undefined;
    of.set(value, alternative);
  }
  return of.size > 1 ? { key, of } : undefined;
}

/** The only value that the member may have. */
function fixed(at: Located, documents: Documents): string | undefined {
  const member = documents.resolve(at)?.value;
  const values = listOf(propertyOf(member, 'enum'));
  const value = propertyOf(member, 'const') ?? (values.length === 1 ? values[0] : undefined);
  return typeof value === 'string' ? value : undefined;
}
