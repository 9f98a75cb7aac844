// The 7 header parts of the contract: which of them the gateway writes and reads, as the records service sees them.
import { afterAll, describe, expect, it } from 'vitest';
import { demoAccount } from '../../../src/demo/records/access/people.ts';
import { contractFolder } from '../../business-records/tables.ts';
import { infoset } from '../../laws/infoset.ts';
import { openOracle } from '../../oracle/xmllint.ts';
import { type Credential, House, token } from './house.ts';
import { expectPage, Seen } from './seen.ts';

const seen = new Seen();
const [ada] = demoAccount.people;
const password: Credential = { ...ada, account: demoAccount.id, application: demoAccount.applications[0] };

/** Local names of the header blocks of a message. */
function blocks(xml: string): string[] {
  const [header] = infoset(xml).children.filter((child) => typeof child !== 'string' && child.name.local === 'Header');
  if (header === undefined || typeof header === 'string') return [];
  return header.children.flatMap((child) => (typeof child === 'string' ? [] : [child.name.local])).toSorted();
}

describe.each([
  ['a token', token(0), ['tokenPassport']],
  ['a password', password, ['passport', 'applicationInfo']],
])('a credential with %s', (name, credential, parts) => {
  const house = new House();
  afterAll(() => house.stop());

  it('is shown to the service, which accepts it', async () => {
    await house.start({}, credential);
    expect((await house.rest('GET /bin/eid:BIN-1')).status).toBe(200);
    expect(blocks(house.sent.at(-1)!)).toEqual(parts.toSorted());
    expect((await house.rest('GET /bin?limit=7')).json.count).toBe(7);
    expect(blocks(house.sent.at(-1)!)).toEqual([...parts, 'searchPreferences'].toSorted());
    expect(house.sent.at(-1)).toContain('pageSize>7<');
    for (const part of parts) seen.add(part, 'carried', `written, from a credential with ${name}`);
    seen.add('searchPreferences', 'carried', 'written for collections: body fields only, and the size of page');
  });

  it('is what libxml2 accepts', () => {
    const oracle = openOracle(contractFolder);
    expect(oracle.validate(house.sent).flatMap(({ problems }) => problems)).toEqual([]);
    oracle.close();
  });

  it('has no other part', async () => {
    const { headers, text } = await house.rest(
      'PATCH /bin/eid:BIN-1',
      { memo: 'x' },
      { 'x-service-propertyvaluevalidation': 'Ignore' },
    );
    for (const part of ['partnerInfo', 'preferences']) {
      expect(blocks(house.sent.at(-1)!)).not.toContain(part);
      seen.add(part, 'carried', 'no: the gateway never writes it');
    }
    expect(JSON.stringify([...headers]) + text).not.toContain('WEBSERVICES_');
    seen.add('documentInfo', 'carried', 'no: replies bring it, callers are not shown it');
  });
});

it('is the page of the docs', async () => {
  const rows = [
    'applicationInfo',
    'partnerInfo',
    'documentInfo',
    'preferences',
    'searchPreferences',
    'passport',
    'tokenPassport',
  ];
  expect(seen.count('carried')).toBe(rows.length);
  await expectPage('business-records-headers.md', 'test/e2e/business-records/headers.test.ts', [
    '# The 7 header parts, as the reference service has seen them',
    seen.table('part', rows, ['carried']),
  ]);
});
