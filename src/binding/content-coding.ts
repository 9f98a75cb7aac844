// Content codings of responses (RFC 9110 §8.4): which one a client gets, and entity tags of coded forms. Knows nothing about bodies.

/** The first one is preferred where a client likes several equally: it is the smallest. */
export const CODINGS = ['br', 'gzip'] as const;
export type Coding = (typeof CODINGS)[number];

/** Cached results: clients send few different fields. Bounded, since the values come from the wire. */
const cache = new Map<string, Coding | undefined>();
const CACHED_MAX = 256;
const CACHED_LENGTH = 256;

/** The coding that a client likes best; undefined: none. `field`: Accept-Encoding. */
export function acceptedCoding(field: string | undefined): Coding | undefined {
  if (field === undefined) return undefined;
  if (cache.has(field)) return cache.get(field);
  const coding = bestOf(field);
  if (cache.size < CACHED_MAX && field.length < CACHED_LENGTH) cache.set(field, coding);
  return coding;
}

/** RFC 9110 §12.5.3: a weight of 0 refuses, `*` stands for what is not named, and a client may like an uncoded response better. */
function bestOf(field: string): Coding | undefined {
  const weights = weightsOf(field);
  const weight = (coding: Coding) => weights.get(coding) ?? weights.get('*') ?? 0;
  const best = CODINGS.reduce((a, b) => (weight(b) > weight(a) ? b : a));
  return weight(best) > 0 && weight(best) >= (weights.get('identity') ?? 0) ? best : undefined;
}

/** The first of repeated names counts. */
function weightsOf(field: string): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  for (const entry of field.toLowerCase().split(',')) {
    const [name, ...parameters] = entry.split(';').map((text) => text.trim());
    const coding = name === 'x-gzip' ? 'gzip' : name;
    if (!weights.has(coding)) weights.set(coding, weightIn(parameters));
  }
  return weights;
}

/** Weights that are no weights refuse. */
function weightIn(parameters: readonly string[]): number {
  const weight = parameters.find((parameter) => /^q\s*=/.test(parameter))?.split('=')[1] ?? '1';
  return /^\s*(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(weight) ? Number(weight) : 0;
}

/** Each form has a tag of its own (RFC 9110 §8.8.3.3). */
export function codedTag(tag: string, coding: Coding | undefined): string {
  return coding === undefined ? tag : `${tag.slice(0, -1)}-${coding}"`;
}

/** Is it the tag of a form of what `tag` stands for? */
export function isFormOf(candidate: string, tag: string): boolean {
  return candidate === tag || CODINGS.some((coding) => candidate === codedTag(tag, coding));
}
