// Tutorial 20's contract in front of PHP's SoapServer, which keeps the XML of a parcel and gives it back: what a caller stored is
// what a caller gets.
import { describe, expect, it } from 'vitest';
import { parcelsWsdl } from '../peers/contracts.ts';
import { startPhpParcels } from '../peers/php.ts';
import { setScene, testMapping } from './scene.ts';

const party = (name: string, country: string) => ({
  '@country': country,
  name,
  street: ['Kaj 1'],
  city: 'Ystad',
  postcode: null,
});

/** As small as the contract allows. */
const small = {
  '@service': 'economy',
  sender: party('A', 'SE'),
  recipient: party('B', 'DE'),
  weight: { $value: 2 },
  delivery: { $type: 'p:LockerDelivery', locker: 'L-7' },
  dropOff: 'HAM01',
  item: [{ description: 'book', quantity: 1 }],
};

/** With everything. */
const large = {
  '@service': 'express',
  '@fragile': true,
  sender: {
    '@country': 'SE',
    name: 'Ö & <Søn>',
    street: ['Kaj 1', 'c/o "B"'],
    city: 'Ystad',
    postcode: '271 41',
    phone: ['+46 1', '+46 2'],
  },
  recipient: party('名前', 'DE'),
  weight: { '@unit': 'g', $value: 1500.25 },
  size: { length: 30.5, width: 20, height: 1 },
  insuredValue: { '@currency': 'EUR', $value: 99.95 },
  tags: ['cold', 'gift'],
  delivery: { $type: 'p:HomeDelivery', earliest: '2024-05-06', floor: 3, signature: false },
  pickup: { day: '2024-05-05', window: 'evening' },
  item: [
    {
      '@sku': 'box-1',
      description: 'box',
      quantity: 1,
      item: [
        { description: 'cup', quantity: 6, value: { '@currency': 'EUR', $value: 1.5 } },
        { description: 'lid', quantity: 6 },
      ],
    },
    { description: 'card', quantity: 1 },
  ],
  instructions: { $mixed: ['Ring ', { em: 'twice' }, ' before ', { time: '18:00:00' }, '.'] },
};

const tenant = (name: string) => ({ 'x-tenant': name });

describe('tutorial 20 in front of PHP SoapServer', () => {
  const scene = setScene({ start: startPhpParcels, path: '/', mapping: testMapping('parcels'), wsdl: parcelsWsdl });

  it.each([
    ['small', small],
    ['large', large],
  ])('stores a %s parcel and gives the same one back', async (name, parcel) => {
    const created = await scene.call('POST /v1/parcels', parcel, tenant(name));
    expect({ status: created.status, json: created.json }).toMatchObject({
      status: 201,
      json: { id: 1, price: { '@currency': 'EUR' } },
    });
    expect(created.headers.get('location')).toBe('/v1/parcels/1');
    const got = await scene.call('GET /v1/parcels/1', undefined, tenant(name));
    expect({ status: got.status, json: got.json }).toEqual({ status: 200, json: { '@id': 1, ...parcel } });
  });

  it('keeps every digit through the peer', async () => {
    const text = JSON.stringify(small).replace('"$value":2', '"$value":1234567890123456789.0123456789');
    expect((await scene.call('POST /v1/parcels', text, tenant('digits'))).status).toBe(201);
    expect((await scene.call('GET /v1/parcels/1', undefined, tenant('digits'))).text).toContain(
      '"$value":1234567890123456789.0123456789',
    );
  });

  it('reads nil as null', async () => {
    const { status, json } = await scene.call('POST /v1/parcels?dryRun=true', small, tenant('nil'));
    expect({ status, json }).toMatchObject({ status: 201, json: { id: 0, price: null } });
  });

  it('finds none, one and several; the header part keeps tenants apart', async () => {
    for (const service of ['economy', 'express', 'express']) {
      expect((await scene.call('POST /v1/parcels', { ...small, '@service': service }, tenant('finder'))).status).toBe(
        201,
      );
    }
    const find = async (query: string, who = 'finder') =>
      (await scene.call(`GET /v1/parcels${query}`, undefined, tenant(who))).json;
    expect(await find('')).toMatchObject({ total: 3, items: [{ '@id': 1 }, { '@id': 2 }, { '@id': 3 }] });
    expect(await find('?service=economy')).toMatchObject({ total: 1, items: [{ '@id': 1 }] });
    expect(await find('?service=economy&service=express&limit=2')).toMatchObject({
      total: 3,
      items: [{ '@id': 1 }, { '@id': 2 }],
    });
    expect((await find('', 'nobody')).total).toBe(0);
  });

  it('reads substitution groups in their order', async () => {
    const { status, json } = await scene.call('GET /v1/parcels/1/events');
    expect({ status, json }).toEqual({
      status: 200,
      json: [
        { scanned: { at: '2024-05-06T07:08:09.5Z', office: 'HAM01' } },
        { delayed: { at: '2024-05-07T00:00:00Z', by: 'P1DT2H', reason: 'snow & ice' } },
        { scanned: { at: '2024-05-08T06:00:00Z', office: 'MUC02' } },
        { delivered: { at: '2024-05-08T11:30:00Z' } },
      ],
    });
  });

  it('writes a repeated choice in the order of the caller', async () => {
    const layout = {
      '@columns': 4,
      $items: [{ text: 'a' }, { rule: {} }, { barcode: { '@symbology': 'qr', $value: '7' } }, { text: 'b' }],
    };
    const { status, json } = await scene.call('POST /v1/parcels/1/label', layout);
    expect({ status, json }).toEqual({
      status: 200,
      json: { label: Buffer.from('a\n----\nqr:7\nb').toString('base64'), lines: 4 },
    });
  });

  it('refuses what the contract refuses, with the place, and sends nothing', async () => {
    const before = scene.calls();
    const wrong: [string, unknown][] = [
      ['weight', { ...small, weight: { $value: -1 } }],
      ['sender', { ...small, sender: { ...small.sender, '@country': 'Sweden' } }],
      ['item', { ...small, item: [] }],
      ['delivery', { ...small, delivery: { earliest: '2024-05-06' } }],
      ['colour', { ...small, colour: 'red' }],
    ];
    for (const [member, body] of wrong) {
      const { status, json } = await scene.call('POST /v1/parcels', body, tenant('wrong'));
      expect({ member, status }).toEqual({ member, status: 422 });
      expect(JSON.stringify(json.errors)).toContain(member);
    }
    expect(scene.calls()).toBe(before);
  });
});
