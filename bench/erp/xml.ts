// Writes nodes as XML, with the habits of large ERP services: prefixes declared again on every record, one line, no white space.
import { type Node, namespaces, type Prefix } from './node.ts';

const SOAP = 'http://schemas.xmlsoap.org/soap/envelope/';
const XSI = 'http://www.w3.org/2001/XMLSchema-instance';

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

function declare(...prefixes: Prefix[]): string {
  return prefixes.map((p) => ` xmlns:${p}="${namespaces[p]}"`).join('');
}

function attributes(node: Node): string {
  let out = node.type === undefined ? '' : ` xsi:type="${node.type}"${declare('sales', 'core')}`;
  for (const a of node.attributes ?? []) out += ` ${a.name}="${escaped(a.text)}"`;
  return out;
}

export function toXml(node: Node): string {
  const name = `${node.prefix}:${node.name}`;
  const content = node.children ? node.children.map(toXml).join('') : escaped(node.text ?? '');
  return `<${name}${attributes(node)}>${content}</${name}>`;
}

export const envelopeStart = `<?xml version="1.0" encoding="UTF-8"?><soapenv:Envelope xmlns:soapenv="${SOAP}" xmlns:xsi="${XSI}"><soapenv:Body>`;
export const envelopeEnd = '</soapenv:Body></soapenv:Envelope>';

/** Body element with the declarations that its content needs, when it stands alone (no envelope around it). */
export function bodyElement(node: Node, alone: boolean): string {
  const [open, close] = bodyTags(node.name, alone);
  return open + (node.children ?? []).map(toXml).join('') + close;
}

export function bodyTags(name: string, alone: boolean): readonly [open: string, close: string] {
  const xsi = alone ? ` xmlns:xsi="${XSI}"` : '';
  return [`<msg:${name}${declare('msg')}${xsi}>`, `</msg:${name}>`];
}

export function envelope(node: Node): string {
  return envelopeStart + bodyElement(node, false) + envelopeEnd;
}
