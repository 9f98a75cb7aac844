// Random searches of a zeep client: what it finds through the record API is what it finds at the service itself.
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Conversation, converse } from '../../peers/callers.ts';
import { lawRuns } from '../../sample-size.ts';
import { wanted } from '../../seed.ts';
import { House } from './house.ts';
import { type Face, present } from './loop.ts';

const RUNS = lawRuns(40, 500);
const seed = wanted === 'random' ? Date.now() : Number(wanted);
const house = new House();
let alone: Face;
let client: Conversation;

beforeAll(async () => {
  await house.startLoop();
  alone = await present('soap', house.api, { set: ['operations=none'] });
  const { pathname } = new URL(house.loop);
  const addresses = [house.direct, house.loop, alone.origin + pathname];
  const script = join(import.meta.dirname, '../../peers/clients/random_searches.py');
  client = converse('/usr/bin/python3', [script, `${house.direct}?wsdl`, String(seed), ...addresses]);
});
afterAll(async () => {
  client?.close();
  await alone?.stop();
  await house.stop();
});

type Page = Readonly<Record<string, unknown>>;

interface Searched {
  /** Form, records, criteria and preferences. */
  readonly search: readonly unknown[];
  /** Of the service, of the record API with an operations path behind, and of one without it. */
  readonly answers: readonly [service: readonly Page[], loop: readonly Page[], alone: readonly Page[]];
}

/** The fault of searches that `q` has no words for. */
const REFUSED = [
  expect.objectContaining({
    fault: [expect.stringContaining('unexpectedErrorFault')],
    texts: [
      'UNEXPECTED_ERROR',
      expect.stringMatching(/conditions on their own fields; each has an operator that q has words for/),
    ],
  }),
];

/** What is no condition that `q` has words for: named dates, columns, words of a text, values of no enumeration, and nothing at all. */
const UNSAID = /predefinedSearchValue|"advanced"|hasKeywords|"_|\{\}/;

it(`${RUNS} random searches find the same records, with seed ${seed}`, async () => {
  const searched: Searched[] = [];
  for (let run = 0; run < RUNS; run++) searched.push(JSON.parse(await client.ask('next')) as Searched);
  for (const { search, answers } of searched) {
    expect(answers[1], `seed ${seed}: ${JSON.stringify(search)}`).toEqual(answers[0]);
    const isSaid = !UNSAID.test(JSON.stringify(search));
    const expected = isSaid || JSON.stringify(answers[2]) === JSON.stringify(answers[0]) ? answers[0] : REFUSED;
    expect(answers[2], `seed ${seed}: ${JSON.stringify(search)}`).toEqual(expected);
  }
  // The searches are worth their time: they find records, over several pages, by dates of every kind.
  const some = (holds: (one: Searched) => boolean) => searched.filter(holds).length / RUNS;
  expect(some(({ answers }) => Number(answers[0][0]['totalRecords']) > 0)).toBeGreaterThan(0.3);
  expect(some(({ answers }) => answers[0].length > 1)).toBeGreaterThan(0.1);
  for (const zone of [/:\d\d(\.\d+)?Z"/, /T[\d:.]+[+-]\d\d:\d\d"/, /T[\d:.]+"/])
    expect(some(({ search }) => zone.test(JSON.stringify(search)))).toBeGreaterThan(0);
});
