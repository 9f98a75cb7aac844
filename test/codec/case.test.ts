// `types: { "*": { case } }`: names that only differ in their case are a mistake of the table.
import { describe, expect, it } from 'vitest';
import { reshaped } from './reshaped.ts';

const schema = (inner: string) => `
  <xs:complexType name="A"><xs:sequence><xs:element name="AcctId" type="xs:int"/>${inner}</xs:sequence></xs:complexType>
  <xs:element name="Put" type="t:A"/>`;
const all = 'types: { "*": { case: camel } }';

describe('case for all types', () => {
  it('refuses names that become one', () => {
    const two = '<xs:element name="acctId" type="xs:int"/>';
    expect(() => reshaped(schema(two), all)).toThrow(
      /:3:\d+ MAPPING_DUPLICATE: "AcctId" and "acctId" would both be "acctId"/,
    );
    const anonymous = `<xs:element name="x"><xs:complexType><xs:sequence><xs:element name="B" type="xs:int"/>
      <xs:element name="b" type="xs:int"/></xs:sequence></xs:complexType></xs:element>`;
    expect(() => reshaped(schema(anonymous), all)).toThrow(/"B" and "b" would both be "b"/);
    const group = `<xs:choice maxOccurs="unbounded"><xs:element name="C" type="xs:int"/><xs:element name="c" type="xs:int"/></xs:choice>`;
    expect(() => reshaped(schema(group), all)).toThrow(/"C" and "c" would both be "c"/);
  });

  it('takes a name that a type gives instead', () => {
    const two = '<xs:element name="acctId" type="xs:int"/>';
    const { decode } = reshaped(schema(two), 'types: { "*": { case: camel }, t:A: { rename: { acctId: other } } }');
    expect(decode('<Put xmlns="urn:t"><AcctId>1</AcctId><acctId>2</acctId></Put>')).toBe('{"acctId":1,"other":2}');
  });

  it('refuses names that the dialect has for something else', () => {
    expect(() => reshaped(schema(''), 'types: { t:A: { rename: { AcctId: $type } } }')).toThrow(
      /would both be "\$type"/,
    );
  });
});
