// What WSDL and XSD documents have in common: QNames in attribute values, documentation, equal definitions.
import { clark, type QName, XML_NS } from '../../xml/reader/names.ts';
import { elements, type XmlElement } from '../../xml/tree.ts';

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

const REFERENCES = new Set(['type', 'ref', 'base', 'itemType', 'substitutionGroup', 'element', 'message', 'binding']);

/**
 * Are two components equal? Copied files repeat definitions; only contradictions are problems. Annotations and white
 * space are ignored, references are resolved. The reader of the tree bounds the nesting.
 */
export function sameTree(a: XmlElement, b: XmlElement): boolean {
  if (a === b) return true;
  if (!sameName(a.name, b.name) || !sameAttributes(a, b)) return false;
  const [left, right] = [a, b].map((e) => elements(e).filter((c) => c.name.local !== 'annotation'));
  return left.length === right.length && left.every((child, i) => sameTree(child, right[i]));
}

function sameName(a: QName, b: QName): boolean {
  return a.local === b.local && a.ns === b.ns;
}

function sameAttributes(a: XmlElement, b: XmlElement): boolean {
  const texts = new Map(a.attributes.map((x) => [clark(x.name), meaning(x.name.local, x.value, a)]));
  if (texts.size !== b.attributes.length) return false;
  return b.attributes.every((x) => texts.get(clark(x.name)) === meaning(x.name.local, x.value, b));
}

function meaning(local: string, value: string, e: XmlElement): string {
  const name = REFERENCES.has(local) ? qualified(value, e) : undefined;
  return name ? clark(name) : value;
}

/** Text of the documentation children of `e` (xs:documentation or wsdl:documentation), lines trimmed; undefined when there is none. */
export function documentation(e: XmlElement): string | undefined {
  let out: string | undefined;
  for (const child of e.children) {
    if (typeof child === 'string' || child.name.local !== 'documentation') continue;
    const text = tidy(textOf(child));
    if (text !== '') out = out === undefined ? text : `${out}\n${text}`;
  }
  return out;
}

/** The reader of the tree bounds the nesting. */
function textOf(e: XmlElement): string {
  let out = '';
  for (const child of e.children) out += typeof child === 'string' ? child : textOf(child);
  return out;
}

function tidy(text: string): string {
  const lines = text.split('\n').map((line) => line.trim());
  return lines.join('\n').trim();
}
