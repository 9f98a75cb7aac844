// `types: { "*": { case } }`: names that only differ in their case are a mistake of the table.
import { describe, expect, it } from 'vitest';
import { presented, XSI } from './presented.ts';

const schema = (inner: string) => `
  <xs:complexType name="A"><xs:sequence><xs:element name="AcctId" type="xs:int"/>${inner}</xs:sequence></xs:complexType>
  <xs:element name="Put" type="t:A"/>`;
const all = 'types: { "*": { rename: { "*": camel } } }';

describe('case for all types', () => {
  it('refuses names that become one', () => {
    const two = '<xs:element name="acctId" type="xs:int"/>';
    expect(() => presented(schema(two), all)).toThrow(
      /:3:\d+ MAPPING_DUPLICATE: "AcctId" and "acctId" would both be "acctId"/,
    );
    const anonymous = `<xs:element name="x"><xs:complexType><xs:sequence><xs:element name="B" type="xs:int"/>
      <xs:element name="b" type="xs:int"/></xs:sequence></xs:complexType></xs:element>`;
    expect(() => presented(schema(anonymous), all)).toThrow(/"B" and "b" would both be "b"/);
    const group = `<xs:choice maxOccurs="unbounded"><xs:element name="C" type="xs:int"/><xs:element name="c" type="xs:int"/></xs:choice>`;
    expect(() => presented(schema(group), all)).toThrow(/"C" and "c" would both be "c"/);
  });

  it('takes a name that a type gives instead', () => {
    const two = '<xs:element name="acctId" type="xs:int"/>';
    const { decode } = presented(
      schema(two),
      'types: { "*": { rename: { "*": camel } }, t:A: { rename: { acctId: other } } }',
    );
    expect(decode('<Put xmlns="urn:t"><AcctId>1</AcctId><acctId>2</acctId></Put>')).toBe('{"acctId":1,"other":2}');
  });

  it('refuses names that the dialect has for something else', () => {
    const nil = 'types: { t:A: { rename: { AcctId: $nil } } }';
    const text = `<xs:complexType name="A"><xs:simpleContent><xs:extension base="xs:string"><xs:attribute name="AcctId"/></xs:extension></xs:simpleContent></xs:complexType>
      <xs:element name="Put" type="t:A"/>`;
    const derived =
      '<xs:complexType name="B"><xs:complexContent><xs:extension base="t:A"/></xs:complexContent></xs:complexType>';
    expect(() => presented(schema('') + derived, nil)).toThrow(/would both be "\$nil"/);
    expect(() => presented(text, 'types: { t:A: { rename: { "@AcctId": $value } } }')).toThrow(
      /would both be "\$value"/,
    );
    expect(() => presented(schema(''), nil)).not.toThrow();
  });

  it('gives the name of a type another name where a member has that', () => {
    const derived =
      '<xs:complexType name="B"><xs:complexContent><xs:extension base="t:A"/></xs:complexContent></xs:complexType>';
    const { decode, encode } = presented(schema('') + derived, 'types: { t:A: { rename: { AcctId: $type } } }');
    const xml = `<Put xmlns="urn:t" ${XSI} xmlns:t="urn:t" xsi:type="t:B"><AcctId>1</AcctId></Put>`;
    expect(decode(xml)).toBe('{"$$type":"t:B","$type":1}');
    expect(decode(encode('{"$type":1,"$$type":"t:B"}'))).toBe('{"$$type":"t:B","$type":1}');
    expect(decode(encode('{"$type":2}'))).toBe('{"$type":2}');
  });
});
