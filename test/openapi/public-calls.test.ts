// From an API description to calls: `soapstone wsdl --openapi`, the mapping served with SOAP in front of a service that answers as the description
// has it, and PHP and zeep as its callers. ajv judges every request that arrives and every reply that is sent.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { convert } from '../../src/openapi/convert.ts';
import { plain } from '../e2e/soap-clients/clients.ts';
import { type SoapFace, startSoapFace } from '../e2e/soap-face.ts';
import { type Client, openPhp, openZeep } from '../peers/callers.ts';
import { type ApiOperation, MockApi } from './mock-api.ts';
import { resolve, type Schema } from './random-json.ts';

const examples = dirname(createRequire(import.meta.url).resolve('@readme/oas-examples/package.json'));

const clients = [
  ['PHP', openPhp('1.1')],
  ['zeep', openZeep('1.2')],
] as const;

describe.each([
  ['STAPI', '3.0/json/star-trek.json'],
  ['ReadMe', '3.1/json/readme.json'],
])('%s', (_, file) => {
  const document: Schema = JSON.parse(readFileSync(join(examples, file), 'utf8'));
  let dir: string;
  let face: SoapFace;

  beforeAll(async () => {
    dir = mkdtempSync(join(tmpdir(), 'soapstone-calls-'));
    for (const [name, text] of convert(join(examples, file)).files) {
      mkdirSync(dirname(join(dir, name)), { recursive: true });
      writeFileSync(join(dir, name), text);
    }
    face = await startSoapFace(dir);
  });
  afterAll(async () => {
    await face?.stop();
    rmSync(dir, { recursive: true, force: true });
  });

  it.each(clients)('%s calls every operation', async (name, open) => {
    const api = new MockApi(document);
    face.rest.answer = (request) => api.answer(request);
    const client = await open(`${face.url}?wsdl`);
    const failed: string[] = [];
    for (const operation of api.operations) {
      const problem = await callOnce(client, api, operation);
      if (problem !== undefined) failed.push(`${operation.id}: ${problem}`);
    }
    client.close();
    if (failed.length) console.log(name, failed.length, failed.slice(0, 25).map((x) => x.slice(0, 700)).join('\n'));
    console.log(api.answered.length, api.wrong.slice(0, 10));
  }, 120_000);

  async function callOnce(client: Client, api: MockApi, operation: ApiOperation): Promise<string | undefined> {
    const given: Record<string, unknown> = {};
    const places: Record<string, unknown> = {};
    for (const p of operation.parameters) {
      if (!p.required && api.sample(half)) continue;
      let value = api.random(p.schema);
      if (p.in === 'path') while (/[/.]|^\s|\s$/.test(String(value)) || value === null) value = api.random(p.schema);
      if (value === null) continue;
      places[p.name] = value;
      given[p.name] = value;
    }
    const body = operation.body && (operation.bodyRequired || api.sample(half)) ? api.random(operation.body) : undefined;
    if (body !== undefined) given['body'] = body;
    const before = api.answered.length;
    const said = await client.call(operation.id, given);
    if (said.reason ?? said.broken) return `${said.reason ?? said.broken} ${JSON.stringify(given)}`;
    const answered = api.answered[before];
    if (!answered) return 'did not arrive';
    if (JSON.stringify(sorted(answered.body)) !== JSON.stringify(sorted(body))) return `body ${JSON.stringify(answered.body)} for ${JSON.stringify(body)}`;
    const shown = plain(said.result?.result ?? said.result);
    if (JSON.stringify(bare(shown)) !== JSON.stringify(bare(plain(answered.reply)))) return `reply ${JSON.stringify(shown)} for ${JSON.stringify(plain(answered.reply))}`;
    return undefined;
  }
});

import fc from 'fast-check';
const half = fc.boolean();
function sorted(value: any): any {
  if (Array.isArray(value)) return value.map(sorted);
  if (value && typeof value === 'object') return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)).map(([k, v]) => [k, sorted(v)]));
  return value;
}
void resolve; void expect;

function bare(value: any): any { if (value && typeof value === 'object' && !Array.isArray(value) && Object.keys(value).length === 1) return bare(Object.values(value)[0]); return value; }
