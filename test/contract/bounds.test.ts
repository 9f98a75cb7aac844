// Small contracts that stand for large ones are refused before anything is written out. Depths are refused in whatever order things are declared.
import { describe, expect, it } from 'vitest';
import { loadContractFrom } from '../../src/contract/load.ts';
import { contractLimits, DERIVATION_DEPTH, MODEL_DEPTH } from '../../src/contract/source/limits.ts';
import { good, problems } from './inline-contracts.ts';

const many = (n: number, line: (i: number) => string) => Array.from({ length: n }, (_, i) => line(i));
const group = (name: string, inner: string) =>
  `<xs:group name="${name}"><xs:sequence>${inner}</xs:sequence></xs:group>`;
const ref = (name: string) => `<xs:group ref="t:${name}"/>`;
const typed = (inner: string, name = 'T') => `<xs:complexType name="${name}">${inner}</xs:complexType>`;
const attribute = (name: string) => `<xs:attribute name="${name}" type="xs:string"/>`;

/** The chains of a test in both orders. */
const orders: [string, (lines: string[]) => string][] = [
  ['the first one first', (lines) => lines.join('\n')],
  ['the last one first', (lines) => lines.toReversed().join('\n')],
];

/** `n` steps: T0 is derived from nothing. */
const chains: Record<string, (n: number) => string[]> = {
  'extensions of a type': (n) =>
    many(n + 1, (i) =>
      i === 0
        ? typed('', 'T0')
        : typed(
            `<xs:complexContent><xs:extension base="t:T${i - 1}"><xs:sequence><xs:element name="x${i}" type="xs:int"/></xs:sequence></xs:extension></xs:complexContent>`,
            `T${i}`,
          ),
    ),
  'extensions of text by attributes': (n) =>
    many(n + 1, (i) =>
      typed(
        `<xs:simpleContent><xs:extension base="${i === 0 ? 'xs:string' : `t:T${i - 1}`}">${attribute(`a${i}`)}</xs:extension></xs:simpleContent>`,
        `T${i}`,
      ),
    ),
  // One step less for each built-in type below: int is five steps away from anySimpleType.
  'restrictions of a simple type': (n) =>
    many(n, (i) => simple(i, `<xs:restriction base="${i === 0 ? 'xs:anySimpleType' : `t:S${i - 1}`}"/>`)),
  'restrictions of types that are written inside': (n) =>
    many(n / 2, (i) =>
      simple(
        i,
        `<xs:restriction><xs:simpleType><xs:restriction base="${i === 0 ? 'xs:anySimpleType' : `t:S${i - 1}`}"/></xs:simpleType></xs:restriction>`,
      ),
    ),
  'members of unions': (n) =>
    many(n, (i) => simple(i, `<xs:union memberTypes="xs:anySimpleType ${i === 0 ? '' : `t:S${i - 1}`}"/>`)),
  'substitutes of an element': (n) =>
    many(
      n + 1,
      (i) => `<xs:element name="e${i}" type="xs:string"${i === 0 ? '' : ` substitutionGroup="t:e${i - 1}"`}/>`,
    ),
  'substitutes without a type of their own': (n) =>
    many(n + 1, (i) => `<xs:element name="e${i}"${i === 0 ? '' : ` substitutionGroup="t:e${i - 1}"`}/>`),
};

function simple(i: number, inner: string): string {
  return `<xs:simpleType name="S${i}">${inner}</xs:simpleType>`;
}

const codes = (body: string) => problems(body).map((line) => line.replace(/^main.xsd:\d+:\d+ (\w+): .*$/, '$1'));

describe.each(orders)('a chain, %s,', (_order, ordered) => {
  it.each(Object.keys(chains))('of %s has a longest length', (name) => {
    expect(problems(ordered(chains[name](DERIVATION_DEPTH)))).toEqual([]);
    expect(codes(ordered(chains[name](DERIVATION_DEPTH + 2)))).toEqual(['CONTRACT_LIMIT']);
  });

  it('of groups has a longest length', () => {
    const groups = (n: number) =>
      ordered(many(n, (i) => group(`G${i}`, i + 1 < n ? ref(`G${i + 1}`) : '<xs:element name="a"/>')));
    expect(problems(groups(MODEL_DEPTH))).toEqual([]);
    expect(codes(groups(MODEL_DEPTH + 1))).toEqual(['CONTRACT_LIMIT']);
  });

  it('that is much longer is refused all the same', () => {
    for (const name of Object.keys(chains)) expect(codes(ordered(chains[name](5_000)))).toEqual(['CONTRACT_LIMIT']);
  });
});

describe('what a contract stands for', () => {
  it.each(orders)('counts groups as often as they are referred to, %s', (_order, ordered) => {
    const doubling = (n: number) =>
      ordered([
        ...many(n, (i) => group(`G${i}`, i + 1 < n ? ref(`G${i + 1}`).repeat(2) : '<xs:element name="a"/>')),
        typed(ref('G0')),
      ]);
    good(doubling(10));
    expect(codes(doubling(30))).toEqual(['CONTRACT_LIMIT']);
    // More references than a number has digits.
    expect(codes(doubling(250))).toEqual(['CONTRACT_LIMIT']);
  });

  it('says where, and what to do', () => {
    const doubling = many(30, (i) => group(`G${i}`, i < 29 ? ref(`G${i + 1}`).repeat(2) : '<xs:element name="a"/>'));
    expect(problems(`${doubling.join('')}\n${typed(ref('G0'))}`)).toEqual([
      'main.xsd:3:1 CONTRACT_LIMIT: a content model has more than 50000 particles, with those of groups and bases (refer to fewer groups, or fewer times)',
    ]);
  });

  it('counts each substitute of each reference', () => {
    const head = '<xs:element name="h" type="xs:string"/>';
    const members = many(300, (i) => `<xs:element name="m${i}" type="xs:string" substitutionGroup="t:h"/>`).join('');
    const refs = (n: number) => typed(`<xs:choice>${'<xs:element ref="t:h"/>'.repeat(n)}</xs:choice>`);
    expect(codes(`${head}${members}${refs(150)}`)).toEqual([]);
    expect(codes(`${head}${members}${refs(170)}`)).toEqual(['CONTRACT_LIMIT']);
  });

  it('counts attributes of groups and bases in each type', () => {
    const set = `<xs:attributeGroup name="A">${many(1_000, (i) => attribute(`a${i}`)).join('')}</xs:attributeGroup>`;
    const types = (n: number) => many(n, (i) => typed('<xs:attributeGroup ref="t:A"/>', `T${i}`)).join('\n');
    expect(codes(`${set}${types(10)}`)).toEqual([]);
    expect(codes(`${set}\n${types(1 + contractLimits.expandedParticles / 1_000)}`)).toEqual(['CONTRACT_LIMIT']);
  });

  it('counts content that many types take over', () => {
    const base = typed(
      `<xs:sequence>${many(2_000, (i) => `<xs:element name="e${i}" type="xs:int"/>`).join('')}</xs:sequence>`,
    );
    const types = (n: number) =>
      many(n, (i) => typed('<xs:complexContent><xs:extension base="t:T"/></xs:complexContent>', `T${i}`)).join('\n');
    expect(codes(base + types(10))).toEqual([]);
    expect(codes(`${base}\n${types(contractLimits.expandedParticles / 2_000)}`)).toEqual(['CONTRACT_LIMIT']);
  });

  it('counts members of unions as often as they are named', () => {
    const doubling = (n: number) =>
      many(n, (i) => simple(i, `<xs:union memberTypes="${i === 0 ? 'xs:int xs:date' : `t:S${i - 1} t:S${i - 1}`}"/>`));
    expect(codes(doubling(10).join(''))).toEqual([]);
    expect(codes(doubling(30).join('\n'))).toEqual(['CONTRACT_LIMIT']);
    expect(codes(doubling(30).toReversed().join('\n'))).toEqual(['CONTRACT_LIMIT']);
  });

  it('is one model of any depth in one document', () => {
    const deep = (n: number) =>
      typed(`${'<xs:sequence>'.repeat(n)}<xs:element name="a"/>${'</xs:sequence>'.repeat(n)}`);
    expect(problems(deep(240))).toEqual([]);
    const chain = many(
      64,
      (i) =>
        `<xs:group name="G${i}">${'<xs:sequence>'.repeat(240)}${i < 63 ? ref(`G${i + 1}`) : '<xs:element name="a"/>'}${'</xs:sequence>'.repeat(240)}</xs:group>`,
    );
    expect(codes(chain.join(''))).toEqual(['CONTRACT_LIMIT']);
    expect(codes(chain.toReversed().join(''))).toEqual(['CONTRACT_LIMIT']);
  });
});

describe('lists that refer to lists', () => {
  const operation = (i: number) => `<operation name="O${i}"><input message="n:I"/></operation>`;
  const joined = (n: number, make: (i: number) => string) => many(n, make).join('');
  const wsdl = (operations: string, bound: string, ports: string) =>
    `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:n="urn:n" xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/" targetNamespace="urn:n"><types><x:schema xmlns:x="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:n"><x:element name="In"/></x:schema></types><message name="I"><part name="p" element="n:In"/></message><portType name="P">${operations}</portType><binding name="B" type="n:P"><s:binding transport="http://schemas.xmlsoap.org/soap/http"/>${bound}</binding><service name="S">${ports}</service></definitions>`;
  const load = (text: string) => loadContractFrom(new Map([['a.wsdl', Buffer.from(text)]]), 'a.wsdl');
  const bound = (names: string, i: number) =>
    `<operation name="O${i}"><input${names}><s:body use="literal"/></input></operation>`;

  it('may not have more than 50,000 operations of ports', () => {
    const text = wsdl(
      joined(300, operation),
      joined(300, (i) => bound('', i)),
      joined(200, (i) => `<port name="P${i}" binding="n:B"/>`),
    );
    expect(() => load(text)).toThrow('the ports have more than 50000 operations together');
  });

  it('report the first 1,000 problems', () => {
    const text = wsdl(
      '',
      joined(2_000, (i) => bound('', i)),
      '<port name="P" binding="n:B"/>',
    );
    expect(() => load(text)).toThrow('there are more problems: these are the first 1,000 that were found');
  });

  it('find an overloaded operation by the names of its messages', () => {
    const overloads = joined(
      3,
      (i) => `<operation name="O0"><documentation>${i}</documentation><input name="i${i}" message="n:I"/></operation>`,
    );
    const docs = (...names: string[]) =>
      load(
        wsdl(overloads, names.map((name) => bound(name, 0)).join(''), '<port name="P" binding="n:B"/>'),
      ).operations.map(({ doc }) => doc);
    // Without a name, or with one that none has, the first counts.
    expect(docs(' name="i2"', ' name="i1"', '', ' name="none"')).toEqual(['2', '1', '0', '0']);
  });
});
