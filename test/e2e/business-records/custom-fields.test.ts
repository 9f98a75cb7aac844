// Custom fields as members, at the reference service: the lines of the guide, each kind of value, and SOAP in front of the record API.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CUSTOM_FIELDS } from '../../../examples/records/store/customizations.ts';
import { customer } from '../../examples/records/scene.ts';
import { House } from './house.ts';

const house = new House();
beforeAll(() => house.startLoop());
afterAll(() => house.stop());

const ITEM = '/assemblyItem/eid:ITEM-Oak-board';
const KINDS = {
  custitem_wood: 'Red oak',
  custitem_ok: false,
  custitem_rings: 7,
  custitem_density: 0.7,
  custitem_launch: '2019-07-01',
  custitem_finish: { id: '1', type: '231', refName: 'Oak' },
  custitem_woods: { items: [1, 3].map((id) => ({ id: String(id), type: '231', refName: ['Oak', '', 'Ash'][id - 1] })) },
};
const names = Object.keys(KINDS);
const found = async (q: string) =>
  (await house.rest(`GET /assemblyItem?q=${encodeURIComponent(q)}`)).json.totalResults as number;

describe('custom fields', () => {
  it('are written, shown and searched by the lines of the guide', async () => {
    const guide = readFileSync(join(import.meta.dirname, '../../../docs/guides/business-records.md'), 'utf8');
    const section = guide.slice(guide.indexOf('### Custom fields'), guide.indexOf('### Custom records'));
    const lines = section.split('\n').filter((line) => line.startsWith('curl '));
    expect(lines).toHaveLength(3);
    const answers: string[] = [];
    for (const line of lines) {
      const command = `${line.replaceAll('http://127.0.0.1:8080', house.api)} -sS`;
      answers.push((await promisify(execFile)('sh', ['-c', command])).stdout);
    }
    expect(answers[0]).toBe('');
    expect(JSON.parse(answers[1])).toMatchObject({ custitem_ok: false, custitem_density: 0.7 });
    expect(JSON.parse(answers[2])).toMatchObject({ totalResults: 1 });
  });

  it('have the type of their value, and come back', async () => {
    expect((await house.rest(`PATCH ${ITEM}`, KINDS)).status).toBe(204);
    const types = [...house.sent.at(-1)!.matchAll(/xsi:type="\w+:(\w+)CustomFieldRef"/g)].map(([, type]) => type);
    expect(types).toEqual(['String', 'Boolean', 'Long', 'Double', 'Date', 'Select', 'MultiSelect']);
    const { json } = await house.rest(`GET ${ITEM}?fields=${names.join()}`);
    const { links: _, id: __, ...fields } = json;
    expect(fields).toEqual(KINDS);
    expect((await house.rest(`PATCH ${ITEM}`, fields)).status).toBe(204);
  });

  it.each([
    ['custitem_ok IS false AND custitem_wood START_WITH red', 1],
    ['custitem_ok IS true', 0],
    ['custitem_wood IS "Red oak"', 1],
    ['custitem_wood START_WITH red', 1],
    ['custitem_rings BETWEEN [5, 7]', 1],
    ['custitem_density EQUAL 0.7', 1],
    ['custitem_launch ON 2019-07-01', 1],
    ['custitem_finish ANY_OF [1, 2]', 1],
    ['custitem_woods ANY_OF [3]', 1],
    ['custitem_rings GREATER 7', 0],
    ['custitem_launch EMPTY_NOT', 1],
    ['custitem_wood IS "true"', 0],
  ])('are found by %s', async (q, count) => {
    expect(await found(q)).toBe(count);
  });

  it('that are texts like flags are searched in quotes', async () => {
    expect((await house.rest(`PATCH ${ITEM}`, { custitem_wood: 'tree' })).status).toBe(204);
    await found('custitem_wood IS "true"');
    expect(house.sent.at(-1)).toMatch(/SearchStringCustomField/);
    await found('custitem_ok IS true');
    expect(house.sent.at(-1)).toMatch(/SearchBooleanCustomField/);
  });

  it.each(['2019-07-01', '2019-07-01T08:00:00Z'])('that are texts like dates stay texts: %s', async (text) => {
    expect((await house.rest(`PATCH ${ITEM}`, { custitem_wood: text })).status).toBe(204);
    const { json } = await house.rest(`GET ${ITEM}?fields=custitem_wood`);
    expect(json.custitem_wood).toBe(text);
    expect((await house.rest(`PATCH ${ITEM}`, { custitem_wood: json.custitem_wood })).status).toBe(204);
    const field = `<c:customField i:type="c:StringCustomFieldRef" scriptId="custentity_region"><c:value>${text}</c:value></c:customField>`;
    const list = `<listRel:companyName>${text}</listRel:companyName><listRel:customFieldList>${field}</listRel:customFieldList>`;
    const upsert = `<m:upsert>${customer('CF-TEXT', list)}</m:upsert>`;
    expect((await house.soap.send(house.loop, upsert, '', {})).attributes('isSuccess')).toEqual(['true']);
    const read = '<m:get><m:baseRef i:type="c:RecordRef" type="customer" externalId="CF-TEXT"/></m:get>';
    const found = await house.soap.send(house.loop, read, '', {});
    expect(found.xml).toMatch(/StringCustomFieldRef" scriptId="custentity_region"/);
    expect(found.text('value')).toBe(text);
  });

  it('are named in the table where they are texts', () => {
    const table = readFileSync(join(import.meta.dirname, '../../../mappings/business-records/mapping.yaml'), 'utf8');
    const [, named] = /types: &texts \{ ([^}]*) \}/.exec(table)!;
    const texts = CUSTOM_FIELDS.filter(({ kind }) => kind === 'String').map(({ scriptId }) => scriptId);
    expect([...named.matchAll(/(\w+): [&*]text/g)].map(([, name]) => name).sort()).toEqual(texts.sort());
  });

  it('are cleared by null', async () => {
    expect((await house.rest(`PATCH ${ITEM}`, { custitem_rings: null, custitem_finish: null })).status).toBe(204);
    const { json } = await house.rest(`GET ${ITEM}`);
    expect(names.filter((name) => name in json)).toEqual(
      names.filter((name) => !['custitem_rings', 'custitem_finish'].includes(name)),
    );
  });

  it.each([
    [{ custitem_nothing: 1 }, 'INVALID_CONTENT', /custitem_nothing/],
    [{ custitem_nothing: null }, 'INVALID_CONTENT', /custitem_nothing/],
    [{ custbody_rush: true }, 'INVALID_CONTENT', /custbody_rush/],
    [{ custitem_ok: 'yes' }, 'INVALID_TYPE', /custitem_ok is of type Boolean, not String/],
    [{ custitem_finish: { id: '99' } }, 'INVALID_CONTENT', /custitem_finish/],
  ])('that the record does not have are refused by name: %j', async (body, code, message) => {
    const { status, json } = await house.rest(`PATCH ${ITEM}`, body);
    expect([status, json.code]).toEqual([400, code]);
    expect(json.detail).toMatch(message);
  });

  it('of a type that has none are refused by name, unless the client ignores names', async () => {
    const [bin] = (await house.rest('GET /accountingPeriod?limit=1')).json.items;
    const patch = (level?: string) =>
      house.rest(
        `PATCH /accountingPeriod/${bin.id}`,
        { custrecord_shelf: 1 },
        level ? { 'x-service-propertynamevalidation': level } : {},
      );
    for (const level of [undefined, 'Warning', 'Error']) {
      const { status, json } = await patch(level);
      expect([status, json.code, json.errors[0].path]).toEqual([422, 'CODEC_UNKNOWN', '$.custrecord_shelf']);
    }
    expect((await patch('Ignore')).status).toBe(204);
  });

  it('that nothing is called are told by the filter', async () => {
    const unknown = await house.rest('GET /assemblyItem?q=custitem_nothing%20IS%20true');
    expect([unknown.status, unknown.json.detail]).toEqual([400, 'There is no custom field custitem_nothing.']);
    expect((await house.rest(`GET ${ITEM}?fields=custitm_ok`)).json.code).toBe('BAD_QUERY');
  });

  it('are written, cleared and searched by SOAP clients of the record API', async () => {
    const field = (type: string, script: string, value: string) =>
      `<c:customField i:type="c:${type}CustomFieldRef" scriptId="${script}"><c:value>${value}</c:value></c:customField>`;
    const fields = `<listRel:customFieldList>${field('Boolean', 'custentity_newsletter', 'true')}${field('Double', 'custentity_discount', '3.0')}</listRel:customFieldList>`;
    const ask = (body: string) => house.soap.send(house.loop, body, '', {});
    const added = await ask(
      `<m:add>${customer('CF-1', `<listRel:companyName>Custom</listRel:companyName>${fields}`)}</m:add>`,
    );
    expect(added.attributes('isSuccess')).toEqual(['true']);
    const read = '<m:get><m:baseRef i:type="c:RecordRef" type="customer" externalId="CF-1"/></m:get>';
    const types = async () => (await ask(read)).xml.match(/type="\w+:\w+CustomFieldRef" scriptId="\w+"/g);
    expect((await types())?.map((text) => text.replace(/\w+:/, ''))).toEqual([
      'type="BooleanCustomFieldRef" scriptId="custentity_newsletter"',
      'type="DoubleCustomFieldRef" scriptId="custentity_discount"',
    ]);
    const criterion =
      '<c:customField i:type="c:SearchBooleanCustomField" scriptId="custentity_newsletter"><c:searchValue>true</c:searchValue></c:customField>';
    const search = `<m:search><m:searchRecord i:type="k:CustomerSearchBasic"><k:customFieldList>${criterion}</k:customFieldList></m:searchRecord></m:search>`;
    expect((await ask(search)).text('totalRecords')).toBe('1');
    await ask(
      `<m:update>${customer('CF-1', '<c:nullFieldList><c:name>custentity_newsletter</c:name></c:nullFieldList>')}</m:update>`,
    );
    expect(await types()).toHaveLength(1);
    expect((await ask(search)).text('totalRecords')).toBe('0');
  });
});
