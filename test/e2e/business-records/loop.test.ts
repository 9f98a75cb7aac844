// SOAP callers through both gateways, SOAP in front of the record API in front of the service: what they hear is what the service says.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contractFolder } from '../../business-records/tables.ts';
import { type Answer, byExternal, ref, type Scene } from '../../examples/records/scene.ts';
import { openOracle } from '../../oracle/xmllint.ts';
import { lawRuns } from '../../sample-size.ts';
import { until } from '../../server/until.ts';
import { recordOf } from './compare.ts';
import { drawn, type Kind, type Known, kinds } from './drawn.ts';
import { Loop } from './loop.ts';
import { seededIds } from './seeded-ids.ts';
import { added, updated, upserted } from './write.ts';

const RUNS = lawRuns(1, 2);
const loop = new Loop();
const heard: string[] = [];
let known: Known;

beforeAll(async () => {
  await loop.start();
  known = await seededIds(loop.direct);
}, 120_000);
afterAll(() => loop.stop());

const through = async (body: string, head?: string): Promise<Answer> => {
  const answer = await loop.through(body, head);
  heard.push(answer.xml);
  return answer;
};
/** Writes as those of the service itself, through the gateways. */
const looped = { ask: (body: string) => through(body) } as unknown as Scene;

/** The body without prefixes, and without what is another one each time. `7.0` is 7. */
function plain({ xml }: Answer): string {
  const body = /<(?:\w+:)?Body[^>]*>(.*)<\/(?:\w+:)?Body>/s.exec(xml)![1];
  return body
    .replaceAll(/ xmlns(:\w+)?="[^"]*"/g, '')
    .replaceAll(/<(\/?)\w+:/g, '<$1')
    .replaceAll(/ \w+:type="\w+:/g, ' type="')
    .replaceAll(/<(searchId|jobId)>[^<]*/g, '<$1>')
    .replaceAll(/(<\w+>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(\.0+)?Z/g, '$1Z')
    .replaceAll(/>(-?\d+)\.0</g, '>$1<')
    .replaceAll(/<(\w+)((?: [^>]*)?)\/>/g, '<$1$2></$1>');
}

/** References to written records have an internal id alone: a Location says no more. Custom fields have their script id alone. */
const unreferred = (text: string) =>
  text
    .replaceAll(/(<baseRef [^>]*) externalId="[^"]*"/g, '$1')
    .replaceAll(/(<customField [^>]*?) internalId="[^"]*"/g, '$1');

async function same(body: string, head = ''): Promise<void> {
  const straight = await loop.direct.ask(body, head + loop.direct.token());
  expect(unreferred(plain(await through(body, head)))).toBe(unreferred(plain(straight)));
}

const bytes = () => fc.uint8Array({ minLength: 400, maxLength: 400 });

describe.each(kinds.map((kind) => [kind.rest, kind] as const))('%s', (_, kind) => {
  it('is written and read through the gateways as at the service', async () => {
    const law = fc.asyncProperty(bytes(), bytes(), (first, second) => lives(kind, first, second));
    await fc.assert(law, { numRuns: RUNS, endOnFailure: true });
  });
});

let marks = 0;

async function lives(kind: Kind, first: Uint8Array, second: Uint8Array): Promise<void> {
  const mark = `l#${++marks}`;
  const [one, two] = [first, second].map((b) => drawn(kind, { bytes: b, known, mark }));
  const external = kind.type.external ? { '@externalId': `l-${kind.rest}-${marks}` } : {};
  const id = await added(looped, kind, { ...one, ...external });
  await reads(kind, ref(kind.type.name, id));
  expect(await updated(looped, kind, { ...two, '@internalId': id })).toBe(id);
  await reads(kind, ref(kind.type.name, id));
  if (kind.type.external) {
    expect(await upserted(looped, kind, { ...one, ...external })).toBe(id);
    expect(await updated(looped, kind, { ...two, ...external })).toBe(id);
    await reads(kind, byExternal(kind.type.name, external['@externalId']!));
  }
  await same(`<m:getList>${ref(kind.type.name, id)}${ref(kind.type.name, '99999999')}</m:getList>`);
  expect((await through(`<m:delete>${ref(kind.type.name, id)}</m:delete>`)).attributes('isSuccess')).toEqual(['true']);
  await same(`<m:get>${ref(kind.type.name, id)}</m:get>`);
}

async function reads(kind: Kind, baseRef: string): Promise<void> {
  const body = `<m:get>${baseRef}</m:get>`;
  const read = recordOf(kind.type.name, (await through(body)).xml);
  expect(read).toEqual(recordOf(kind.type.name, (await loop.direct.ask(body)).xml));
}

const bin = (content: string, ids = '') => `<m:record i:type="listAcct:Bin"${ids}>${content}</m:record>`;
const full = (number: string) =>
  `<listAcct:binNumber>${number}</listAcct:binNumber><listAcct:location internalId="1"/>`;
const memo = (text: string) => `<listAcct:memo>${text}</listAcct:memo>`;

describe('list forms', () => {
  it('keep the order, and one failure is one status', async () => {
    await same(
      `<m:getList>${ref('bin', '1449')}${byExternal('account', 'ACCT-1000')}${ref('bin', '99999999')}</m:getList>`,
    );
    await same(
      `<m:updateList>${bin(memo('a'), ' internalId="1449"')}${bin(memo('b'), ' externalId="none"')}</m:updateList>`,
    );
    await same(`<m:upsertList>${bin(memo('a'), ' externalId="BIN-2"')}${bin(memo('b'))}</m:upsertList>`);
    await same(`<m:addList>${bin(memo('no number'))}${bin(memo('no number'))}</m:addList>`);
    await same(`<m:deleteList>${ref('bin', '99999998')}${ref('bin', '99999999')}</m:deleteList>`);
  });

  it('asks the service itself for records that the record API does not have', async () => {
    await same(`<m:getList>${byExternal('classification', 'class-offices')}${ref('bin', '1449')}</m:getList>`);
  });
});

const sized = (size: number) => `<m:searchPreferences><m:pageSize>${size}</m:pageSize></m:searchPreferences>`;
const banks = '<listAcct:basic><k:type operator="anyOf"><c:searchValue>_bank</c:searchValue></k:type></listAcct:basic>';

describe('searches', () => {
  it.each([
    ['with criteria', `<m:searchRecord i:type="listAcct:AccountSearch">${banks}</m:searchRecord>`],
    [
      'by criteria alone',
      '<m:searchRecord i:type="k:BinSearchBasic"><k:binNumber operator="startsWith"><c:searchValue>B-00</c:searchValue></k:binNumber></m:searchRecord>',
    ],
    ['for everything', '<m:searchRecord i:type="listAcct:BillingClassSearch"/>'],
    [
      'of one kind among transactions',
      '<m:searchRecord i:type="tranSales:TransactionSearch"><tranSales:basic><k:type operator="anyOf"><c:searchValue>_binTransfer</c:searchValue></k:type></tranSales:basic></m:searchRecord>',
    ],
    [
      'that q cannot say: by a name for a date',
      '<m:searchRecord i:type="k:CalendarEventSearchBasic"><k:startDate operator="within"><c:predefinedSearchValue>lastFiscalYear</c:predefinedSearchValue></k:startDate></m:searchRecord>',
    ],
    [
      'that q cannot say: of two kinds',
      '<m:searchRecord i:type="k:TransactionSearchBasic"><k:type operator="anyOf"><c:searchValue>_binTransfer</c:searchValue><c:searchValue>_binWorksheet</c:searchValue></k:type></m:searchRecord>',
    ],
    [
      'that q cannot say: advanced',
      '<m:searchRecord i:type="listAcct:AccountSearchAdvanced"><listAcct:criteria/></m:searchRecord>',
    ],
  ])('%s', async (_, record) => {
    await same(`<m:search>${record}</m:search>`, sized(5));
  });

  it('show sublists to those who want them', async () => {
    const record = '<m:searchRecord i:type="k:CalendarEventSearchBasic"/>';
    const head =
      '<m:searchPreferences><m:bodyFieldsOnly>false</m:bodyFieldsOnly><m:pageSize>5</m:pageSize></m:searchPreferences>';
    await same(`<m:search>${record}</m:search>`, head);
    expect((await through(`<m:search>${record}</m:search>`, head)).xml).toContain('attendeeList');
    expect((await through(`<m:search>${record}</m:search>`, sized(5))).xml).not.toContain('attendeeList');
  });

  it('go on by the id of the search, and another search does not disturb it', async () => {
    const body = '<m:search><m:searchRecord i:type="listAcct:BinSearch"/></m:search>';
    const [straight, looped] = [
      await loop.direct.ask(body, sized(7) + loop.direct.token()),
      await through(body, sized(7)),
    ];
    await through(`<m:search><m:searchRecord i:type="listAcct:AccountSearch">${banks}</m:searchRecord></m:search>`);
    for (const page of ['2', '5', '3']) {
      const more = ({ text }: Answer) =>
        `<m:searchMoreWithId><m:searchId>${text('searchId')}</m:searchId><m:pageIndex>${page}</m:pageIndex></m:searchMoreWithId>`;
      expect(plain(await through(more(looped)))).toBe(plain(await loop.direct.ask(more(straight))));
    }
    const unknown =
      '<m:searchMoreWithId><m:searchId>none</m:searchId><m:pageIndex>2</m:pageIndex></m:searchMoreWithId>';
    await same(unknown);
  });

  it('give nobody the last search of somebody else', async () => {
    for (const type of ['Bin', 'Account'])
      await through(`<m:search><m:searchRecord i:type="listAcct:${type}Search"/></m:search>`, sized(6));
    for (const body of ['<m:searchMore><m:pageIndex>2</m:pageIndex></m:searchMore>', '<m:searchNext/>']) {
      const answer = await through(body);
      expect(answer.xml).toMatch(/invalidSessionFault/);
      expect(answer.xml).not.toContain('record ');
    }
  });
});

describe('jobs', () => {
  const asked = async (ask: (body: string) => Promise<Answer>, body: string) => {
    const job = (await ask(body)).text('jobId');
    const about = (name: string, more = '') => `<m:${name}><m:jobId>${job}</m:jobId>${more}</m:${name}>`;
    let status: Answer | undefined;
    await until(async () => {
      status = await ask(about('checkAsyncStatus'));
      return status.text('status')?.startsWith('finished') ?? false;
    });
    return [status!, await ask(about('getAsyncResult', '<m:pageIndex>1</m:pageIndex>'))].map((one) =>
      unreferred(plain(one)),
    );
  };
  const straight = (body: string) => loop.direct.ask(body);

  it.each([
    ['asyncGetList', `${ref('bin', '1449')}${byExternal('account', 'ACCT-1000')}`],
    ['asyncUpdateList', `${bin(memo('j'), ' internalId="1449"')}${bin(memo('k'), ' externalId="BIN-3"')}`],
    ['asyncUpsertList', `${bin(memo('j'), ' externalId="BIN-2"')}${bin(memo('k'), ' externalId="BIN-3"')}`],
    [
      'asyncInitializeList',
      '<m:initializeRecord><c:type>workOrder</c:type><c:reference type="assemblyItem" externalId="ITEM-OAK-TABLE-M"/></m:initializeRecord>',
    ],
  ])('%s', async (name, items) => {
    const body = `<m:${name}>${items}</m:${name}>`;
    expect(await asked((one) => through(one), body)).toEqual(await asked(straight, body));
  });

  it('asyncAddList and asyncDeleteList', async () => {
    const [status, result] = await asked(
      (one) => through(one),
      `<m:asyncAddList>${bin(full('LJ-1'))}${bin(full('LJ-2'))}</m:asyncAddList>`,
    );
    expect(status).toContain('<status>finished</status><percentCompleted>100</percentCompleted>');
    const ids = [...result.matchAll(/internalId="(\d+)"/g)].map(([, id]) => id);
    expect(ids.length).toBe(2);
    const gone = await asked(
      (one) => through(one),
      `<m:asyncDeleteList>${ids.map((id) => ref('bin', id)).join('')}</m:asyncDeleteList>`,
    );
    expect(gone[0]).toContain('<status>finished</status>');
    await same(`<m:getList>${ids.map((id) => ref('bin', id)).join('')}</m:getList>`);
  });

  it('say of a record that has failed that it has', async () => {
    const body = `<m:asyncGetList>${ref('bin', '1449')}${ref('bin', '99999999')}</m:asyncGetList>`;
    const [status, result] = await asked((one) => through(one), body);
    expect(status).toContain('<status>finishedWithErrors</status><percentCompleted>100</percentCompleted>');
    expect([...result.matchAll(/<readResponse><status isSuccess="(\w+)"/g)].map(([, ok]) => ok)).toEqual([
      'true',
      'false',
    ]);
  });

  it('are not known to anybody under another name', async () => {
    await same('<m:checkAsyncStatus><m:jobId>none</m:jobId></m:checkAsyncStatus>');
  });
});

it('libxml2 finds every response valid', () => {
  const oracle = openOracle(contractFolder);
  const verdicts = oracle.validate(heard.map((xml) => Buffer.from(xml)));
  oracle.close();
  const bad = verdicts.flatMap(({ valid, problems }, i) => (valid ? [] : [{ problems, xml: heard[i].slice(0, 2000) }]));
  expect(bad.slice(0, 3)).toEqual([]);
});
