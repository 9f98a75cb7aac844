// Tutorial 20 in front of PHP's SoapServer, which keeps the XML of a parcel and gives it back: what a caller stored is
// what a caller gets.
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { validateBody } from '../oracle/xmllint.ts';
import { parcelsWsdl } from '../peers/contracts.ts';
import { startPhpParcels } from '../peers/php.ts';
import { setScene, testMapping, tutorial } from './scene.ts';

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

/** What the contract leaves open: wildcards for elements and attributes; and nil that has an attribute. */
const open = {
  ...small,
  '@{urn:example:extra}colour': 'red & "blue"',
  insuredValue: { $nil: true, '@currency': 'EUR' },
  extension: {
    $any: [
      { $name: 'p:scanned', $value: { at: '2024-05-06T07:08:09Z', office: 'HAM01' } },
      { $name: '{urn:example:extra}note', '@lang': 'da', $value: 'forsigtig' },
    ],
  },
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

const parcelScene = (mapping: string) => setScene({ start: startPhpParcels, path: '/', mapping, wsdl: parcelsWsdl });

describe('tutorial 20 in front of PHP SoapServer', () => {
  const scene = parcelScene(tutorial('20-shapes'));
  const create = (parcel: unknown, query = '') => scene.call(`POST /v1/parcels${query}`, parcel);

  it.each([
    ['small', small],
    ['large', large],
    ['open', open],
  ])('stores a %s parcel and gives the same one back', async (_, parcel) => {
    const { status, headers, json } = await create(parcel);
    expect({ status, json }).toMatchObject({ status: 201, json: { price: { '@currency': 'EUR' } } });
    expect(headers.get('location')).toBe(`/v1/parcels/${json.id}`);
    const got = await scene.call(`GET ${headers.get('location')}`);
    expect({ status: got.status, json: got.json }).toEqual({
      status: 200,
      json: { parcel: { '@id': json.id, ...parcel } },
    });
  });

  it('keeps every digit through the peer', async () => {
    const text = JSON.stringify(small).replace('"$value":2', '"$value":1234567890123456789.0123');
    const { headers } = await create(text);
    expect((await scene.call(`GET ${headers.get('location')}`)).text).toContain('"$value":1234567890123456789.0123');
  });

  it('refuses a nil that lacks a required attribute, which the peer cannot write', async () => {
    const { status, json } = await create(small, '?dryRun=true');
    const { response } = scene.last();
    expect(response.toString()).toContain('price xsi:nil="true"/>');
    expect(validateBody(dirname(parcelsWsdl), response).join()).toContain("attribute 'currency' is required");
    expect({ status, json }).toMatchObject({
      status: 502,
      json: { code: 'UPSTREAM_BODY', errors: [{ path: expect.stringMatching(/\/price$/) }] },
    });
  });

  it('reads an optional element that is absent', async () => {
    const { status, text } = await scene.call('GET /v1/parcels/404');
    expect({ status, text }).toEqual({ status: 200, text: '{}' });
  });

  it('reads substitution groups in their order', async () => {
    const { status, json } = await scene.call('GET /v1/parcels/1/events');
    expect({ status, json }).toEqual({
      status: 200,
      json: {
        events: [
          { scanned: { at: '2024-05-06T07:08:09.5Z', office: 'HAM01' } },
          { delayed: { at: '2024-05-07T00:00:00Z', by: 'P1DT2H', reason: 'snow & ice' } },
          { scanned: { at: '2024-05-08T06:00:00Z', office: 'MUC02' } },
          { delivered: { at: '2024-05-08T11:30:00Z' } },
        ],
      },
    });
  });

  it('writes a repeated choice in the order of the caller', async () => {
    const layout = {
      '@columns': 4,
      $items: [{ text: 'a' }, { rule: {} }, { barcode: { '@symbology': 'qr', $value: '7' } }, { text: 'b' }],
    };
    const { status, json } = await scene.call('POST /v1/parcels/1/label', { layout });
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
      const { status, json } = await create(body);
      expect({ member, status }).toEqual({ member, status: 422 });
      expect(JSON.stringify(json.errors)).toContain(member);
    }
    expect(scene.calls()).toBe(before);
  });
});

describe('lists of tutorial 20 from PHP SoapServer', () => {
  const scene = parcelScene(tutorial('20-shapes'));
  const find = async (query = '') => (await scene.call(`GET /v1/parcels${query}`)).json;

  it('finds none, one and several', async () => {
    expect(await find()).toEqual({ total: 0 });
    for (const [i, service] of ['economy', 'express', 'express'].entries()) {
      const parcel = { ...small, '@service': service };
      expect((await scene.call('POST /v1/parcels', parcel)).json.id).toBe(i + 1);
    }
    const [first, second, third] = [1, 2, 3].map((id) => ({
      ...small,
      '@id': id,
      '@service': id === 1 ? 'economy' : 'express',
    }));
    expect(await find()).toEqual({ total: 3, items: [first, second, third] });
    expect(await find('?service=economy')).toEqual({ total: 1, items: [first] });
    expect(await find('?service=economy&service=express&limit=2')).toEqual({ total: 3, items: [first, second] });
    expect((await scene.call('GET /v1/summaries?service=economy')).json).toEqual({
      parcels: [{ id: 1, to: { city: 'Ystad', country: 'DE' } }],
    });
  });
});

describe('a header part to PHP SoapServer', () => {
  const scene = parcelScene(testMapping('tenants'));
  const tenant = (name: string) => ({ 'x-tenant': name });

  it('keeps tenants apart', async () => {
    for (const name of ['north', 'south & <west>']) {
      const parcel = { ...small, dropOff: name === 'north' ? 'NOR01' : 'SOU02' };
      const { status, json } = await scene.call('POST /parcels', parcel, tenant(name));
      expect({ status, json }).toMatchObject({ status: 201, json: { id: 1 } });
    }
    const dropOff = async (name: string) => (await scene.call('GET /parcels/1', undefined, tenant(name))).json;
    expect(await dropOff('north')).toMatchObject({ parcel: { dropOff: 'NOR01' } });
    expect(await dropOff('south & <west>')).toMatchObject({ parcel: { dropOff: 'SOU02' } });
    expect(await dropOff('nobody')).toEqual({});
  });

  it('is left out with the field that carries it', async () => {
    expect((await scene.call('GET /parcels/1', undefined, tenant('north'))).status).toBe(200);
    expect(scene.last().request.toString()).toMatch(/Header>\s*<\w+:Tenant>north<\//);
    expect((await scene.call('GET /parcels/1')).status).toBe(200);
    expect(scene.last().request.toString()).not.toMatch(/Header|Tenant/);
  });
});
