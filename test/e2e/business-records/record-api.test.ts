// SOAP callers in front of a record API that has nothing but its records: no operations path on either side.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoAccount } from '../../../examples/records/access/people.ts';
import { contractFolder } from '../../business-records/tables.ts';
import { type Answer, passport, ref } from '../../examples/records/scene.ts';
import { openOracle } from '../../oracle/xmllint.ts';
import { Loop } from './loop.ts';

const loop = new Loop();
const heard: string[] = [];
const bare = { set: ['operations=none'] };
const [ada] = demoAccount.people;
process.env.RECORDS_ADA = ada.password;
process.env.RECORDS_PARTNER = 'tok';
const callers = [
  { email: ada.email, password: { env: 'RECORDS_ADA' }, account: demoAccount.id, user: '11', name: ada.name },
  { partner: 'p1', partnerToken: { env: 'RECORDS_PARTNER' }, account: demoAccount.id, partnerUser: 'u', user: '7' },
];
const auth = { front: [{ session: { cookie: 'JSESSIONID', secure: false } }, 'none'], callers };

beforeAll(() => loop.start({ rest: bare, soap: { ...bare, auth } }), 300_000);
afterAll(() => loop.stop());

async function ask(body: string, head = '', headers = {}): Promise<Answer> {
  const answer = await loop.through(body, head, headers);
  heard.push(answer.xml);
  return answer;
}

const initialize = (type: string, from: string, by: string) =>
  `<m:initialize><m:initializeRecord><c:type>${type}</c:type><c:reference type="${from}" ${by}/></m:initializeRecord></m:initialize>`;
/** The record of a response, as it is said when it is added. */
const recordIn = ({ xml }: Answer) => {
  const [, attributes, content] = /<(?:\w+:)?record ([^>]*)>(.*)<\/(?:\w+:)?record>/s.exec(xml)!;
  const declared = [...new Set(xml.match(/ xmlns:\w+="[^"]*"/g))].filter((one) => !/ xmlns:(m|i)=/.test(one));
  return `<m:record${declared.join('')} ${attributes.replace(/\w+:type=/, 'i:type=')}>${content}</m:record>`;
};
const added = (record: string) => `<m:add>${record}</m:add>`;
const job = (name: string, id: string, page?: number) =>
  `<m:${name}><m:jobId>${id}</m:jobId>${page === undefined ? '' : `<m:pageIndex>${page}</m:pageIndex>`}</m:${name}>`;

describe('initialize', () => {
  it('answers a draft that add turns into the transform', async () => {
    const draft = await ask(initialize('workOrder', 'assemblyItem', 'externalId="ITEM-OAK-TABLE-M"'));
    expect(draft.text('name')).toBe('OAK-TABLE-M');
    expect(draft.attributes('externalId')).toEqual([expect.stringMatching(/^draft:[0-9a-f-]{36}$/)]);
    const answer = await ask(added(recordIn(draft)));
    expect(answer.xml).toContain('isSuccess="true"');
    const [id] = answer.attributes('internalId');
    const made = await loop.direct.ask(`<m:get>${ref('workOrder', id)}</m:get>`);
    expect(made.text('name')).toBe('OAK-TABLE-M');
    expect(made.xml).not.toContain('draft:');
  });

  it('answers drafts in a job, and a job over them turns them into the transforms', async () => {
    const asked = initialize('workOrder', 'assemblyItem', 'externalId="ITEM-OAK-TABLE-M"');
    const results = async (list: string) => {
      const id = (await ask(list)).text('jobId')!;
      expect((await ask(job('checkAsyncStatus', id))).text('status')).toBe('finished');
      return ask(job('getAsyncResult', id, 1));
    };
    const draft = await results(asked.replaceAll('m:initialize>', 'm:asyncInitializeList>'));
    expect(draft.attributes('externalId')).toEqual([expect.stringMatching(/^draft:[0-9a-f-]{36}$/)]);
    const answer = await results(`<m:asyncAddList>${recordIn(draft)}</m:asyncAddList>`);
    const [id] = answer.attributes('internalId');
    const made = await loop.direct.ask(`<m:get>${ref('workOrder', id)}</m:get>`);
    expect(made.text('name')).toBe('OAK-TABLE-M');
  });
});

const sized = (size: number) => `<m:searchPreferences><m:pageSize>${size}</m:pageSize></m:searchPreferences>`;
const records = ({ xml }: Answer) => [...xml.matchAll(/<(?:\w+:)?record [^>]*internalId="(\d+)"/g)].map(([, id]) => id);

describe('asyncSearch', () => {
  it('is a job that is done, with as many pages as the search has', async () => {
    const search = '<m:searchRecord i:type="listAcct:BinSearch"/>';
    const submitted = await ask(`<m:asyncSearch>${search}</m:asyncSearch>`, sized(7));
    expect(submitted.text('status')).toBe('pending');
    const id = submitted.text('jobId')!;
    const status = await ask(job('checkAsyncStatus', id));
    expect([status.text('status'), status.text('percentCompleted')]).toEqual(['finished', '100']);
    const straight = await loop.direct.ask(`<m:search>${search}</m:search>`, sized(21) + loop.direct.token());
    const found: string[] = [];
    for (const page of [1, 2, 3]) {
      const result = await ask(job('getAsyncResult', id, page));
      expect(result.text('pageIndex')).toBe(String(page));
      found.push(...records(result));
    }
    expect(found).toEqual(records(straight));
  });

  it('is not known under another name', async () => {
    for (const one of [await ask(job('checkAsyncStatus', 'none')), await ask(job('getAsyncResult', 'none', 1))])
      expect([one.status, one.text('code')]).toEqual([500, 'INVALID_JOB_ID']);
  });
});

const login = (change = {}) => ask(`<m:login>${passport(change, 'm:passport')}</m:login>`);
const inSession = (cookie: string, body: string, head = '') => ask(body, head, { cookie: `other=1; ${cookie}` });
const bins = '<m:search><m:searchRecord i:type="k:BinSearchBasic"/></m:search>';
const fault = ({ xml, text }: Answer) => [
  /:(\w+Fault) xmlns|:(\w+Fault)>/.exec(xml)?.slice(1).find(Boolean),
  text('code'),
];

describe('sessions', () => {
  it('begin with a login, are known by their cookie, and end with a logout', async () => {
    const begun = await login();
    expect(begun.text('name')).toBe(ada.name);
    expect(begun.attributes('internalId')).toEqual(['11']);
    const [cookie] = begun.cookies;
    expect(cookie).toMatch(/^JSESSIONID=[\w-]{32}$/);
    await inSession(cookie, bins, sized(5));
    const third = await inSession(cookie, '<m:searchMore><m:pageIndex>3</m:pageIndex></m:searchMore>');
    const fourth = await inSession(cookie, '<m:searchNext/>');
    expect([third.text('pageIndex'), fourth.text('pageIndex')]).toEqual(['3', '4']);
    const all = await loop.direct.ask(bins, sized(20) + loop.direct.token());
    expect([...records(third), ...records(fourth)]).toEqual(records(all).slice(10));
    expect((await inSession(cookie, '<m:logout/>')).text('status')).toBeDefined();
    for (const body of [bins, '<m:searchNext/>', '<m:logout/>'])
      expect(fault(await inSession(cookie, body))).toEqual(['invalidSessionFault', 'SESSION_TIMED_OUT']);
  });

  it('are needed to go on with the last search: nobody gets that of somebody else', async () => {
    await ask(bins, sized(5));
    for (const body of ['<m:searchMore><m:pageIndex>2</m:pageIndex></m:searchMore>', '<m:searchNext/>']) {
      const answer = await ask(body);
      expect(fault(answer)).toEqual(['invalidSessionFault', 'SESSION_TIMED_OUT']);
      expect(answer.xml).toContain('log in');
    }
  });

  it('keep apart what callers have asked for', async () => {
    const [cookie] = (await login()).cookies;
    await inSession(cookie, bins, sized(5));
    const other = await ask(
      '<m:ssoLogin><m:ssoPassport><c:authenticationToken>tok</c:authenticationToken><c:partnerId>p1</c:partnerId><c:partnerAccount>DEMO1</c:partnerAccount><c:partnerUserId>u</c:partnerUserId></m:ssoPassport></m:ssoLogin>',
    );
    expect(other.attributes('internalId')).toEqual(['7']);
    const lost = await inSession(other.cookies[0], '<m:searchNext/>');
    expect([lost.attributes('isSuccess'), lost.text('code')]).toEqual([['false'], 'INVALID_JOB_ID']);
  });

  it.each([{ password: 'wrong' }, { email: 'nobody@example.com' }, { account: 'NONE' }, { role: '3' }])(
    'do not begin with %o',
    async (change) => {
      const answer = await login(change);
      expect(answer.cookies).toEqual([]);
      expect(fault(answer)).toEqual(['invalidCredentialsFault', 'INVALID_LOGIN_CREDENTIALS']);
    },
  );

  it('are not known by a cookie that nobody was given', async () => {
    expect(fault(await inSession('JSESSIONID=abc', bins))).toEqual(['invalidSessionFault', 'SESSION_TIMED_OUT']);
    expect(fault(await ask('<m:logout/>'))).toEqual(['invalidSessionFault', 'SESSION_TIMED_OUT']);
  });
});

it('libxml2 finds every response valid', () => {
  const oracle = openOracle(contractFolder);
  const verdicts = oracle.validate(heard.map((xml) => Buffer.from(xml)));
  oracle.close();
  const bad = verdicts.flatMap(({ valid, problems }, i) => (valid ? [] : [{ problems, xml: heard[i].slice(0, 2000) }]));
  expect(bad).toEqual([]);
});
