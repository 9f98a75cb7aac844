// Media types of messages (RFC 9110 §8.3.1), as far as a gateway has to look into them.

export interface MediaType {
  /** `type/subtype`, lower case; '' where there is none. */
  readonly type: string;
  /** Lower case. */
  readonly charset?: string;
}

/** Peers repeat themselves: the few values that are in use are parsed once. Bounded, since the values come from the wire. */
const seen = new Map<string, MediaType>();
const SEEN_MAX = 64;

export function mediaType(value: string): MediaType {
  const known = seen.get(value);
  if (known) return known;
  const parsed = parse(value);
  if (seen.size < SEEN_MAX && value.length < 256) seen.set(value, parsed);
  return parsed;
}

function parse(value: string): MediaType {
  const [type, ...parameters] = value.split(';');
  return { type: type.trim().toLowerCase(), charset: charsetOf(parameters) };
}

function charsetOf(parameters: readonly string[]): string | undefined {
  for (const parameter of parameters) {
    const equals = parameter.indexOf('=');
    if (equals < 0 || parameter.slice(0, equals).trim().toLowerCase() !== 'charset') continue;
    return unquote(parameter.slice(equals + 1).trim()).toLowerCase();
  }
  return undefined;
}

function unquote(text: string): string {
  return text.length > 1 && text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1) : text;
}

/** text/xml, application/xml, application/soap+xml and everything else that ends in +xml (RFC 7303). */
export function isXml(type: string): boolean {
  return type === 'text/xml' || type === 'application/xml' || type.endsWith('+xml');
}

/** application/json and everything that ends in +json (RFC 6839 §3.1). */
export function isJson(type: string): boolean {
  return type === 'application/json' || type === 'text/json' || type.endsWith('+json');
}
