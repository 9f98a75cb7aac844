import { XML_NS, XSD_NS } from '../../../xml/reader/names.ts';

/** Text of a schema with qualified elements, of `ns`, with the prefixes `t` for `ns` and those of `prefixes`. `imports`: namespaces that it refers to. */
export function schema(ns: string, content: string, prefixes: Readonly<Record<string, string>> = {}): string {
  // The XML namespace has a predefined prefix and may have no other.
  const target = ns === XML_NS ? {} : { t: ns };
  const declarations = Object.entries({ xs: XSD_NS, ...target, ...prefixes }).map(
    ([prefix, uri]) => `xmlns:${prefix}="${uri}"`,
  );
  const imports = Object.values(prefixes).map((uri) => `<xs:import namespace="${uri}"/>`);
  return `<xs:schema ${declarations.join(' ')} targetNamespace="${ns}" elementFormDefault="qualified">${imports.join('')}${content}</xs:schema>`;
}

/** Elements of any other namespace: of XML Signature and its relatives, whose schemas leave room for everything. */
export const ANY_OTHER = '<xs:any namespace="##other" processContents="lax" minOccurs="0" maxOccurs="unbounded"/>';

/** Content of any namespace. */
export const ANY = '<xs:any namespace="##any" processContents="lax" minOccurs="0" maxOccurs="unbounded"/>';

/** Attributes of any other namespace. */
export const OTHER_ATTRIBUTES = '<xs:anyAttribute namespace="##other" processContents="lax"/>';
