// Which request bodies are forms that a rule can send (OpenAPI 3.1 §4.8.14.3, §4.8.14.4).
import { child, children, isPlain, type Located, propertyOf } from './document.ts';
import { hasOnlyType, isFile, type Node, type Shape } from './shape.ts';
import type { Types } from './types.ts';

export const FORM = 'application/x-www-form-urlencoded';
export const MULTIPART = 'multipart/form-data';

/** Does a rule send it: an object of texts and lists of texts, in the usual style? */
export function isFlatForm(content: Located, types: Types): boolean {
  const usual = children(child(content, 'encoding')).every(([, { value }]) => isUsual(value));
  return usual && hasMembers(content, types, isText);
}

/** Does a rule send it: an object of texts, files and objects, and lists of them, without headers of its own? */
export function isSimpleMultipart(content: Located, types: Types): boolean {
  const encodings = new Map(children(child(content, 'encoding')).map(([name, { value }]) => [name, value]));
  return hasMembers(content, types, (shape, name) => isPart(shape, encodings.get(name)));
}

/** An object whose members, or the items of those that are lists, all fit. */
function hasMembers(content: Located, types: Types, fits: (shape: Shape, name: string) => boolean): boolean {
  const shape = types.shape(child(content, 'schema'));
  if (!hasOnlyType(shape, 'object') || isPlain(shape.open)) return false;
  const fitsOne = (node: Node | undefined, name: string) => node?.kind === 'one' && fits(types.shape(node.at), name);
  return [...shape.members].every(([name, node]) => {
    const items = node.kind === 'one' ? types.shape(node.at) : undefined;
    return fitsOne(items && hasOnlyType(items, 'array') ? items.items : node, name);
  });
}

/** A list repeats its field, and no field has a media type. */
function isUsual(encoding: unknown): boolean {
  return repeatsItems(encoding) && propertyOf(encoding, 'contentType') === undefined;
}

/** The style of forms (OpenAPI 3.1 §4.8.15.1.1). */
function repeatsItems(encoding: unknown): boolean {
  return (propertyOf(encoding, 'style') ?? 'form') === 'form' && propertyOf(encoding, 'explode') !== false;
}

/** Objects are JSON, texts are plain, files have any media type. */
function isPart(shape: Shape, encoding: unknown): boolean {
  const media = propertyOf(encoding, 'contentType');
  if (propertyOf(encoding, 'headers') !== undefined || !repeatsItems(encoding)) return false;
  if (isFile(shape)) return true;
  if (hasOnlyType(shape, 'object')) return media === undefined || media === 'application/json';
  return isText(shape) && (media === undefined || media === 'text/plain');
}

/** Files are no texts. */
function isText(shape: Shape): boolean {
  const { types, alternatives, keywords } = shape;
  if (types === undefined || alternatives !== undefined || keywords.get('format') === 'binary') return false;
  return !types.has('object') && !types.has('array');
}
