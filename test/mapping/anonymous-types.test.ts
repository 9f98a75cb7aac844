// Types without a name under `types:`: patterns of a namespace reach those that are written in it, in both directions.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadContractFrom } from '../../src/contract/load.ts';
import { anonymousTypes } from '../../src/contract/xsd/anonymous-types.ts';
import { fromPlain, toPlain, typeNames, typesByName } from '../../src/mapping/snapshot/plain-data.ts';
import { presented, wsdlOf } from '../codec/presented.ts';

/** As in messages of OTA: one named type, everything else written where it stands. */
const content = `
  <xs:complexType name="Base"><xs:sequence>
    <xs:element name="Held" minOccurs="0"><xs:complexType><xs:attribute name="Code" type="xs:string"/></xs:complexType></xs:element>
  </xs:sequence></xs:complexType>
  <xs:element name="Put"><xs:complexType>
    <xs:complexContent><xs:extension base="t:Base"><xs:sequence>
      <xs:element name="RoomStays" minOccurs="0"><xs:complexType><xs:sequence>
        <xs:element name="RoomStay" maxOccurs="unbounded"><xs:complexType><xs:sequence>
          <xs:element name="GuestName" type="xs:string" minOccurs="0"/></xs:sequence>
          <xs:attribute name="RoomTypeCode" type="xs:string"/></xs:complexType></xs:element>
      </xs:sequence></xs:complexType></xs:element></xs:sequence>
      <xs:attribute name="EchoToken" type="xs:string"/></xs:extension></xs:complexContent></xs:complexType></xs:element>`;

const types = `types:
  "t:*": { rename: { "@{x}": "{x}", "*": camel } }
  "t:*[RoomStays]": { flatten: RoomStays/RoomStay }
`;

const { schemas } = loadContractFrom(new Map([['t.wsdl', Buffer.from(wsdlOf(content))]]));

describe('a pattern of a namespace', () => {
  const { decode, encode, valid } = presented(content, types);

  it('renames and flattens members of types without a name', () => {
    const xml =
      '<Put xmlns="urn:t" EchoToken="e"><Held Code="c"/><RoomStays><RoomStay RoomTypeCode="D"><GuestName>Ada</GuestName></RoomStay></RoomStays></Put>';
    expect(JSON.parse(decode(xml))).toEqual({
      EchoToken: 'e',
      held: { Code: 'c' },
      roomStays: [{ RoomTypeCode: 'D', guestName: 'Ada' }],
    });
  });

  it('reads back what it writes, and its schema agrees', () => {
    const text = fc.stringMatching(/^[a-z]{1,5}$/);
    const stay = fc.record({ RoomTypeCode: text, guestName: text }, { requiredKeys: [] });
    const put = fc.record(
      {
        EchoToken: text,
        held: fc.record({ Code: text }, { requiredKeys: [] }),
        roomStays: fc.array(stay, { minLength: 1, maxLength: 3 }),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(put, (value) => {
        expect(JSON.parse(decode(encode(JSON.stringify(value))))).toEqual(value);
        expect(valid(JSON.stringify(value))).toBe(true);
      }),
    );
  });

  it('leaves types of other namespaces alone', () => {
    expect(() => presented(content, 'types:\n  "xs:*": { rename: { "*": camel } }\n')).toThrow(
      'no type of the contract',
    );
  });
});

it('each type without a name has one path, by which a snapshot finds it', () => {
  expect([...anonymousTypes(schemas).keys()]).toEqual([
    '{urn:t}Put',
    '{urn:t}Base/{urn:t}Held',
    '{urn:t}Put/{urn:t}RoomStays',
    '{urn:t}Put/{urn:t}RoomStays/{urn:t}RoomStay',
  ]);
  const all = [...anonymousTypes(schemas).values()].map(({ type }) => type);
  const back = fromPlain(JSON.parse(JSON.stringify(toPlain(all, typeNames(schemas)))), typesByName(schemas));
  expect((back as unknown[]).map((type, i) => type === all[i])).toEqual([true, true, true, true]);
});
