// Operators of searches, each against what the same records say when they are all read.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { byExternal, companyName, customer, Scene } from './scene.ts';

const scene = new Scene();
const fields = (n: number) =>
  [
    companyName(`Search ${'abcdef'[n]} Öl`),
    n === 0 ? '' : `<listRel:phone>+4${n}</listRel:phone>`,
    `<listRel:isInactive>${n % 2 === 1}</listRel:isInactive><listRel:terms internalId="${(n % 3) + 1}"/>`,
    n === 5 ? '' : `<listRel:creditLimit>${n * 10}</listRel:creditLimit>`,
    `<listRel:stage>${n < 3 ? '_lead' : '_prospect'}</listRel:stage>`,
    n === 5 ? '' : `<listRel:startDate>2019-0${n + 1}-15T08:00:00+02:00</listRel:startDate>`,
    `<listRel:customFieldList><c:customField i:type="c:LongCustomFieldRef" scriptId="custentity_priority"><c:value>${n}</c:value></c:customField></listRel:customFieldList>`,
  ].join('');
/** The schema has an order of its own. */
const ordered = (n: number) => {
  const parts = [...fields(n).matchAll(/<listRel:(\w+)(?:>.*?<\/listRel:\1>|[^>]*\/>)/g)].map(([text, name]) => ({
    text,
    name,
  }));
  const order = ['companyName', 'phone', 'isInactive', 'stage', 'terms', 'creditLimit', 'startDate', 'customFieldList'];
  const place = new Map(schemaOrder().map((name, k) => [name, k]));
  expect(parts.map(({ name }) => name).every((name) => order.includes(name))).toBe(true);
  return parts
    .toSorted((a, b) => place.get(a.name)! - place.get(b.name)!)
    .map(({ text }) => text)
    .join('');
};
let names: string[] = [];
const schemaOrder = () => names;

beforeAll(async () => {
  await scene.start();
  const { loadContract } = await import('../../../src/index.ts');
  const { Catalog } = await import('../../../examples/records/store/catalog.ts');
  const { contractFolder } = await import('../../business-records/tables.ts');
  names = [...new Catalog(await loadContract(contractFolder)).fieldsOf('listRel:Customer').keys()];
  const records = [0, 1, 2, 3, 4, 5].map((n) => customer(`S${n}`, ordered(n))).join('');
  expect((await scene.ask(`<m:addList>${records}</m:addList>`)).attributes('isSuccess')).toEqual(Array(7).fill('true'));
});
afterAll(() => scene.service.close());

const ours = '<k:externalIdString operator="startsWith"><c:searchValue>S</c:searchValue></k:externalIdString>';
const basicOrder = () => [
  'companyName',
  'creditLimit',
  'externalIdString',
  'isInactive',
  'phone',
  'stage',
  'startDate',
  'terms',
];

async function find(criterion: string): Promise<string> {
  const name = /<k:(\w+)/.exec(criterion)![1];
  const own = [criterion, ours].toSorted(
    (a, b) => basicOrder().indexOf(/<k:(\w+)/.exec(a)![1]) - basicOrder().indexOf(/<k:(\w+)/.exec(b)![1]),
  );
  const parts = name === 'customFieldList' ? [ours, criterion] : own;
  const answer = await scene.ask(
    `<m:search><m:searchRecord i:type="k:CustomerSearchBasic">${parts.join('')}</m:searchRecord></m:search>`,
  );
  return answer.text('code') ?? answer.attributes('externalId').join('');
}
const value = (text: string, second?: string) =>
  `<c:searchValue>${text}</c:searchValue>${second === undefined ? '' : `<c:searchValue2>${second}</c:searchValue2>`}`;
const by = (field: string, operator: string, content = '') =>
  find(`<k:${field} operator="${operator}">${content}</k:${field}>`);

describe('operators', () => {
  it.each([
    ['companyName', 'is', value('search A öl'), 'S0'],
    ['companyName', 'isNot', value('Search a Öl'), 'S1S2S3S4S5'],
    ['companyName', 'contains', value('CH B'), 'S1'],
    ['companyName', 'doesNotContain', value('b'), 'S0S2S3S4S5'],
    ['companyName', 'startsWith', value('search c'), 'S2'],
    ['companyName', 'doesNotStartWith', value('search c'), 'S0S1S3S4S5'],
    ['companyName', 'hasKeywords', value('öl d'), 'S3'],
    ['phone', 'empty', '', 'S0'],
    ['phone', 'notEmpty', '', 'S1S2S3S4S5'],
    ['creditLimit', 'equalTo', value('20'), 'S2'],
    ['creditLimit', 'notEqualTo', value('20'), 'S0S1S3S4S5'],
    ['creditLimit', 'greaterThan', value('20'), 'S3S4'],
    ['creditLimit', 'greaterThanOrEqualTo', value('20'), 'S2S3S4'],
    ['creditLimit', 'lessThan', value('20'), 'S0S1'],
    ['creditLimit', 'lessThanOrEqualTo', value('20'), 'S0S1S2'],
    ['creditLimit', 'notGreaterThan', value('20'), 'S0S1S2S5'],
    ['creditLimit', 'notGreaterThanOrEqualTo', value('20'), 'S0S1S5'],
    ['creditLimit', 'notLessThan', value('20'), 'S2S3S4S5'],
    ['creditLimit', 'notLessThanOrEqualTo', value('20'), 'S3S4S5'],
    ['creditLimit', 'between', value('10', '30'), 'S1S2S3'],
    ['creditLimit', 'notBetween', value('10', '30'), 'S0S4S5'],
    ['creditLimit', 'empty', '', 'S5'],
    ['startDate', 'on', value('2019-03-15T00:00:00Z'), 'S2'],
    ['startDate', 'notOn', value('2019-03-15T00:00:00Z'), 'S0S1S3S4S5'],
    ['startDate', 'after', value('2019-03-15T00:00:00Z'), 'S3S4'],
    ['startDate', 'notAfter', value('2019-03-15T00:00:00Z'), 'S0S1S2S5'],
    ['startDate', 'before', value('2019-03-15T00:00:00Z'), 'S0S1'],
    ['startDate', 'notBefore', value('2019-03-15T00:00:00Z'), 'S2S3S4S5'],
    ['startDate', 'onOrAfter', value('2019-03-15T00:00:00Z'), 'S2S3S4'],
    ['startDate', 'notOnOrAfter', value('2019-03-15T00:00:00Z'), 'S0S1S5'],
    ['startDate', 'onOrBefore', value('2019-03-15T00:00:00Z'), 'S0S1S2'],
    ['startDate', 'notOnOrBefore', value('2019-03-15T00:00:00Z'), 'S3S4S5'],
    ['startDate', 'within', value('2019-02-01T00:00:00Z', '2019-04-01T00:00:00Z'), 'S1S2'],
    ['startDate', 'notWithin', value('2019-02-01T00:00:00Z', '2019-04-01T00:00:00Z'), 'S0S3S4S5'],
    ['startDate', 'empty', '', 'S5'],
    ['startDate', 'within', '<c:predefinedSearchValue>thisYear</c:predefinedSearchValue>', 'S0S1S2S3S4'],
    ['startDate', 'within', '<c:predefinedSearchValue>lastYear</c:predefinedSearchValue>', ''],
    ['stage', 'anyOf', value('_lead'), 'S0S1S2'],
    ['stage', 'noneOf', value('_lead'), 'S3S4S5'],
    ['terms', 'anyOf', '<c:searchValue internalId="1"/><c:searchValue internalId="2"/>', 'S0S1S3S4'],
    ['terms', 'noneOf', '<c:searchValue internalId="1"/>', 'S1S2S4S5'],
  ])('%s %s %s', async (field, operator, content, expected) => {
    expect(await by(field, operator, content)).toBe(expected);
  });

  it('booleans and custom fields', async () => {
    expect(await find(`<k:isInactive>${value('true')}</k:isInactive>`)).toBe('S1S3S5');
    expect(await find(`<k:isInactive>${value('false')}</k:isInactive>`)).toBe('S0S2S4');
    const custom = `<k:customFieldList><c:customField i:type="c:SearchLongCustomField" scriptId="custentity_priority" operator="greaterThan">${value('3')}</c:customField></k:customFieldList>`;
    expect(await find(custom)).toBe('S4S5');
  });
});

it('joins, advanced searches with columns, saved searches', async () => {
  const joined = `<m:search><m:searchRecord i:type="listRel:CustomerSearch"><listRel:transactionJoin><k:tranId operator="is"><c:searchValue>SO1001</c:searchValue></k:tranId></listRel:transactionJoin></m:searchRecord></m:search>`;
  const order = await scene.ask(`<m:get>${byExternal('salesOrder', 'ORDER-1')}</m:get>`);
  const entity = /<tranSales:entity internalId="(\d+)"/.exec(order.xml)![1];
  const found = await scene.ask(joined);
  expect([found.text('totalRecords'), found.attributes('internalId')[0]]).toEqual(['1', entity]);
  const advanced = (attributes: string) =>
    `<m:search><m:searchRecord i:type="listAcct:AccountSearchAdvanced"${attributes}><listAcct:columns><listAcct:basic><k:name/><k:type/></listAcct:basic></listAcct:columns></m:searchRecord></m:search>`;
  const rows = await scene.ask(advanced(' savedSearchId="103"'));
  expect([rows.text('totalRecords'), rows.text('searchValue')]).toEqual(['20', 'Bank']);
  expect((await scene.ask(advanced(' savedSearchId="9"'))).text('code')).toBe('INVALID_ID');
});

it('columns of enumerations are texts, where the record has a reference', async () => {
  const names = (xml: string) => [...xml.matchAll(/<\w+:supplyType>.*?<\/\w+:supplyType>/g)].map(([text]) => text);
  const items = await scene.ask('<m:search><m:searchRecord i:type="k:ItemSearchBasic"/></m:search>');
  const [id] = items.attributes('internalId');
  const update = `<m:update><m:record i:type="listAcct:AssemblyItem" internalId="${id}"><listAcct:supplyType internalId="2"/></m:record></m:update>`;
  expect((await scene.ask(update)).attributes('isSuccess')).toContain('true');
  const { xml } = await scene.ask(
    `<m:search><m:searchRecord i:type="listAcct:ItemSearchAdvanced"><listAcct:columns><listAcct:basic><k:supplyType/></listAcct:basic></listAcct:columns></m:searchRecord></m:search>`,
  );
  expect(names(xml)).toEqual([expect.stringMatching(/searchValue>2<\//)]);
});

it('what cannot be searched says so', async () => {
  const odd =
    '<m:search><m:searchRecord i:type="k:CustomerSearchBasic"><k:boughtAmount operator="equalTo"><c:searchValue>1</c:searchValue></k:boughtAmount></m:searchRecord></m:search>';
  expect((await scene.ask(odd)).text('code')).toBe('INVALID_SEARCH_FIELD_NAME');
  const size = '<m:searchPreferences><m:pageSize>4</m:pageSize></m:searchPreferences>';
  expect(
    (await scene.ask('<m:search><m:searchRecord i:type="k:BinSearchBasic"/></m:search>', scene.token() + size)).text(
      'code',
    ),
  ).toBe('INVALID_SEARCH_PAGE_SIZE');
});

describe('records that are gone between pages hide no others', () => {
  const five = '<m:searchPreferences><m:pageSize>5</m:pageSize></m:searchPreferences>';
  const record = '<m:searchRecord i:type="k:CalendarEventSearchBasic"/>';
  const idsIn = (xml: string) => [...xml.matchAll(/<\w+:record [^>]*internalId="(\d+)"/g)].map(([, id]) => id);
  const remove = async (ids: readonly string[]) => {
    const refs = ids.map((id) => `<m:baseRef i:type="c:RecordRef" type="calendarEvent" internalId="${id}"/>`);
    const answer = await scene.ask(`<m:deleteList>${refs.join('')}</m:deleteList>`);
    expect(answer.xml).not.toContain('isSuccess="false"');
  };
  const allNow = async () => {
    const all = '<m:searchPreferences><m:pageSize>1000</m:pageSize></m:searchPreferences>';
    return idsIn((await scene.ask(`<m:search>${record}</m:search>`, scene.token() + all)).xml);
  };

  it('of a search', async () => {
    const before = await allNow();
    const first = await scene.ask(`<m:search>${record}</m:search>`, scene.token() + five);
    await remove([...idsIn(first.xml).slice(1, 4), before[6]]);
    const further = `<m:searchMoreWithId><m:searchId>${first.text('searchId')}</m:searchId><m:pageIndex>2</m:pageIndex></m:searchMoreWithId>`;
    const second = await scene.ask(further);
    expect(idsIn(second.xml)).toEqual([before[5], ...before.slice(7, 10)]);
    expect(second.text('totalRecords')).toBe(String(before.length));
  });

  it('of a job', async () => {
    const before = await allNow();
    const job = await scene.ask(`<m:asyncSearch>${record}</m:asyncSearch>`, scene.token() + five);
    const id = `<m:jobId>${job.text('jobId')}</m:jobId>`;
    const page = (n: number) =>
      scene.ask(`<m:getAsyncResult>${id}<m:pageIndex>${n}</m:pageIndex></m:getAsyncResult>`).then(({ xml }) => xml);
    while ((await scene.ask(`<m:checkAsyncStatus>${id}</m:checkAsyncStatus>`)).text('status') !== 'finished');
    const first = idsIn(await page(1));
    expect(first).toEqual(before.slice(0, 5));
    await remove(first);
    expect(idsIn(await page(2))).toEqual(before.slice(5, 10));
    expect(idsIn(await page(1))).toEqual([]);
  });
});
