// The shapes of tutorial 20: as SOAP clients are given them, as the REST service gets them, and as clients show them again.
import { expect } from 'vitest';
import type { ClientName } from './clients.ts';

export const ns = 'https://example.com/parcels';

/** Members of a parcel beyond the least. */
export interface Shape {
  readonly sent: Readonly<Record<string, unknown>>;
  readonly json: Readonly<Record<string, unknown>>;
  /** What some client shows, where that is not what was sent. */
  readonly shown?: readonly Readonly<Record<string, unknown>>[];
  /** Clients that cannot write it, and why. That they cannot is tested too. */
  readonly not?: Partial<Record<ClientName, string>>;
  /** Clients that write it and then cannot read it; tested like `not`. */
  readonly unread?: Partial<Record<ClientName, string>>;
}

const sender = { '@country': 'GB', name: 'Ada & <Söhne>', street: ['1 Byte Row'], city: 'London', postcode: 'N1' };
const recipient = { '@country': 'US', name: 'Grace', street: ['Navy Yard'], city: 'Arlington', postcode: '22201' };
const common = {
  '@service': 'economy',
  '@fragile': false,
  sender,
  recipient,
  weight: { '@unit': 'kg', $value: 1 },
  dropOff: 'LON01',
  item: [{ description: 'Box', quantity: 1 }],
};
/** What every parcel has. */
export const least = { ...common, delivery: { $type: `{${ns}}LockerDelivery`, locker: 'L7' } };
export const leastJson = { ...common, delivery: { $type: 'p:LockerDelivery', locker: 'L7' } };

const attributes = { '@service': 'express', '@fragile': true, weight: { '@unit': 'lb', $value: 2.5 } };
const inner = [
  { description: 'Lid', quantity: 1 },
  { description: 'Jar', quantity: 3 },
];
const lists = {
  sender: { ...sender, street: ['1 Byte Row', '2nd floor'], phone: ['1', '2'] },
  item: [{ '@sku': 'a-1', description: 'Box', quantity: 2, item: inner }],
};
const home = { earliest: '2026-01-31', floor: 3, signature: true };
const pickup = { dropOff: undefined, pickup: { day: '2026-01-30', window: 'morning' } };
const nil = { recipient: { ...recipient, postcode: null } };
const foreign = { size: { length: 1, width: 2, height: 3.5 }, insuredValue: { '@currency': 'EUR', $value: 9.5 } };
const em = `<p:em xmlns:p="${ns}">with care</p:em>`;

export const shapes: Readonly<Record<string, Shape>> = {
  attributes: { sent: attributes, json: attributes },
  'lists and recursion': { sent: lists, json: lists },
  'xsi:type, the one': {
    sent: { delivery: { $type: `{${ns}}HomeDelivery`, ...home } },
    json: { delivery: { $type: 'p:HomeDelivery', ...home } },
  },
  'xsi:type, the other': {
    sent: { delivery: { $type: `{${ns}}LockerDelivery`, '@keepDays': 5, locker: 'L8' } },
    json: { delivery: { $type: 'p:LockerDelivery', '@keepDays': 5, locker: 'L8' } },
  },
  'the other branch of a choice': { sent: pickup, json: pickup },
  nil: { sent: nil, json: nil },
  'a list in one text': {
    sent: { tags: { $list: ['glass', 'blue'] } },
    json: { tags: ['glass', 'blue'] },
    shown: [{ tags: ['glass', 'blue'] }, { tags: 'glass blue' }],
  },
  'elements of another namespace, unqualified': {
    sent: foreign,
    json: foreign,
    not: { 'node-soap': 'writes the prefix of the parent before unqualified elements of another schema' },
  },
  'a wildcard': {
    sent: { extension: { $any: '<u:note xmlns:u="urn:example:units">hello</u:note>' } },
    json: { extension: { $any: [{ $name: 'u:note', $xmlns: { u: 'urn:example:units' }, $value: 'hello' }] } },
    shown: [
      { extension: { any: expect.stringContaining('hello</u:note>') } },
      { extension: expect.stringContaining('hello</u:note>') },
      { extension: { note: 'hello' } },
    ],
    not: { 'strong-soap': 'has no words for elements that the schema does not name' },
  },
  'mixed text': {
    sent: {
      instructions: { $element: `{${ns}}instructions`, $xml: `Handle ${em} please`, $items: [{ em: 'with care' }] },
    },
    json: { instructions: { $mixed: ['Handle ', { em: 'with care' }, ' please'] } },
    // Nobody shows text between elements.
    shown: [{ instructions: { em: 'with care' } }],
    not: {
      'zeep, SOAP 1.1': 'has no words for text between elements',
      'strong-soap': 'has no words for text between elements',
    },
    unread: { 'node-soap': 'throws a TypeError at an element after text' },
  },
};
