// Two spellings of one document, made equal: for comparing golden files with what is written. Not for messages in flight, and not Canonical XML
// of the W3C: prefixes do not count here.

import { readTree } from './read-tree.ts';
import { clark, XSI_NS } from './reader/names.ts';
import { elements, type XmlElement } from './tree.ts';

/**
 * Names in Clark notation, attributes in order, xsi:type values with their namespace, no white space between elements, one element a line.
 * Throws SoapstoneError XML_*.
 */
export function canonicalXml(bytes: Uint8Array, file = 'xml'): string {
  return canonicalTree(readTree(bytes, file));
}

/** The same of a tree. */
export function canonicalTree(root: XmlElement): string {
  const lines: string[] = [];
  print(root, '', lines);
  return lines.join('\n');
}

/** Depth is bounded by the reader's limits. */
function print(e: XmlElement, indent: string, lines: string[]): void {
  const start = `${indent}<${clark(e.name)}${attributes(e)}`;
  const inner = elements(e);
  if (inner.length === 0) {
    const text = e.children.join('');
    lines.push(text === '' ? `${start}/>` : `${start}>${escaped(text)}</>`);
    return;
  }
  lines.push(`${start}>`);
  const mixed = e.children.some((c) => typeof c === 'string' && c.trim() !== '');
  for (const child of e.children) {
    if (typeof child !== 'string') print(child, `${indent}  `, lines);
    else if (mixed) lines.push(`${indent}  "${escaped(child)}"`);
  }
  lines.push(`${indent}</>`);
}

function attributes(e: XmlElement): string {
  const texts = e.attributes
    .filter((a) => !(a.name.ns === XSI_NS && a.name.local.endsWith('chemaLocation')))
    .map(
      (a) =>
        ` ${clark(a.name)}="${escaped(a.name.ns === XSI_NS && a.name.local === 'type' ? qualified(a.value, e) : a.value)}"`,
    );
  return texts.toSorted().join('');
}

function qualified(value: string, e: XmlElement): string {
  const text = value.trim();
  const colon = text.indexOf(':');
  return clark({ ns: e.scope.get(colon < 0 ? '' : text.slice(0, colon)) ?? '', local: text.slice(colon + 1) });
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;').replaceAll('\n', '&#10;');
}
