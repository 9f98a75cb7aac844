import { type QName, XML_NS } from '../../xml/reader/names.ts';
import type { XmlElement } from '../../xml/tree.ts';

/**
 * The name that a QName in an attribute value stands for, by the namespaces in scope at `e`; an unprefixed one takes the default namespace
 * (XML Schema Part 2 §3.2.18). Undefined when the prefix is not declared.
 */
export function qualified(text: string, e: XmlElement): QName | undefined {
  const name = text.trim();
  const colon = name.indexOf(':');
  if (colon < 0) return { ns: e.scope.get('') ?? '', local: name };
  const prefix = name.slice(0, colon);
  const ns = prefix === 'xml' ? XML_NS : e.scope.get(prefix);
  return ns === undefined ? undefined : { ns, local: name.slice(colon + 1) };
}

/** White space separated words of a list-valued attribute. */
export function splitList(text: string | undefined): string[] {
  return text === undefined ? [] : text.split(/[ \t\r\n]+/).filter((w) => w !== '');
}
