// A service of records whose types differ in one thing, as a contract and as rules for each of them.
import { loadContract } from '../../../../src/contract/load.ts';
import type { Contract } from '../../../../src/contract/model/contract.ts';
import { formatError, Problems } from '../../../../src/errors/errors.ts';
import { type CompileOptions, compileMapping } from '../../../../src/mapping/compile.ts';
import type { Mapping } from '../../../../src/mapping/model/mapping.ts';
import type { FunctionPair } from '../../../../src/pattern/converters/pair.ts';
import { temp } from '../../../server/temp.ts';

const derived = (name: string, content: string, head = '') =>
  `<xs:complexType name="${name}" ${head}><xs:complexContent><xs:extension base="r:Record"><xs:sequence>${content}</xs:sequence></xs:extension></xs:complexContent></xs:complexType>`;
const member = (more = 'type="xs:string" minOccurs="0"') => `<xs:element name="name" ${more}/>`;
const part = (type: string) => `<xs:element name="part" type="r:${type}" minOccurs="0"/>`;
const code = `<xs:element name="code" type="r:Kind" minOccurs="0"/>${part('Part')}`;

/** What the second type is like; the first is `plain`. */
export const variations: Readonly<Record<string, string>> = {
  plain: derived('B', member() + code),
  'further members': derived('B', `${member()}${code}<xs:element name="more" type="xs:int" minOccurs="0"/>`),
  'lacks a member': derived('B', code),
  'a required member': derived('B', member('type="xs:string"') + code),
  'further required members': derived('B', `${member()}${code}<xs:element name="must" type="xs:int"/>`),
  'another simple type': derived('B', member('type="xs:int" minOccurs="0"') + code),
  'a list': derived('B', member('type="xs:string" minOccurs="0" maxOccurs="9"') + code),
  'a complex member': derived('B', member('type="r:Part" minOccurs="0"') + code),
  nillable: derived('B', member('type="xs:string" minOccurs="0" nillable="true"') + code),
  'a default': derived('B', member('type="xs:string" minOccurs="0" default="x"') + code),
  'another enumeration': derived('B', `${member()}<xs:element name="code" type="r:Sort" minOccurs="0"/>`),
  'an attribute': derived('B', code).replace('</xs:sequence>', '</xs:sequence><xs:attribute name="name"/>'),
  'a repeated group': derived('B', `<xs:sequence minOccurs="0" maxOccurs="9">${member()}${code}</xs:sequence>`),
  'another complex type': derived('B', member() + code.replace('r:Part', 'r:Piece')),
  'a complex type with a required member': derived('B', member() + code.replace('r:Part', 'r:Must')),
  'a complex type that lacks the member': derived('B', member() + code.replace('r:Part', 'r:Nothing')),
  abstract: derived('B', member() + code, 'abstract="true"'),
  'not derived': `<xs:complexType name="B"><xs:sequence>${member()}${code}</xs:sequence></xs:complexType>`,
  'derived from the first': derived('B', '').replace('base="r:Record"', 'base="r:A"'),
  'a member called id': derived('B', `${member()}${code}<xs:element name="id" type="xs:string" minOccurs="0"/>`),
  'no such type': '',
};

const schema = (b: string) => `
  <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:r" elementFormDefault="qualified">
    <xs:complexType name="Record" abstract="true"><xs:attribute name="key" type="xs:string"/></xs:complexType>
    <xs:complexType name="Part"><xs:sequence><xs:element name="x" type="xs:string" minOccurs="0"/></xs:sequence></xs:complexType>
    <xs:complexType name="Piece"><xs:sequence><xs:element name="x" type="xs:string" minOccurs="0"/></xs:sequence></xs:complexType>
    <xs:complexType name="Must"><xs:sequence><xs:element name="x" type="xs:string"/></xs:sequence></xs:complexType>
    <xs:complexType name="Nothing"><xs:sequence/></xs:complexType>
    <xs:simpleType name="Kind"><xs:restriction base="xs:string"><xs:enumeration value="a"/><xs:enumeration value="b"/><xs:enumeration value="c"/></xs:restriction></xs:simpleType>
    <xs:simpleType name="Sort"><xs:restriction base="xs:string"><xs:enumeration value="a"/><xs:enumeration value="z"/></xs:restriction></xs:simpleType>
    ${derived('A', member() + code)}${derived('C', member() + code)}${b}
    <xs:element name="get"><xs:complexType><xs:sequence><xs:element name="kind" type="r:Kind"/><xs:element name="id" type="xs:string"/></xs:sequence></xs:complexType></xs:element>
    <xs:element name="getResponse"><xs:complexType><xs:sequence><xs:element name="ok" type="xs:boolean"/><xs:element name="record" type="r:Record" minOccurs="0"/></xs:sequence></xs:complexType></xs:element>
    <xs:element name="put"><xs:complexType><xs:sequence><xs:element name="record" type="r:Record"/></xs:sequence></xs:complexType></xs:element>
    <xs:element name="putResponse"><xs:complexType><xs:sequence><xs:element name="ok" type="xs:boolean"/><xs:element name="record" type="r:Record" minOccurs="0"/></xs:sequence></xs:complexType></xs:element>
  </xs:schema>`;

const operation = (name: string) =>
  `<operation name="${name}"><input message="r:${name}"/><output message="r:${name}Response"/></operation>`;
const bound = (name: string) =>
  `<operation name="${name}"><s:operation soapAction=""/><input><s:body use="literal"/></input><output><s:body use="literal"/></output></operation>`;
const message = (name: string) => `<message name="${name}"><part name="p" element="r:${name}"/></message>`;

/** `b`: the second type. */
export function contractOf(b: string): Promise<Contract> {
  const wsdl = `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:r="urn:r" targetNamespace="urn:r">
    <types>${schema(b)}</types>${['get', 'getResponse', 'put', 'putResponse'].map(message).join('')}
    <portType name="p">${operation('get')}${operation('put')}</portType>
    <binding name="b" type="r:p"><s:binding transport="http://schemas.xmlsoap.org/soap/http"/>${bound('get')}${bound('put')}</binding>
    <service name="s"><port name="p" binding="r:b"><s:address location="http://h/"/></port></service></definitions>`;
  return loadContract(`${temp({ 'r.wsdl': wsdl })}/r.wsdl`);
}

const get = 'request: { get: { kind: <soap>, id: "{id!}" } }';
const saved = 'response: { putResponse: { ok: true, record: { $type: <type>, @key: "{id}" } } }'.replace(
  '@key',
  '"@key"',
);

/** Rules for each record; `ID` stands for an id of its own. */
export const rules: Readonly<Record<string, string>> = {
  'the whole record': `rest: { request: "GET /<rest>/{id}", response: { body: "{record}" } }, soap: { ${get}, response: { getResponse: { ok: true, record: { $type: <type>, $rest: "{record}" } } } }`,
  'one member': `rest: { request: "GET /<rest>/{id}", response: { body: { name: "{name}" } } }, soap: { ${get}, response: { getResponse: { ok: true, record: { $type: <type>, name: "{name}" } } } }`,
  'one member, one way': `only: rest-to-soap, rest: { request: "GET /<rest>/{id}", response: { body: { name: "{name?}" } } }, soap: { ${get}, response: { getResponse: { ok: true, record: { $type: <type>, name: "{name}" } } } }`,
  'a converter': `only: rest-to-soap, rest: { request: "GET /<rest>/{id}", response: { body: { name: "{name|int}" } } }, soap: { ${get}, response: { getResponse: { ok: true, record: { $type: <type>, name: "{name}" } } } }`,
  'a function': `only: rest-to-soap, rest: { request: "GET /<rest>/{id}", response: { body: { name: "{name|<fn>}" } } }, soap: { ${get}, response: { getResponse: { ok: true, record: { $type: <type>, name: "{name}" } } } }`,
  'a value in a path':
    `rest: { request: "PUT /<rest>/{name}", body: "{record}", response: { status: 204 } }, soap: { request: { put: { record: { $type: <type>, name: "{name!}", $rest: "{record}" } } }, response: { putResponse: { ok: true } } }`.replace(
      'request: "PUT /<rest>/{name}", body: "{record}"',
      'request: { line: "PUT /<rest>/{name}", body: "{record}" }',
    ),
  'members beside the rest': `only: rest-to-soap, rest: { request: { line: "PUT /<rest>", body: { id: "{id}", $rest: "{record}" } }, response: { status: 204 } }, soap: { request: { put: { record: { $type: <type>, "@key": "{id}", $rest: "{record}" } } }, response: { putResponse: { ok: true } } }`,
  'a constant': `only: rest-to-soap, rest: { request: "GET /<rest>/{id}", response: { status: 204 } }, soap: { ${get}, response: { getResponse: { ok: true, record: { $type: <type>, code: <soap> } } } }`,
  'a text': `only: rest-to-soap, rest: { request: "GET /<rest>/{id}", response: { body: { name: "{name}" } } }, soap: { ${get}, response: { getResponse: { ok: true, record: { $type: <type>, name: "n-{name}" } } } }`,
  'no member': `only: rest-to-soap, rest: { request: "GET /<rest>/{id}", response: { status: 204 } }, soap: { ${get}, response: { getResponse: { ok: true, record: { $type: <type>, $absent: [ name ], $rest: "{r}" } } } }`,
  'one type in the request, another in the response': `only: rest-to-soap, rest: { request: { line: "PUT /<rest>", body: { part: "{part}" } }, response: { body: { part: "{part}" } } }, soap: { request: { put: { record: { $type: r:A, part: "{part}" } } }, response: { putResponse: { ok: true, record: { $type: <type>, part: "{part}" } } } }`,
  'one type in both': `rest: { request: { line: "PUT /<rest>", body: { part: "{part}" } }, response: { body: { part: "{saved}" } } }, soap: { request: { put: { record: { $type: <type>, part: "{part}" } } }, response: { putResponse: { ok: true, record: { $type: <type>, part: "{saved}" } } } }`,
  'nothing more inside of a member': `only: rest-to-soap, rest: { request: { line: "PUT /<rest>", body: { name: "{name}" } }, response: { status: 204 } }, soap: { request: { put: { record: { $type: <type>, name: "{name}", part: { $rest: none } } } }, response: { putResponse: { ok: true } } }`,
  'inside of a member': `only: rest-to-soap, rest: { request: "GET /<rest>/{id}", response: { body: { x: "{x}" } } }, soap: { ${get}, response: { getResponse: { ok: true, record: { $type: <type>, part: { x: "{x}" } } } } }`,
  calls: `only: rest-to-soap, rest: { request: { line: "PUT /<rest>/{id}", body: "{record}" }, response: { headers: { Location: "/<rest>/{id}" }, status: 204 } }, calls: [ { soap: { ${get.replace('{id!}', '{id}')}, response: { getResponse: { ok: true, record: { $type: <type>, name: "{name}" } } } } }, { soap: { request: { put: { record: { $type: <type>, name: "{name}", $rest: "{record}" } } }, response: { putResponse: { ok: true } } } } ], responses: [ { soap: { response: { getResponse: { ok: true, record: { $type: <type>, code: <soap> } } } }, rest: { status: 409, code: BUSY } } ]`,
  'a fault row': `rest: { request: "GET /<rest>/{id}", response: { status: 204 } }, soap: { ${get}, response: { getResponse: { ok: true } } }, responses: [ { soap: { response: { getResponse: { ok: false, record: { $type: <type>, name: "{name}" } } } }, rest: { status: 409, code: BUSY, detail: "{name}" } } ]`,
  'a header': `only: rest-to-soap, rest: { request: { line: "GET /<rest>/{id}?kind=<rest>", headers: { X-Kind: <rest>, Prefer: <prefer> } }, response: { status: 204 } }, soap: { ${get}, response: { getResponse: { ok: true } } }`,
  'what is saved': `rest: { request: { line: "PUT /<rest>", body: "{record}" }, response: { status: 204, headers: { Location: "/<rest>/{id}" } } }, soap: { request: { put: { record: { $type: <type>, $rest: "{record}" } } }, ${saved} }`,
};

/** Cells of the second row that are not those of a sane one. */
export const cells: Readonly<Record<string, string>> = {
  sane: '',
  'a value that the contract lacks': 'soap: nothing',
  'a value of another enumeration': 'soap: z',
  'no function': 'fn: unheard',
  'a built-in converter': 'fn: csv',
  'a function with parameters': 'fn: three',
  'a function with the name of a built-in converter': 'fn: int',
  'a path of two segments': 'rest: b/c',
  'a placeholder': 'rest: "{id}"',
  'a wrong placeholder': 'rest: "{"',
  'a number': 'soap: 7',
  'the path of the first': 'rest: a',
  'no preference': 'prefer: "="',
  'the type of the first': 'type: r:A',
  'no type': 'type: ""',
};

const pair: FunctionPair = { in: (value) => value, out: (value) => value };
const functions: ReadonlyMap<string, FunctionPair> = new Map([
  ['one', pair],
  ['two', pair],
  ['int', pair],
  ['three', { ...pair, parameters: ['other'] }],
]);

/** Rows for A, C (which is like A) and B. `forms`: a further table whose rows each rule is made for. */
export function tableOf(written: Iterable<string>, b = '', forms?: string): string {
  const row = (rest: string, type: string, fn: string) =>
    `rest: ${rest}, soap: ${rest}, type: "r:${type}", fn: ${fn}, prefer: respond-async`;
  const second = Object.entries({ rest: 'b', soap: 'b', type: '"r:B"', fn: 'two', prefer: 'respond-async' })
    .map(([key, value]) => (b.startsWith(`${key}:`) ? b : `${key}: ${value}`))
    .join(', ');
  const rows = [row('a', 'A', 'one'), row('c', 'C', 'two'), second].map((text) => `      - { ${text} }`);
  const head = forms ? 'forEach: [ records, forms ], id: <rest>.<form>' : 'forEach: records, id: <rest>';
  const lines = [...written].map((rule, i) => `  - { ${head}.${i}, ${rule} }`);
  const further = forms ? `  forms: ${forms}\n` : '';
  return `soapstone: 2\nnamespaces: { r: "urn:r" }\ntables:\n${further}  records:\n${rows.join('\n')}\nrules:\n${lines.join('\n')}\n`;
}

/** The mapping, or the lines of its problems. */
export function outcome(contract: Contract, text: string, options: CompileOptions): Mapping | readonly string[] {
  try {
    return compileMapping(text, 'mapping.yaml', contract, { ...options, functions });
  } catch (error) {
    if (error instanceof Problems) return error.problems.map((problem) => formatError(problem));
    throw error;
  }
}
