// Bulk forms in both directions: REST clients in front of the service, and SOAP clients in front of that, whose lists of one type are one request.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { House } from './house.ts';

const CUSTOM = '/customrecord_inspection';

const house = new House();
beforeAll(() => house.startLoop());
afterAll(() => house.stop());

const rest = (line: string, body?: unknown) => house.rest(line, body);
const statuses = ({ json }: { json: { items: { status: number }[] } }) => json.items.map(({ status }) => status);
/** `isSuccess` of each record, in their order. */
const outcomes = (xml: string) =>
  [...xml.matchAll(/<\w+:(?:write|read)Response><\w+:status isSuccess="(\w+)"/g)].map(([, ok]) => ok === 'true');

describe('of custom records, for REST clients', () => {
  it('add, read, change, insert and remove records of the type in the path', async () => {
    const items = [
      { externalId: 'CB-1', name: 'A' },
      { externalId: 'CB-2', name: 'B', custrecord_rank: 2 },
    ];
    const added = await rest(`POST ${CUSTOM}/!bulk`, { items: [items[0], { name: 7, altName: [] }, items[1]] });
    expect([added.status, statuses(added)]).toEqual([207, [204, 422, 204]]);
    expect(added.json.items[1]).toMatchObject({ 'o:errorDetails': [{ 'o:errorPath': '$.name' }] });
    const changed = await rest(`PATCH ${CUSTOM}/!bulk`, { items: [{ externalId: 'CB-1', custrecord_note: 'dry' }] });
    expect(statuses(changed)).toEqual([204]);
    const saved = await rest(`PUT ${CUSTOM}/!bulk`, { items: [{ externalId: 'CB-3', name: 'C' }] });
    expect(statuses(saved)).toEqual([204]);
    const read = await rest(`GET ${CUSTOM}/!bulk?id=eid:CB-1,eid:CB-2,eid:CB-3,eid:NONE`);
    expect(statuses(read)).toEqual([200, 200, 200, 404]);
    expect(read.json.items.slice(0, 2).map(({ record }: { record: object }) => record)).toMatchObject([
      { name: 'A', custrecord_note: 'dry', recType: { refName: 'Inspection' } },
      { name: 'B', custrecord_rank: 2 },
    ]);
    const removed = await rest(`DELETE ${CUSTOM}/!bulk?id=eid:CB-1,eid:CB-2,eid:CB-3,eid:NONE`);
    expect(statuses(removed)).toEqual([204, 204, 204, 404]);
  });

  it.each([
    ['POST', '/!bulk', { items: [{ name: 'A' }] }],
    ['GET', '/!bulk?id=7', undefined],
  ])('%s of a type that the account does not have: each record is not found', async (method, path, body) => {
    const answer = await rest(`${method} /customrecord_nothing${path}`, body);
    expect([answer.status, answer.json.items]).toEqual([
      207,
      [expect.objectContaining({ status: 404, detail: 'There are no custom records of type customrecord_nothing.' })],
    ]);
  });
});

describe('for SOAP clients, a list of one type', () => {
  /** Through both gateways, and how many requests the service got. */
  const through = async (body: string) => {
    const before = house.sent.length;
    const answer = await house.soap.send(house.loop, body, '', {});
    return { ...answer, requests: house.sent.length - before };
  };
  const bin = (attributes: string, content: string) =>
    `<m:record i:type="listAcct:Bin" ${attributes}>${content}</m:record>`;
  const number = (text: string) =>
    `<listAcct:binNumber>${text}</listAcct:binNumber><listAcct:location internalId="1"/>`;
  const ref = (externalId: string) => `<m:baseRef i:type="c:RecordRef" type="bin" externalId="${externalId}"/>`;
  const custom = (type: string, name: string) =>
    `<m:record i:type="setupCustom:CustomRecord" externalId="${name}"><setupCustom:name>${name}</setupCustom:name><setupCustom:recType i:type="c:CustomizationRef" scriptId="customrecord_${type}"/></m:record>`;
  const customRef = (type: string, name: string) =>
    `<m:baseRef i:type="c:CustomRecordRef" scriptId="customrecord_${type}" externalId="${name}"/>`;

  it('is one request, and each record has its outcome', async () => {
    const records = bin('externalId="LOOP-1"', number('LOOP-1')) + bin('', '<listAcct:memo>no number</listAcct:memo>');
    const added = await through(`<m:addList>${records}</m:addList>`);
    expect([added.requests, outcomes(added.xml), added.text('code')], added.xml).toEqual([
      1,
      [true, false],
      'MISSING_REQD_FLD',
    ]);
    const read = await through(`<m:getList>${ref('LOOP-1')}${ref('NONE')}</m:getList>`);
    expect([read.requests, outcomes(read.xml), read.text('binNumber'), read.text('code')]).toEqual([
      1,
      [true, false],
      'LOOP-1',
      'RCRD_DSNT_EXIST',
    ]);
    const memo = '<c:nullFieldList><c:name>memo</c:name></c:nullFieldList>';
    const changed = await through(`<m:updateList>${bin('externalId="LOOP-1"', memo)}</m:updateList>`);
    expect(outcomes(changed.xml)).toEqual([true]);
    const saved = await through(`<m:upsertList>${bin('externalId="LOOP-2"', number('LOOP-2'))}</m:upsertList>`);
    expect(outcomes(saved.xml)).toEqual([true]);
    const removed = await through(`<m:deleteList>${ref('LOOP-1')}${ref('LOOP-2')}${ref('NONE')}</m:deleteList>`);
    expect([removed.requests, outcomes(removed.xml)]).toEqual([1, [true, true, false]]);
  });

  it('of custom records is one of a type, or a request for each record', async () => {
    for (const [requests, ...types] of [
      [1, 'inspection', 'inspection'],
      [2, 'inspection', 'workshop'],
    ] as const) {
      const records = types.map((type, n) => custom(type, `LOOP-${n}`)).join('');
      const added = await through(`<m:addList>${records}</m:addList>`);
      expect([added.requests, outcomes(added.xml)], added.xml).toEqual([requests, [true, true]]);
      const refs = types.map((type, n) => customRef(type, `LOOP-${n}`)).join('');
      const read = await through(`<m:getList>${refs}</m:getList>`);
      const names = [...read.xml.matchAll(/<\w+:recType [^>]*><\w+:name>(\w+)</g)].map(([, name]) =>
        name.toLowerCase(),
      );
      expect([read.requests, outcomes(read.xml), names], read.xml).toEqual([requests, [true, true], types]);
      const removed = await through(`<m:deleteList>${refs}</m:deleteList>`);
      expect([removed.requests, outcomes(removed.xml)]).toEqual([requests, [true, true]]);
    }
  });
});
