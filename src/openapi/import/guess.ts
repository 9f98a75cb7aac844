// The types of JSON that a schema without `type` means by its other keywords.

interface ShapeKeywords {
  readonly members: ReadonlyMap<string, unknown>;
  readonly open?: unknown;
  readonly items?: unknown;
  readonly alternatives?: unknown;
  readonly variants?: unknown;
  readonly keywords: ReadonlyMap<string, unknown>;
}

/** undefined: any. */
export function guessed(shape: ShapeKeywords): ReadonlySet<string> | undefined {
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
