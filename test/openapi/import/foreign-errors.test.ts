// Public APIs whose errors look like nobody else's: a row each in the table that was made from their description, and SOAP clients get the declared fault.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { convert } from '../../../src/openapi/import/convert.ts';
import type { RestAnswer } from '../../e2e/rest-peer.ts';
import { type SoapFace, startSoapFace } from '../../e2e/soap-face.ts';
import { type Client, openPhp, openZeep } from '../../peers/callers.ts';

const examples = dirname(createRequire(import.meta.url).resolve('@readme/oas-examples/package.json'));

interface Api {
  readonly name: string;
  readonly file: string;
  /** How the API writes its errors, and what its fault needs when an error says nothing. */
  readonly form: unknown;
  readonly detail: Readonly<Record<string, string>>;
  readonly fault: string;
  readonly call: readonly [operation: string, arguments_: Readonly<Record<string, unknown>>];
  /** An error of the API, and the fault's content. */
  readonly rich: RestAnswer;
  readonly shown: Readonly<Record<string, unknown>>;
  /** For a response with no word of the API: `{status}` stands for its status. */
  readonly poor: Readonly<Record<string, unknown>>;
}

const json = (status: number, body: unknown): RestAnswer => ({ status, body: JSON.stringify(body) });

const apis: readonly Api[] = [
  {
    name: 'Petstore',
    file: '3.0/json/petstore-expanded.json',
    form: { body: { error: { number: '{code}', text: '{detail}' } } },
    detail: { code: '{code=0}', message: '{detail=The service does not say why.}' },
    fault: 'Error',
    call: ['find_pet_by_id', { id: '7' }],
    rich: json(404, { error: { number: 4041, text: 'No pet has the number 7.', trace: ['a', 'b'] } }),
    shown: { code: '4041', message: 'No pet has the number 7.' },
    poor: { code: '0', message: expect.stringMatching(/\w/) },
  },
  {
    name: 'Train Travel',
    file: '3.1/json/train-travel.json',
    form: { body: { fault: { faultstring: '{detail}', detail: { errorcode: '{type}' } } } },
    detail: { type: '{type=about::blank}', title: '{title=Error}', detail: '{detail=No reason is given.}' },
    fault: 'Problem',
    call: ['get-booking', { bookingId: '1725ff48-45ab-4bb5-9d02-88745177dedb' }],
    rich: json(404, {
      fault: { faultstring: 'The booking is gone.', detail: { errorcode: 'https://rail.example/gone' } },
    }),
    shown: { type: 'https://rail.example/gone', detail: 'The booking is gone.' },
    poor: { type: 'about:blank', detail: expect.stringMatching(/\w/) },
  },
  {
    name: 'STAPI',
    file: '3.0/json/star-trek.json',
    form: { body: { errors: [{ id: '{code}', reason: '{detail}' }] } },
    detail: { code: '{code=UNKNOWN}', message: '{detail=Lost in space.}' },
    fault: 'Error',
    call: ['GetAnimal', { uid: 'ANMA0000264633' }],
    rich: json(409, { errors: [{ id: 'RED_ALERT', reason: 'Shields are up.' }] }),
    shown: { code: 'RED_ALERT', message: 'Shields are up.' },
    poor: { code: 'UNKNOWN', message: expect.stringMatching(/\w/) },
  },
];

/** The table of the description, with two more lines of a user: the form of errors, and what a fault needs. */
function write(dir: string, { file, form, detail }: Api): void {
  for (const [name, text] of convert(join(examples, file)).files) {
    mkdirSync(dirname(join(dir, name)), { recursive: true });
    writeFileSync(join(dir, name), text);
  }
  const table = parse(readFileSync(join(dir, 'mapping.yaml'), 'utf8'));
  table.rest = { ...table.rest, errors: [form] };
  for (const { responses = [] } of table.rules) for (const { soap } of responses) soap.detail = detail;
  writeFileSync(join(dir, 'mapping.yaml'), stringify(table, { aliasDuplicateObjects: false }));
}

const silent: readonly (readonly [what: string, answer: RestAnswer])[] = [
  ['an empty body', { status: 404 }],
  ['a page of HTML', { status: 400, headers: { 'content-type': 'text/html' }, body: '<h1>Bad Request</h1>' }],
  ['JSON of somebody else', json(500, { oops: [1, 2, 3] })],
  ['text that is no JSON', { status: 503, body: 'upstream connect error' }],
];

describe.each(apis)('errors of $name', (api) => {
  let dir: string;
  let face: SoapFace;
  const callers: [name: string, client: Client][] = [];
  beforeAll(async () => {
    dir = mkdtempSync(join(tmpdir(), 'soapstone-errors-'));
    write(dir, api);
    face = await startSoapFace(dir);
    callers.push(
      ['PHP', await openPhp('1.1')(`${face.url}?wsdl`)],
      ['zeep', await openZeep('1.2')(`${face.url}?wsdl`)],
    );
  }, 120_000);
  afterAll(async () => {
    for (const [, client] of callers) client.close();
    await face?.stop();
    rmSync(dir, { recursive: true, force: true });
  });

  const heard = async (client: Client, answer: RestAnswer) => {
    face.rest.answer = () => answer;
    const { detail, broken } = await client.call(...api.call);
    expect(broken).toBe(undefined);
    return Object.fromEntries(Object.entries(detail?.[api.fault] ?? {}).map(([name, value]) => [name, `${value}`]));
  };

  it('in its own form are the declared fault with all that they say', async () => {
    for (const [name, client] of callers)
      expect(await heard(client, api.rich), name).toEqual(expect.objectContaining(api.shown));
  });

  it.each(silent)('as %s are the declared fault too, complete', async (_, answer) => {
    for (const [name, client] of callers) {
      const fault = await heard(client, answer);
      // STAPI and Petstore have a fault for every status, Train Travel for those that it lists.
      if (answer.status === 503 && api.name === 'Train Travel') continue;
      expect(fault, name).toEqual(expect.objectContaining(api.poor));
    }
  });
});
