// What a view leaves out it shows as computed members alone (an address). Sent back, that says no value: nothing is written, and nothing is lost.
import { describe, expect, it } from 'vitest';
import { ByteBuffer } from '../../src/bytes/buffer.ts';
import { fromJs } from '../../src/json/value.ts';
import { refusal } from '../mapping/tables.ts';
import { presented } from './presented.ts';

const schema = `
  <xs:complexType name="Part"><xs:sequence><xs:element name="note" type="xs:string" minOccurs="0"/>
    <xs:element name="line" type="t:Part" minOccurs="0" maxOccurs="unbounded"/></xs:sequence>
    <xs:attribute name="all" type="xs:boolean"/></xs:complexType>
  <xs:complexType name="Doc"><xs:sequence><xs:element name="title" type="xs:string" minOccurs="0"/>
    <xs:element name="part" type="t:Part" minOccurs="0"/><xs:element name="must" type="t:Part"/>
    <xs:element name="plain" type="t:Plain" minOccurs="0"/>
    <xs:element name="item" type="t:Part" minOccurs="0" maxOccurs="unbounded"/></xs:sequence></xs:complexType>
  <xs:complexType name="Plain"><xs:sequence><xs:element name="links" type="xs:string" minOccurs="0"/></xs:sequence></xs:complexType>
  <xs:element name="Put" type="t:Doc"/>`;
const doc = presented(schema, 'types: { t:Part: { add: [ links, self ] } }');

const MUST = { must: { note: 'x' } };
const put = (inside: string) => `<t:Put xmlns:t="urn:t">${inside}</t:Put>`;
const must = '<t:must><t:note>x</t:note></t:must>';
const program = doc.codec.program(doc.element, { kind: 'hole', slot: 0 }, 1);
const encode = (value: object) => {
  const out = new ByteBuffer();
  program.encode([fromJs({ ...MUST, ...value })], out, false, undefined, 'ignored');
  return Buffer.from(out.slice()).toString();
};
const address = { links: [{ rel: 'self', href: '/7/part' }] };

describe('an object of computed members alone', () => {
  it('is not written, and neither is a list of such', () => {
    expect(encode({ part: address })).toBe(put(must));
    expect(encode({ part: { ...address, self: '/7' } })).toBe(put(must));
    expect(encode({ part: { ...address, line: [address, { line: [address] }] } })).toBe(put(must));
    expect(encode({ title: 'y', item: [address, address] })).toBe(put(`<t:title>y</t:title>${must}`));
  });

  it('is empty in a response: the service was asked for the whole', () => {
    const item = [address, { note: 'y' }];
    const items = '<t:item></t:item><t:item><t:note>y</t:note></t:item>';
    const xml = put(`<t:part></t:part>${must}${items}`);
    expect(doc.encode(JSON.stringify({ ...MUST, part: address, item }))).toBe(xml);
  });

  it('is none where it says more, or nothing', () => {
    expect(encode({ part: { ...address, note: 'y' } })).toBe(put(`<t:part><t:note>y</t:note></t:part>${must}`));
    expect(encode({ part: { ...address, '@all': false } })).toBe(put(`<t:part all="false"></t:part>${must}`));
    expect(encode({ part: {} })).toBe(put(`<t:part></t:part>${must}`));
    expect(encode({ item: [{}] })).toBe(put(`${must}<t:item></t:item>`));
    expect(encode({ item: [] })).toBe(put(must));
    expect(encode({ part: { ...address, line: [] } })).toBe(put(`<t:part></t:part>${must}`));
    expect(encode({ plain: { links: 'mine' } })).toBe(put(`${must}<t:plain><t:links>mine</t:links></t:plain>`));
  });

  it('is missing where a value is required', () => {
    expect(doc.problems(JSON.stringify({ must: address }))).toEqual(['$ CODEC_MISSING']);
  });

  it('is refused among items that say something: those behind the addresses would be lost', () => {
    const item = [{ note: 'new' }, address];
    expect(refusal(() => encode({ item }))).toBe('CODEC_MISSING $.item[1]');
    expect(doc.problems(JSON.stringify({ ...MUST, item }))).toEqual(['$.item[1] CODEC_MISSING']);
  });
});
