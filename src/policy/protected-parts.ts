// Protection assertions of WS-SecurityPolicy (1.3 §4): which parts of a message are signed, encrypted or there at all.
import type { Assertion } from '../contract/policy/normal-form.ts';
import { attr, elements, type XmlElement } from '../xml/tree.ts';
import type { PartNodes, Reading, Scope } from './reading.ts';

/** Both versions. */
const ADDRESSING = ['http://www.w3.org/2005/08/addressing', 'http://schemas.xmlsoap.org/ws/2004/08/addressing'];

export function readSignedParts({ node }: Assertion, scope: Scope, reading: Reading): void {
  const children = elements(node);
  // §4.1.1: without children all of the message.
  const names =
    children.length === 0 ? ['body', 'addressing'] : children.flatMap((child) => signedName(child, reading));
  for (const parts of reading.parts('signed', scope)) addTo(parts, names, node);
}

export function readEncryptedParts({ node }: Assertion, scope: Scope, reading: Reading): void {
  const children = elements(node);
  for (const child of children)
    if (child.name.local !== 'Body') reading.refuse(child, 'of the parts of a message, only the Body is encrypted');
  const isBody = children.length === 0 || children.some(({ name }) => name.local === 'Body');
  if (isBody) for (const parts of reading.parts('encrypted', scope)) addTo(parts, ['body'], node);
}

function addTo(parts: PartNodes, names: readonly string[], node: XmlElement): void {
  for (const name of names) if (!parts.has(name)) parts.set(name, node);
}

function signedName(child: XmlElement, reading: Reading): string[] {
  const { local } = child.name;
  if (local === 'Body') return ['body'];
  if (local !== 'Header') {
    reading.refuse(child, 'attachments are not signed');
    return [];
  }
  const [name, ns] = [attr(child, 'Name')?.trim(), attr(child, 'Namespace')?.trim() ?? ''];
  if (ADDRESSING.includes(ns)) return ['addressing'];
  if (name) return [`{${ns}}${name}`];
  reading.refuse(child, `name the header blocks of ${ns} in the settings: parts of signature`);
  return [];
}

/** XPath expressions say which elements. */
export function refuseElements({ node }: Assertion, reading: Reading): void {
  const expression = elements(node).find(({ name }) => /^XPath2?$/.test(name.local));
  if (expression) reading.refuse(node, 'elements by XPath are neither signed nor encrypted nor looked for');
}
