// Every statement of the service document in both directions: it works, or it is refused with a reason. The page of the docs is what was seen.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { operations, restRecords } from '../business-records/tables.ts';
import { expectPage } from '../e2e/business-records/observation-table.ts';
import { probe } from './probe.ts';
import { entries, nameOf, statements, type Verdict, WAYS } from './statements.ts';
import { countsOf, tableOf } from './table.ts';

const open = parse(readFileSync(join(import.meta.dirname, 'open.yaml'), 'utf8')) as string[];
let verdicts: readonly Verdict[] = [];

beforeAll(async () => {
  verdicts = await probe();
}, 600_000);

describe.each(WAYS)('%s', (way) => {
  it.each(entries)('section $section: $says', ({ id }) => {
    const its = verdicts.filter((one) => one.statement.id === id && one.way === way);
    expect(its.length).toBeGreaterThan(0);
    const problems = its.filter(({ kind }) => kind === 'open').map((one) => `${nameOf(one)}: ${one.reason}`);
    expect(problems.filter((problem) => !open.some((name) => problem.startsWith(name)))).toEqual([]);
  });
});

it('has nothing among the open statements that holds', () => {
  const names = verdicts.filter(({ kind }) => kind === 'open').map(nameOf);
  expect(open.filter((name) => !names.includes(name))).toEqual([]);
});

it('has every operation and record type', () => {
  const membersOf = (id: string) => statements.filter((one) => one.id === id).map(({ member }) => member);
  expect(membersOf('operation').toSorted()).toEqual(
    operations()
      .map(({ name }) => name)
      .toSorted(),
  );
  expect(membersOf('GET').toSorted()).toEqual(
    restRecords()
      .map(({ name }) => name)
      .toSorted(),
  );
});

it('is the page of the docs', async () => {
  await expectPage('business-records-proofs.md', 'test/probe/probe.test.ts', [
    '# The service document, statement by statement',
    'A probe tries each statement of the service document in both directions: REST clients in front of the reference service and of a SOAP service with scripted answers; SOAP clients in front of a record API in Python that shares no code with the gateway. `node test/probe/run.ts` prints every check. A statement about several names counts for each of them; what is refused has its reason. PUT of the types names records as `eid:`; operations go by the record API and the resources beside it; what goes on with an earlier search or job by its id goes by `POST /operations/*name*`. That the release is generally available (section 9) is nothing that clients can see.',
    countsOf(verdicts),
    tableOf(verdicts),
  ]);
});
