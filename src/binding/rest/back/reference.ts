// URI references in a reply's header fields, as paths of the REST face. Nothing is ever fetched from them.

/**
 * Path, query and fragment of a reference (RFC 3986 §5.2), without the prefix of the upstream. `base`: path of the request, which a relative
 * one is resolved against. Whatever authority a peer thinks that it has does not count. What is no http reference stays as it is.
 */
export function referencePath(value: string, base: string, prefix: string): string {
  const url = URL.parse(value, `http://peer${base}`);
  if (url === null || !url.protocol.startsWith('http')) return value;
  const path = url.pathname + url.search + url.hash;
  return prefix !== '' && path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : path;
}
