// Keys of undeclared attributes, as a regular expression: what the encoder takes as the name of an attribute that a wildcard lets in.
import type { Wildcard } from '../../contract/model/model.ts';
import { XMLNS_NS, XSI_NS } from '../../xml/reader/names.ts';
import type { Dialect } from '../datatypes/dialect.ts';
import { admits } from '../model/content.ts';
import { KEY_NAME, NOT_XML } from './xml-characters.ts';

/** `declared`: keys of declared attributes, which are no undeclared ones. */
export function undeclaredAttributes(wildcard: Wildcard, { prefixes }: Dialect, declared: readonly string[]): string {
  const admitted = [...prefixes].filter(([, list]) => list.every((ns) => admits(wildcard, ns) && !isReserved(ns)));
  const prefix = admitted.length === 0 ? [] : [`(?:${admitted.map(([name]) => literal(name)).join('|')}):`];
  const bare = admits(wildcard, '') ? [''] : [];
  const forms = [...bare, ...prefix, ...inBraces(wildcard)];
  const not = declared.length === 0 ? '' : `(?!(?:${declared.map((key) => literal(key.slice(1))).join('|')})$)`;
  return `^@${not}(?:${forms.join('|')})${KEY_NAME}$`;
}

/** xsi:type and xmlns are no attributes of content. */
function isReserved(ns: string): boolean {
  return ns === XSI_NS || ns === XMLNS_NS;
}

/** `{namespace}` of those that the wildcard admits. */
function inBraces({ namespaces }: Wildcard): string[] {
  if (namespaces.kind === 'set') {
    const named = namespaces.set.filter((ns) => ns !== '' && !isReserved(ns));
    return named.length === 0 ? [] : [`\\{(?:${named.map(literal).join('|')})\\}`];
  }
  const refused = [XSI_NS, XMLNS_NS, ...(namespaces.kind === 'not' ? [namespaces.ns] : [])];
  return [`\\{(?!(?:${refused.map(literal).join('|')})\\})[^{}${NOT_XML}]+\\}`];
}

function literal(text: string): string {
  return text.replace(/[\^$\\.*+?()[\]{}|/]/g, '\\$&');
}
