// What the root element of a document says: a WSDL, a schema, or neither. Knows nothing about imports.
import { SoapstoneError } from '../errors/errors.ts';
import { WSDL_NS, XSD_NS } from '../xml/reader/names.ts';
import { attr, elements, type XmlElement } from '../xml/tree.ts';

export function isSchema(root: XmlElement): boolean {
  return root.name.ns === XSD_NS && root.name.local === 'schema';
}

export function isDefinitions(root: XmlElement): boolean {
  return root.name.ns === WSDL_NS && root.name.local === 'definitions';
}

export function inlineSchemas(root: XmlElement): XmlElement[] {
  return typesOf(root).filter(isSchema);
}

export function typesOf(root: XmlElement): XmlElement[] {
  return elements(root).flatMap((e) => (e.name.local === 'types' && e.name.ns === WSDL_NS ? elements(e) : []));
}

export function describeRoot(root: XmlElement): string {
  const target = attr(root, 'targetNamespace');
  return target === undefined
    ? `the root element "${root.name.local}" without target namespace`
    : `the target namespace "${target}"`;
}

export function notOurs(root: XmlElement): SoapstoneError {
  const { ns, local } = root.name;
  if (/^http:\/\/www\.w3\.org\/(1999|2000\/10)\/XMLSchema$/.test(ns))
    return unsupported(`the schema language "${ns}" is too old`);
  if (ns === 'http://www.w3.org/ns/wsdl') return unsupported('this is WSDL 2.0; a WSDL 1.1 document is needed');
  return unsupported(`the root element "${local}" (namespace "${ns}") is neither a WSDL 1.1 definitions nor a schema`);

  function unsupported(message: string): SoapstoneError {
    return new SoapstoneError('CONTRACT_UNSUPPORTED', message, { place: root.place });
  }
}
