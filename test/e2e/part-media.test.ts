// The media type of an attachment is what the contract expects, else what the sender of its content said.
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Gateway, soapstone } from '../../src/index.ts';
import { readMultipart } from '../../src/mime/multipart.ts';

const mapping = join(import.meta.dirname, 'mappings/documents');
const envelope = (body: string) =>
  `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body>${body}</e:Body></e:Envelope>`;
const file = (byte: number) => new Uint8Array(Buffer.alloc(1500, byte));
const blob = (byte: number, type: string) => new Blob([file(byte)], { type });

/** Media types of the parts beside the envelope, with their first bytes. */
function partsOf(body: Uint8Array, { 'content-type': type }: IncomingHttpHeaders) {
  const boundary = /boundary="([^"]*)"/.exec(type!)![1];
  return readMultipart(body, boundary)
    .slice(1)
    .map(({ media, content }) => `${content[0]} ${media}`);
}

let servers: Server[];
let gateways: Gateway[];
beforeAll(() => {
  servers = [];
  gateways = [];
});
afterAll(async () => {
  for (const server of servers) server.closeAllConnections();
  for (const server of servers) server.close();
  for (const gateway of gateways) await gateway.close();
});

async function listening(server: Server): Promise<string> {
  servers.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function startGateway(options: Omit<Parameters<typeof soapstone>[0], 'mapping'>): Promise<string> {
  const gateway = await soapstone({ mapping, breakerFailures: 0, ...options });
  gateways.push(gateway);
  return listening(createServer(gateway));
}

describe('of a REST client', () => {
  let origin: string;
  let sent: string[];
  beforeAll(async () => {
    const service = createServer(async (request, response) => {
      sent = partsOf(await buffer(request), request.headers);
      const operation = request.url!.includes('letter') ? 'putLetter' : 'putDocument';
      const receipt = `<d:${operation}Response xmlns:d="urn:example:documents"><return>r</return></d:${operation}Response>`;
      response.setHeader('content-type', 'text/xml; charset=utf-8').end(envelope(receipt));
    });
    const upstream = await listening(service);
    origin = await startGateway({ upstream, mtom: true });
  });

  const post = (path: string, init: RequestInit) => fetch(origin + path, { method: 'POST', ...init });

  it.each(['application/pdf', 'application/octet-stream'])('in a form as %s', async (type) => {
    const body = new FormData();
    body.append('name', 'n');
    body.append('content', blob(1, type));
    body.append('preview', blob(2, 'image/gif'));
    await post('/documents', { body });
    expect(sent).toEqual(['1 application/pdf', '2 image/gif']);
  });

  it('in JSON, whose members stand in any order', async () => {
    const content = Buffer.from(file(1)).toString('base64');
    for (const members of [
      { content, name: 'n', preview: content },
      { name: 'n', preview: content, content },
    ]) {
      await post('/documents', { body: JSON.stringify(members), headers: { 'content-type': 'application/json' } });
      expect(sent).toEqual(['1 application/pdf', '1 application/octet-stream']);
    }
  });

  it.each(['image/png', 'text/plain; charset=iso-8859-1'])('as a body of %s', async (type) => {
    await post('/letters?sender=s', { body: file(3), headers: { 'content-type': type } });
    expect(sent).toEqual([`3 ${type}`]);
  });
});

it('of a REST service', async () => {
  const rest = createServer((_, response) =>
    response.writeHead(200, { 'content-type': 'image/tiff', 'x-sender': 's' }).end(file(4)),
  );
  const origin = await startGateway({ upstream: await listening(rest), present: 'soap', path: '/soap' });
  const response = await fetch(`${origin}/soap`, {
    method: 'POST',
    headers: { 'content-type': 'text/xml', accept: 'multipart/related, application/xop+xml' },
    body: envelope('<d:getLetter xmlns:d="urn:example:documents"><id>1</id></d:getLetter>'),
  });
  const fields = Object.fromEntries(response.headers);
  expect(partsOf(await response.bytes(), fields)).toEqual(['4 image/tiff']);
});
