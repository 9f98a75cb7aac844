// Other people's SOAP clients carry out all 46 operations over a record API of somebody else: they hear what that API holds, or why not, as a declared fault.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operations } from '../../business-records/tables.ts';
import { type Client, type Open, openPhp, openZeep } from '../../peers/callers.ts';
import { noCxf, openCxf } from '../../peers/cxf.ts';
import { startRecordApi } from '../../peers/record-api.ts';
import { sample } from '../../sample-size.ts';
import { at, content, withoutVolatile } from './client-results.ts';
import { people, secrets } from './foreign-people.ts';
import { type ForeignStep, foreignStory } from './foreign-story.ts';
import { type Face, present } from './loop.ts';
import { expectPage, ObservationTable } from './observation-table.ts';
import { CODED } from './scripted-errors.ts';

const SOAP = '/services/BusinessRecordsPort_2019_1';

interface Peer {
  readonly open: Open;
  /** Why it is not on this machine. */
  readonly lacks?: string;
}

const CLIENTS: Readonly<Record<string, Peer>> = {
  'PHP SoapClient': { open: openPhp('1.1') },
  zeep: { open: openZeep('1.1') },
  CXF: { open: openCxf, lacks: noCxf },
};
const rows = operations();
/** Element → status and code that tell it, and its own code. */
const ERRORS = new Map(
  CODED.toReversed().map(([fault, , status, code, usual]) => [fault, { status, code, usual }] as const),
);
const seen = new ObservationTable();

let api: Awaited<ReturnType<typeof startRecordApi>>;
let face: Face;

beforeAll(async () => {
  Object.assign(process.env, secrets);
  api = await startRecordApi();
  const front = [{ session: { cookie: 'JSESSIONID', secure: false } }, 'none'];
  face = await present('soap', api.origin, { set: ['operations=none'], auth: { front, callers: people } });
}, 300_000);
afterAll(async () => {
  await face?.stop();
  await api?.stop();
});

/** What came of one step. */
interface Outcome {
  readonly heard: unknown;
  readonly expected: unknown;
  readonly holds: readonly [held: unknown, sent: unknown];
}

/** By operation: what came of its steps, and of each fault that it declares, where the API told it. */
class Telling {
  readonly outcomes = new Map<string, Outcome[]>();
  readonly faults = new Map<string, Map<string, unknown>>();
  private readonly known = new Map<string, string>();
  private readonly client: Client;

  constructor(client: Client) {
    this.client = client;
  }

  async carry(step: ForeignStep): Promise<void> {
    const heard = await this.call(step);
    const held = await api.held();
    const holds = step.holds?.(held, this.known) ?? ([undefined, undefined] as const);
    const all = this.outcomes.get(step.operation) ?? [];
    this.outcomes.set(step.operation, [...all, { heard, expected: step.hears(held, this.known), holds }]);
    if (all.length === 0) await this.provoke(step);
  }

  private async call(step: ForeignStep): Promise<unknown> {
    for (;;) {
      const said = content(await this.client.call(step.operation, step.request(this.known)));
      if (step.remember) this.known.set(step.remember[0], String(at(said, step.remember[1])));
      const running = step.until && !step.until.includes(String(at(said, step.until[0]))) && at(said, 'jobId');
      if (!running) return plainOf(said);
    }
  }

  /** The same request while the API answers nothing but errors. */
  private async provoke({ operation, request }: ForeignStep): Promise<void> {
    const heard = new Map<string, unknown>();
    for (const fault of faultsOf(operation)) {
      const { status, code } = ERRORS.get(fault)!;
      await api.asked();
      await api.script(...Array.from({ length: 9 }, () => ({ status, code, detail: WHY })));
      const said = await this.client.call(operation, request(this.known));
      await api.script();
      if ((await api.asked()).length === 0) break;
      heard.set(fault, said.detail);
    }
    this.faults.set(operation, heard);
  }
}

/** Elements of the faults that the operation declares: all of them, or three, which are others for its neighbours. */
function faultsOf(operation: string): string[] {
  const at = rows.findIndex(({ name }) => name === operation);
  const all = rows[at].faults.map((one) => `${one[0].toLowerCase()}${one.slice(1)}Fault`);
  const begin = (at * 3) % all.length;
  return [...all.slice(begin), ...all].slice(0, sample(3, all.length));
}

const WHY = 'No & <no>, "Söhne".';

/** Without what only some clients show. */
function plainOf(said: unknown): unknown {
  const { code: _, ...rest } = withoutVolatile(said) as Record<string, unknown>;
  return JSON.parse(JSON.stringify(rest), (name, value) => (name === 'replaceAll' ? undefined : value));
}

describe.each(Object.entries(CLIENTS))('%s', (name, { open, lacks }) => {
  describe.skipIf(lacks)(lacks ? `not run: ${lacks}` : 'hears what the API holds, or a declared fault', () => {
    let client: Client;
    let telling: Telling;
    beforeAll(async () => {
      await api.anew();
      client = await open(`${face.origin + SOAP}?wsdl`);
      telling = new Telling(client);
      for (const step of foreignStory) await telling.carry(step);
    }, 300_000);
    afterAll(() => client?.close());

    it.each(rows)('of $name', ({ name: operation }) => {
      const outcomes = telling.outcomes.get(operation) ?? [];
      expect(outcomes.length).toBeGreaterThan(0);
      for (const { heard, expected, holds } of outcomes) {
        expect(heard).toEqual(expected);
        expect(holds[0]).toEqual(holds[1]);
        seen.add(operation, name, wordsOf(expected));
      }
      for (const [fault, detail] of telling.faults.get(operation)!) {
        expect(detail).toEqual({ [fault]: { code: ERRORS.get(fault)!.usual, message: WHY } });
        seen.add(operation, name, 'its faults');
      }
    });
  });
});

function wordsOf(expected: unknown): string {
  const { reason, detail } = expected as { reason?: string; detail?: object };
  if (reason === undefined) return 'equal';
  return detail && 'unexpectedErrorFault' in detail ? `refused: ${reason}` : `\`${Object.keys(detail ?? {})[0]}\``;
}

it.skipIf(noCxf)(noCxf ? `is the page of the docs: not run, ${noCxf}` : 'is the page of the docs', async () => {
  const names = rows.map(({ name }) => name);
  await expectPage('business-records-foreign-api.md', 'test/e2e/business-records/foreign-operations.test.ts', [
    '# The 46 operations over a record API of somebody else',
    'Each client calls every operation at the SOAP face of the gateway (`operations: none`), behind which is a record API that shares no code with it: in Python, in the vendor’s style. *equal*: the response is what that API holds, and after a write the API holds what was sent. *its faults*: the faults that the operation declares arrive complete where the API tells them by status and code (`npm run test:whole` provokes each of them). What cannot be done is `unexpectedErrorFault` with the reason. CXF has classes generated from the WSDL that the gateway serves, and validates by its schemas.',
    seen.table('operation', names, Object.keys(CLIENTS)),
  ]);
});
