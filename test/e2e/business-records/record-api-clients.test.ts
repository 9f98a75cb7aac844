// Other people's SOAP clients carry out every operation in front of a record API that has nothing but its records: what each of them hears.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoAccount } from '../../../examples/records/access/people.ts';
import { operations } from '../../business-records/tables.ts';
import { type Client, openPhp, openZeep } from '../../peers/callers.ts';
import { at, type ClientResult, content, withoutLosses, withoutVolatile } from './client-results.ts';
import { House } from './house.ts';
import { type Face, present } from './loop.ts';
import { expectPage, ObservationTable } from './observation-table.ts';
import { plainStory, type Step } from './story.ts';

const CLIENTS = { 'PHP SoapClient': openPhp('1.1'), zeep: openZeep('1.1') };
const house = new House();
const faces: Face[] = [];
const seen = new ObservationTable();

const [ada] = demoAccount.people;
process.env.RECORDS_ADA = ada.password;
process.env.RECORDS_PARTNER = 'tok';
const callers = [
  { email: ada.email, password: { env: 'RECORDS_ADA' }, account: demoAccount.id, user: '11', name: ada.name },
  {
    partner: 'p1',
    partnerToken: { env: 'RECORDS_PARTNER' },
    account: demoAccount.id,
    partnerUser: 'u',
    user: '11',
    name: ada.name,
  },
];
const auth = { front: [{ session: { cookie: 'JSESSIONID', secure: false } }, 'none'], callers };

beforeAll(async () => {
  await house.startLoop();
  const set = ['operations=none'];
  const rest = await present('rest', house.direct, { set });
  faces.push(await present('soap', rest.origin, { set, auth }), rest);
}, 300_000);
afterAll(async () => {
  for (const face of faces) await face.stop();
  await house.stop();
});

const step = (operation: string, request: object): Step => ({
  operation,
  request: () => request as ReturnType<Step['request']>,
});
const passport = { email: ada.email, password: ada.password, account: demoAccount.id };
const partner = { authenticationToken: 'tok', partnerId: 'p1' };

/** In the order of a caller who begins a session and ends it. */
const sessions: readonly Step[] = [
  step('mapSso', { ssoCredentials: { ...passport, ...partner } }),
  step('changePassword', {
    changePassword: { currentPassword: ada.password, newPassword: 'x', newPassword2: 'x' },
  }),
  step('changeEmail', {
    changeEmail: { currentPassword: ada.password, newEmail: 'a@example.com', newEmail2: 'a@example.com' },
  }),
  step('ssoLogin', { ssoPassport: { ...partner, partnerAccount: demoAccount.id, partnerUserId: 'u' } }),
  step('login', { passport }),
  step('search', { searchRecord: plainSearch() }),
  step('searchMore', { pageIndex: 3 }),
  step('searchNext', {}),
  step('logout', {}),
];

function plainSearch(): unknown {
  const search = plainStory.find(({ operation }) => operation === 'search') as Step;
  return search.request(new Map())['searchRecord'];
}

/** What is the gateway's own answer, and why it is another one than the service's. */
const OWN: Readonly<Record<string, string>> = {
  login: 'a session of the gateway, for callers of its settings',
  ssoLogin: 'a session of the gateway, for callers of its settings',
  logout: 'ends the session of the gateway',
  searchMore: 'the last search of the session',
  searchNext: 'the page after the last one of the session',
  initialize: 'a draft of the transform',
  initializeList: 'drafts of transforms',
  asyncInitializeList: 'drafts of transforms',
  getDataCenterUrls: 'the host that was asked',
};

describe.each(Object.entries(CLIENTS))('%s', (name, open) => {
  it('hears what the service says, an answer of the gateway, or why not', async () => {
    await house.afresh();
    const straight = await tell(await open(`${house.direct}?wsdl`), plainStory);
    await house.afresh();
    const url = `${faces[0].origin}${new URL(house.direct).pathname}`;
    const through = await tell(await open(`${url}?wsdl`), plainStory);
    let kind = '';
    through.forEach((one, n) => {
      kind = one.operation === 'checkAsyncStatus' || one.operation === 'getAsyncResult' ? kind : one.operation;
      seen.add(one.operation, name, whatOf(one, straight[n], kind));
    });
    const own = await tell(await open(`${url}?wsdl`), sessions);
    for (const one of own) seen.add(one.operation, name, whatOf(one, undefined, one.operation));
  });
});

it('all get the same, as the page of the docs has it', async () => {
  const rows = operations().map(({ name }) => name);
  for (const operation of rows)
    for (const client of Object.keys(CLIENTS)) expect(seen.has(operation, client)).toBe(true);
  await expectPage('business-records-record-api.md', 'test/e2e/business-records/record-api-clients.test.ts', [
    '# The 46 operations in front of a record API alone',
    'With `operations: none` SOAP callers are answered by the endpoints of the records and by the gateway; what neither can do is `unexpectedErrorFault` with the reason. Each client carries out the same story at the records service itself, and again through two gateways, none of which has the operations path. What it hears is compared, but for references of written records and sublists of records found ([why](../guides/business-records.md#what-the-record-api-cannot-do)); where there are several things, the story has asked for several.',
    seen.table('operation', rows, Object.keys(CLIENTS)),
  ]);
});

function whatOf(one: ClientResult, straight: ClientResult | undefined, kind: string): string {
  const { reason, broken } = one.said as { reason?: string; broken?: string };
  expect(broken).toBeUndefined();
  const refused = reason !== undefined && /^(The record API|Tokens of|Passwords are|Email addresses)/.test(reason);
  if (refused) return `refused: ${reason}`;
  if (straight && JSON.stringify(withoutLosses(one)) === JSON.stringify(withoutLosses(straight))) return 'the same';
  const declared = faultIn(one);
  if (declared && straight && declared === faultIn(straight)) return 'the same fault';
  const nested = JSON.stringify(one.said).match(/(The record API [^"]*)"/)?.[1];
  if (nested) return `a status: ${nested}`;
  expect({ ...one, known: kind === 'search' || Object.hasOwn(OWN, kind) }).toMatchObject({ known: true });
  expect(reason).toBeUndefined();
  return OWN[kind] ?? 'the same';
}

/** Element and code of a declared fault. */
function faultIn({ said }: ClientResult): string | undefined {
  const { detail } = said as { detail?: Record<string, { code?: string }> };
  const [element] = Object.entries(detail ?? {});
  return element && `${element[0]} ${element[1].code}`;
}

async function tell(client: Client, story: readonly Step[]): Promise<ClientResult[]> {
  const remembered = new Map<string, string>();
  const all: ClientResult[] = [];
  let job = '';
  for (const one of story) {
    if (one.operation.startsWith('async')) job = one.operation;
    all.push({ operation: one.operation, job, said: await act(client, one, remembered) });
  }
  client.close();
  return all;
}

async function act(client: Client, one: Step, remembered: Map<string, string>): Promise<unknown> {
  house.shown = () => (one.as === 'none' ? '' : house.soap.token());
  for (;;) {
    const said = content(await client.call(one.operation, one.request(remembered)));
    if (one.remember) remembered.set(one.remember[0], String(at(said, one.remember[1])));
    if (!one.until || one.until.includes(String(at(said, one.until[0])))) return withoutVolatile(said);
  }
}
