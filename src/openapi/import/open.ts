// The documents of an API description before it is converted: fetched from a URL, and upgraded from Swagger 2.0.
import { Problems, SoapstoneError } from '../../errors/errors.ts';
import { Documents, isPlain, isUrl, type Plain, parse, propertyOf, readText, referenced } from './document.ts';

/** The bytes of a URL. Throws where it cannot be fetched. */
export type Fetch = (url: string) => Promise<Uint8Array>;

export interface Opened {
  readonly documents: Documents;
  /** `2.0` if the description was Swagger. Pointers lead into its OpenAPI 3.0 form. */
  readonly converted?: string;
}

/** Documents that one description may have. */
const MOST_DOCUMENTS = 100;

/**
 * A description by path or URL. From a URL, documents that it refers to are fetched too.
 * @throws Problems when it cannot be read, or is Swagger 2.0 that cannot be converted.
 */
export async function openDescription(location: string, fetch: Fetch): Promise<Opened> {
  const read = isUrl(location)
    ? await fetchAll(location, fetch)
    : new Map([[location, parse(readText(location), location)]]);
  const root = read.get(location);
  if (!isSwagger(root)) return { documents: new Documents(read) };
  read.set(location, await upgraded(root, location));
  return { documents: new Documents(read), converted: '2.0' };
}

function isSwagger(root: unknown): root is Plain {
  return /^2(\.0)?$/.test(String(propertyOf(root, 'swagger'))) && isPlain(propertyOf(root, 'paths'));
}

async function upgraded(root: Plain, file: string): Promise<unknown> {
  // Few descriptions need it, so that it is loaded at need.
  const { upgradeFromTwoToThree } = await import('@scalar/openapi-upgrader/2.0-to-3.0');
  try {
    return upgradeFromTwoToThree({ ...(withStyles(root) as Plain), swagger: '2.0' });
  } catch (cause) {
    const message = `this Swagger 2.0 document cannot be converted to OpenAPI 3.0: ${(cause as Error).message}`;
    throw new Problems([
      new SoapstoneError('OPENAPI_SHAPE', message, { place: { file, line: 1, col: 1 }, cause: cause as Error }),
    ]);
  }
}

/** Styles of the lists that the upgrade has no style for: it would read them as lists with commas, or as repeated values. */
const LIST_STYLES: Readonly<Record<string, string>> = {
  ssv: 'spaceDelimited',
  tsv: 'tabDelimited',
  pipes: 'pipeDelimited',
};

/** `style` at each parameter with such a `collectionFormat`. */
function withStyles(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withStyles);
  if (!isPlain(value)) return value;
  const entries = Object.entries(value).map(([key, member]) => [key, withStyles(member)]);
  const format = propertyOf(value, 'in') !== 'formData' && LIST_STYLES[String(propertyOf(value, 'collectionFormat'))];
  return Object.fromEntries(
    format && propertyOf(value, 'in') !== undefined ? [...entries, ['style', format]] : entries,
  );
}

/** The document at a URL, and those of the same origin that it refers to. Others stay unresolved, with a note. */
async function fetchAll(location: string, fetch: Fetch): Promise<Map<string, unknown>> {
  const read = new Map<string, unknown>([[location, textAt(location, await fetch(location))]]);
  for (const [url, document] of read) {
    for (const ref of referencesIn(document)) {
      const target = referenced(ref, url);
      if (target === undefined || read.has(target) || read.size >= MOST_DOCUMENTS) continue;
      if (URL.parse(target)?.origin !== URL.parse(location)?.origin) continue;
      const bytes = await fetch(target).catch(() => undefined);
      if (bytes) read.set(target, textAt(target, bytes));
    }
  }
  return read;
}

function textAt(url: string, bytes: Uint8Array): unknown {
  return parse(
    Buffer.from(bytes)
      .toString('utf8')
      .replace(/^\uFEFF/, ''),
    url,
  );
}

/** Documents that references name, without fragments. */
function referencesIn(document: unknown): Set<string> {
  const found = new Set<string>();
  const open = [document];
  while (open.length > 0) {
    const value = open.pop();
    const ref = propertyOf(value, '$ref');
    if (typeof ref === 'string' && !ref.startsWith('#')) found.add(ref.replace(/#.*$/s, ''));
    if (typeof value === 'object' && value !== null) open.push(...Object.values(value));
  }
  return found;
}
