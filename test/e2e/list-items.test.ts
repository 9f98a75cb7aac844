// A list operation of SOAP clients over a REST service for one: what one item does is never hidden by the failure of another.
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { unansweredNotes } from '../../src/findings/notes.ts';
import { loadMapping } from '../../src/mapping/load.ts';
import { tutorial } from './scene.ts';
import { type SoapFace, startSoapFace } from './soap-face.ts';

const PERSON = `soapstone: 2
contract: contract/people.wsdl
rules:
  - id: person
    only: soap-to-rest
    rest: { request: "GET /person/{id}", response: { body: { name: "{name}" } } }
    soap: { request: { GetPerson: { personId: "{id}" } }, response: { GetPersonResponse: { person: { id: "{id}", name: "{name}", email: a@example.com } } } }
`;
const people = (entry: string) => `  - id: people
    only: soap-to-rest
    soap: { request: { GetPeople: { personId: "{ids}" } }, response: { GetPeopleResponse: { entry: { $each: ${entry} } } } }
    calls: [ { each: id in ids, soap: { request: { GetPerson: { personId: "{id}" } }, response: { GetPersonResponse: { person: { name: "{name}" } } } } } ]
`;
const TOLD = PERSON + people('{ ok: "{results.ok}", code: "{results.code}", name: "{results.name}" }');
const HIDDEN = PERSON + people('{ ok: true, name: "{results.name}" }');

const folder = mkdtempSync(join(tmpdir(), 'soapstone-list-'));
let face: SoapFace;
beforeAll(async () => {
  cpSync(join(tutorial('50-calls'), 'contract'), join(folder, 'contract'), { recursive: true });
  writeFileSync(join(folder, 'mapping.yaml'), TOLD);
  face = await startSoapFace(folder);
});
afterAll(async () => {
  await face.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function ask(...ids: number[]): Promise<{ status: number; xml: string }> {
  const list = ids.map((id) => `<personId>${id}</personId>`).join('');
  const body = `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><GetPeople xmlns="https://example.com/people">${list}</GetPeople></e:Body></e:Envelope>`;
  const response = await fetch(face.url, { method: 'POST', headers: { 'content-type': 'text/xml' }, body });
  return { status: response.status, xml: await response.text() };
}

it('tells the outcome of each item, where a fault is no response of the table', async () => {
  face.rest.answer = ({ target }) => (target.endsWith('2') ? { status: 404 } : { body: '{ "name": "Ada" }' });
  const { status, xml } = await ask(1, 2, 3);
  expect(status, xml).toBe(200);
  expect(xml.match(/<(?:\w+:)?ok>\w+/g)?.map((text) => text.replace(/.*>/, ''))).toEqual(['true', 'false', 'true']);
  expect(xml.match(/Ada/g)).toHaveLength(2);
});

it('is a fault where every item has one', async () => {
  face.rest.answer = () => ({ status: 404 });
  expect((await ask(1, 2)).status).toBe(500);
});

it('is noted by check where a failure would hide what was done', async () => {
  expect(unansweredNotes(await loadMapping(folder))).toEqual([]);
  writeFileSync(join(folder, 'mapping.yaml'), HIDDEN);
  expect(unansweredNotes(await loadMapping(folder)).map(({ line }) => line)).toEqual([
    expect.stringMatching(
      /mapping\.yaml:8:5 "people" has no response for an item that fails: write rows with response:/,
    ),
  ]);
});
