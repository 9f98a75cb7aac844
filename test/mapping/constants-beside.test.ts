// `{name?constant}`: a constant that stands only beside a value, so that one rule says "with a criterion" and "without one".
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sample } from '../sample-size.ts';
import { bothWays, problemsOf } from './both-ways.ts';

const SCHEMA = `
  <xs:complexType name="Criterion"><xs:sequence><xs:element name="searchValue" type="xs:string" minOccurs="0" maxOccurs="unbounded"/></xs:sequence>
    <xs:attribute name="operator" use="required"><xs:simpleType><xs:restriction base="xs:string"><xs:enumeration value="anyOf"/><xs:enumeration value="noneOf"/></xs:restriction></xs:simpleType></xs:attribute></xs:complexType>
  <xs:element name="Put"><xs:complexType><xs:sequence>
    <xs:element name="kind" type="t:Criterion" minOccurs="0"/><xs:element name="level" type="xs:int" minOccurs="0"/>
    <xs:element name="note" type="xs:string" minOccurs="0"/></xs:sequence></xs:complexType></xs:element>`;
const REST = '{ kinds: "{kinds?}", note: "{note?}" }';
const SOAP = '{ kind: { "@operator": "{kinds?anyOf}", searchValue: "{kinds}" }, level: "{kinds?7}", note: "{note}" }';
const ways = bothWays(SCHEMA, REST, SOAP);
const CRITERION = '<t:kind operator="anyOf"><t:searchValue>a</t:searchValue></t:kind>';

describe('a constant beside a value', () => {
  it('is written where the value is, in the form of its place', () => {
    expect(ways.toXml({ kinds: ['a'] })).toBe(`${CRITERION}<t:level>7</t:level>`);
  });

  it('is left out with the value, and so is the object around both', () => {
    expect(ways.toXml({ note: 'n' })).toBe('<t:note>n</t:note>');
    expect(ways.toXml({})).toBe('');
  });

  it('is demanded of a message that has something else there', () => {
    expect(ways.toJson(`${CRITERION}<t:level>7</t:level>`)).toEqual({ kinds: ['a'] });
    expect(ways.toJson(CRITERION.replace('anyOf', 'noneOf'))).toBeUndefined();
    expect(ways.toJson(`${CRITERION}<t:level>8</t:level>`)).toBeUndefined();
  });

  it('is not missed in a message without the value', () => {
    expect(ways.toJson('<t:note>n</t:note>')).toEqual({ note: 'n' });
  });

  it('stands on the REST side too', () => {
    const { toXml, toJson } = bothWays(SCHEMA, '{ note: "{note?}", form: "{note?text}" }', '{ note: "{note}" }');
    expect(toJson('<t:note>n</t:note>')).toEqual({ note: 'n', form: 'text' });
    expect(toJson('')).toEqual({});
    expect(toXml({ note: 'n', form: 'text' })).toBe('<t:note>n</t:note>');
    expect(() => toXml({ note: 'n', form: 'html' })).toThrow(/not a value that can stand here/);
  });

  it('comes back as it was, whatever is there', () => {
    const words = fc.constantFrom('a', 'b c', 'anyOf');
    const bodies = fc.record(
      { kinds: fc.array(words, { minLength: 1, maxLength: 3 }), note: words },
      { requiredKeys: [] },
    );
    const law = fc.property(bodies, (body) => {
      expect(ways.toJson(ways.toXml(body))).toEqual(body);
    });
    fc.assert(law, { numRuns: sample(50, 500) });
  });
});

describe('a table that says it wrongly', () => {
  it.each([
    ['beside a name that nothing has', '{ note: "{kind?anyOf}" }', 'MAPPING_NAMES: no pattern of the rule has {kind}'],
    [
      'a value that cannot stand there',
      '{ kind: { "@operator": "{kinds?some}", searchValue: "{kinds}" } }',
      'MAPPING_TYPE: "some" beside {kinds} does not fit here: must be one of anyOf, noneOf',
    ],
    [
      'beside a variable of the gateway',
      '{ note: "{$now?x}" }',
      'MAPPING_PATTERN: "$now" is not a name beside which a constant can stand in "{$now?x}"',
    ],
  ])('%s', (_, soap, problem) => expect(problemsOf(SCHEMA, REST, soap)).toContain(problem));

  it('has the value on one side alone', () => {
    expect(problemsOf(SCHEMA, REST, '{ note: "{note}", level: "{kinds?7}" }')).toContain(
      'MAPPING_NAMES: {kinds} is in rest.request but not in soap.request',
    );
  });
});
