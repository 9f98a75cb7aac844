import { describe, expect, test } from 'vitest';
import { loadContractFrom } from '../../src/contract/load.ts';
import { severityIn } from '../../src/contract-diff/change.ts';
import { compareContracts } from '../../src/contract-diff/compare-contracts.ts';
import { bytes } from '../contract/inline-contracts.ts';

interface Parts {
  readonly request?: string;
  readonly response?: string;
  readonly types?: string;
  readonly operations?: readonly string[];
  readonly faults?: readonly string[];
}

/** A document/literal contract whose operations have the same messages. */
async function contract(
  { request = '', response = '', types = '', operations = ['Get'], faults = [] }: Parts,
  ns = 'urn:t',
) {
  const element = (name: string, content: string) =>
    `<xs:element name="${name}"><xs:complexType><xs:sequence>${content}</xs:sequence></xs:complexType></xs:element>`;
  const message = (name: string) => `<message name="${name}"><part name="p" element="t:${name}"/></message>`;
  const wsdl = `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="${ns}" targetNamespace="${ns}">
<types><xs:schema targetNamespace="${ns}" elementFormDefault="qualified">
${operations.map((name) => element(name, request) + element(`${name}Response`, response)).join('')}
${faults.map((name) => element(name, '<xs:element name="why" type="xs:string"/>')).join('')}${types}</xs:schema></types>
${operations.map((name) => message(name) + message(`${name}Response`)).join('')}${faults.map(message).join('')}
<portType name="P">${operations.map((name) => `<operation name="${name}"><input message="t:${name}"/><output message="t:${name}Response"/>${faults.map((fault) => `<fault name="${fault}" message="t:${fault}"/>`).join('')}</operation>`).join('')}</portType>
<binding name="B" type="t:P"><s:binding transport="http://schemas.xmlsoap.org/soap/http"/>
${operations.map((name) => `<operation name="${name}"><s:operation soapAction="${ns}#${name}"/><input><s:body use="literal"/></input><output><s:body use="literal"/></output>${faults.map((fault) => `<fault name="${fault}"><s:fault name="${fault}" use="literal"/></fault>`).join('')}</operation>`).join('')}</binding>
<service name="S"><port name="A" binding="t:B"><s:address location="http://h/"/></port></service></definitions>`;
  return loadContractFrom(bytes({ 'main.wsdl': wsdl }), 'main.wsdl');
}

const leaf = (name: string, type = 'xs:string', more = '') => `<xs:element name="${name}" type="${type}" ${more}/>`;

async function changes(before: Parts, after: Parts): Promise<string[]> {
  const all = compareContracts(await contract(before), await contract(after));
  return all.map(({ severity, subject, message }) => `${severity} ${subject}: ${message}`);
}

test('a change that breaks requests of one operation is a note for another one that has it in its response', async () => {
  const types = (base: string) => `<xs:simpleType name="N"><xs:restriction base="xs:${base}"/></xs:simpleType>`;
  const parts = { request: leaf('a', 't:N'), response: leaf('b', 't:N') };
  const [change] = compareContracts(
    await contract({ ...parts, types: types('long') }),
    await contract({ ...parts, types: types('int') }),
  );
  const inResponse = change.uses.filter(({ direction }) => direction === 'response');
  expect([change.severity, severityIn(change, inResponse)]).toEqual(['break', 'note']);
});

test('the same contract has no changes', async () => {
  const parts = { request: leaf('a'), response: leaf('b'), faults: ['No'] };
  expect(await changes(parts, parts)).toEqual([]);
});

test('operations and faults', async () => {
  expect(
    await changes({ operations: ['Get', 'Old'], faults: ['No'] }, { operations: ['Get', 'New'], faults: ['Other'] }),
  ).toEqual([
    'break Get: the fault No is gone',
    'break Old: the operation is gone',
    'addition Get: a new fault, Other',
    'addition New: a new operation',
  ]);
});

describe('members: what breaks depends on the side', () => {
  const optional = 'minOccurs="0"';
  test.each<[string, string, string, string[], string[]]>([
    [
      'added, optional',
      '',
      leaf('a', 'xs:string', optional),
      ['addition X.a: added, optional'],
      ['addition X.a: added, optional'],
    ],
    ['added, required', '', leaf('a'), ['break X.a: added, required'], ['addition X.a: added, required']],
    ['removed', leaf('a'), '', ['break X.a: removed'], ['break X.a: removed']],
    [
      'required now',
      leaf('a', 'xs:string', optional),
      leaf('a'),
      ['break X.a: was optional, is required'],
      ['note X.a: was optional, is required'],
    ],
    [
      'optional now',
      leaf('a'),
      leaf('a', 'xs:string', optional),
      ['addition X.a: was required, is optional'],
      ['break X.a: was required, is optional'],
    ],
    [
      'a list now',
      leaf('a'),
      leaf('a', 'xs:string', 'maxOccurs="9"'),
      ['break X.a: is a list now'],
      ['break X.a: is a list now'],
    ],
    [
      'another type',
      leaf('a'),
      leaf('a', 'xs:int'),
      ['break X.a: was string, is int'],
      ['break X.a: was string, is int'],
    ],
    [
      'a wider type',
      leaf('a', 'xs:int'),
      leaf('a', 'xs:long'),
      ['addition X.a: was int, is long'],
      ['break X.a: was int, is long'],
    ],
    [
      'a narrower type',
      leaf('a', 'xs:long'),
      leaf('a', 'xs:int'),
      ['break X.a: was long, is int'],
      ['note X.a: was long, is int'],
    ],
    [
      'null',
      leaf('a'),
      leaf('a', 'xs:string', 'nillable="true"'),
      ['addition X.a: may be null'],
      ['addition X.a: may be null'],
    ],
  ])('%s', async (_title, before, after, inRequest, inResponse) => {
    const named = (expected: string[], name: string) => expected.map((line) => line.replace('X', name));
    expect(await changes({ request: before }, { request: after })).toEqual(named(inRequest, 'Get'));
    expect(await changes({ response: before }, { response: after })).toEqual(named(inResponse, 'GetResponse'));
  });

  test('two members with the same change are two changes', async () => {
    const [before, after] = [leaf('a') + leaf('b'), leaf('a', 'xs:int') + leaf('b', 'xs:int')];
    expect(await changes({ request: before }, { request: after })).toHaveLength(2);
  });
});

describe('types', () => {
  const color = (...values: string[]) =>
    `<xs:simpleType name="Color"><xs:restriction base="xs:string">${values.map((value) => `<xs:enumeration value="${value}"/>`).join('')}</xs:restriction></xs:simpleType>`;
  const code = (length: number) =>
    `<xs:simpleType name="Code"><xs:restriction base="xs:string"><xs:maxLength value="${length}"/></xs:restriction></xs:simpleType>`;

  test('values and facets, once for all members of the type', async () => {
    const parts = (types: string, name: string): Parts => ({
      types,
      request: leaf('a', `t:${name}`) + leaf('b', `t:${name}`),
    });
    expect(await changes(parts(color('red', 'blue'), 'Color'), parts(color('red', 'green'), 'Color'))).toEqual([
      'break Color: values removed: blue',
      'addition Color: values added: green',
    ]);
    expect(await changes(parts(code(9), 'Code'), parts(code(5), 'Code'))).toEqual([
      'break Code: maxLength was 9, is 5',
    ]);
    expect(await changes(parts(code(5), 'Code'), parts(code(9), 'Code'))).toEqual([
      'addition Code: maxLength was 5, is 9',
    ]);
  });

  test('recursive and derived types, with every operation that reaches them', async () => {
    const tree = (more: string, derived = '') => `
<xs:complexType name="Node"><xs:sequence>${leaf('label')}<xs:element name="node" type="t:Node" minOccurs="0"/>${more}</xs:sequence></xs:complexType>
<xs:complexType name="Leaf"><xs:complexContent><xs:extension base="t:Node"><xs:sequence>${leaf('weight')}</xs:sequence></xs:extension></xs:complexContent></xs:complexType>${derived}`;
    const parts = (types: string): Parts => ({ types, operations: ['Get', 'Put'], response: leaf('root', 't:Node') });
    const twig =
      '<xs:complexType name="Twig"><xs:complexContent><xs:extension base="t:Node"/></xs:complexContent></xs:complexType>';
    const all = compareContracts(await contract(parts(tree(''))), await contract(parts(tree(leaf('size'), twig))));
    expect(all.map(({ severity, subject, message }) => `${severity} ${subject}: ${message}`)).toEqual([
      'addition Node.size: added, required',
      'addition Twig: a new type of Node',
    ]);
    expect(all[0].uses).toEqual([
      { operation: 'Get', direction: 'response' },
      { operation: 'Put', direction: 'response' },
    ]);
  });

  test('types that no operation reaches do not count', async () => {
    expect(await changes({ types: color('red') }, { types: color('blue') })).toEqual([]);
  });
});

test('all changes of a type have one list of uses, however many operations it has', async () => {
  const operations = ['Get', 'Put', 'Drop'];
  const shared = (type: string) =>
    `<xs:complexType name="Shared"><xs:sequence>${['a', 'b', 'c'].map((name) => leaf(name, type)).join('')}</xs:sequence></xs:complexType>`;
  const of = (type: string) => contract({ operations, request: leaf('s', 't:Shared'), types: shared(type) });
  const all = compareContracts(await of('xs:int'), await of('xs:string'));
  expect(all.map(({ subject }) => subject)).toEqual(['Shared.a', 'Shared.b', 'Shared.c']);
  expect(all[0].uses.map(({ operation }) => operation)).toEqual(operations);
  for (const { uses } of all) expect(uses).toBe(all[0].uses);
});

describe('one cause is one change', () => {
  const base = (members: string) =>
    `<xs:complexType name="Result"><xs:sequence>${members}</xs:sequence></xs:complexType>`;
  const extension = (name: string, of: string, members: string, derivation = 'extension') =>
    `<xs:complexType name="${name}"><xs:complexContent><xs:${derivation} base="t:${of}"><xs:sequence>${members}</xs:sequence></xs:${derivation}></xs:complexContent></xs:complexType>`;

  test('a member of a type that others extend, also over two steps and where the base has a member of such a type', async () => {
    const types = (member: string) =>
      base(`${member}<xs:element name="last" type="t:Visits" minOccurs="0"/>`) +
      extension('Visit', 'Result', leaf('fee')) +
      extension('Visits', 'Visit', leaf('count'));
    const parts = { request: leaf('visit', 't:Visit'), response: leaf('visits', 't:Visits') };
    const all = compareContracts(
      await contract({ ...parts, types: types(leaf('code')) }),
      await contract({ ...parts, types: types('') }),
    );
    expect(all.map(({ subject, message }) => `${subject}: ${message}`)).toEqual(['Result.code: removed']);
    expect(all[0].uses).toEqual([
      { operation: 'Get', direction: 'request' },
      { operation: 'Get', direction: 'response' },
    ]);
  });

  test('what an extension adds, and a restriction leaves out, are changes of their own', async () => {
    const types = (own: string, kept: string) =>
      base(leaf('code', 'xs:string', 'minOccurs="0"') + leaf('text', 'xs:string', 'minOccurs="0"')) +
      extension('Visit', 'Result', own) +
      extension('Narrow', 'Result', kept, 'restriction');
    const parts = { request: leaf('visit', 't:Visit'), response: leaf('narrow', 't:Narrow') };
    expect(
      await changes(
        { ...parts, types: types(leaf('fee'), leaf('code') + leaf('text')) },
        { ...parts, types: types('', leaf('text')) },
      ),
    ).toEqual(['break Narrow.code: removed', 'break Visit.fee: removed']);
  });

  test('another name of a namespace, and nothing else of what is the same by its local name', async () => {
    const of = async (version: string, members: string) => {
      const parts = { types: base(members), request: leaf('result', 't:Result'), operations: ['Get', 'Put'] };
      return contract(parts, `urn:t:${version}`);
    };
    const all = compareContracts(await of('1', leaf('code') + leaf('text')), await of('2', leaf('code')));
    expect(all.map(({ severity, subject, message }) => `${severity} ${subject}: ${message}`)).toEqual([
      'break namespace "urn:t:1": is "urn:t:2" now',
      'break Result.text: removed',
    ]);
    expect(all[0].uses).toHaveLength(4);
  });

  test('what is said of several operations; operations that are gone are several causes', async () => {
    const faults = { operations: ['Get', 'Put', 'Drop'], faults: ['No'] };
    expect(await changes(faults, { operations: ['Get'], faults: [] })).toEqual([
      'break Drop: the operation is gone',
      'break Get: the fault No is gone',
      'break Put: the operation is gone',
    ]);
    const all = compareContracts(await contract(faults), await contract({ ...faults, faults: [] }));
    expect(all.map(({ subject, message }) => `${subject}: ${message}`)).toEqual([
      'Get and 2 more: the fault No is gone',
    ]);
    expect(all[0].uses.map(({ operation }) => operation)).toEqual(['Get', 'Put', 'Drop']);
  });
});

test('messages that name a type come before those that may have it in place of its base', async () => {
  const types = (member: string) => `<xs:complexType name="Result"><xs:sequence/></xs:complexType>
<xs:complexType name="Visit"><xs:complexContent><xs:extension base="t:Result"><xs:sequence>${leaf(member)}</xs:sequence></xs:extension></xs:complexContent></xs:complexType>`;
  const parts = { request: leaf('any', 't:Result'), response: leaf('visit', 't:Visit') };
  const [change] = compareContracts(
    await contract({ ...parts, types: types('fee') }),
    await contract({ ...parts, types: types('price') }),
  );
  expect([change.subject, change.uses]).toEqual([
    'Visit.fee',
    [
      { operation: 'Get', direction: 'response' },
      { operation: 'Get', direction: 'request', derived: true },
    ],
  ]);
});
