// What the gateway refuses by itself, and a list without rows: SOAP clients get a status or a declared fault, as from the service.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoAccount } from '../../../examples/records/access/people.ts';
import { type Answer, application, passport, ref } from '../../examples/records/scene.ts';
import { until } from '../../server/until.ts';
import { Loop } from './loop.ts';

const loop = new Loop();
const resources = { set: ['operations=resources'] };
const [ada] = demoAccount.people;
process.env.RECORDS_ADA = ada.password;
const auth = {
  front: [{ session: { cookie: 'JSESSIONID', secure: false } }, 'none'],
  callers: [{ email: ada.email, password: { env: 'RECORDS_ADA' }, account: demoAccount.id, user: '11' }],
};
beforeAll(() => loop.start({ rest: resources, soap: { ...resources, auth } }), 120_000);
afterAll(() => loop.stop());

const sized = (size: number) => `<m:searchPreferences><m:pageSize>${size}</m:pageSize></m:searchPreferences>`;
const bins = '<m:search><m:searchRecord i:type="listAcct:BinSearch"/></m:search>';
const summaries = (page: number, filters = '') =>
  `<m:getPostingTransactionSummary><m:fields><c:account>true</c:account></m:fields>${filters}<m:pageIndex>${page}</m:pageIndex></m:getPostingTransactionSummary>`;
const nothing = '<m:filters><c:account><c:recordRef internalId="999999"/></c:account></m:filters>';
const deleted = (type: string, page = 1) =>
  `<m:getDeleted><m:getDeletedFilter><c:type operator="anyOf"><c:searchValue>${type}</c:searchValue></c:type></m:getDeletedFilter><m:pageIndex>${page}</m:pageIndex></m:getDeleted>`;
const values = (page: number) =>
  `<m:getSelectValue><m:fieldDescription><c:recordType>bin</c:recordType><c:field>location</c:field></m:fieldDescription><m:pageIndex>${page}</m:pageIndex></m:getSelectValue>`;
const update = (type: string, content: string, id = '1448') =>
  `<m:update><m:record i:type="listAcct:${type}" internalId="${id}">${content}</m:record></m:update>`;
const memo = '<listAcct:memo>x</listAcct:memo>';
const noField = '<c:nullFieldList><c:name>nosuch</c:name></c:nullFieldList>';
const byNumber =
  '<listAcct:customFieldList><c:customField i:type="c:BooleanCustomFieldRef" internalId="3"><c:value>true</c:value></c:customField></listAcct:customFieldList>';

const statusOf = ({ status, xml, text }: Answer) => [status, / isSuccess="(\w+)"/.exec(xml)?.[1], text('code')];
const both = async (body: string, head = '') => [
  await loop.direct.ask(body, head + loop.direct.token()),
  await loop.through(body, head),
];

describe('the status is that of the service', () => {
  it.each<[string, string, string?]>([
    ['sums of nothing', summaries(1, nothing)],
    ['sums behind the last page', summaries(9)],
    ['deleted records behind the last page', deleted('bin', 5)],
    ['values of a field behind the last page', values(9)],
    ['values of a field before the first page', values(0)],
    ['pages that are too small', bins, sized(4)],
    ['pages that are too large', bins, sized(1001)],
    ['an id that no record has', `<m:get>${ref('bin', 'abc')}</m:get>`],
    ['the same, to delete', `<m:delete>${ref('bin', 'abc')}</m:delete>`],
    ['the same, to change', update('Bin', memo, 'abc')],
    ['no id', '<m:get><m:baseRef i:type="c:RecordRef" type="bin"/></m:get>'],
    ['no id, to delete', '<m:delete><m:baseRef i:type="c:RecordRef" type="bin"/></m:delete>'],
    ['no type', '<m:get><m:baseRef i:type="c:RecordRef" internalId="1448"/></m:get>'],
    ['no type, to delete', '<m:delete><m:baseRef i:type="c:RecordRef" internalId="1448"/></m:delete>'],
    ['neither type nor id', '<m:get><m:baseRef i:type="c:RecordRef"/></m:get>'],
    ['a custom field by its internal id', update('AssemblyItem', byNumber, '2148')],
    [
      'a type of custom records by its internal id',
      '<m:get><m:baseRef i:type="c:CustomRecordRef" typeId="1" internalId="1"/></m:get>',
    ],
  ])('%s', async (_, body, head) => {
    const [service, gateway] = await both(body, head);
    expect(statusOf(gateway)).toEqual(statusOf(service));
    expect(statusOf(gateway)[0]).toBe(200);
  });
});

it('a null field that the type does not have is a status, with the name of the field', async () => {
  const [service, gateway] = await both(update('Bin', noField));
  expect([statusOf(service), statusOf(gateway)]).toEqual([
    [200, 'false', 'INVALID_FLD_VALUE'],
    [200, 'false', 'INVALID_KEY_OR_REF'],
  ]);
  expect(gateway.text('message')).toContain('"nosuch"');
});

it('deleted records of a type that the filter cannot say are a status', async () => {
  for (const type of ['nosuch', 'account'])
    expect(statusOf(await loop.through(deleted(type)))).toEqual([200, 'false', 'INVALID_SEARCH_VALUE']);
});

it('what has no status is a declared fault', async () => {
  const { status, xml, text } = await loop.through(
    `<m:updateList><m:record i:type="listAcct:Bin" internalId="1448">${noField}</m:record></m:updateList>`,
  );
  expect([status, text('faultcode'), text('code')]).toEqual([500, 'soap:Client', 'UNEXPECTED_ERROR']);
  expect(xml).toMatch(/unexpectedErrorFault.*"nosuch"/s);
});

it.each([
  [
    'a type of records that the schema does not have',
    `<m:get>${ref('lead', '1')}</m:get>`,
    /must be one of account, .* \(at Envelope\/Body\/get/,
  ],
  ['a member that the type does not have', update('Bin', '<listAcct:nosuch/>'), /nosuch.* \(at Envelope\/Body\/update/],
])('%s is a declared fault too', async (_, body, place) => {
  const { status, xml, text } = await loop.through(body);
  expect([status, text('faultcode'), text('code')]).toEqual([500, 'soap:Client', 'UNEXPECTED_ERROR']);
  expect(xml).toMatch(/unexpectedErrorFault/);
  expect(text('message')).toMatch(place);
});

it('a reason of a deletion is refused by name, and nothing is deleted', async () => {
  const reason =
    '<m:deletionReason><c:deletionReasonCode internalId="1"/><c:deletionReasonMemo>x</c:deletionReasonMemo></m:deletionReason>';
  for (const operation of ['delete', 'deleteList']) {
    const body = `<m:${operation}>${ref('bin', '1448')}${reason}</m:${operation}>`;
    const { status, xml, text } = await loop.through(body);
    expect([status, text('code')]).toEqual([500, 'UNEXPECTED_ERROR']);
    expect(xml).toMatch(/unexpectedErrorFault.*takes no reason/s);
  }
  expect(statusOf(await loop.through(`<m:get>${ref('bin', '1448')}</m:get>`))).toEqual([200, 'true', undefined]);
});

describe('references have the names that clients send back with them', () => {
  const named = (element: string, type: string, id: string) =>
    `<c:${element} i:type="c:RecordRef" type="${type}" internalId="${id}"><c:name>a name</c:name></c:${element}>`;
  it.each([
    [
      'initialize',
      '<m:initialize><m:initializeRecord><c:type>workOrder</c:type><c:reference type="assemblyItem" internalId="2148"><c:name>a name</c:name></c:reference></m:initializeRecord></m:initialize>',
    ],
    [
      'attach',
      `<m:attach><m:attachReference i:type="c:AttachBasicReference">${named('attachTo', 'bin', '1448')}${named('attachedRecord', 'bin', '1449')}</m:attachReference></m:attach>`,
    ],
    [
      'detach',
      `<m:detach><m:detachReference i:type="c:DetachBasicReference">${named('detachFrom', 'bin', '1448')}${named('detachedRecord', 'bin', '1449')}</m:detachReference></m:detach>`,
    ],
  ])('%s', async (_, body) => {
    expect(statusOf(await loop.through(body))).toEqual([200, 'true', undefined]);
  });
});

describe('pages', () => {
  it('of a search end with the last, for searchNext too', async () => {
    const { cookies } = await loop.direct.ask(`<m:login>${passport()}</m:login>`, application);
    const session = { cookie: cookies.join('; ') };
    const { cookies: own } = await loop.through(`<m:login>${passport({}, 'm:passport')}</m:login>`);
    const callers = [
      (body: string, head = '') => loop.direct.ask(body, head, session),
      (body: string, head = '') => loop.through(body, head, { cookie: own.join('; ') }),
    ];
    const outcomes = callers.map(async (send) => {
      const pages = [await send(bins, sized(1000)), await send('<m:searchNext/>'), await send('<m:searchNext/>')];
      return pages.map(statusOf);
    });
    const [service, gateway] = await Promise.all(outcomes);
    expect(gateway).toEqual(service);
    expect(service).toContainEqual([200, 'false', 'INVALID_SEARCH_PAGE_INDEX']);
  });

  it('of a search end with the last', async () => {
    const [service, gateway] = await both(bins, sized(500));
    const page = async ({ text }: Answer, index: number) => {
      const body = `<m:searchMoreWithId><m:searchId>${text('searchId')}</m:searchId><m:pageIndex>${index}</m:pageIndex></m:searchMoreWithId>`;
      return statusOf(await (text === service.text ? loop.direct.ask(body) : loop.through(body)));
    };
    for (const index of [2, 3, 9999]) expect(await page(gateway, index)).toEqual(await page(service, index));
    expect(await page(gateway, 3)).toEqual([200, 'false', 'INVALID_SEARCH_PAGE_INDEX']);
  });

  it('of the result of a job are one', async () => {
    const body = `<m:asyncGetList>${ref('bin', '1449')}</m:asyncGetList>`;
    const ask = [(one: string) => loop.direct.ask(one), (one: string) => loop.through(one)];
    for (const one of ask) {
      const job = `<m:jobId>${(await one(body)).text('jobId')}</m:jobId>`;
      const over = async () =>
        (await one(`<m:checkAsyncStatus>${job}</m:checkAsyncStatus>`)).text('status') === 'finished';
      await until(over);
      const second = await one(`<m:getAsyncResult>${job}<m:pageIndex>2</m:pageIndex></m:getAsyncResult>`);
      expect([second.text('code'), second.xml]).toEqual(['INVALID_PAGE_INDEX', expect.stringContaining('asyncFault')]);
    }
  });
});
