// Which request bodies are forms that a rule can send (OpenAPI 3.1 §4.8.14.4).
import { child, children, isPlain, type Located, propertyOf } from './document.ts';
import { hasOnlyType, type Shape } from './shape.ts';
import type { Types } from './types.ts';

/** Does a rule send it: an object of texts and lists of texts, in the usual style? */
export function isFlatForm(content: Located, types: Types): boolean {
  const shape = types.shape(child(content, 'schema'));
  const usual = children(child(content, 'encoding')).every(([, { value }]) => isUsual(value));
  if (!usual || !hasOnlyType(shape, 'object') || isPlain(shape.open)) return false;
  return [...shape.members.values()].every((node) => {
    if (node.kind !== 'one') return false;
    const member = types.shape(node.at);
    if (!hasOnlyType(member, 'array')) return isText(member);
    return member.items?.kind === 'one' && isText(types.shape(member.items.at));
  });
}

/** A list repeats its field, and no field has a media type. */
function isUsual(encoding: unknown): boolean {
  const style = propertyOf(encoding, 'style') ?? 'form';
  return (
    style === 'form' && propertyOf(encoding, 'explode') !== false && propertyOf(encoding, 'contentType') === undefined
  );
}

/** Files are no texts. */
function isText({ types, alternatives, keywords }: Shape): boolean {
  if (types === undefined || alternatives !== undefined || keywords.get('format') === 'binary') return false;
  return !types.has('object') && !types.has('array');
}
