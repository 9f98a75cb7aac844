// The field Vary (RFC 9110 §12.5.5): the header fields of a request that decide about its response. Knows nothing about why.

/** Joins all Vary fields of a flat list of names and values into one: some caches read one field alone. Returns the list. */
export function joinVary(fields: string[]): string[] {
  const first = indexOfVary(fields, 0);
  if (first < 0) return fields;
  const names = new Map<string, string>();
  for (let at = first; at >= 0; at = indexOfVary(fields, at)) {
    const [, value] = fields.splice(at, 2);
    for (const name of value.split(',').map((text) => text.trim()))
      if (name !== '' && !names.has(name.toLowerCase())) names.set(name.toLowerCase(), name);
  }
  fields.push('vary', names.has('*') ? '*' : [...names.values()].join(', '));
  return fields;
}

function indexOfVary(fields: readonly string[], from: number): number {
  for (let i = from; i < fields.length; i += 2)
    if (fields[i].length === 4 && fields[i].toLowerCase() === 'vary') return i;
  return -1;
}
