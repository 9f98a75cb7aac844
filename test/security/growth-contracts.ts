// Contracts and tables that are long in one way, on one line.
import { ByteBuffer } from '../../src/bytes/buffer.ts';
import { createCodec } from '../../src/codec/create.ts';
import { dialect } from '../../src/codec/datatypes/dialect.ts';
import { jsonSchema } from '../../src/codec/schema/schema-set.ts';
import { loadContractFrom } from '../../src/contract/load.ts';
import { publish } from '../../src/contract/publish/publish.ts';
import { Problems, SoapstoneError } from '../../src/errors/errors.ts';
import { json } from '../../src/json/value.ts';
import { compileMapping } from '../../src/mapping/compile.ts';
import type { GrowthCase } from './growth.ts';

const many = (n: number, make: (i: number) => string) => Array.from({ length: n }, (_, i) => make(i)).join('');
const XSD = 'xmlns:x="http://www.w3.org/2001/XMLSchema"';

/** `schema`: components; `content`: of the request's sequence; `more`: operations beside the one. */
function wsdl(
  schema: string,
  content = '<x:element name="id" type="x:string"/>',
  more = { parts: '', operations: '', bound: '' },
): string {
  const element = (name: string, inner: string) =>
    `<x:element name="${name}"><x:complexType><x:sequence>${inner}</x:sequence></x:complexType></x:element>`;
  const types = `<types><x:schema targetNamespace="urn:n" xmlns="urn:n" elementFormDefault="qualified">${schema}${element('In', content)}${element('Out', '<x:element name="id" type="x:string"/>')}</x:schema></types>`;
  return (
    `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" ${XSD} xmlns:n="urn:n" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" targetNamespace="urn:n">${types}` +
    `<message name="I"><part name="p" element="n:In"/></message><message name="O"><part name="p" element="n:Out"/></message>${more.parts}` +
    `<portType name="P"><operation name="Op"><input message="n:I"/><output message="n:O"/></operation>${more.operations}</portType>` +
    `<binding name="B" type="n:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>${bound('Op')}${more.bound}</binding>` +
    '<service name="S"><port name="P" binding="n:B"><soap:address location="http://peer.example/"/></port></service></definitions>'
  );
}

const bound = (name: string) =>
  `<operation name="${name}"><soap:operation soapAction="${name}"/><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation>`;
const TABLE =
  'soapstone: 2\ncontract: a.wsdl\nrules:\n  - id: op\n    rest: { request: { line: POST /op, body: "{in}" }, response: { body: "{out}" } }\n    soap: { request: { In: "{in}" }, response: { Out: "{out}" } }\n';

/** Read, linked, and compiled for one rule whose request is the whole message. */
function load(text: string, table = TABLE): void {
  compileMapping(table, 'mapping.yaml', loadContractFrom(new Map([['a.wsdl', Buffer.from(text)]]), 'a.wsdl'));
}

/** What the first message and the first description cost: tables of the types, and their schemas. */
function use(text: string): void {
  const { schemas } = loadContractFrom(new Map([['a.wsdl', Buffer.from(text)]]), 'a.wsdl');
  const codec = createCodec(schemas, dialect());
  const element = schemas.elements.get('{urn:n}In')!;
  const program = codec.program(element, { kind: 'hole', slot: 0 }, 1);
  const members = element.type.kind === 'complex' ? codec.members(element.type) : [];
  // A member that nobody knows: all of the type has been looked at.
  expectRefused(() => program.encode([json(Buffer.from(`{"none of ${members.length}":1}`))], new ByteBuffer()));
  jsonSchema(element, codec);
}

/** What the first `?wsdl` costs: the places of all addresses are looked up. */
function show(text: string): void {
  publish(loadContractFrom(new Map([['a.wsdl', Buffer.from(text)]]), 'a.wsdl'))
    ?.get('wsdl')
    ?.text('http://gateway.example/');
}

const ports = (n: number) =>
  wsdl('').replace(
    '</service>',
    `${many(n, (i) => `<port name="P${i}" binding="n:B"><soap:address location="http://peer.example/${i}"/></port>`)}</service>`,
  );

function expectRefused(run: () => void): void {
  try {
    run();
  } catch (e) {
    if (e instanceof SoapstoneError || e instanceof Problems) return;
    throw e;
  }
  throw new Error('nothing was refused');
}

const values = (n: number) =>
  `<x:simpleType name="E"><x:restriction base="x:string">${many(n, (i) => `<x:enumeration value="v${i}"/>`)}</x:restriction></x:simpleType>`;
const type = (name: string, inner = '') =>
  `<x:complexType name="${name}"><x:sequence><x:element name="a" type="x:string"/>${inner}</x:sequence></x:complexType>`;

const contracts: Readonly<Record<string, (n: number) => string>> = {
  'enumeration values': (n) => wsdl(values(n), '<x:element name="id" type="E"/>'),
  'complex types': (n) => wsdl(many(n, (i) => type(`T${i}`))),
  'complex types that each hold the next': (n) =>
    wsdl(
      many(n, (i) => type(`T${i}`, i + 1 < n ? `<x:element name="b" type="T${i + 1}" minOccurs="0"/>` : '')),
      '<x:element name="id" type="T0"/>',
    ),
  'types derived from one': (n) =>
    wsdl(
      type('T') +
        many(
          n,
          (i) =>
            `<x:complexType name="T${i}"><x:complexContent><x:extension base="T"/></x:complexContent></x:complexType>`,
        ),
      '<x:element name="id" type="T"/>',
    ),
  'simple types': (n) =>
    wsdl(
      many(
        n,
        (i) =>
          `<x:simpleType name="T${i}"><x:restriction base="x:string"><x:length value="3"/></x:restriction></x:simpleType>`,
      ),
    ),
  'elements in a sequence': (n) =>
    wsdl(
      '',
      many(n, (i) => `<x:element name="e${i}" type="x:string" minOccurs="0"/>`),
    ),
  'elements in a choice': (n) =>
    wsdl('', `<x:choice>${many(n, (i) => `<x:element name="e${i}" type="x:string"/>`)}</x:choice>`),
  'global elements': (n) => wsdl(many(n, (i) => `<x:element name="e${i}" type="x:string"/>`)),
  'substitutes of one element': (n) =>
    wsdl(
      `<x:element name="h" type="x:string"/>${many(n, (i) => `<x:element name="e${i}" type="x:string" substitutionGroup="h"/>`)}`,
      '<x:element ref="h"/>',
    ),
  attributes: (n) =>
    wsdl(
      `<x:complexType name="T">${many(n, (i) => `<x:attribute name="a${i}" type="x:string"/>`)}</x:complexType>`,
      '<x:element name="id" type="T"/>',
    ),
  'members of a union': (n) =>
    wsdl(
      `<x:simpleType name="U"><x:union memberTypes="${'x:string '.repeat(n)}"/></x:simpleType>`,
      '<x:element name="id" type="U"/>',
    ),
  annotations: (n) => wsdl('<x:annotation><x:documentation>a</x:documentation></x:annotation>'.repeat(n)),
  'a long annotation': (n) =>
    wsdl(`<x:annotation><x:documentation>${'text &amp; '.repeat(n)}</x:documentation></x:annotation>`),
  imports: (n) => wsdl(many(n, (i) => `<x:import namespace="urn:other:${i}"/>`)),
  'schemas of the same namespace': (n) =>
    wsdl('').replace(
      '<types>',
      `<types>${many(n, (i) => `<x:schema targetNamespace="urn:n"><x:element name="s${i}" type="x:string"/></x:schema>`)}`,
    ),
  operations: (n) =>
    wsdl(
      many(n, (i) => `<x:element name="In${i}" type="x:string"/>`),
      undefined,
      {
        parts: many(n, (i) => `<message name="I${i}"><part name="p" element="n:In${i}"/></message>`),
        operations: many(
          n,
          (i) => `<operation name="Op${i}"><input message="n:I${i}"/><output message="n:O"/></operation>`,
        ),
        bound: many(n, (i) => bound(`Op${i}`)),
      },
    ),
};

/** An operation with more in its message, port type and binding. */
function operation(more: { parts?: string; faults?: string; boundHeaders?: string; boundFaults?: string }): string {
  const { parts = '', faults = '', boundHeaders = '', boundFaults = '' } = more;
  return wsdl('', undefined, { parts, operations: '', bound: '' })
    .replace('<output message="n:O"/>', `$&${faults}`)
    .replace('<soap:body use="literal"/></input>', `${boundHeaders}$&`)
    .replace('</output></operation></binding>', `</output>${boundFaults}</operation></binding>`);
}

const optionalOf = (n: number, name: string, ofType: (i: number) => string) =>
  many(n, (i) => `<x:element name="${name}${i}" type="${ofType(i)}" minOccurs="0"/>`);

/** References from one list to another, and products of two lists. Each was once searched for each entry. */
const references: Readonly<Record<string, (n: number) => string>> = {
  'faults of one operation': (n) =>
    operation({
      faults: many(n, (i) => `<fault name="F${i}" message="n:O"/>`),
      boundFaults: many(n, (i) => `<fault name="F${i}"><soap:fault name="F${i}" use="literal"/></fault>`),
    }),
  'headers of one message': (n) =>
    operation({
      parts: `<message name="H">${many(n, (i) => `<part name="h${i}" element="n:In"/>`)}</message>`,
      boundHeaders: many(n, (i) => `<soap:header message="n:H" part="h${i}" use="literal"/>`),
    }),
  'parts that soap:body lists': (n) =>
    operation({})
      .replace('<part name="p" element="n:In"/>', `$&${many(n, (i) => `<part name="q${i}" element="n:In"/>`)}`)
      .replace('<soap:body ', `<soap:body parts="p ${many(n, (i) => `q${i} `)}" `),
  'operations of the same name': (n) =>
    wsdl('', undefined, {
      parts: '',
      operations: many(
        n,
        (i) =>
          `<operation name="X"><input name="i${i}" message="n:I"/><output name="o${i}" message="n:O"/></operation>`,
      ),
      bound: many(n, (i) =>
        bound('X')
          .replace('<input>', `<input name="i${n - i}">`)
          .replace('<output>', `<output name="o${n - i}">`),
      ),
    }),
  'ports of a binding of many elements': (n) =>
    ports(n).replace('<binding name="B" type="n:P">', `$&${'<documentation/>'.repeat(n)}`),
  'schemas that import each other': (n) =>
    wsdl('').replace(
      '<types>',
      `$&${many(n, (i) => `<x:schema targetNamespace="urn:s${i}"><x:import namespace="urn:s${n - i}"/></x:schema>`)}`,
    ),
  'schemas that import their own namespace': (n) =>
    wsdl('').replace(
      '<types>',
      `$&${'<x:schema targetNamespace="urn:s"><x:import namespace="urn:s"/></x:schema>'.repeat(n)}`,
    ),
  'members of a union, and substitutes of an element of its type': (n) =>
    wsdl(
      `${many(n, (i) => `<x:simpleType name="M${i}"><x:restriction base="x:string"/></x:simpleType>`)}<x:simpleType name="U"><x:union memberTypes="${many(n, (i) => `M${i} `)}"/></x:simpleType><x:element name="h" type="U"/>${many(n, (i) => `<x:element name="e${i}" type="M${n - 1 - i}" substitutionGroup="h"/>`)}`,
    ),
  'namespaces of wildcards': (n) =>
    wsdl(
      `<x:attributeGroup name="A"><x:anyAttribute namespace="${many(n, (i) => `u${i} `)}"/></x:attributeGroup><x:complexType name="T"><x:attributeGroup ref="A"/><x:anyAttribute namespace="${many(n, (i) => `u${n - i} `)}"/></x:complexType>`,
    ),
};

/** Contracts that are refused, with thousands of problems or at a limit. */
const refused: Readonly<Record<string, (n: number) => string>> = {
  'unknown types with names near known ones': (n) =>
    wsdl(
      many(n, (i) => `<x:simpleType name="Type${i}Name"><x:restriction base="x:string"/></x:simpleType>`),
      optionalOf(n, 'e', (i) => `Typo${i}Name`),
    ),
  'unknown messages with names near known ones': (n) =>
    wsdl('', undefined, {
      parts: many(n, (i) => `<message name="Message${i}Of"/>`),
      operations: many(n, (i) => `<operation name="Op${i}"><input message="n:Messige${i}Of"/></operation>`),
      bound: many(n, (i) => bound(`Op${i}`)),
    }).replace('element="n:In"', 'element="n:None"'),
  'imports of a missing namespace, and references to it': (n) =>
    wsdl(
      '<x:import namespace="urn:missing"/>'.repeat(n),
      many(n, (i) => `<x:element xmlns:m="urn:missing" ref="m:e${i}"/>`),
    ),
  'ports of a binding of many operations': (n) =>
    ports(n)
      .replace('</portType>', `${many(n, (i) => `<operation name="O${i}"><input message="n:I"/></operation>`)}$&`)
      .replace('</binding>', `${many(n, (i) => bound(`O${i}`))}$&`),
};

const optional = (n: number) => many(n, (i) => `<x:element name="e${i}" type="x:string" minOccurs="0"/>`);
const used: Readonly<Record<string, (n: number) => string>> = {
  'optional elements': (n) => wsdl('', optional(n)),
  'required elements': (n) => wsdl('', optional(n).replaceAll(' minOccurs="0"', '')),
  'elements of a choice': (n) => wsdl('', `<x:choice>${optional(n)}</x:choice>`),
  'elements of a repeated choice': (n) => wsdl('', `<x:choice maxOccurs="unbounded">${optional(n)}</x:choice>`),
  'elements of an optional group': (n) =>
    wsdl('', `<x:sequence minOccurs="0">${optional(n).replaceAll(' minOccurs="0"', '')}</x:sequence>`),
  'optional groups': (n) =>
    wsdl(
      '',
      many(n, (i) => `<x:sequence minOccurs="0"><x:element name="a${i}"/><x:element name="b${i}"/></x:sequence>`),
    ),
  'repeated groups': (n) =>
    wsdl(
      '',
      many(n, (i) => `<x:sequence maxOccurs="9"><x:element name="a${i}"/><x:element name="b${i}"/></x:sequence>`),
    ),
  'elements of the same name': (n) => wsdl('', '<x:element name="a" type="x:string" minOccurs="0"/>'.repeat(n)),
  'elements in groups in groups': (n) =>
    wsdl('', `${'<x:sequence minOccurs="0">'.repeat(50)}${optional(n)}${'</x:sequence>'.repeat(50)}`),
  wildcards: (n) => wsdl('', '<x:any namespace="##other" minOccurs="0"/>'.repeat(n)),
  'types that each hold the next': contracts['complex types that each hold the next'],
  substitutes: contracts['substitutes of one element'],
  'groups that are referred to twice by the one before': (n) =>
    wsdl(
      many(
        8,
        (i) =>
          `<x:group name="G${i}"><x:sequence>${i < 7 ? `<x:group ref="G${i + 1}"/>`.repeat(2) : optional(n / 50)}</x:sequence></x:group>`,
      ),
      '<x:group ref="G0"/>',
    ),
};

const rules = (n: number, rule: (i: number) => string) =>
  `soapstone: 2\ncontract: a.wsdl\nrules: [${many(n, (i) => `${rule(i)},`)}]\n`;
const tables: Readonly<Record<string, (n: number) => string>> = {
  rules: (n) =>
    rules(
      n,
      (i) =>
        `{ id: r${i}, only: rest-to-soap, rest: { request: "GET /p${i}/{id}", response: { body: { id: "{out}" } } }, soap: { request: { In: { id: "{id}" } }, response: { Out: { id: "{out}" } } } }`,
    ),
  'short rules': (n) => rules(n, (i) => `{ "GET /p${i}/{id}": Op, only: rest-to-soap }`),
};

/** Tables that are wrong, and contracts with as many entries as they have. */
const wrongTables: Readonly<Record<string, (n: number) => [contract: string, table: string]>> = {
  'rules for operations of their own, which need a body': (n) => [
    contracts['operations'](n),
    rules(n, (i) => `{ "GET /p${i}": Op${i}, only: rest-to-soap }`),
  ],
};

const manyNamespaces = (n: number) =>
  wsdl(
    '',
    many(n, (i) => `<x:element xmlns:q="urn:s${i}" name="e${i}" type="q:T" minOccurs="0"/>`),
  ).replace(
    '<types>',
    `$&${many(n, (i) => `<x:schema targetNamespace="urn:s${i}"><x:complexType name="T"><x:sequence/></x:complexType></x:schema>`)}`,
  );

const withTypes = `${TABLE}types: { "*": { rename: { "*": snake } } }\n`;

export const contractCases: readonly GrowthCase[] = [
  ...Object.entries(contracts).map(([input, make]) => ({
    configuration: 'a contract on one line',
    input,
    run: (n: number) => load(make(n)),
  })),
  ...Object.entries(used).map(([input, make]) => ({
    configuration: 'the first use of a type',
    input,
    run: (n: number) => use(make(n)),
  })),
  ...Object.entries(references).map(([input, make]) => ({
    configuration: 'a contract on one line',
    input,
    run: (n: number) => void loadContractFrom(new Map([['a.wsdl', Buffer.from(make(n))]]), 'a.wsdl'),
  })),
  ...Object.entries(refused).map(([input, make]) => ({
    configuration: 'a contract that is refused',
    input,
    run: (n: number) => expectRefused(() => load(make(n))),
  })),
  {
    configuration: 'a contract on one line, with a prefix for all its namespaces',
    input: 'types in namespaces of their own',
    run: (n: number) => load(manyNamespaces(n), `${withTypes}namespaces: { s: "urn:*" }\n`),
  },
  { configuration: 'a contract on one line, as `?wsdl` shows it', input: 'ports', run: (n: number) => show(ports(n)) },
  ...['complex types', 'types derived from one', 'elements in a sequence'].map((input) => ({
    configuration: 'a contract on one line, with words on all types',
    input,
    run: (n: number) => load(contracts[input](n), withTypes),
  })),
  ...Object.entries(wrongTables).map(([input, make]) => ({
    configuration: 'a table for a contract on one line, refused',
    input,
    run: (n: number) => expectRefused(() => load(...make(n))),
  })),
  ...Object.entries(tables).map(([input, make]) => ({
    configuration: 'a table on one line',
    input,
    run: (n: number) => load(wsdl(''), make(n)),
  })),
];
