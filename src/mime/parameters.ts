// Parameters of media types and other header fields (RFC 9110 §5.6.6, RFC 2045 §5.1).

/** A value is a token or a quoted string, in which a semicolon is no end. */
const PARAMETER = /;[ \t]*([^=;\s]+)[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.)*)"|([^;]*))/g;

/**
 * `text`: a field from its first semicolon on. Names are in lower case. A parameter that occurs twice must have the same value, since readers
 * differ on which one counts.
 */
export function parametersOf(text: string): ReadonlyMap<string, string> {
  const parameters = new Map<string, string>();
  for (const [, name, quoted, plain] of text.matchAll(PARAMETER)) {
    const key = name.toLowerCase();
    const value = quoted?.replace(/\\(.)/g, '$1') ?? plain.trim();
    const previous = parameters.get(key);
    parameters.set(
      key,
      previous === undefined || previous.toLowerCase() === value.toLowerCase()
        ? (previous ?? value)
        : `${previous}, ${value}`,
    );
  }
  return parameters;
}

/** Would every reader find the same parameters? No name has two values, and nothing stands between parameters. `text`: as for `parametersOf`. */
export function isUnambiguous(text: string): boolean {
  const values = new Map<string, string>();
  let end = Math.max(text.indexOf(';'), 0);
  for (const { 0: parameter, 1: name, 2: quoted, 3: plain, index } of text.matchAll(PARAMETER)) {
    const value = quoted ?? plain.trim();
    const previous = values.get(name.toLowerCase());
    if (!isSeparator(text.slice(end, index)) || (previous !== undefined && previous !== value)) return false;
    values.set(name.toLowerCase(), value);
    end = index + parameter.length;
  }
  return isSeparator(text.slice(end));
}

function isSeparator(text: string): boolean {
  return /^[;\s]*$/.test(text);
}
