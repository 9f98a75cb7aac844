// Other people's SOAP clients carry out every operation, at the records service itself and through both gateways: the same, and among each other.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoAccount } from '../../../examples/records/access/people.ts';
import { operations } from '../../business-records/tables.ts';
import { application, passport } from '../../examples/records/scene.ts';
import { type Client, openPhp, openZeep } from '../../peers/callers.ts';
import { at, type ClientResult, content, withoutLosses, withoutVolatile } from './client-results.ts';
import { House } from './house.ts';
import { expectPage, ObservationTable } from './observation-table.ts';
import { type Credential, changed, type Step, story } from './story.ts';

const house = new House();
beforeAll(() => house.startLoop());
afterAll(() => house.stop());

const CLIENTS = { 'PHP SoapClient': openPhp('1.1'), zeep: openZeep('1.1') };
const told = new Map<string, readonly ClientResult[]>();
const seen = new ObservationTable();

it('has all operations in its story', () => {
  const names = operations().map(({ name }) => name);
  expect([...new Set(story.map(({ operation }) => operation))].toSorted()).toEqual(names.toSorted());
});

describe.each(Object.entries(CLIENTS))('%s', (name, open) => {
  it('carries out the story at the service', async () => {
    const said = await tell(await open(`${house.direct}?wsdl`));
    told.set(name, said);
    for (const one of said) expect(JSON.stringify(one)).not.toContain('"broken"');
  });

  it('hears the same through the gateways', async () => {
    await house.afresh();
    const said = await tell(await open(`${house.loop}?wsdl`));
    await house.afresh();
    const straight = told.get(name)!;
    for (const [n, one] of said.entries()) expect.soft(withoutLosses(one)).toEqual(withoutLosses(straight[n]));
    const lossy = new Set(said.filter((one, n) => !same(one, straight[n])).map(({ operation }) => operation));
    for (const { operation } of said)
      seen.add(
        operation,
        name,
        lossy.has(operation) ? WHAT[operation.startsWith('search') ? 'sublists' : 'reference'] : 'the same',
      );
  });
});

it('all get the same, as the page of the docs has it', async () => {
  const [first, ...others] = [...told.values()];
  for (const other of others) expect(other).toEqual(first);
  const rows = operations().map(({ name }) => name);
  await expectPage('business-records-clients.md', 'test/e2e/business-records/clients.test.ts', [
    '# The 46 operations, called by other people’s clients',
    'Each client carries out the same story at the records service itself, and again through two gateways: SOAP in front of the record API in front of the service. What it hears is compared.',
    seen.table('operation', rows, Object.keys(CLIENTS)),
  ]);
});

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

const WHAT = {
  reference: 'the same, but for the reference of the record',
  sublists: 'the same, with the sublists of records that have some',
};

async function tell(client: Client): Promise<ClientResult[]> {
  const remembered = new Map<string, string>();
  const all: ClientResult[] = [];
  let job = '';
  for (const step of story) {
    const { operation } = step;
    if (operation.startsWith('async')) job = operation;
    all.push({ operation, job, said: await act(client, step, remembered) });
  }
  client.close();
  return all;
}

async function act(client: Client, step: Step, remembered: Map<string, string>): Promise<unknown> {
  house.shown = () => shownAs(step.as ?? 'token');
  for (;;) {
    const said = content(await client.call(step.operation, step.request(remembered)));
    if (step.remember) remembered.set(step.remember[0], String(at(said, step.remember[1])));
    if (!step.until || step.until.includes(String(at(said, step.until[0])))) return withoutVolatile(said);
  }
}

function shownAs(credential: Credential): string {
  if (credential === 'token') return house.soap.token();
  if (credential === 'session') return 'cookies';
  if (credential === 'application') return application;
  if (credential === 'none') return '';
  const { password } = credential === 'passport' ? demoAccount.people[0] : { password: changed };
  return passport({ password }) + application;
}
