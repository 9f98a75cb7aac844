// Text of schema files, piece by piece.

export const XS = 'http://www.w3.org/2001/XMLSchema';

/** Elements in a sequence: name, type, and `many` for an unbounded one. All optional, as in services that return what they have. */
export interface Field {
  readonly name: string;
  readonly type: string;
  readonly many?: boolean;
}

export interface SchemaFile {
  readonly file: string;
  readonly ns: string;
  readonly prefix: string;
}

function element(field: Field): string {
  const max = field.many ? ' maxOccurs="unbounded"' : '';
  return `      <xs:element name="${field.name}" type="${field.type}" minOccurs="0"${max}/>\n`;
}

function sequence(fields: readonly Field[]): string {
  return `    <xs:sequence>\n${fields.map(element).join('')}    </xs:sequence>\n`;
}

const ids = `    <xs:attribute name="internalId" type="xs:string"/>\n    <xs:attribute name="externalId" type="xs:string"/>\n`;

export function complexType(
  name: string,
  fields: readonly Field[],
  more: { base?: string; ids?: boolean; abstract?: boolean } = {},
): string {
  const content = (fields.length > 0 ? sequence(fields) : '') + (more.ids ? ids : '');
  const body = more.base
    ? `    <xs:complexContent><xs:extension base="${more.base}">\n${content}    </xs:extension></xs:complexContent>\n`
    : content;
  return `  <xs:complexType name="${name}"${more.abstract ? ' abstract="true"' : ''}>\n${body}  </xs:complexType>\n`;
}

export function enumeration(name: string, values: readonly string[]): string {
  const items = values.map((v) => `      <xs:enumeration value="${v}"/>\n`).join('');
  return `  <xs:simpleType name="${name}">\n    <xs:restriction base="xs:string">\n${items}    </xs:restriction>\n  </xs:simpleType>\n`;
}

/** Simple content with an attribute. */
export function measure(name: string): string {
  return `  <xs:complexType name="${name}">
    <xs:simpleContent><xs:extension base="xs:decimal"><xs:attribute name="unit" type="xs:string"/></xs:extension></xs:simpleContent>
  </xs:complexType>\n`;
}

export function globalElement(name: string, type: string): string {
  return `  <xs:element name="${name}" type="${type}"/>\n`;
}

export function schema(self: SchemaFile, imports: readonly SchemaFile[], body: string): string {
  const prefixes = [self, ...imports].map((s) => ` xmlns:${s.prefix}="${s.ns}"`).join('');
  const lines = imports.map((s) => `  <xs:import namespace="${s.ns}" schemaLocation="${s.file}"/>\n`).join('');
  return `<?xml version="1.0" encoding="UTF-8"?>
<xs:schema xmlns:xs="${XS}"${prefixes} targetNamespace="${self.ns}" elementFormDefault="qualified">
${lines}${body}</xs:schema>
`;
}
