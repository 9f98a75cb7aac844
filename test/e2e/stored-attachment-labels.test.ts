// Responses from the cache, and those that repeats of a request get, have the media types and file names of their attachments.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type SoapstoneOptions, soapstone } from '../../src/index.ts';
import { temp } from '../server/temp.ts';
import { type RedisServer, startRedis } from '../store/redis-server.ts';

const wsdl = readFileSync(join(import.meta.dirname, 'mappings/documents/documents.wsdl'), 'utf8');
const TABLE = `soapstone: 2
contract: documents.wsdl
namespaces: { d: "urn:example:documents" }
rules:
  - id: letter
    idempotency: { header: Idempotency-Key }
    rest: { request: "METHOD /letters/{id}", response: RESPONSE }
    soap: { request: { getLetter: { id: "{id}" } }, response: { getLetterResponse: { return: { scan: "{scan}", sender: "{sender}" } } } }
`;

let redis: RedisServer;
beforeAll(async () => {
  redis = await startRedis();
});
afterAll(() => redis.stop());

async function listening(server: Server): Promise<string> {
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Two gateways with one store, as two processes have it: what one keeps the other reads from Redis. */
async function replicas(table: string, upstream: string, options: Partial<SoapstoneOptions>): Promise<string[]> {
  const name = crypto.randomUUID();
  const mapping = temp({ 'mapping.yaml': table, 'documents.wsdl': wsdl });
  const start = async () => {
    const gateway = await soapstone({ mapping, upstream, name, store: `unix:${redis.socket}`, ...options });
    onTestFinished(() => gateway.close());
    return listening(createServer(gateway));
  };
  return [await start(), await start()];
}

const include = (id: string) => `<x:Include xmlns:x="http://www.w3.org/2004/08/xop/include" href="cid:${id}"/>`;
const letter = [
  '--b',
  'Content-Type: application/xop+xml; charset=utf-8; type="text/xml"',
  '',
  `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><d:getLetterResponse xmlns:d="urn:example:documents"><return><scan>${include('s')}</scan><sender>s</sender></return></d:getLetterResponse></e:Body></e:Envelope>`,
  '--b',
  'Content-ID: <s>',
  'Content-Type: image/gif',
  'Content-Disposition: attachment; filename="a.gif"',
  '',
  'abc',
  '--b--',
].join('\r\n');

test.each([
  ['from the cache', 'GET', { cache: 60_000 }],
  ['for a repeat', 'POST', {}],
])('%s: files of a form', async (_, method, options) => {
  let calls = 0;
  const service = createServer((request, response: ServerResponse) => {
    calls++;
    request.resume();
    response
      .setHeader('content-type', 'multipart/related; boundary=b; type="application/xop+xml"; start-info="text/xml"')
      .end(letter);
  });
  const table = TABLE.replace('METHOD', method).replace('RESPONSE', '{ body: { scan: "{scan}", sender: "{sender}" } }');
  const text = method === 'GET' ? table.replace(/ +idempotency: .*\n/, '') : table;
  const origins = await replicas(text, await listening(service), options);
  const headers = { accept: 'multipart/form-data', 'idempotency-key': 'k1' };
  const files = [];
  for (const origin of origins) {
    const form = await (await fetch(`${origin}/letters/1`, { method, headers })).formData();
    const file = form.get('scan') as File;
    files.push([file.type, file.name, await file.text()]);
  }
  expect(files).toEqual([
    ['image/gif', 'a.gif', 'abc'],
    ['image/gif', 'a.gif', 'abc'],
  ]);
  expect(calls).toBe(1);
});
