// Cookies of one service (RFC 6265), as far as a session needs them: what it sets with a login goes back with every call.

type Field = string | string[] | undefined;

/** Names and values; those that a Set-Cookie field takes away are gone. Everything goes to the one service that set it. */
export function cookiesIn(field: Field): readonly string[] {
  const cookies = new Map<string, string>();
  for (const line of typeof field === 'string' ? [field] : (field ?? [])) {
    const [pair, ...attributes] = line.split(';');
    const equals = pair.indexOf('=');
    const name = pair.slice(0, equals).trim();
    if (equals < 1 || !/^[\x21-\x7e]+$/.test(name)) continue;
    const gone = attributes.some((attribute) => /^\s*max-age\s*=\s*(0|-\d+)\s*$/i.test(attribute));
    const value = pair.slice(equals + 1).trim();
    if (gone || !/^[\x21-\x7e]*$/.test(value)) cookies.delete(name);
    else cookies.set(name, value);
  }
  return [...cookies].map(([name, value]) => `${name}=${value}`);
}
