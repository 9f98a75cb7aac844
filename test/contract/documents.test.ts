import { describe, expect, it } from 'vitest';
import { loadContractFrom } from '../../src/contract/load.ts';
import { bytes, complex, goodFiles, model, NS, part, problemsOf, schema, simple } from './inline-contracts.ts';

const other = (body: string, attributes = 'elementFormDefault="qualified"') =>
  schema(body, `xmlns:o="urn:o" ${attributes}`, 'urn:o');
const chameleon = (body: string, attributes = '') => schema(body, attributes, '').replace(`xmlns:t="${NS}"`, '');
const text = '<xs:element name="e" type="xs:string"/>';
const useOther = (location: string) =>
  `<xs:import namespace="urn:o" ${location}/><xs:element name="a" type="o:O" xmlns:o="urn:o"/>`;
const otherO = other('<xs:simpleType name="O"><xs:restriction base="xs:int"/></xs:simpleType>');
const load = (files: Record<string, string>, main?: string) => loadContractFrom(bytes(files), main);
const failing = (files: Record<string, string>, main = 'main.xsd') => problemsOf(() => load(files, main));

describe('include and import', () => {
  it('follow locations, also in circles, each file once', () => {
    const { schemas, files } = goodFiles({
      'main.xsd': schema(
        '<xs:include schemaLocation="b.xsd"/><xs:complexType name="A"><xs:sequence><xs:element name="b" type="t:B"/></xs:sequence></xs:complexType>',
      ),
      'b.xsd': schema(
        '<xs:include schemaLocation="main.xsd"/><xs:import namespace="urn:o" schemaLocation="o.xsd"/><xs:complexType name="B"><xs:sequence><xs:element name="a" type="t:A"/></xs:sequence></xs:complexType>',
      ),
      'o.xsd': other('<xs:import namespace="urn:t" schemaLocation="b.xsd"/><xs:element name="o" type="t:A"/>'),
    });
    expect(files).toEqual(['main.xsd', 'b.xsd', 'o.xsd']);
    expect(schemas.namespaces).toEqual([NS, 'urn:o']);
    expect(schemas.elements.get('{urn:o}o')!.type).toBe(complex(schemas, 'A'));
  });

  it('resolve locations against the file that says them', () => {
    const contract = load(
      {
        'a/main.xsd': schema('<xs:include schemaLocation="../b/one.xsd"/><xs:element name="m" type="t:Two"/>'),
        'b/one.xsd': schema('<xs:include schemaLocation="c/two.xsd"/>'),
        'b/c/two.xsd': schema('<xs:simpleType name="Two"><xs:restriction base="xs:int"/></xs:simpleType>'),
      },
      'a/main.xsd',
    );
    expect(contract.files).toEqual(['a/main.xsd', 'b/one.xsd', 'b/c/two.xsd']);
  });

  it('take a chameleon into the namespace of who includes it, for each of them', () => {
    const common = chameleon(
      '<xs:complexType name="C"><xs:sequence><xs:element name="x" type="S"/></xs:sequence></xs:complexType><xs:simpleType name="S"><xs:restriction base="xs:int"/></xs:simpleType>',
      'elementFormDefault="qualified"',
    );
    const { schemas } = goodFiles({
      'main.xsd': schema(
        '<xs:include schemaLocation="c.xsd"/><xs:import namespace="urn:o" schemaLocation="o.xsd"/><xs:element name="m" type="t:C"/>',
      ),
      'o.xsd': other('<xs:include schemaLocation="c.xsd"/><xs:element name="n" type="o:C"/>'),
      'c.xsd': common,
    });
    expect(model(complex(schemas, 'C'))).toBe('(x)');
    expect(schemas.types.get('{urn:o}C')).not.toBe(complex(schemas, 'C'));
    expect(schemas.types.has('C')).toBe(false);
    expect(simple(schemas, 'S').builtin).toBe('int');
  });

  it('are met by namespace where the location is missing, wrong or leads to another namespace', () => {
    for (const location of [
      '',
      'schemaLocation="gone/x.xsd"',
      'schemaLocation="http://elsewhere/x.xsd"',
      'schemaLocation="e.xsd"',
    ]) {
      const files = {
        'main.xsd': schema(useOther(location)),
        'e.xsd': schema(text, '', 'urn:e'),
        'deep/o.xsd': otherO,
      };
      expect(load(files, 'main.xsd').schemas.types.has('{urn:o}O')).toBe(true);
    }
  });

  it('are met by name where an include is misplaced', () => {
    const contract = load(
      { 'main.xsd': schema('<xs:include schemaLocation="http://host/x/inc.xsd"/>'), 'lib/inc.xsd': schema(text) },
      'main.xsd',
    );
    expect(contract.files).toEqual(['main.xsd', 'lib/inc.xsd']);
  });

  it('may fail when nothing needs them', () => {
    const { schemas } = load(
      {
        'main.xsd': schema(
          `<xs:import namespace="urn:o" schemaLocation="gone.xsd"/><xs:include schemaLocation="gone.xsd"/>${text}`,
        ),
      },
      'main.xsd',
    );
    expect(schemas.elements.has(`{${NS}}e`)).toBe(true);
  });

  it('are one problem each when something does', () => {
    const twice = '<xs:element name="b" type="o:P" xmlns:o="urn:o"/>';
    expect(failing({ 'main.xsd': schema(useOther('schemaLocation="gone.xsd"') + twice) })).toEqual([
      'main.xsd:2:1 CONTRACT_READ: the import of namespace "urn:o" cannot be read from "gone.xsd": it is not among the given files (put its document there, or correct the location)',
    ]);
    expect(failing({ 'main.xsd': schema(useOther('')) })).toEqual([
      'main.xsd:2:1 CONTRACT_READ: no file for the import of namespace "urn:o" (add its schema)',
    ]);
    expect(
      failing({ 'main.xsd': schema(useOther('schemaLocation="e.xsd"')), 'e.xsd': schema(text, '', 'urn:e') }),
    ).toEqual([
      'main.xsd:2:1 CONTRACT_READ: the import of namespace "urn:o" cannot be read from "e.xsd": it has the target namespace "urn:e" (put its document there, or correct the location)',
    ]);
    expect(failing({ 'main.xsd': schema(useOther('schemaLocation="https://h/o.xsd"')) })).toEqual([
      'main.xsd:2:1 CONTRACT_REMOTE: the import of namespace "urn:o" cannot be read from "https://h/o.xsd": nothing is fetched from the network',
    ]);
  });

  it('that another file stands in for are a note, or the cause of what that lacks', () => {
    const wrong = 'schemaLocation="common/types.xsd"';
    const stray = { 'o.xsd': otherO };
    const message =
      'the import of namespace "urn:o" cannot be read from "common/types.xsd": it is not among the given files';
    const hint = 'put its document there, or correct the location; read for this namespace: o.xsd';
    const contract = load({ 'main.xsd': schema(useOther(wrong)), ...stray }, 'main.xsd');
    expect(contract.unneeded?.map((problem) => [problem.message, problem.suggestion])).toEqual([[message, hint]]);
    const needing = `${useOther(wrong)}<xs:element name="b" type="o:Address" xmlns:o="urn:o"/>`;
    expect(failing({ 'main.xsd': schema(needing), ...stray })).toEqual([
      `main.xsd:2:1 CONTRACT_READ: ${message} (${hint})`,
    ]);
    const sameName = { 'main.xsd': schema(useOther('schemaLocation="common/o.xsd"')), ...stray };
    expect(load(sameName, 'main.xsd').unneeded).toEqual([]);
  });

  it('may repeat a component, but not contradict it', () => {
    const type = (max: number) =>
      `<!-- ${max} --><xs:simpleType name="S"><xs:restriction base="xs:string"><xs:maxLength value="${max}"/></xs:restriction></xs:simpleType>`;
    const main = '<xs:include schemaLocation="a.xsd"/><xs:include schemaLocation="b.xsd"/>';
    const same = { 'main.xsd': schema(main), 'a.xsd': schema(type(1)), 'b.xsd': schema(`${type(1)}<!-- again -->`) };
    expect(load(same, 'main.xsd').files).toHaveLength(3);
    expect(failing({ ...same, 'b.xsd': schema(type(2)) })).toEqual([
      'b.xsd:2:11 CONTRACT_INVALID: simpleType "{urn:t}S" is declared differently at a.xsd:2:11',
    ]);
  });

  it('know a copy of a file by its content', () => {
    const files = {
      'main.xsd': schema('<xs:include schemaLocation="a.xsd"/><xs:include schemaLocation="b.xsd"/>'),
      'a.xsd': schema(text),
      'b.xsd': schema(text),
    };
    expect(load(files, 'main.xsd').files).toEqual(['main.xsd', 'a.xsd']);
  });

  it('are followed 32 deep', () => {
    const chain = (n: number) =>
      Object.fromEntries(
        Array.from({ length: n + 1 }, (_, i) => [
          `${i}.xsd`,
          schema(i < n ? `<xs:include schemaLocation="${i + 1}.xsd"/>` : text),
        ]),
      );
    expect(load(chain(32), '0.xsd').files).toHaveLength(33);
    expect(failing(chain(33), '0.xsd')).toEqual(['32.xsd:2:1 CONTRACT_READ: imports are nested 33 deep']);
  });
});

describe('redefine', () => {
  const lib = schema(`<xs:complexType name="C"><xs:sequence><xs:element name="a"/></xs:sequence></xs:complexType>
    <xs:simpleType name="S"><xs:restriction base="xs:string"/></xs:simpleType>
    <xs:group name="G"><xs:sequence><xs:element name="g"/></xs:sequence></xs:group>
    <xs:attributeGroup name="A"><xs:attribute name="x"/></xs:attributeGroup>
    <xs:complexType name="User"><xs:sequence><xs:group ref="t:G"/><xs:element name="c" type="t:C"/></xs:sequence><xs:attributeGroup ref="t:A"/></xs:complexType>`);
  const redefined = `<xs:redefine schemaLocation="lib.xsd">
    <xs:complexType name="C"><xs:complexContent><xs:extension base="t:C"><xs:sequence><xs:element name="again" type="t:C" minOccurs="0"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>
    <xs:simpleType name="S"><xs:restriction base="t:S"><xs:maxLength value="3"/></xs:restriction></xs:simpleType>
    <xs:group name="G"><xs:sequence><xs:group ref="t:G"/><xs:element name="h"/></xs:sequence></xs:group>
    <xs:attributeGroup name="A"><xs:attributeGroup ref="t:A"/><xs:attribute name="y"/></xs:attributeGroup>
  </xs:redefine>`;

  it('changes types, groups and attribute groups for everybody', () => {
    const { schemas } = goodFiles({ 'main.xsd': schema(redefined), 'lib.xsd': lib });
    expect(model(complex(schemas, 'C'))).toBe('((a), (again?))');
    expect(simple(schemas, 'S').facets).toEqual({ whiteSpace: 'preserve', maxLength: 3 });
    expect(model(complex(schemas, 'User'))).toBe('(((g), h), c)');
    expect(complex(schemas, 'User').attributes.map((use) => use.name.local)).toEqual(['x', 'y']);
  });

  it('means the new type where the type refers to itself, the old one as its base', () => {
    const { schemas } = goodFiles({ 'main.xsd': schema(redefined), 'lib.xsd': lib });
    const c = complex(schemas, 'C');
    expect(c.base).not.toBe(c);
    expect(c.base!.name).toEqual(c.name);
    const [, own] =
      c.content.kind === 'elements' && 'particles' in c.content.particle ? c.content.particle.particles : [];
    expect(part(own)).toBe('(again?)');
    expect(own).toMatchObject({ particles: [{ element: { type: c } }] });
  });

  it('can be redefined again', () => {
    const restrict = (n: number, from: string) =>
      schema(
        `<xs:redefine schemaLocation="${from}"><xs:simpleType name="S"><xs:restriction base="t:S"><xs:maxLength value="${n}"/></xs:restriction></xs:simpleType></xs:redefine>`,
      );
    const { schemas } = goodFiles({
      'main.xsd': restrict(1, 'b.xsd'),
      'b.xsd': restrict(2, 'lib.xsd'),
      'lib.xsd': lib,
    });
    expect(simple(schemas, 'S').facets.maxLength).toBe(1);
    expect((simple(schemas, 'S').base as { facets: object }).facets).toMatchObject({ maxLength: 2 });
  });

  it('of what does not exist is refused', () => {
    expect(
      failing({
        'main.xsd': schema('<xs:redefine schemaLocation="lib.xsd">\n<xs:simpleType name="N"/></xs:redefine>'),
        'lib.xsd': lib,
      }),
    ).toEqual(['main.xsd:3:1 CONTRACT_REFERENCE: there is no simpleType "{urn:t}N" to redefine']);
  });
});

describe('broken documents', () => {
  it('are reported with their place, all of them, without the errors that follow', () => {
    const found = failing({
      'main.xsd': schema(`${useOther('schemaLocation="o.xsd"')}<xs:include schemaLocation="p.xsd"/>`),
      'o.xsd': '<a>\n<b></a>',
      'p.xsd': '',
    });
    expect(found).toHaveLength(2);
    expect(found[0]).toMatch(/^o\.xsd:2:4 CONTRACT_SYNTAX: /);
    expect(found[1]).toMatch(/^p\.xsd:1:1 CONTRACT_SYNTAX: /);
  });

  it.each([
    ['<!DOCTYPE a SYSTEM "http://h/x.dtd"><a/>', /^main\.xsd:1:13 CONTRACT_SYNTAX: /],
    ['<html/>', /^main\.xsd:1:1 CONTRACT_UNSUPPORTED: the root element "html" \(namespace ""\) is neither/],
    ['<description xmlns="http://www.w3.org/ns/wsdl"/>', /^main\.xsd:1:1 CONTRACT_UNSUPPORTED: this is WSDL 2\.0/],
    [
      '<schema xmlns="http://www.w3.org/1999/XMLSchema"/>',
      /CONTRACT_UNSUPPORTED: the schema language "http:\/\/www\.w3\.org\/1999\/XMLSchema" is too old/,
    ],
    [schema('<a/>'), /^main\.xsd:2:1 CONTRACT_INVALID: "a" has no place in a schema/],
    [schema('<xs:element/>'), /^main\.xsd:2:1 CONTRACT_INVALID: a global element needs a name/],
    [schema('<xs:override/>'), /^main\.xsd:2:1 CONTRACT_UNSUPPORTED: xs:override has no place at the top of a schema/],
  ])('%s', (content, message) => {
    const found = failing({ 'main.xsd': content });
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(message);
  });

  it('are refused above 500 files', () => {
    const includes = (n: number) =>
      Array.from({ length: n }, (_, i) => `<xs:include schemaLocation="${i}.xsd"/>`).join('');
    const files = (n: number) => ({
      'main.xsd': schema(includes(n)),
      ...Object.fromEntries(Array.from({ length: n }, (_, i) => [`${i}.xsd`, schema(`<!-- ${i} -->`)])),
    });
    expect(load(files(499), 'main.xsd').files).toHaveLength(500);
    expect(failing(files(500))).toEqual(['499.xsd:1:1 CONTRACT_READ: a contract may have 500 files']);
  });
});

describe('all given files', () => {
  it('are loaded when none is the main one: WSDL first, then what it does not reach', () => {
    const contract = load({ 'z.xsd': schema(text), 'a.xsd': otherO });
    expect(contract.files).toEqual(['z.xsd', 'a.xsd']);
    expect(contract.operations).toEqual([]);
  });
});
