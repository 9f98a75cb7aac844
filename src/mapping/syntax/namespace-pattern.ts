// Namespaces of a table: a `*` stands for any text.

/** `pattern`: a namespace, or one with `*` in the place of a host or a release. */
export function fitsNamespace(pattern: string, ns: string): boolean {
  const [start, ...others] = pattern.split('*');
  const end = others.pop();
  if (end === undefined) return ns === pattern;
  if (!ns.startsWith(start)) return false;
  let at = start.length;
  for (const text of others) {
    const next = ns.indexOf(text, at);
    if (next < 0) return false;
    at = next + text.length;
  }
  return ns.length - end.length >= at && ns.endsWith(end);
}
