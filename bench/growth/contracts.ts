// Contracts of a chosen size on one line, as a generator writes them. Knows nothing about gateways.
import type { Shape } from './messages.ts';

const many = (piece: (i: number) => string, size: number) =>
  Array.from({ length: Math.ceil(size / piece(10_000).length) }, (_, i) => piece(i)).join('');

/** Counts below the limit of components (50,000), whatever the size. */
export const contractShapes: readonly Shape[] = [
  {
    name: 'enumeration values',
    make: (size) =>
      `<xsd:simpleType name="E"><xsd:restriction base="xsd:string">${many((i) => `<xsd:enumeration value="v${i}"/>`, size)}</xsd:restriction></xsd:simpleType>`,
  },
  {
    name: 'elements of a type',
    make: (size) =>
      `<xsd:complexType name="E"><xsd:sequence>${many((i) => `<xsd:element name="e${i}" type="xsd:string" minOccurs="0"><xsd:annotation><xsd:documentation>element number ${i}</xsd:documentation></xsd:annotation></xsd:element>`, size)}</xsd:sequence></xsd:complexType>`,
  },
  {
    name: 'types',
    make: (size) =>
      many(
        (i) =>
          `<xsd:complexType name="T${i}"><xsd:sequence><xsd:element name="a" type="xsd:string"/><xsd:element name="b" type="xsd:int"/></xsd:sequence></xsd:complexType>`,
        size,
      ),
  },
  {
    name: 'documentation',
    make: (size) =>
      `<xsd:annotation>${many((i) => `<xsd:documentation>some words ${i}</xsd:documentation>`, size)}</xsd:annotation>`,
  },
];

/** The notes contract with more in its schema, without a line end. */
export function contractWith(wsdl: string, more: string): string {
  return wsdl.replaceAll(/\s*\n\s*/g, ' ').replace(`<xsd:element name="Tenant"`, `${more}<xsd:element name="Tenant"`);
}
