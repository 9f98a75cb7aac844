// From an API description to calls: `soapstone wsdl --openapi`, the mapping served with SOAP in front of a service that answers as the description
// has it, and PHP and zeep as its callers. ajv judges every request that arrives and every response that is sent.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HIDDEN_TEXT } from '../../../src/fault/texts.ts';
import { plain } from '../../e2e/soap-clients/clients.ts';
import { type SoapFace, startSoapFace } from '../../e2e/soap-face.ts';
import { type Client, type Open, openPhp, openZeep } from '../../peers/callers.ts';
import { sample } from '../../sample-size.ts';
import { type ApiOperation, MockApi } from './mock-api.ts';
import type { Schema } from './random-json.ts';
import { soapForm } from './soap-form.ts';

const examples = dirname(createRequire(import.meta.url).resolve('@readme/oas-examples/package.json'));

const main = join(import.meta.dirname, '..', '..', '..', 'src', 'cli', 'main.ts');

const clients = [
  ['PHP', openPhp('1.1')],
  ['zeep', openZeep('1.2')],
] as const;

interface Sent {
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

const stapi = '3.0/json/star-trek.json';

interface Served {
  readonly document: Schema;
  /** A client that has loaded the contract, in front of this API. */
  open(client: Open, api: MockApi): Promise<Client>;
}

/** The mapping made from a description, with SOAP in front. */
function serve(file: string): Served {
  let dir: string;
  let face: SoapFace;
  beforeAll(async () => {
    dir = mkdtempSync(join(tmpdir(), 'soapstone-calls-'));
    execFileSync(process.execPath, [main, 'wsdl', '--openapi', join(examples, file), '-o', dir], { stdio: 'pipe' });
    face = await startSoapFace(dir);
  });
  afterAll(async () => {
    await face?.stop();
    rmSync(dir, { recursive: true, force: true });
  });
  return {
    document: JSON.parse(readFileSync(join(examples, file), 'utf8')),
    open: (client, api) => {
      face.rest.answer = (request) => api.answer(request);
      return client(`${face.url}?wsdl`);
    },
  };
}

const patient = 120_000;

describe.each([
  ['STAPI', stapi, 120],
  ['ReadMe', '3.1/json/readme.json', 50],
])('%s', (_, file, operations) => {
  const { document, open } = serve(file);

  const calls = async (client: Client, called: readonly ApiOperation[], api: MockApi) => {
    for (const operation of called) {
      const sent = randomCall(document, api, operation);
      const said = await client.call(operation.id, sent.arguments);
      expect([operation.id, said.reason ?? said.broken]).toEqual([operation.id, undefined]);
      const { parameters, body, response } = api.answered.at(-1)!;
      expect({ ...parameters }).toEqual(sent.parameters);
      expect(body).toEqual(sent.body);
      expect(bare(plain(said.result))).toEqual(bare(plain(soapForm(response, operation.result, document))));
    }
  };

  // A small sample: the clients take turns, and each operation has one of them.
  const title = sample('%s calls its share of the operations', '%s calls every operation');
  it.each(clients.map(([name, client], turn) => [name, client, turn] as const))(
    title,
    { timeout: patient },
    async (_, client, turn) => {
      const api = new MockApi(document);
      expect(api.operations).toHaveLength(operations);
      const called = api.operations.filter((_, i) => sample(i % clients.length === turn, true));
      const caller = await open(client, api);
      await calls(caller, called, api);
      caller.close();
      expect(api.wrong).toEqual([]);
      expect(api.answered).toHaveLength(called.length);
    },
  );
});

describe('errors of STAPI', () => {
  const { document, open } = serve(stapi);

  it.each(clients)('%s gets them as declared faults', { timeout: patient }, async (name, client) => {
    const api = new MockApi(document);
    const caller = await open(client, api);
    const operations = api.operations.filter(({ errors }) => errors.has('default')).slice(0, 25);
    for (const [i, operation] of operations.entries()) {
      const status = [400, 404, 409, 500, 503][i % 5];
      api.failWith = { status, as: 'default' };
      const said = await caller.call(operation.id, randomCall(document, api, operation).arguments);
      const { code, message } = api.answered.at(-1)!.response as { code?: string; message?: string };
      const type = name === 'PHP' ? 'SoapFault' : 'Fault';
      const blamed = (name === 'PHP' ? ['Client', 'Server'] : ['Sender', 'Receiver'])[Number(status >= 500)];
      expect([said.type, said.code?.replace(/.*:/, '')]).toEqual([type, blamed]);
      // A text that the declared detail shows is no secret.
      if (message !== undefined) expect(said.reason).toBe(message);
      else if (status >= 500) expect(said.reason).toContain(HIDDEN_TEXT);
      expect(said.detail).toHaveProperty('Error');
      expect(plain(said.detail)).toEqual(plain({ Error: { code, message } }));
    }
    caller.close();
    expect(api.wrong).toEqual([]);
    expect(api.answered).toHaveLength(25);
  });
});

/** Random arguments, valid against the schemas. */
function randomCall(document: Schema, api: MockApi, { parameters, body, bodyRequired }: ApiOperation): Sent {
  const given = parameters
    .filter(({ required }) => required || api.sample(fc.boolean()))
    .map((p): [string, unknown] => [p.name, argumentFor(api, p)])
    .filter(([, value]) => value !== null);
  const content = body && (bodyRequired || api.sample(fc.boolean())) ? api.random(body) : undefined;
  const args = content === undefined ? given : [...given, ['body', soapForm(content, body, document)]];
  return { arguments: Object.fromEntries(args), parameters: Object.fromEntries(given), body: content };
}

/** What no path can carry is left to other tests. */
function argumentFor(api: MockApi, parameter: Schema): unknown {
  const value = api.random(parameter.schema);
  const bad = parameter.in === 'path' && (value === null || /[/\\.]|^\s|\s$/.test(String(value)));
  return bad ? argumentFor(api, parameter) : value;
}

/** zeep shows the content of what has one member. */
function bare(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(bare);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value);
  return members.length === 1
    ? bare(members[0][1])
    : Object.fromEntries(members.map(([name, one]) => [name, bare(one)]));
}
