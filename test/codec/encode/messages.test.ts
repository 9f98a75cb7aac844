import { describe, expect, it } from 'vitest';
import { ByteBuffer } from '../../../src/bytes/buffer.ts';
import { createCodec } from '../../../src/codec/create.ts';
import { dialect } from '../../../src/codec/datatypes/dialect.ts';
import { countOf } from '../../../src/codec/encode/messages.ts';
import { SoapstoneError } from '../../../src/errors/errors.ts';
import { fromJs } from '../../../src/json/value.ts';
import { good } from '../../contract/inline-contracts.ts';

it.each([
  [1, Number.POSITIVE_INFINITY, 'at least 1 item'],
  [2, Number.POSITIVE_INFINITY, 'at least 2 items'],
  [1, 1, 'exactly 1 item'],
  [0, 3, '0 to 3 items'],
])('%d to %d is "%s"', (min, max, words) => {
  expect(countOf({ min, max })).toBe(words);
});

const derived = (name: string, base: string, member: string) => `<xs:complexType name="${name}"><xs:complexContent>
  <xs:extension base="t:${base}"><xs:sequence><xs:element name="${member}" type="xs:int"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>`;
const schemas = good(`<xs:complexType name="Delivery" abstract="true"><xs:sequence/></xs:complexType>
  ${derived('HomeDelivery', 'Delivery', 'floor')}${derived('LockerDelivery', 'Delivery', 'box')}
  <xs:complexType name="HomeDeliverx"><xs:sequence/></xs:complexType>
  <xs:element name="how" type="t:Delivery"/>`);
const codec = createCodec(schemas, dialect(new Map([['parcels', 'urn:t']])));
const program = codec.program(schemas.elements.get('{urn:t}how')!, { kind: 'hole', slot: 0 }, 1);

function hintFor(type: string): string | undefined {
  try {
    program.encode([fromJs({ $type: type, floor: 1 })], new ByteBuffer());
  } catch (e) {
    if (e instanceof SoapstoneError && e.code === 'CODEC_TYPE' && e.path === '$.$type') return e.suggestion;
    throw e;
  }
  return 'taken';
}

describe('$type', () => {
  it.each([
    ['parcels:HomeDelivery', 'taken'],
    ['parcels:HomeDelivry', 'did you mean "parcels:HomeDelivery"?'],
    ['HomeDelivery', 'did you mean "parcels:HomeDelivery"?'],
    ['p:lockerdelivery', 'did you mean "parcels:LockerDelivery"?'],
    ['{urn:x}HomeDelivery', 'did you mean "parcels:HomeDelivery"?'],
    ['parcels:HomeDeliverx', 'did you mean "parcels:HomeDelivery"?'],
    ['parcels:Rocket', 'one of parcels:HomeDelivery, parcels:LockerDelivery'],
    ['x'.repeat(10_000), 'one of parcels:HomeDelivery, parcels:LockerDelivery'],
  ])('%s', (type, hint) => expect(hintFor(type)).toBe(hint));
});
