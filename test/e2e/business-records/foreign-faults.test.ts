// Every way in which a record API of somebody else can tell a declared fault, to zeep, PHP and a client that takes nothing but what the contract declares.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { contractFolder } from '../../business-records/tables.ts';
import { envelope } from '../../examples/records/scene.ts';
import { openOracle } from '../../oracle/xmllint.ts';
import { type Client, type Conversation, converse, openPhp, openZeep } from '../../peers/callers.ts';
import { type ScriptedError, startRecordApi } from '../../peers/record-api.ts';
import { tutorial } from '../scene.ts';
import { type Face, present } from './loop.ts';
import { ALONE, BODIES, CODED, REQUESTS, type Request } from './scripted-errors.ts';

const SOAP = '/services/BusinessRecordsPort_2019_1';
let api: Awaited<ReturnType<typeof startRecordApi>>;
let face: Face;
let strict: Conversation;
const clients: Record<string, Client> = {};
const said: string[] = [];

beforeAll(async () => {
  api = await startRecordApi();
  face = await present('soap', api.origin, { set: ['operations=path'] });
  const url = face.origin + SOAP;
  strict = converse('/usr/bin/python3', [
    join(import.meta.dirname, '../../peers/clients/strict.py'),
    `${url}?wsdl`,
    url,
  ]);
  clients['PHP'] = await openPhp('1.1')(`${url}?wsdl`);
  clients['zeep'] = await openZeep('1.1')(`${url}?wsdl`);
}, 300_000);
afterAll(async () => {
  strict?.close();
  for (const client of Object.values(clients)) client.close();
  await face?.stop();
  await api?.stop();
});

interface Detail {
  readonly fault: string;
  readonly code: string;
  readonly message: unknown;
}

/** The error, told to each client in turn. */
async function tells(request: Request, error: ScriptedError, detail: Detail): Promise<void> {
  const { fault, ...content } = detail;
  await api.script(error);
  const { xml, ...heard } = JSON.parse(
    await strict.ask(JSON.stringify([request.operation, envelope('', request.body)])),
  );
  said.push(xml);
  expect(heard, xml).toEqual(detail);
  for (const [name, client] of Object.entries(clients)) {
    await api.script(error);
    const { broken, detail: shown, reason } = await client.call(request.operation, request.arguments_);
    expect({ broken, shown }, name).toEqual({ broken: undefined, shown: { [fault]: content } });
    expect(reason).toMatch(/\S/);
  }
}

const WORDS = expect.stringMatching(/^\w[\w ']+$/);

describe('a declared fault by its code', () => {
  it.each(CODED)('%s of %s by %i %s', async (fault, name, status, code, known) => {
    for (const style of ['list', 'prefixed'] as const) {
      const detail = 'Söhne & <Co> "7".';
      await tells(REQUESTS[name], { status, code, detail, style }, { fault, code: known, message: detail });
      await tells(REQUESTS[name], { status, code, style }, { fault, code: known, message: WORDS });
      const path = 'item.items[0].item';
      await tells(REQUESTS[name], { status, code, detail, path, style }, { fault, code: known, message: detail });
    }
  });

  it('has every fault of the contract, and every status and code that the table gives one', () => {
    const { tables } = parse(readFileSync(join(tutorial('business-records'), 'mapping.yaml'), 'utf8'), { merge: true });
    const rows: { fault: string; status: number | string; code?: string }[] = [
      ...tables.declared,
      ...tables.undeclared,
    ];
    const byCode = rows.filter(({ code }) => code !== undefined);
    const rowText = ({ fault, status, code }: (typeof rows)[number]) => `${fault}Fault ${status} ${code}`;
    expect(CODED.map(([fault, , status, code]) => `${fault} ${status} ${code}`).toSorted()).toEqual(
      byCode.map(rowText).toSorted(),
    );
    expect(new Set(CODED.map(([fault]) => fault)).size).toBe(12);
    const statuses = new Set<number | string>(ALONE.map(([, status]) => status));
    for (const { status, code } of rows) expect(statuses.has(status) || /XX/.test(`${status}`) || code).toBeTruthy();
  });
});

describe.each(Object.entries(BODIES))('a declared fault by its status, with %s as its body', (_, body) => {
  it.each(ALONE)('%s, %i: %s', async (name, status, fault, code) => {
    const message = body.detail ?? WORDS;
    await tells(REQUESTS[name], { status, ...body }, { fault, code, message });
  });
});

it('is what libxml2 accepts, response by response', () => {
  const oracle = openOracle(contractFolder);
  const verdicts = oracle.validate(said);
  oracle.close();
  expect(verdicts.flatMap(({ problems }, i) => (problems.length > 0 ? [[said[i], ...problems]] : []))).toEqual([]);
  expect(said.length).toBe(CODED.length * 6 + ALONE.length * Object.keys(BODIES).length);
});
