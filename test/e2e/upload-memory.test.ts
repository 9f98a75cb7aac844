// What an upload counts in `maxBodies` is what it takes as an attachment: as it came, as a value, in the envelope and in the package.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Gateway, soapstone } from '../../src/index.ts';
import { testMapping } from './scene.ts';

const MIB = 1024 * 1024;
const receipt = (operation: string) =>
  `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><d:${operation}Response xmlns:d="urn:example:documents"><return>kept</return></d:${operation}Response></e:Body></e:Envelope>`;

let gateway: Gateway;
let servers: Server[];
let origin: string;

async function listening(server: Server): Promise<string> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

beforeAll(async () => {
  const service = createServer(async (request, response) => {
    const [operation] = /put(?:Letter|Document)/.exec((await buffer(request)).toString('latin1'))!;
    response.writeHead(200, { 'content-type': 'text/xml' }).end(receipt(operation));
  });
  const upstream = await listening(service);
  gateway = await soapstone({
    mapping: testMapping('documents'),
    upstream,
    mtom: true,
    breakerFailures: 0,
    maxBodies: 18 * MIB,
    maxRequestBody: 8 * MIB,
  });
  const face = createServer(gateway);
  servers = [service, face];
  origin = await listening(face);
});
afterAll(async () => {
  for (const server of servers) server.closeAllConnections();
  for (const server of servers) server.close();
  await gateway.close();
});

it.each([
  // One client has 4/5 of them.
  [3 * MIB, 200],
  [4 * MIB, 503],
])('octets of %i bytes with 18 MiB for bodies: %i', async (length, status) => {
  const body = new Uint8Array(length);
  const request = { method: 'POST', headers: { 'content-type': 'image/png' }, body };
  expect((await fetch(`${origin}/letters?sender=s`, request)).status).toBe(status);
});

it.each([
  // One client has 4/5 of them.
  [3 * MIB, 200],
  [4 * MIB, 503],
])('a form with a file of %i bytes and 18 MiB for bodies: %i', async (length, status) => {
  const body = new FormData();
  body.append('content', new Blob([new Uint8Array(length)]));
  body.append('name', 'n');
  expect((await fetch(`${origin}/documents`, { method: 'POST', body })).status).toBe(status);
});
