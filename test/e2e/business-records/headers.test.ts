// The 7 header parts of the contract, each on its way to and from the records service: of REST callers, and of SOAP callers through both gateways.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoAccount } from '../../../examples/records/access/people.ts';
import { contractFolder } from '../../business-records/tables.ts';
import { application, byExternal, passport } from '../../examples/records/scene.ts';
import { infoset } from '../../laws/infoset.ts';
import { openOracle } from '../../oracle/xmllint.ts';
import { type Credential, House, hidden, token } from './house.ts';
import { expectPage, ObservationTable } from './observation-table.ts';

const seen = new ObservationTable();
const [REST, SOAP] = ['REST caller → SOAP service', 'SOAP caller → both gateways → SOAP service'];
const [{ email, password: secret, name }] = demoAccount.people;
const password: Credential = {
  email,
  password: secret,
  name,
  account: demoAccount.id,
  application: demoAccount.applications[0],
};
const get = `<m:get>${byExternal('bin', 'BIN-1')}</m:get>`;

/** Local names of the header blocks of a message. */
function blocks(xml: string): string[] {
  const [header] = infoset(xml).children.filter((child) => typeof child !== 'string' && child.name.local === 'Header');
  if (header === undefined || typeof header === 'string') return [];
  return header.children.flatMap((child) => (typeof child === 'string' ? [] : [child.name.local])).toSorted();
}

/** Values of header parts, without prefixes. */
const fields = (xml: string) => xml.replaceAll(/<(\/?)\w+:/g, '<$1');

const house = new House();
afterAll(() => house.stop());

// The gateway of the second credential is there for what follows.
describe.each([
  ['a password', password, ['passport', 'applicationInfo']],
  ['a token', token(0), ['tokenPassport']],
])('a credential with %s', (name, credential, parts) => {
  afterAll(() => (credential === password ? house.stop() : undefined));

  it('is shown to the service, which accepts it', { timeout: 60_000 }, async () => {
    await house.start({}, credential);
    expect((await house.rest('GET /bin/eid:BIN-1')).status).toBe(200);
    expect(blocks(house.sent.at(-1)!)).toEqual(parts.toSorted());
    expect((await house.rest('GET /bin?limit=7')).json.count).toBe(7);
    expect(blocks(house.sent.at(-1)!)).toEqual([...parts, 'searchPreferences'].toSorted());
    expect(house.sent.at(-1)).toContain('pageSize>7<');
    for (const part of parts) seen.add(part, REST, `from a credential with ${name}`);
    seen.add('searchPreferences', REST, 'of collections: body fields only, and the size of page');
  });

  it('is what libxml2 accepts', () => {
    const oracle = openOracle(contractFolder);
    expect(oracle.validate(house.sent).flatMap(({ problems }) => problems)).toEqual([]);
    oracle.close();
  });
});

describe('header fields of REST callers', () => {
  const said = () => fields(house.sent.at(-1)!);

  it('are preferences, which the service heeds', async () => {
    const body = { binNumber: 'H 1', location: { id: '1' }, memo: 'x' };
    const add = (companyName: string, headers = {}) => {
      const record = { $type: 'customer', companyName, email: 'heads@example.com' };
      return house.rest('POST /operations/add', { record }, headers);
    };
    const first = await add('Heads 1');
    const refused = await add('Heads 2', { 'x-service-warningaserror': 'true' });
    const taken = await add('Heads 2', { 'x-service-ignorereadonlyfields': 'true' });
    const done = [first, refused, taken].map(({ json }) => json.writeResponse.status['@isSuccess']);
    expect(done).toEqual([true, false, true]);
    expect(said()).toContain('<ignoreReadOnlyFields>true</ignoreReadOnlyFields>');
    const all = { warningaserror: 'false', disablemandatorycustomfieldvalidation: 'true', runscripts: 'false' };
    const more = { ...all, disablesystemnotesforcustomfields: 'true', partner: 'p-7' };
    const headers = Object.fromEntries(Object.entries(more).map(([key, value]) => [`x-service-${key}`, value]));
    expect((await house.rest('POST /bin', body, headers)).status).toBe(204);
    expect(said()).toMatch(/<partnerInfo[^>]*><partnerId>p-7<\/partnerId><\/partnerInfo>/);
    expect(said()).toMatch(
      /<preferences[^>]*><warningAsError>false<\/warningAsError><disableMandatoryCustomFieldValidation>true<\/disableMandatoryCustomFieldValidation><disableSystemNotesForCustomFields>true<\/disableSystemNotesForCustomFields><runServerSuiteScriptAndTriggerWorkflows>false<\/runServerSuiteScriptAndTriggerWorkflows><\/preferences>/,
    );
    seen.add('preferences', REST, 'header fields of every request whose operation has the part');
    seen.add('partnerInfo', REST, 'the header field `X-Service-Partner`');
  });

  it('are search preferences of the operations path', async () => {
    const search = { searchRecord: { $type: 'common:CalendarEventSearchBasic' } };
    const headers = { 'x-service-pagesize': '5', 'x-service-bodyfieldsonly': 'false' };
    const { json } = await house.rest('POST /operations/search', search, headers);
    expect([json.searchResult.pageSize, json.searchResult.recordList.record.length]).toEqual([5, 5]);
    expect(JSON.stringify(json)).toContain('"attendee":');
    const bare = await house.rest('POST /operations/search', search, { 'x-service-pagesize': '5' });
    expect(JSON.stringify(bare.json)).not.toContain('"attendee":');
    seen.add('searchPreferences', REST, 'header fields of the operations path');
  });

  it('are told what the service calls its work', async () => {
    const { headers } = await house.rest('GET /bin/eid:BIN-1');
    expect(headers.get('x-service-document')).toMatch(/^WEBSERVICES_DEMO1_/);
    seen.add('documentInfo', REST, 'of a response: the header field `X-Service-Document`');
  });

  it('are refused when they are not what the contract says', async () => {
    const sent = house.sent.length;
    const { json } = await house.rest('GET /bin/eid:BIN-1', undefined, { 'x-service-warningaserror': 'perhaps' });
    expect(json).toMatchObject({ status: 400, code: 'BAD_HEADER' });
    expect(house.sent.length).toBe(sent);
  });
});

const loop = new House();
loop.shown = () => '';
afterAll(() => loop.stop());

describe.each([
  {
    name: 'a password',
    head: passport() + application,
    soap: {
      front: [{ soap: {} }],
      callers: [hidden(password)],
      back: { basic: { user: 'email', password: 'password' } },
    },
    rest: {
      front: [{ basic: { as: { user: 'email' }, judge: 'back' } }],
      back: { fields: hidden({ account: demoAccount.id, application: demoAccount.applications[0] }) },
    },
    parts: {
      passport: '`Authorization: Basic` between the gateways, the account from settings',
      applicationInfo: 'from settings, beside the passport of the caller',
    },
  },
  {
    name: 'a token',
    soap: { front: [{ soap: {} }], callers: [hidden(token(0))], back: { oauth1: { method: 'HMAC-SHA256' } } },
    rest: { front: [{ oauth1: { methods: ['HMAC-SHA256'] } }], callers: [hidden(token(0))] },
    parts: { tokenPassport: 'its signature checked, `Authorization: OAuth` between the gateways, and signed anew' },
  },
])('a SOAP caller with $name', ({ head, rest, soap, parts }) => {
  beforeAll(async () => {
    await loop.stop();
    await loop.startLoop({}, { rest, soap });
  });

  it('is who calls, at the service itself', async () => {
    const answer = await loop.soap.send(loop.loop, get, head ?? loop.soap.token(), {});
    expect([answer.status, answer.text('binNumber')]).toEqual([200, expect.stringMatching(/./)]);
    expect(blocks(loop.sent.at(-1)!)).toEqual(Object.keys(parts).toSorted());
    for (const [part, how] of Object.entries(parts)) seen.add(part, SOAP, how);
    const sent = loop.sent.length;
    const stranger = await loop.soap.send(loop.loop, get, loop.soap.token(0, { secret: 'guessed' }), {});
    expect([stranger.status, loop.sent.length]).toEqual([500, sent]);
  });
});

describe('a SOAP caller', () => {
  const ask = (body: string, head: string) => loop.soap.send(loop.loop, body, loop.soap.token() + head, {});

  it('has its preferences, and hears what the service calls its work', async () => {
    const customer = (name: string) =>
      `<m:add><m:record i:type="listRel:Customer"><listRel:companyName>${name}</listRel:companyName><listRel:email>tails@example.com</listRel:email></m:record></m:add>`;
    const head = (strict: boolean) =>
      `<m:partnerInfo><m:partnerId>p-8</m:partnerId></m:partnerInfo><m:preferences><m:warningAsError>${strict}</m:warningAsError></m:preferences>`;
    expect((await ask(customer('Tails 1'), '')).attributes('isSuccess')).toEqual(['true']);
    expect((await ask(customer('Tails 2'), head(true))).attributes('isSuccess')).toEqual(['false']);
    const answer = await ask(customer('Tails 2'), head(false));
    expect(answer.attributes('isSuccess')).toEqual(['true']);
    expect(fields(loop.sent.at(-1)!)).toContain('<partnerId>p-8</partnerId>');
    expect(answer.text('nsId')).toMatch(/^WEBSERVICES_DEMO1_/);
    seen.add('preferences', SOAP, 'of operations for one record');
    seen.add('partnerInfo', SOAP, 'of operations for one record');
    seen.add('documentInfo', SOAP, 'of the last response of the service');
  });

  it('has its search preferences, also where q has no word for what it asks', async () => {
    const search = (record: string) => `<m:search><m:searchRecord i:type="${record}"/></m:search>`;
    const head = '<m:searchPreferences><m:pageSize>6</m:pageSize></m:searchPreferences>';
    for (const record of ['k:BinSearchBasic', 'k:TransactionSearchBasic']) {
      const answer = await ask(search(record), head);
      expect([answer.text('pageSize'), answer.text('pageIndex')]).toEqual(['6', '1']);
      expect(fields(loop.sent.find((xml) => xml.includes('search'))!)).toContain('pageSize>6<');
    }
    seen.add('searchPreferences', SOAP, 'size of page, sublists, and all of it on the operations path');
  });
});

it('is the page of the docs', async () => {
  const names = 'applicationInfo partnerInfo documentInfo preferences searchPreferences passport tokenPassport';
  const rows = names.split(' ');
  expect([seen.count(REST), seen.count(SOAP)]).toEqual([rows.length, rows.length]);
  await expectPage('business-records-headers.md', 'test/e2e/business-records/headers.test.ts', [
    '# The 7 header parts, as the reference service has seen them',
    seen.table('part', rows, [REST, SOAP]),
  ]);
});
