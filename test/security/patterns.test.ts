// T-SEC-34: patterns of a contract over strangers' texts, on both faces. What they cost is counted in test/codec/datatypes/regex/work.test.ts.
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addNote, envelope, getNoteReply, NOTES } from './documents.ts';
import {
  Caller,
  expectFault,
  expectProblem,
  getRest,
  openStage,
  postJson,
  postXml,
  type Stage,
  sayJson,
  sayXml,
} from './stage.ts';

const mapping = join(import.meta.dirname, 'patterned');
const added = envelope(`<n:AddNoteResponse xmlns:n="${NOTES}"><n:id>1</n:id></n:AddNoteResponse>`);
const getNote = envelope(`<n:GetNote xmlns:n="${NOTES}"><n:id>7</n:id></n:GetNote>`);
const json = (members: object) => JSON.stringify({ title: 'a', ...members });
const xml = (members: Readonly<Record<string, string | readonly string[]>>) =>
  Object.entries(members)
    .flatMap(([name, value]) => [value].flat().map((text) => `<n:${name}>${text}</n:${name}>`))
    .join('');

/** Two megabytes that cost much, and are what their patterns want. */
const mail = 'ab@'.repeat(700_000);
const tail = ' a'.repeat(1_000_000);
/** Each costs some millions of steps, no two lead to the same positions, and all together cost far too much. */
const random = (i: number) => (Math.imul(i ^ 0x5bd1e995, 0x2545f491) >>> 8) & 1;
const dear = Array.from({ length: 20 }, (_, k) =>
  Array.from({ length: 20_000 }, (_, i) => 'ab'[random(20_000 * k + i)]).join(''),
);
const codes = Array.from({ length: 100_000 }, () => 'EUR');

describe('patterns', () => {
  let rest: Stage;
  let soap: Stage;
  let restCaller: Caller;
  let soapCaller: Caller;
  beforeAll(async () => {
    rest = await openStage('rest', { mapping });
    soap = await openStage('soap', { mapping });
    [restCaller, soapCaller] = [new Caller(rest), new Caller(soap)];
  });
  afterAll(async () => {
    restCaller.close();
    soapCaller.close();
    await rest.stop();
    await soap.stop();
  });

  it.each([
    ['an address of 2 MB', { mail: [mail] }],
    ['a text of 2 MB', { tail }],
    ['100,000 short values', { code: codes }],
    ['a dear pattern over a text with a maxLength', { bounded: 'ab'.repeat(500) }],
  ])('take %s', async (_, members) => {
    rest.peer.script = sayXml(added);
    expect((await restCaller.ask(postJson(json(members))))?.status).toBe(201);
    rest.peer.script = sayXml(getNoteReply({ members: xml(members) }));
    expect((await restCaller.ask(getRest))?.status).toBe(200);
    soap.peer.script = sayJson('{"id":"1"}', 201, ['Location: /v1/notes/1', 'X-Note: 1']);
    expect((await soapCaller.ask(postXml(addNote({ members: xml(members) }))))?.status).toBe(200);
    soap.peer.script = sayJson(json(members));
    expect((await soapCaller.ask(postXml(getNote)))?.status).toBe(200);
  });

  it('refuse a REST caller whose values cost too much, with the place', async () => {
    const before = rest.peer.requests.length;
    const problem = expectProblem(await restCaller.ask(postJson(json({ dear }))), [413]);
    expect(problem).toMatchObject({ code: 'PATTERN_LIMIT', detail: expect.stringContaining('Dear') });
    expect(JSON.stringify(problem)).toMatch(/\$\.dear\[\d+\]/);
    expect(rest.peer.requests.length).toBe(before);
    await restCaller.good();
  });

  it('refuse a SOAP caller', async () => {
    const before = soap.peer.requests.length;
    const heard = await soapCaller.ask(postXml(addNote({ members: xml({ dear }) })));
    expectFault(heard);
    expect(heard?.text).toContain('Client');
    expect(soap.peer.requests.length).toBe(before);
    await soapCaller.good();
  });

  it('make a 502 of such a response, SOAP or REST', async () => {
    rest.peer.script = sayXml(getNoteReply({ members: xml({ dear }) }));
    const problem = expectProblem(await restCaller.ask(getRest), [502]);
    expect(problem).toMatchObject({ code: 'UPSTREAM_LIMIT' });
    await restCaller.good();
    soap.peer.script = sayJson(json({ dear }));
    const heard = await soapCaller.ask(postXml(getNote));
    expectFault(heard);
    expect(heard?.text).toContain('Server');
    await soapCaller.good();
  });
});
