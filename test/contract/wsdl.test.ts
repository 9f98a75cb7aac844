import { describe, expect, it } from 'vitest';
import { loadContractFrom } from '../../src/contract/load.ts';
import { lossIn } from '../../src/contract/model/lost-operations.ts';
import {
  attributes,
  bytes,
  loadWsdl,
  model,
  named,
  problemsOf,
  schema,
  service,
  wsdl,
  wsdlProblems,
} from './inline-contracts.ts';

const types = schema(`<xs:element name="ask" type="xs:string"/><xs:element name="answer" type="xs:int"/>
<xs:element name="token"><xs:complexType><xs:attribute name="id"/></xs:complexType></xs:element>
<xs:element name="oops" type="xs:string"/><xs:complexType name="C"><xs:sequence><xs:element name="x"/></xs:sequence></xs:complexType>`);
const message = (name: string, ...parts: string[]) =>
  `<w:message name="${name}">${parts.map((p) => `<w:part ${p}/>`).join('')}</w:message>`;
const ask = message('In', 'name="body" element="t:ask"');
const answer = message('Out', 'name="body" element="t:answer"');
const literal = '<w:input><s11:body use="literal"/></w:input><w:output><s11:body use="literal"/></w:output>';

describe('document style', () => {
  it('makes an operation of service, port, binding and port type', () => {
    const text = service({ types, messages: ask + answer, bound: `<s11:operation soapAction="urn:act"/>${literal}` });
    const { operations } = loadWsdl(text);
    expect(operations).toHaveLength(1);
    expect(operations[0]).toMatchObject({
      service: { ns: 'urn:t', local: 'S' },
      port: 'P',
      name: 'Op',
      portType: { ns: 'urn:t', local: 'T' },
      version: '1.1',
      style: 'document',
      action: 'urn:act',
      address: 'http://h/s',
      faults: [],
      place: { file: 'main.wsdl' },
    });
    expect(operations[0].input.body.map((e) => e.name.local)).toEqual(['ask']);
    expect(operations[0].output?.body.map((e) => e.name.local)).toEqual(['answer']);
  });

  it('hands out the elements of the schemas themselves', () => {
    const contract = loadWsdl(service({ types, messages: ask + answer, bound: literal }));
    expect(contract.operations[0].input.body[0]).toBe(contract.schemas.elements.get('{urn:t}ask'));
  });

  it('takes several parts, the listed parts, no parts, and no answer', () => {
    const several = message('In', 'name="a" element="t:ask"', 'name="b" element="t:token"');
    const body = (attribute: string) => `<w:input><s11:body ${attribute} use="literal"/></w:input>`;
    const names = (attribute: string, messages = several) => {
      const [operation] = loadWsdl(service({ types, messages, output: '', bound: body(attribute) })).operations;
      expect(operation.output).toBeUndefined();
      return operation.input.body.map((e) => e.name.local);
    };
    expect(names('')).toEqual(['ask', 'token']);
    expect(names('parts="b"')).toEqual(['token']);
    expect(names('parts=""')).toEqual([]);
    expect(names('', message('In'))).toEqual([]);
  });

  it('binds headers of the same and of other messages; their parts are not in the body', () => {
    const messages = `${message('In', 'name="body" element="t:ask"', 'name="h" element="t:token"')}${answer}${message('H', 'name="x" element="t:oops"')}`;
    const input = `<w:input><s11:header message="t:In" part="h" use="literal"><s11:headerfault message="t:H" part="x" use="literal"/></s11:header>
      <s11:header message="t:H" part="x" use="literal"/><s11:body use="literal"/></w:input>`;
    const [{ input: request }] = loadWsdl(service({ types, messages, output: '', bound: input })).operations;
    expect(request.body.map((e) => e.name.local)).toEqual(['ask']);
    expect(request.headers.map((h) => [h.part, h.element.name.local])).toEqual([
      ['h', 'token'],
      ['x', 'oops'],
    ]);
  });

  it('makes an element of its name for a part with a type, in body, header and fault', () => {
    const messages = `${message('In', 'name="a" type="t:C"', 'name="b" type="x:int"')}${message('H', 'name="h" type="x:int"')}${message('F', 'name="f" type="t:C"')}`;
    const bound = `<w:input><s11:header message="t:H" part="h" use="literal" namespace="urn:h"/><s11:body use="literal"/></w:input>`;
    const faults = '<w:fault name="F" message="t:F"/>';
    const { operations, schemas } = loadWsdl(service({ types, messages, output: '', faults, bound }));
    const [{ input, faults: declared }] = operations;
    const type = schemas.types.get('{urn:t}C');
    expect(input.body).toMatchObject([{ name: { ns: '', local: 'a' }, type, global: false }, { name: { local: 'b' } }]);
    expect(input.headers).toMatchObject([{ part: 'h', element: { name: { ns: 'urn:h', local: 'h' } } }]);
    expect(declared).toMatchObject([{ name: 'F', element: { name: { ns: '', local: 'f' }, type } }]);
    expect(schemas.elements.get('f')).toBe(declared[0].element);
  });

  it('declares faults by the port type, whether the binding repeats them or not', () => {
    const faults = '<w:fault name="F" message="t:F"/><w:fault name="G" message="t:F"/>';
    const text = service({
      types,
      messages: ask + answer + message('F', 'name="f" element="t:oops"'),
      faults,
      bound: `${literal}<w:fault name="F"><s11:fault name="F" use="literal"/></w:fault>`,
    });
    expect(loadWsdl(text).operations[0].faults.map((f) => [f.name, f.element.name.local])).toEqual([
      ['F', 'oops'],
      ['G', 'oops'],
    ]);
  });
});

describe('rpc style', () => {
  const parts =
    message('In', 'name="a" type="x:int"', 'name="c" type="t:C"') + message('Out', 'name="r" type="x:string"');
  const bound = (input: string, output = '') =>
    `<s11:operation style="rpc"/><w:input><s11:body use="literal" ${input}/></w:input><w:output><s11:body use="literal" ${output}/></w:output>`;

  it('wraps unqualified parts into an element of the operation', () => {
    const [{ style, input, output }] = loadWsdl(
      service({ types, messages: parts, bound: bound('namespace="urn:calls"') }),
    ).operations;
    expect(style).toBe('rpc');
    expect(input.body).toMatchObject([{ name: { ns: 'urn:calls', local: 'Op' }, global: false, nillable: false }]);
    expect(output?.body).toMatchObject([{ name: { ns: '', local: 'OpResponse' } }]);
    expect(model(input.body[0].type)).toBe('({}a, {}c)');
    expect(model(output!.body[0].type)).toBe('({}r)');
  });

  it('keeps the types of the parts and takes only listed parts', () => {
    const contract = loadWsdl(service({ types, messages: parts, bound: bound('parts="c"') }));
    const [{ input }] = contract.operations;
    expect(model(input.body[0].type)).toBe('({}c)');
    expect(input.body[0].type).toMatchObject({
      content: { particle: { particles: [{ element: { type: contract.schemas.types.get('{urn:t}C') } }] } },
    });
  });

  it('has an empty wrapper for a message without parts', () => {
    const [{ input }] = loadWsdl(
      service({ types, messages: message('In') + message('Out'), bound: bound('') }),
    ).operations;
    expect(model(input.body[0].type)).toBe('empty');
    expect(attributes(input.body[0].type)).toBe('');
  });

  it('may use types of the SOAP encoding schema literally', () => {
    const messages =
      message('In', 'name="a" type="e:int" xmlns:e="http://schemas.xmlsoap.org/soap/encoding/"') + message('Out');
    const contract = loadWsdl(service({ messages, bound: bound('') }));
    const type = contract.schemas.types.get('{http://schemas.xmlsoap.org/soap/encoding/}int')!;
    expect(model(type)).toBe('int');
    expect(type.base?.name?.local).toBe('int');
  });

  it('has the element itself for a part with an element', () => {
    const messages = message('In', 'name="a" element="t:ask"', 'name="b" type="x:int"') + message('Out');
    const contract = loadWsdl(service({ types, messages, bound: bound('') }));
    const [{ input }] = contract.operations;
    expect(model(input.body[0].type)).toBe('(ask, {}b)');
    expect(input.body[0].type).toMatchObject({
      content: { particle: { particles: [{ element: contract.schemas.elements.get('{urn:t}ask') }, {}] } },
    });
  });
});

describe('ports', () => {
  const operation = (name: string, more = '') => `<w:operation name="${name}">${more}</w:operation>`;
  const portType = `<w:portType name="T">${operation('Op', '<w:input message="t:In"/><w:output message="t:Out"/>')}</w:portType>`;
  const bind = (name: string, soap: string, body: string) =>
    `<w:binding name="${name}" type="t:T">${soap}${operation('Op', body)}</w:binding>`;
  const s12 = '<w:input><s12:body use="literal"/></w:input><w:output><s12:body use="literal"/></w:output>';
  const http = '<h:binding verb="GET" xmlns:h="http://schemas.xmlsoap.org/wsdl/http/"/>';
  const all = `${ask}${answer}${portType}${bind('B11', '<s11:binding style="document"/>', literal)}
    ${bind('B12', '<s12:binding style="document"/>', `<s12:operation soapAction="a12"/>${s12}`)}${bind('BGet', http, '<w:input/>')}
    ${bind('BMail', '<s11:binding transport="http://schemas.xmlsoap.org/soap/smtp"/>', literal)}`;
  const port = (name: string, binding: string, address: string) =>
    `<w:port name="${name}" binding="t:${binding}">${address}</w:port>`;

  it('of SOAP 1.1 and 1.2 and several services are told apart; others are left out', () => {
    const services = `<w:service name="One">${port('A', 'B11', '<s11:address location="http://h/11"/>')}
      ${port('B', 'B12', '<s12:address location="http://h/12"/>')}${port('C', 'BGet', '')}${port('M', 'BMail', '')}</w:service>
      <w:service name="Two">${port('A', 'B11', '')}</w:service>`;
    const { operations } = loadWsdl(wsdl(all + services, types));
    expect(operations.map((o) => [o.service.local, o.port, o.version, o.address, o.action])).toEqual([
      ['One', 'A', '1.1', 'http://h/11', ''],
      ['One', 'B', '1.2', 'http://h/12', 'a12'],
      ['Two', 'A', '1.1', '', ''],
    ]);
  });

  it('are made of the bindings where no service is declared', () => {
    const { operations } = loadWsdl(wsdl(all, types));
    expect(operations.map((o) => [o.service.local, o.port])).toEqual([
      ['B11', 'B11'],
      ['B12', 'B12'],
    ]);
  });

  it('are made of bindings whose port type no port serves', () => {
    const other = `<w:portType name="Lease">${operation('Renew', '<w:input message="t:In"/>')}</w:portType>
      <w:binding name="BLease" type="t:Lease"><s11:binding/>${operation('Renew', '<w:input><s11:body use="literal"/></w:input>')}</w:binding>`;
    const { operations } = loadWsdl(
      wsdl(
        `${all}${other}<w:service name="One">${port('A', 'B11', '<s11:address location="http://h/11"/>')}</w:service>`,
        types,
      ),
    );
    expect(operations.map((o) => [o.port, o.name, o.address])).toEqual([
      ['A', 'Op', 'http://h/11'],
      ['BLease', 'Renew', ''],
    ]);
  });

  it('may overload an operation: input and output names decide', () => {
    const overloads = `<w:portType name="T"><w:operation name="Op"><w:input name="one" message="t:In"/></w:operation>
      <w:operation name="Op"><w:input name="two" message="t:Out"/></w:operation></w:portType>`;
    const input = (name: string) =>
      `<w:operation name="Op"><w:input name="${name}"><s11:body use="literal"/></w:input></w:operation>`;
    const binding = `<w:binding name="B" type="t:T"><s11:binding/>${input('two')}${input('one')}</w:binding>`;
    const { operations } = loadWsdl(wsdl(ask + answer + overloads + binding, types));
    expect(operations.map((o) => o.input.body[0].name.local)).toEqual(['answer', 'ask']);
  });

  it('leaves out operations without a soap:body, and notifications', () => {
    const operations = `<w:portType name="T">${operation('Op', '<w:input message="t:In"/>')}${operation('Mime', '<w:input message="t:In"/>')}
      ${operation('Note', '<w:output message="t:Out"/>')}</w:portType>`;
    const mime = '<w:input><m:multipartRelated xmlns:m="http://schemas.xmlsoap.org/wsdl/mime/"/></w:input>';
    const binding = `<w:binding name="B" type="t:T"><s11:binding/>${operation('Op', '<w:input><s11:body use="literal"/></w:input>')}
      ${operation('Mime', mime)}${operation('Note', '<w:output><s11:body use="literal"/></w:output>')}</w:binding>`;
    const loaded = loadWsdl(wsdl(ask + answer + operations + binding, types));
    expect(loaded.operations.map((o) => o.name)).toEqual(['Op']);
    expect(
      loaded.broken!.map(({ operation, problems }) => [operation, problems.map(({ message }) => message)]),
    ).toEqual([
      ['Mime', ['the input of "Mime" has no soap:body']],
      ['Note', ['operation "Note" has no input, so the service calls its client']],
    ]);
  });

  it('does not care about what no SOAP port uses', () => {
    const broken = `${message('Bad', 'name="p" element="t:nothing"')}<w:portType name="U"><w:operation name="X"><w:input message="t:nothing"/></w:operation></w:portType>
      <w:binding name="BX" type="t:nothing">${http}</w:binding><w:service name="One">${port('A', 'B11', '')}${port('X', 'BX', '')}</w:service>`;
    expect(loadWsdl(wsdl(all + broken, types)).operations).toHaveLength(1);
  });

  it('keeps what is wrong with a port or an operation apart, as long as others can be used', () => {
    const lost = literal.replaceAll('use=', 'parts="gone" use=');
    const broken = `${message('Bad', 'name="p" element="t:nothing"')}
      <w:portType name="U">${operation('Good', '<w:input message="t:In"/>')}${operation('Lost', '<w:input message="t:Bad"/>')}</w:portType>
      <w:binding name="BU" type="t:U"><s11:binding/>
        ${operation('Good', '<w:input><s11:body use="literal"/></w:input>')}
        ${operation('Lost', '<w:input><s11:body use="literal"/></w:input>')}</w:binding>
      <w:binding name="BNone" type="t:None"><s11:binding/></w:binding>
      ${bind('BEnc', '<s11:binding/>', lost)}
      <w:service name="One">${port('A', 'B11', '')}${port('U', 'BU', '')}${port('E', 'BEnc', '')}${port('N', 'BNone', '')}${port('G', 'BGone', '<s11:address location=""/>')}</w:service>`;
    const contract = loadWsdl(wsdl(all + broken, types));
    expect(contract.operations.map((o) => `${o.port} ${o.name}`)).toEqual(['A Op', 'U Good']);
    const found = contract.broken!.map((b) => [b.port, b.operation, b.elements, b.problems.map((p) => p.message)]);
    expect(found).toEqual([
      ['G', undefined, [], ['there is no binding "{urn:t}BGone"']],
      ['U', 'Lost', ['nothing'], ['there is no element "{urn:t}nothing"']],
      ['E', 'Op', ['ask'], ['message "In" has no part "gone"', 'message "Out" has no part "gone"']],
      ['N', undefined, [], ['there is no portType "{urn:t}None"']],
    ]);
    for (const { problems } of contract.broken!) expect(problems[0].place?.line).toBeGreaterThan(1);
  });

  it('says all of it where nothing can be used', () => {
    const lost = literal.replace('use=', 'parts="gone" use=');
    const two = `${ask}${answer}${portType}${bind('B1', '<s11:binding/>', lost)}${bind('B2', '<s11:binding/>', lost)}`;
    expect(wsdlProblems(wsdl(two, types))).toHaveLength(2);
  });

  it('needs one that speaks SOAP', () => {
    const found = wsdlProblems(wsdl(`${ask}${answer}${portType}${bind('BGet', http, '<w:input/>')}`, types));
    expect(found).toEqual(['main.wsdl:1:1 CONTRACT_INVALID: no port has a SOAP binding with an operation']);
  });
});

describe('a broken component takes its own operations away', () => {
  /** Operations `Good` and `Bad`, whose requests are the elements good and bad. */
  const load = (body: string, more: Record<string, string> = {}) => {
    const operation = (name: string, inside: string) => `<w:operation name="${name}">${inside}</w:operation>`;
    const input = '<w:input><s11:body use="literal"/></w:input>';
    const main = wsdl(
      `${message('GoodIn', 'name="p" element="t:good"')}${message('BadIn', 'name="p" element="t:bad"')}
      <w:portType name="T">${operation('Good', '<w:input message="t:GoodIn"/>')}${operation('Bad', '<w:input message="t:BadIn"/>')}</w:portType>
      <w:binding name="B" type="t:T"><s11:binding/>${operation('Good', input)}${operation('Bad', input)}</w:binding>`,
      schema(body),
    );
    const contract = loadContractFrom(bytes({ 'main.wsdl': main, ...more }), 'main.wsdl');
    const problems = (all: readonly Error[]) => all.map((problem) => problem.message);
    const broken = contract.broken!.map((entry) => [entry.operation, ...problems(entry.problems)]);
    return {
      contract,
      operations: contract.operations.map(({ name }) => name),
      broken,
      notes: problems(contract.unneeded!),
    };
  };
  const good = '<xs:element name="good" type="xs:string"/>';

  it.each([
    ['an element', '<xs:element name="bad" type="t:Gone"/>', 'there is no type "{urn:t}Gone"'],
    [
      'the type of a member of a base type',
      `<xs:element name="bad" type="t:D"/>
      <xs:complexType name="D"><xs:complexContent><xs:extension base="t:B"><xs:sequence/></xs:extension></xs:complexContent></xs:complexType>
      <xs:complexType name="B"><xs:sequence><xs:element name="m" type="t:S" minOccurs="0"/></xs:sequence></xs:complexType>
      <xs:simpleType name="S"><xs:restriction base="xs:string"><xs:length value="x"/></xs:restriction></xs:simpleType>`,
      'length="x" is not a count',
    ],
    [
      'groups and attribute groups',
      `<xs:element name="bad"><xs:complexType><xs:sequence><xs:group ref="t:G"/></xs:sequence><xs:attributeGroup ref="t:A"/></xs:complexType></xs:element>
      <xs:group name="G"><xs:sequence><xs:element ref="t:gone"/></xs:sequence></xs:group>
      <xs:attributeGroup name="A"><xs:attribute name="a" type="t:Gone"/></xs:attributeGroup>`,
      'there is no element "{urn:t}gone"',
      'there is no type "{urn:t}Gone"',
    ],
    [
      'two declarations',
      '<xs:element name="bad" type="xs:int"/><xs:element name="bad" type="xs:string"/>',
      'element "{urn:t}bad" is declared differently at main.wsdl:4:43',
    ],
    [
      'an import that no file answers',
      '<xs:import namespace="urn:o" schemaLocation="o.xsd"/><xs:element name="bad" type="o:O" xmlns:o="urn:o"/>',
      'the import of namespace "urn:o" cannot be read from "o.xsd": it is not among the given files',
    ],
  ])('%s', (_name, body, ...problems) => {
    const { contract, operations, broken, notes } = load(good + body);
    expect({ operations, notes }).toEqual({ operations: ['Good'], notes: [] });
    expect(broken.map(([name, ...all]) => [name, ...all.toSorted()])).toEqual([['Bad', ...problems.toSorted()]]);
    expect(contract.broken).toMatchObject([{ port: 'B', elements: ['bad'] }]);
    expect([...contract.schemas.elements.keys()].filter((key) => key.startsWith('{urn:t}'))).toEqual(['{urn:t}good']);
  });

  it.each([
    ['a head whose type an element takes', '<xs:element name="bad" substitutionGroup="t:h"/>'],
    [
      'the members of an encoded array',
      `<xs:import namespace="http://schemas.xmlsoap.org/soap/encoding/"/><xs:element name="bad" type="t:A"/>
      <xs:complexType name="A"><xs:complexContent><xs:restriction base="e:Array" xmlns:e="http://schemas.xmlsoap.org/soap/encoding/">
      <xs:attribute ref="e:arrayType" xmlns:d="http://schemas.xmlsoap.org/wsdl/" d:arrayType="t:B[]"/></xs:restriction></xs:complexContent></xs:complexType>`,
    ],
  ])('by %s', (_name, body) => {
    const hollow =
      '<xs:complexType name="B"><xs:sequence><xs:element name="lost" type="t:Missing"/></xs:sequence></xs:complexType>';
    const { operations, broken } = load(`${good}${hollow}<xs:element name="h" type="t:B"/>${body}`);
    expect([operations, broken.map(([name]) => name)]).toEqual([['Good'], ['Bad']]);
  });

  it('and a file that is no XML', () => {
    const body = `${good}<xs:import namespace="urn:o" schemaLocation="o.xsd"/><xs:element name="bad" type="o:O" xmlns:o="urn:o"/>`;
    const { operations, broken, notes } = load(body, { 'o.xsd': '<xs:schema' });
    expect([operations, broken[0][0], broken[0].length, notes]).toEqual([['Good'], 'Bad', 2, []]);
  });

  it('a message that is declared twice does the same', () => {
    const types = schema(`${good}<xs:element name="bad" type="xs:string"/>`);
    const twice = ask + message('In', 'name="p" element="t:bad"') + message('Fine', 'name="p" element="t:good"');
    const operation = (name: string, inside: string) => `<w:operation name="${name}">${inside}</w:operation>`;
    const input = '<w:input><s11:body use="literal"/></w:input>';
    const text = `${twice}<w:portType name="T">${operation('Good', '<w:input message="t:Fine"/>')}${operation('Bad', '<w:input message="t:In"/>')}</w:portType>
      <w:binding name="B" type="t:T"><s11:binding/>${operation('Good', input)}${operation('Bad', input)}</w:binding>`;
    const { operations, broken, unneeded } = loadWsdl(wsdl(text, types));
    expect([operations.map(({ name }) => name), broken![0].operation, unneeded]).toEqual([['Good'], 'Bad', []]);
    expect(broken![0].problems[0].message).toContain('message "{urn:t}In" is declared differently');
  });

  it('not those that messages can do without: derived types, substitutes, what nobody needs', () => {
    const body = `<xs:element name="good"><xs:complexType><xs:sequence><xs:element ref="t:head"/><xs:element name="b" type="t:B"/></xs:sequence></xs:complexType></xs:element>
      <xs:element name="bad" type="xs:string"/><xs:element name="head" type="t:B"/><xs:complexType name="B"/>
      <xs:complexType name="D"><xs:complexContent><xs:extension base="t:B"><xs:sequence><xs:element name="x" type="t:Gone"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>
      <xs:element name="other" type="t:D" substitutionGroup="t:head"/><xs:element name="fine" type="t:B" substitutionGroup="t:head"/>`;
    const { contract, operations, broken, notes } = load(body);
    expect({ operations, broken, notes }).toEqual({
      operations: ['Good', 'Bad'],
      broken: [],
      notes: ['there is no type "{urn:t}Gone"'],
    });
    const { types: remaining, elements } = contract.schemas;
    expect(remaining.has('{urn:t}D')).toBe(false);
    expect(elements.get('{urn:t}head')!.substitutes.map(({ name }) => name.local)).toEqual(['fine']);
  });
});

describe('several documents', () => {
  it('are joined by wsdl:import, also without location and with a schema instead of a WSDL', () => {
    const main =
      wsdl(`<w:import namespace="urn:t" location="abstract.wsdl"/><w:import namespace="urn:o" location="o.xsd"/>
      <w:binding name="B" type="t:T"><s11:binding/><w:operation name="Op">${literal}</w:operation></w:binding>`);
    const abstract = wsdl(
      `${ask}${answer}<w:portType name="T"><w:operation name="Op"><w:input message="t:In"/><w:output message="t:Out"/></w:operation></w:portType>`,
      types,
    );
    const files = {
      'main.wsdl': main,
      'abstract.wsdl': abstract,
      'o.xsd': schema('<xs:element name="o"/>', '', 'urn:o'),
    };
    const contract = loadContractFrom(bytes(files), 'main.wsdl');
    expect(contract.operations).toHaveLength(1);
    expect(contract.files).toEqual(['main.wsdl', 'abstract.wsdl', 'o.xsd']);
    expect(contract.schemas.elements.has('{urn:o}o')).toBe(true);
    const folder = loadContractFrom(bytes({ ...files, 'main.wsdl': main.replace('location="abstract.wsdl"', '') }));
    expect(folder.operations).toHaveLength(1);
  });

  it('with schemas that import each other without a location', () => {
    const two = `${schema('<xs:import namespace="urn:o"/><xs:element name="ask" type="o:O" xmlns:o="urn:o"/>')}
      ${schema('<xs:simpleType name="O"><xs:restriction base="xs:int"/></xs:simpleType>', '', 'urn:o')}`;
    const [{ input }] = loadWsdl(service({ types: two, messages: ask, output: '', bound: '' })).operations;
    expect(named(input.body[0].type)).toBe('O');
  });

  it('that are missing are one problem where they are needed', () => {
    const main = wsdl(
      '<w:import namespace="urn:o" location="gone.wsdl"/><w:service name="S"><w:port name="P" binding="o:B" xmlns:o="urn:o"/></w:service>',
    );
    expect(problemsOf(() => loadContractFrom(bytes({ 'main.wsdl': main }), 'main.wsdl'))).toEqual([
      'main.wsdl:4:1 CONTRACT_READ: the import of namespace "urn:o" cannot be read from "gone.wsdl": it is not among the given files (put its document there, or correct the location)',
    ]);
  });
});

describe('DataSet services', () => {
  it('refer to xs:schema without a schema for it', () => {
    const set = schema(
      `<xs:element name="ask"><xs:complexType><xs:sequence><xs:element ref="xs:schema"/><xs:any/></xs:sequence></xs:complexType></xs:element>`,
    );
    const [{ input }] = loadWsdl(service({ types: set, messages: ask, output: '', bound: '' })).operations;
    expect(model(input.body[0].type)).toBe('(schema, <any strict>)');
  });
});

describe('problems of a WSDL', () => {
  const place = (found: string[]) => found.map((line) => line.replace(/^main\.wsdl:\d+:\d+ /, ''));

  it.each([
    [
      'an unknown message',
      { messages: ask, bound: literal },
      ['CONTRACT_REFERENCE: there is no message "{urn:t}Out" (there is {urn:t}In)'],
    ],
    [
      'an unknown element',
      { messages: message('In', 'name="b" element="t:asks"'), output: '', bound: '' },
      ['CONTRACT_REFERENCE: there is no element "{urn:t}asks" (did you mean "{urn:t}ask"?)'],
    ],
    [
      'a part of nothing',
      { messages: message('In', 'name="b"'), output: '', bound: '' },
      ['CONTRACT_INVALID: part "b" has neither an element nor a type'],
    ],
    [
      "WCF's Body of any content",
      {
        messages: message('In', 'name="b" type="m:MessageBody" xmlns:m="http://schemas.microsoft.com/Message"'),
        output: '',
        bound: '',
      },
      [
        'CONTRACT_UNSUPPORTED: part "b" of operation "Op" is a Body of any content (MessageBody), which no rule can name (give the part an element in a copy of the contract)',
      ],
    ],
    [
      'an unknown part in the body',
      { messages: ask, output: '', bound: '<w:input><s11:body parts="no" use="literal"/></w:input>' },
      ['CONTRACT_REFERENCE: message "In" has no part "no"'],
    ],
    [
      'an unknown header part',
      {
        messages: ask,
        output: '',
        bound: '<w:input><s11:header message="t:In" part="no" use="literal"/><s11:body use="literal"/></w:input>',
      },
      ['CONTRACT_REFERENCE: message "In" has no part "no" for the header'],
    ],
    [
      'a binding without soap:body',
      { messages: ask, output: '', bound: '<w:input/>' },
      ['CONTRACT_INVALID: the input of "Op" has no soap:body'],
    ],
    [
      'a bad style',
      { messages: ask, output: '', soap: '<s11:binding style="doc"/>', bound: '' },
      ['CONTRACT_INVALID: style="doc" is neither document nor rpc'],
    ],
    [
      'a bad use of a body',
      { messages: ask, output: '', bound: '<w:input><s11:body use="bogus"/></w:input>' },
      ['CONTRACT_INVALID: use="bogus" is neither literal nor encoded'],
    ],
    [
      'a bad use of a header',
      {
        messages: ask,
        output: '',
        bound: '<w:input><s11:header message="t:In" part="body" use=""/><s11:body use="literal"/></w:input>',
      },
      ['CONTRACT_INVALID: use="" is neither literal nor encoded'],
    ],
    [
      'a fault of two parts',
      {
        messages: ask + message('F', 'name="a" element="t:ask"', 'name="b" element="t:ask"'),
        output: '',
        faults: '<w:fault name="F" message="t:F"/>',
        bound: '',
      },
      ['CONTRACT_INVALID: the message of fault "F" must have one part'],
    ],
  ])('%s', (_, parts, expected) => {
    expect(place(wsdlProblems(service({ types, ...parts })))).toEqual(expected);
  });

  it('names what binding and port refer to in vain', () => {
    const port = (binding: string) =>
      `<w:service name="S"><w:port name="P" binding="${binding}"><s11:address location=""/></w:port></w:service>`;
    const binding = (type: string) =>
      `<w:binding name="B" ${type}><s11:binding/><w:operation name="Oops"/></w:binding>`;
    const portType = '<w:portType name="T"><w:operation name="Op"/></w:portType>';
    expect(place(wsdlProblems(wsdl(port('t:C') + binding('type="t:T"') + portType)))).toEqual([
      'CONTRACT_REFERENCE: there is no binding "{urn:t}C" (did you mean "{urn:t}B"?)',
      'CONTRACT_REFERENCE: port type "{urn:t}T" has no operation "Oops"',
    ]);
    expect(place(wsdlProblems(wsdl(port('u:B'))))).toEqual(['CONTRACT_REFERENCE: the prefix of "u:B" is not declared']);
    expect(place(wsdlProblems(wsdl(port('t:B') + binding('') + portType)))).toEqual([
      'CONTRACT_INVALID: binding "{urn:t}B" names no port type',
    ]);
    expect(place(wsdlProblems(wsdl(port('t:B') + binding('type="t:T"') + portType)))).toEqual([
      'CONTRACT_REFERENCE: port type "{urn:t}T" has no operation "Oops"',
    ]);
    expect(
      place(wsdlProblems(wsdl('<w:service name="S"><w:port name="P"><s11:address location=""/></w:port></w:service>'))),
    ).toEqual(['CONTRACT_INVALID: port "P" names no binding']);
  });

  it('reports problems of WSDL and schemas together, in the order of the file', () => {
    const bad = schema('<xs:element name="ask" type="t:no"/>');
    const found = wsdlProblems(service({ types: bad, messages: ask + answer, bound: literal }));
    expect(found.map((line) => line.slice(line.indexOf('there')))).toEqual([
      'there is no type "{urn:t}no"',
      'there is no element "{urn:t}answer"',
    ]);
  });

  it('names the operations of each cause where several are taken away', () => {
    const part = message('In', 'name="b" element="t:none"');
    const operations = ['First', 'Second'].map((name) => `<w:operation name="${name}">`);
    const portType = operations.map((start) => `${start}<w:input message="t:In"/></w:operation>`).join('');
    const bound = operations
      .map((start) => `${start}<w:input><s11:body use="literal"/></w:input></w:operation>`)
      .join('');
    const problems = wsdlProblems(
      wsdl(
        `${part}<w:portType name="T">${portType}</w:portType><w:binding name="B" type="t:T"><s11:binding/>${bound}</w:binding>` +
          '<w:service name="S"><w:port name="P" binding="t:B"><s11:address location=""/></w:port></w:service>',
      ),
    );
    expect(place(problems)).toEqual([
      'CONTRACT_REFERENCE: there is no element "{urn:t}none"; it takes away First, Second (in a copy of the contract, declare it or correct the name)',
    ]);
  });

  it('says the cause of a lost operation first, not that of a port without any', () => {
    const operation = (name: string, inside: string) => `<w:operation name="${name}">${inside}</w:operation>`;
    const input = '<w:input><s11:body use="literal"/></w:input>';
    const contract = loadWsdl(
      wsdl(
        `${message('In')}${message('Lost', 'name="b" element="t:none"')}<w:portType name="T">${operation('Good', '<w:input message="t:In"/>')}${operation('Gone', '<w:input message="t:Lost"/>')}</w:portType>` +
          `<w:binding name="B" type="t:T"><s11:binding/>${operation('Good', input)}${operation('Gone', input)}</w:binding>` +
          '<w:service name="S"><w:port name="Q" binding="t:NoBinding"/><w:port name="P" binding="t:B"><s11:address location=""/></w:port></w:service>',
      ),
    );
    const loss = lossIn(contract);
    expect([loss?.lost, loss?.further]).toEqual(['1 of 2 operations and the whole port Q', 1]);
    expect(loss?.first.message).toBe('there is no element "{urn:t}none"; it takes away Gone');
  });

  it('refuses an inline schema in an old schema language', () => {
    const old = '<s:schema xmlns:s="http://www.w3.org/1999/XMLSchema"/>';
    const oldOnes = `<s:schema xmlns:s="http://www.w3.org/1999/XMLSchema" targetNamespace="urn:t"/>`;
    expect(place(wsdlProblems(service({ types: oldOnes, messages: ask, output: '', bound: '' })))).toEqual([
      'CONTRACT_UNSUPPORTED: the schema language "http://www.w3.org/1999/XMLSchema" is too old',
    ]);
    const { operations, unneeded } = loadWsdl(service({ types: old, messages: message('In'), output: '', bound: '' }));
    expect([operations.length, unneeded?.map(({ code }) => code)]).toEqual([1, ['CONTRACT_UNSUPPORTED']]);
  });
});
