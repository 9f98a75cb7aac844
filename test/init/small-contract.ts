// Contracts of a few operations, written as signatures: `addBook(book: Book) -> book: Book`.
import { loadContractFrom } from '../../src/contract/load.ts';
import type { Contract } from '../../src/contract/model/contract.ts';

export interface SmallContract {
  /** `name(input: type, …) -> output: type, …`, and what the WSDL says of it after `#`. */
  readonly operations: readonly string[];
  /** Members of complex types, and what the schema says of the type after `#`. */
  readonly types?: Readonly<Record<string, string>>;
}

/** Members are `name: type`; `?` after a name is optional, `~` optional and nillable, `!` nillable alone, a type with `[]` a list, a name with `@` an attribute. Other types than `Types` are those of XML Schema. */
export function smallContract(contract: SmallContract): Contract {
  return loadContractFrom(new Map([['small.wsdl', Buffer.from(smallWsdl(contract))]]), 'small.wsdl');
}

/** The same as the text of a WSDL. */
export function smallWsdl({ operations, types = {} }: SmallContract): string {
  const signatures = operations.map(signatureOf);
  const elements = signatures.map(
    ({ name, inputs, outputs }) => element(name, inputs, types) + element(`${name}Response`, outputs, types),
  );
  const complex = Object.entries(types).map(([name, text]) => {
    const [members, doc] = text.split('#');
    return `<xs:complexType name="${name}">${schemaDoc(doc)}${sequence(members, types)}</xs:complexType>`;
  });
  const names = signatures.map(({ name }) => name);
  const messages = names.flatMap((name) =>
    [name, `${name}Response`].map(
      (message) => `<message name="${message}"><part name="p" element="t:${message}"/></message>`,
    ),
  );
  const port = signatures.map(
    ({ name, doc }) =>
      `<operation name="${name}">${doc ? `<documentation>${doc}</documentation>` : ''}<input message="t:${name}"/><output message="t:${name}Response"/></operation>`,
  );
  const bound = names.map(
    (name) =>
      `<operation name="${name}"><s:operation/><input><s:body use="literal"/></input><output><s:body use="literal"/></output></operation>`,
  );
  return `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:t="urn:small" targetNamespace="urn:small">
    <types><xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:small" elementFormDefault="qualified">${[...elements, ...complex].join('')}</xs:schema></types>
    ${messages.join('')}<portType name="Soap">${port.join('')}</portType>
    <binding name="b" type="t:Soap"><s:binding transport="http://schemas.xmlsoap.org/soap/http"/>${bound.join('')}</binding>
    <service name="v"><port name="p" binding="t:b"><s:address location="http://127.0.0.1/v"/></port></service></definitions>`;
}

function signatureOf(text: string) {
  const [, name, inputs, outputs = '', doc] = /^(\w+)\((.*?)\)(?: -> ([^#]*))?(?:#(.*))?$/.exec(text)!;
  return { name, inputs, outputs, doc: doc?.trim() };
}

function element(name: string, members: string, types: SmallContract['types']): string {
  return `<xs:element name="${name}"><xs:complexType>${sequence(members, types)}</xs:complexType></xs:element>`;
}

function sequence(members: string, types: SmallContract['types'] = {}): string {
  const texts = members.split(',').flatMap((member) => member.trim() || []);
  const [attributes, elements] = [
    texts.filter((text) => text.startsWith('@')),
    texts.filter((text) => !text.startsWith('@')),
  ];
  const all = elements.map((text) => memberOf(text, types));
  return `<xs:sequence>${all.join('')}</xs:sequence>${attributes.map(attributeOf).join('')}`;
}

function attributeOf(text: string): string {
  const [, name, mark, type] = /^@(\w+)(\??): *(\w+)$/.exec(text)!;
  return `<xs:attribute name="${name}" type="xs:${type}"${mark ? '' : ' use="required"'}/>`;
}

function memberOf(text: string, types: Readonly<Record<string, string>>): string {
  const [, name, mark, type, list] = /^([\p{L}\w]+)([?~!]?): *(\w+)(\[\])?$/u.exec(text)!;
  const occurs = `${mark && mark !== '!' ? ' minOccurs="0"' : ''}${list ? ' maxOccurs="unbounded"' : ''}`;
  const prefix = type in types ? 't' : 'xs';
  return `<xs:element name="${name}" type="${prefix}:${type}"${occurs}${['~', '!'].includes(mark) ? ' nillable="true"' : ''}/>`;
}

function schemaDoc(doc: string | undefined): string {
  return doc ? `<xs:annotation><xs:documentation>${doc.trim()}</xs:documentation></xs:annotation>` : '';
}
