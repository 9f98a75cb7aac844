// PHP's SoapClient and zeep in front of the record API: custom fields of ordinary records, sublists and subrecords, dates, and values that have codes.
// What they write is what REST clients see, and what they read back.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { prefixes } from '../../../examples/records/store/catalog.ts';
import { type Arguments, type Client, openPhp, openZeep } from '../../peers/callers.ts';
import { tutorial } from '../scene.ts';
import { at, content } from './client-results.ts';
import { House } from './house.ts';
import { type Face, present } from './loop.ts';

const house = new House();
let face: Face;
beforeAll(async () => {
  await house.start();
  face = await present('soap', house.api, { set: ['operations=none'] });
}, 60_000);
afterAll(async () => {
  await face.stop();
  await house.stop();
});

const typed = (name: string, members: object) => {
  const [prefix, local] = name.split(':');
  return { $type: `{${prefixes[prefix as keyof typeof prefixes]}}${local}`, ...members };
};
const field = (kind: string, scriptId: string, value: unknown) =>
  typed(`platformCore:${kind}CustomFieldRef`, { '@scriptId': scriptId, value });
const list = (prefix: string, wood: unknown = { '@internalId': '1' }) => [
  field('Select', `${prefix}_wood`, wood),
  field('MultiSelect', `${prefix}_woods`, [{ '@internalId': '1' }, { '@internalId': '3' }]),
];
const oak = { id: '1', refName: 'Oak', type: '231' };
const ash = { id: '3', refName: 'Ash', type: '231' };

/** Codes of a table that the contract of the founding table has. */
function codes(table: string, contract: string): [rest: string, soap: string][] {
  const folder = tutorial('business-records');
  const known = readFileSync(join(folder, 'contract/xsd', contract), 'utf8');
  const lines = readFileSync(join(folder, 'codes', `${table}.csv`), 'utf8')
    .trim()
    .split('\n')
    .slice(1);
  return lines
    .map((line): [string, string] => line.split(',').slice(0, 2) as [string, string])
    .filter(([, value]) => known.includes(`"${value}"`));
}

describe.each([
  ["PHP's SoapClient", openPhp],
  ['zeep', openZeep],
])('%s', (_, open) => {
  let client: Client;
  beforeAll(async () => {
    client = await open('1.1')(`${face.origin}/services/BusinessRecordsPort_2019_1?wsdl`);
  }, 300_000);
  afterAll(() => client.close());

  const ask = async (operation: string, body: Arguments) => {
    const said = content(await client.call(operation, body));
    expect(JSON.stringify(said)).toMatch(/isSuccess"?:"?true/);
    return said;
  };
  const upsert = (type: string, externalId: string, members: object) =>
    ask('upsert', { record: typed(type, { '@externalId': externalId, ...members }) });
  const refTo = (type: string, externalId: string) =>
    typed('platformCore:RecordRef', { '@type': type, '@externalId': externalId });
  // biome-ignore lint/suspicious/noExplicitAny: whatever the client makes of a record
  const read = async (type: string, externalId: string): Promise<any> =>
    at(await ask('get', { baseRef: refTo(type, externalId) }), 'record');
  const shown = async (path: string) => {
    const { status, json } = await house.rest(`GET ${path}`);
    expect([path, status]).toEqual([path, 200]);
    return json;
  };
  const fresh = () => `F-${crypto.randomUUID()}`;

  it('writes custom fields of a record, reads, searches and clears them', async () => {
    const name = fresh();
    const customField = [
      field('String', 'custentity_region', 'Nørrebro & <more>'),
      field('Boolean', 'custentity_newsletter', false),
      field('Long', 'custentity_priority', 7),
      field('Double', 'custentity_discount', 3),
      field('Date', 'custentity_since', '2019-07-01T08:30:00+02:00'),
      ...list('custentity'),
    ];
    await upsert('listRel:Customer', name, { companyName: name, customFieldList: { customField } });
    const sent = house.sent.at(-1)!.matchAll(/xsi:type="\w+:(\w+)CustomFieldRef"/g);
    expect([...sent].map(([, kind]) => kind)).toEqual([
      'String',
      'Boolean',
      'Long',
      'Double',
      'Date',
      'Select',
      'MultiSelect',
    ]);
    expect(await shown(`/customer/eid:${name}`)).toMatchObject({
      custentity_region: 'Nørrebro & <more>',
      custentity_newsletter: false,
      custentity_priority: 7,
      custentity_discount: 3,
      custentity_since: '2019-07-01T08:30:00+02:00',
      custentity_wood: oak,
      custentity_woods: { items: [oak, ash] },
    });
    const [wood, otherWood] = [oak, ash].map(({ id, refName, type }) => ({
      internalId: id,
      name: refName,
      typeId: type,
    }));
    const fields = async () => (await read('customer', name)).customFieldList.customField;
    expect(await fields()).toEqual([
      { scriptId: 'custentity_region', value: 'Nørrebro & <more>' },
      { scriptId: 'custentity_newsletter', value: 'false' },
      { scriptId: 'custentity_priority', value: '7' },
      { scriptId: 'custentity_discount', value: '3' },
      { scriptId: 'custentity_since', value: '2019-07-01T06:30:00.000Z' },
      { scriptId: 'custentity_wood', value: wood },
      { scriptId: 'custentity_woods', value: [wood, otherWood] },
    ]);
    const criterion = (kind: string, scriptId: string, more: object) =>
      typed(`platformCore:Search${kind}CustomField`, { '@scriptId': scriptId, ...more });
    const basic = typed('platformCommon:CustomerSearchBasic', {
      companyName: { '@operator': 'is', searchValue: name },
      customFieldList: {
        customField: [
          criterion('Boolean', 'custentity_newsletter', { searchValue: false }),
          criterion('Double', 'custentity_discount', { '@operator': 'between', searchValue: 2, searchValue2: 3 }),
          criterion('MultiSelect', 'custentity_woods', { '@operator': 'anyOf', searchValue: [{ '@internalId': '3' }] }),
        ],
      },
    });
    expect(at(await ask('search', { searchRecord: basic }), 'totalRecords')).toBe('1');
    const cleared = ['custentity_newsletter', 'custentity_since', 'custentity_wood', 'custentity_woods'];
    await ask('update', {
      record: typed('listRel:Customer', { '@externalId': name, nullFieldList: { name: cleared } }),
    });
    expect((await fields()).map(({ scriptId }: { scriptId: string }) => scriptId)).toEqual([
      'custentity_region',
      'custentity_priority',
      'custentity_discount',
    ]);
    const after = await shown(`/customer/eid:${name}`);
    expect(cleared.filter((member) => member in after)).toEqual([]);
  });

  it('writes lines with custom fields and a subrecord, which have addresses', async () => {
    const name = fresh();
    const item = (id: string, quantity: number, more: object = {}) => ({
      item: { '@externalId': id },
      quantity,
      ...more,
    });
    const engraved = [
      field('String', 'custcol_engraving', 'A'),
      field('Boolean', 'custcol_gift', false),
      field('Date', 'custcol_cut', '2019-07-01T00:00:00Z'),
      ...list('custcol'),
    ];
    await upsert('tranSales:SalesOrder', name, {
      entity: { '@externalId': 'CUST-1' },
      tranDate: '2019-11-20T00:00:00Z',
      shippingAddress: { country: '_canada', city: 'Halifax' },
      itemList: {
        item: [item('ITEM-Oak-board', 1, { customFieldList: { customField: engraved } }), item('ITEM-OAK-TABLE-M', 2)],
      },
      customFieldList: { customField: [field('Boolean', 'custbody_rush', false)] },
    });
    const path = `/salesOrder/eid:${name}`;
    expect(await shown(path)).toMatchObject({ custbody_rush: false, tranDate: '2019-11-20' });
    const first = { custcol_engraving: 'A', custcol_gift: false, custcol_cut: '2019-07-01', custcol_wood: oak };
    expect(await shown(`${path}/item/1`)).toMatchObject({ quantity: 1, ...first });
    expect(await shown(`${path}/shippingAddress`)).toMatchObject({ country: { id: 'CA' }, city: 'Halifax' });
    // Line 2 is changed and a third is added; the first stays as it is.
    const changes = { '@replaceAll': false, item: [{ line: 2, quantity: 5 }, item('ITEM-Oak-board', 3)] };
    await ask('update', { record: typed('tranSales:SalesOrder', { '@externalId': name, itemList: changes }) });
    const lines = await shown(`${path}/item`);
    expect([lines.totalResults, lines.items.length]).toEqual([3, 3]);
    for (const [n, quantity] of [1, 5, 3].entries()) {
      const href = lines.items[n].links[0].href as string;
      const { json } = await house.rest(`GET ${href}`);
      expect([href.endsWith(`/item/${n + 1}`), json.quantity]).toEqual([true, quantity]);
    }
    const order = await read('salesOrder', name);
    expect(order.itemList.item.map(({ line, quantity }: Record<string, string>) => [line, quantity])).toEqual([
      ['1', '1'],
      ['2', '5'],
      ['3', '3'],
    ]);
    expect(order.itemList.item[0].customFieldList.customField.slice(0, 3)).toEqual([
      { scriptId: 'custcol_engraving', value: 'A' },
      { scriptId: 'custcol_gift', value: 'false' },
      { scriptId: 'custcol_cut', value: '2019-07-01' },
    ]);
    expect(order.shippingAddress).toEqual({ city: 'Halifax', country: '_canada' });
  });

  it('leaves the address of a line as it is when the line before it goes', async () => {
    const name = fresh();
    const book = (...lines: object[]) => ({ addressbookList: { '@replaceAll': true, addressbook: lines } });
    const line = (label: string, country: string, more: object = {}) => ({
      label,
      addressbookAddress: { country },
      ...more,
    });
    await upsert('listRel:Customer', name, { companyName: name, ...book(line('A', '_denmark'), line('B', '_norway')) });
    const path = `/customer/eid:${name}/addressBook`;
    expect(await shown(`${path}/2/addressBookAddress`)).toMatchObject({ country: { id: 'NO' } });
    await upsert('listRel:Customer', name, book({ internalId: '2', label: 'C' }));
    expect(await shown(`${path}/2`)).toMatchObject({ label: 'C', internalId: '2' });
    expect(await shown(`${path}/2/addressBookAddress`)).toMatchObject({ country: { id: 'NO' } });
    expect((await house.rest(`GET ${path}/1`)).status).toBe(404);
    expect((await read('customer', name)).addressbookList.addressbook).toEqual({
      addressbookAddress: { country: '_norway' },
      internalId: '2',
      label: 'C',
    });
  });

  it.each([
    ['2019-07-01T00:00:00Z', '2019-07-01'],
    ['2019-07-01T00:00:00.000Z', '2019-07-01'],
    ['2019-07-01T00:00:00+00:00', '2019-07-01'],
    ['2019-07-01T00:00:00-08:00', '2019-07-01T00:00:00-08:00'],
    ['2019-07-01T00:00:00', '2019-07-01T00:00:00'],
    ['2019-07-01T08:30:15.250+05:30', '2019-07-01T08:30:15.250+05:30'],
  ])('writes %s, which is %s, and reads it', async (written, date) => {
    const name = fresh();
    await upsert('actSched:CalendarEvent', name, { title: name, startDate: written });
    expect((await shown(`/calendarEvent/eid:${name}`)).startDate).toBe(date);
    const { result } = await client.call('get', { baseRef: refTo('calendarEvent', name) });
    const [, startDate] = /"startDate":"([^"]*)"/.exec(JSON.stringify(result))!;
    const local = (text: string) => (/(Z|[+-]\d\d:\d\d)$/.test(text) ? Date.parse(text) : text);
    expect(local(startDate)).toEqual(local(written));
    // A REST client that sends back what it has read changes nothing.
    expect((await house.rest(`PATCH /calendarEvent/eid:${name}`, { startDate: date })).status).toBe(204);
    const again = await client.call('get', { baseRef: refTo('calendarEvent', name) });
    expect(JSON.stringify(again.result)).toContain(`"startDate":"${startDate}"`);
  });

  it('writes all countries and languages of the contract, which are codes', async () => {
    const name = fresh();
    const countries = codes('countries', 'platform.commonTypes.xsd');
    const languages = codes('languages', 'platform.commonTypes.xsd');
    expect([countries.length, languages.length]).toEqual([252, 63]);
    const addressbook = countries.map(([, country]) => ({ addressbookAddress: { country } }));
    const translation = languages.map(([, locale]) => ({ locale }));
    await upsert('listRel:Customer', name, { companyName: name, addressbookList: { addressbook } });
    await upsert('listAcct:AssemblyItem', name, { itemId: name, translationsList: { translation } });
    const customer = await shown(`/customer/eid:${name}?expandSubResources=true&simpleEnumFormat=true`);
    const item = await shown(`/assemblyItem/eid:${name}?expandSubResources=true&simpleEnumFormat=true`);
    // biome-ignore lint/suspicious/noExplicitAny: lines
    const each = (lines: any[], of: (line: any) => unknown) => lines.map(of);
    expect(each(customer.addressBook.items, (line) => line.addressBookAddress.country)).toEqual(
      countries.map(([code]) => code),
    );
    expect(each(item.translations.items, (line) => line.locale)).toEqual(languages.map(([code]) => code));
    const { addressbookList } = await read('customer', name);
    expect(each(addressbookList.addressbook, (line) => line.addressbookAddress.country)).toEqual(
      countries.map(([, value]) => value),
    );
    const { translationsList } = await read('assemblyItem', name);
    expect(each(translationsList.translation, (line) => line.locale)).toEqual(languages.map(([, value]) => value));
  });
});
