// SOAP 1.1 §5.1 lets an absent accessor stand for null. In requests, the contract decides whether it may (decision 0163).
import { describe, expect, it } from 'vitest';
import { type AcceptedDeviations, deviationOf } from '../../../src/codec/model/deviation.ts';
import type { SoapstoneError } from '../../../src/errors/errors.ts';
import { changed, encoded, literal } from './encoded.ts';

const NOTHING: AcceptedDeviations = { unknown: false, namespaces: false, missing: false, values: false };

/** Persons have a title, which may be nil, and employees one or two salaries and a choice. */
const titled = changed((wsdl) =>
  wsdl
    .replace(
      '<element name="name" type="xsd:string"/>',
      '<element name="title" type="xsd:string" nillable="true"/><element name="name" type="xsd:string"/>',
    )
    .replace(
      '<element name="salary" type="xsd:decimal"/>',
      '<element name="salary" type="xsd:decimal" nillable="true" maxOccurs="2"/><choice><element name="a" type="xsd:int"/><element name="b" type="xsd:int"/></choice>',
    ),
);

function failure(read: () => unknown): string {
  try {
    return JSON.stringify(read());
  } catch (error) {
    const { code, path, message } = error as SoapstoneError;
    return `${code} ${path}: ${message}`;
  }
}

describe('requests', () => {
  it.each([
    ['a member', '<p><age>4</age></p>', 'echoPerson/p', 'name'],
    ['a member of a member', '<p><name>A</name><boss><age>4</age></boss></p>', 'echoPerson/p/boss', 'name'],
    ['all members', '<p/>', 'echoPerson/p', 'name'],
    ['a member of a shared value', '<p href="#a"/><x id="a"><age>4</age></x>', 'echoPerson/p', 'name'],
    ['a member of a derived type', '<p xsi:type="t:Employee"><name>A</name></p>', 'echoPerson/p', 'salary'],
  ])('that lack %s are refused by its name', (_, content, path, name) => {
    const reason = `CODEC_MISSING ${path}: element "${name}" is missing`;
    expect(failure(() => encoded.readRequest('echoPerson', content))).toBe(reason);
  });

  it('that have text in place of a struct are refused for that, as responses are', () => {
    const reason = (path: string) => `CODEC_TYPE ${path}: text in place of a struct`;
    const boss = '<name>A</name><boss>hello</boss>';
    expect(failure(() => encoded.readRequest('echoPerson', '<p>hello</p>'))).toBe(reason('echoPerson/p'));
    expect(failure(() => encoded.readRequest('echoPerson', `<p>${boss}</p>`))).toBe(reason('echoPerson/p/boss'));
    const response = () => encoded.read('echoPerson', `<return>${boss}</return>`, NOTHING);
    expect(failure(response)).toBe(reason('echoPersonResponse/return/boss'));
  });

  it('may leave out parameters: null', () => {
    expect(encoded.readRequest('echoInt', '<i>5</i>')).toEqual({ i: 5, s: null });
    expect(encoded.readRequest('echoPerson', '')).toEqual({ p: null });
  });

  it('that lack a member of an array member are refused', () => {
    const people = '<a><i><name>A</name></i><i><age>4</age></i></a>';
    const reason = 'CODEC_MISSING echoPeople/a/item: element "name" is missing';
    expect(failure(() => encoded.readRequest('echoPeople', people))).toBe(reason);
  });

  it('may say nil wherever they like, as clients write every null', () => {
    expect(encoded.readRequest('echoPerson', '<p><name xsi:nil="true"/></p>')).toMatchObject({ p: { name: null } });
    expect(encoded.readRequest('echoInt', '<i>5</i><s xsi:nil="1"/>')).toEqual({ i: 5, s: null });
  });

  it('may leave out what the contract lets be absent or nil', () => {
    const person = { title: null, name: 'A', country: 'NZ' };
    expect(titled.readRequest('echoPerson', '<p><name>A</name></p>')).toEqual({ p: person });
    const employee = (content: string) => `<p xsi:type="t:Employee"><name>A</name>${content}</p>`;
    const type = { $type: 't:Employee' };
    const full = titled.readRequest('echoPerson', employee('<b>1</b><salary>1</salary>'));
    expect(full).toEqual({ p: { ...type, ...person, salary: [1], b: 1 } });
    // Null does not stand for a list, nor for a choice.
    expect(failure(() => titled.readRequest('echoPerson', employee('<b>1</b>')))).toMatch(/"salary" is missing/);
    expect(failure(() => titled.readRequest('echoPerson', employee('<salary>1</salary>')))).toMatch(/^CODEC_MISSING/);
  });

  it('in literal use have the rules of literal content', () => {
    expect(failure(() => literal.readRequest('echoPerson', '<p><age>4</age></p>'))).toMatch(/expected name/);
    expect(failure(() => literal.readRequest('echoPerson', '<p><name xsi:nil="true"/></p>'))).toMatch(/^CODEC_NIL/);
  });
});

describe('responses', () => {
  it('may lack some members', () => {
    expect(encoded.read('echoPerson', '<return><age>4</age></return>', NOTHING)).toEqual({
      name: null,
      age: 4,
      country: 'NZ',
    });
  });

  it.each([
    ['a message', 'echoPerson', '', 'echoPersonResponse', 'return'],
    ['a struct', 'echoPerson', '<return xsi:type="t:Person"/>', 'echoPersonResponse/return'],
    ['a member', 'echoPerson', '<return><name>A</name><boss/></return>', 'echoPersonResponse/return/boss'],
    ['an array member', 'echoPeople', '<return><i/></return>', 'echoPeopleResponse/return/item'],
  ])('may not lack all members of %s, unless that is accepted', (_, operation, content, path, name = 'name') => {
    const read = (missing: boolean) => () => encoded.read(operation, content, { ...NOTHING, missing });
    expect(failure(read(false))).toBe(`CODEC_MISSING ${path}: element "${name}" is missing`);
    expect(failure(read(true))).toMatch(/"name":null|^null$/);
    expect(deviationOf(caught(read(false)))).toBe('missing');
  });

  it('may say that their only part is nil', () => {
    expect(encoded.read('echoPerson', '<return xsi:nil="true"/>', NOTHING)).toBe(null);
  });

  it('may have empty structs whose members may all be absent', () => {
    const optional = changed((wsdl) =>
      wsdl.replace('name="name" type="xsd:string"', 'name="name" type="xsd:string" nillable="true"'),
    );
    expect(optional.read('echoPerson', '<return/>', NOTHING)).toEqual({ name: null, country: 'NZ' });
  });

  it('in literal use have the rules of literal content', () => {
    const read = (missing: boolean) => () =>
      literal.read('echoPerson', '<return><age>4</age></return>', { ...NOTHING, missing });
    expect(failure(read(false))).toMatch(/expected name/);
    expect(failure(read(true))).toContain('"name":null');
  });

  it('have null for values that do not fit their types where that is accepted', () => {
    const accepted = { ...NOTHING, values: true, nullValues: true };
    const content = '<return><name>A</name><age>four</age></return>';
    expect(encoded.read('echoPerson', content, accepted)).toMatchObject({ name: 'A', age: null });
    expect(failure(() => encoded.read('echoPerson', content, NOTHING))).toMatch(/^CODEC_TYPE/);
  });
});

function caught(read: () => unknown): unknown {
  try {
    return read();
  } catch (error) {
    return error;
  }
}
