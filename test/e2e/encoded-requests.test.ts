// Requests with SOAP encoding that lack what the contract requires: PHP and zeep hear which member it is (decision 0163).
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Arguments, callWithPhp, callWithZeep } from '../peers/callers.ts';
import { type SoapFace, startSoapFace } from './soap-face.ts';

const NAME = '<element name="name" type="xsd:string"/>';
const TITLE = '<element name="title" type="xsd:string" nillable="true"/>';
const wsdl = readFileSync(new URL('../fixtures/soap-encoding/echo.wsdl', import.meta.url), 'utf8');
const table = 'soapstone: 2\ncontract: echo.wsdl\nrest: { unwrap: [ return ] }\nrules:\n  - POST /<operation>: "*"\n';
let folder: string;
let face: SoapFace;
/** The contract as an older client has it, without what is required now. */
let older: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'soapstone-'));
  writeFileSync(join(folder, 'mapping.yaml'), table);
  writeFileSync(join(folder, 'echo.wsdl'), wsdl.replace(NAME, `${TITLE}${NAME}`));
  face = await startSoapFace(folder);
  face.rest.answer = () => ({ body: '{"title":"Dr","name":"Ann"}' });
  const served = await (await fetch(`${face.url}?wsdl`)).text();
  older = join(folder, 'older.wsdl');
  writeFileSync(older, served.replace(`${TITLE}${NAME}`, NAME.replace('/>', ' minOccurs="0"/>')));
});

afterAll(async () => {
  await face?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** What the REST service is sent, or what the client hears. `argumentsOf`: PHP takes parts by their order. */
async function sentBy(
  call: typeof callWithPhp,
  argumentsOf: (p: Arguments) => Arguments,
  contract: string,
  p: Arguments,
): Promise<unknown> {
  const asked = face.rest.asked.length;
  const [said] = await call('1.1')(contract, [['echoPerson', argumentsOf(p)]]);
  const sent = face.rest.asked.slice(asked).map(({ body }) => JSON.parse(body));
  return sent.length > 0 ? sent[0].p : said.reason;
}

describe.each([
  ['zeep', callWithZeep, (p: Arguments) => ({ p })],
  ['PHP', callWithPhp, (p: Arguments) => p],
])('%s', (_, call, argumentsOf) => {
  it('hears the name of a member that is missing, and the service hears nothing', async () => {
    expect(await sentBy(call, argumentsOf, older, { age: 4 })).toContain(
      'element "name" is missing (at Envelope/Body/echoPerson/p)',
    );
    expect(await sentBy(call, argumentsOf, older, { name: 'Ann', boss: { age: 5 } })).toContain(
      'element "name" is missing (at Envelope/Body/echoPerson/p/boss)',
    );
  });

  it('may leave out what may be nil, or say that it is', async () => {
    const ann = { title: null, name: 'Ann', country: 'NZ' };
    expect(await sentBy(call, argumentsOf, older, { name: 'Ann' })).toEqual(ann);
    expect(await sentBy(call, argumentsOf, `${face.url}?wsdl`, { title: null, name: 'Ann' })).toEqual(ann);
  });
});
