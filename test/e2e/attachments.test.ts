// Attachments to and from peers that share no code with us.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server as TcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeRest, type Gateway, loadMapping, type SoapstoneOptions, soapstone } from '../../src/index.ts';
import { type Client, conversation } from '../peers/callers.ts';
import { missingStack, openDocuments, type Stack, startDocuments } from '../peers/documents.ts';
import { type GsoapClient, openGsoap } from '../peers/gsoap.ts';
import type { Peer } from '../peers/peer.ts';
import { type Recorder, startRecorder } from './recorder.ts';

const mapping = join(import.meta.dirname, 'mappings/documents');

const JSON_FIELDS = { 'content-type': 'application/json' };

interface Face {
  readonly origin: string;
  stop(): Promise<void>;
}

async function startFace(options: Partial<SoapstoneOptions> & Pick<SoapstoneOptions, 'upstream'>): Promise<Face> {
  const gateway: Gateway = await soapstone({ mapping, breakerFailures: 0, ...options });
  const server = createServer(gateway).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stop = async () => {
    server.closeAllConnections();
    server.close();
    await gateway.close();
  };
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop };
}

/** The documents of a REST service. */
async function startRest(): Promise<Server> {
  const rest = createServer(async (request, response) => {
    const [, kind, id] = request.url!.split('/');
    const isLetter = kind.startsWith('letters');
    response.setHeader('content-type', 'application/json');
    if (request.method === 'GET' && isLetter)
      return response.writeHead(200, { 'content-type': 'image/tiff', 'x-sender': 'rest' }).end(contentOf(Number(id)));
    if (request.method === 'GET')
      return response.end(JSON.stringify({ content: contentOf(Number(id)).toString('base64'), name: 'rest' }));
    const octets = await buffer(request);
    const type = request.headers['content-type'];
    const { content, name } = isLetter ? { content: '', name: `${type}` } : JSON.parse(octets.toString());
    const bytes = isLetter ? octets : Buffer.from(content, 'base64');
    response.end(JSON.stringify({ receipt: `${name} ${bytes.length} ${digest(bytes)}` }));
  }).listen(0, '127.0.0.1');
  await once(rest, 'listening');
  return rest;
}

/** The documents of the services: see Documents.java. */
function contentOf(length: number): Buffer {
  return Buffer.from(Array.from({ length }, (_, i) => (i * 31 + Math.floor(i / 251)) & 0xff));
}

function digest(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 16);
}

for (const stack of ['Metro', 'CXF'] as const) {
  const missing = missingStack(stack);
  describe.skipIf(missing)(missing ? `${stack}: not run, ${missing}` : `a service on ${stack}`, () => serviceOn(stack));
  describe.skipIf(missing)(missing ? `${stack}: not run, ${missing}` : `a client on ${stack}`, () => clientOn(stack));
}

function serviceOn(stack: Stack): void {
  let peer: Peer;
  let recorder: Recorder;
  let face: Face;
  beforeAll(async () => {
    peer = await startDocuments(stack);
    recorder = await startRecorder(peer.origin);
    face = await startFace({ upstream: `${recorder.origin}/documents`, mtom: true });
  }, 60_000);
  afterAll(async () => {
    await face?.stop();
    await recorder?.stop();
    await peer?.stop();
  });

  it.each([0, 1, 5000, 3_000_000])('sends a letter of %i bytes as an attachment', async (length) => {
    const response = await fetch(`${face.origin}/letters/${length}`);
    const { headers } = response;
    expect([headers.get('content-type'), headers.get('x-sender')]).toEqual(['image/tiff', `sender ${length}`]);
    expect(digest(await response.bytes())).toBe(digest(contentOf(length)));
    expect(recorder.calls.at(-1)!.response.toString('latin1')).toContain('Content-ID');
  });

  it('gets MTOM where the bridge says so, and answers with it', async () => {
    for (const length of [0, 5, 5000, 3_000_000]) {
      const content = contentOf(length);
      const sent = await post('/documents', { content: content.toString('base64'), name: 'ö & <b>' });
      expect(sent).toEqual({ receipt: `ö & <b> ${length} ${digest(content)}` });
      const { request, headers } = recorder.calls.at(-1)!;
      expect(headers['content-type']).toMatch(
        /^multipart\/related; type="application\/xop\+xml"; .*start-info="text\/xml"$/,
      );
      expect(request.includes(content) && request.includes('xop:Include')).toBe(length > 1024);
    }
    const response = await fetch(`${face.origin}/documents/2000`);
    expect(await response.json()).toEqual({
      content: contentOf(2000).toString('base64'),
      name: 'document 2000',
      preview: contentOf(100).toString('base64'),
    });
    const { response: message } = recorder.calls.at(-1)!;
    expect(message.toString('latin1').match(/xop:Include|:Include/g)?.length).toBeGreaterThanOrEqual(2);
  });

  it('gets references with their attachments, whatever the bridge says', async () => {
    const scan = contentOf(700);
    const request = { method: 'POST', headers: { 'content-type': 'image/png' }, body: new Uint8Array(scan) };
    const response = await fetch(`${face.origin}/letters?sender=s`, request);
    expect(await response.json()).toEqual({ receipt: `s 700 ${digest(scan)}` });
    expect(recorder.calls.at(-1)!.request.toString('latin1')).toMatch(/>cid:[^<]+@soapstone</);
  });

  const post = async (path: string, body: unknown) =>
    (await fetch(face.origin + path, { method: 'POST', headers: JSON_FIELDS, body: JSON.stringify(body) })).json();
}

function clientOn(stack: Stack): void {
  let rest: Server;
  let face: Face;
  let client: Client;
  beforeAll(async () => {
    rest = await startRest();
    const upstream = `http://127.0.0.1:${(rest.address() as AddressInfo).port}`;
    face = await startFace({ upstream, present: 'soap', path: '/soap' });
    client = await openDocuments(stack, `${face.origin}/soap?wsdl`);
  }, 60_000);
  afterAll(async () => {
    client?.close();
    await face?.stop();
    rest?.close();
  });

  it.each([
    ['putDocument', 20],
    ['putDocument', 1_000_000],
    ['getDocument', 20],
    ['getDocument', 1_000_000],
    ['putLetter', 3000],
    ['getLetter', 3000],
  ])('%s of %i bytes', async (operation, length) => {
    const name = { putDocument: 'upload', putLetter: 'image/tiff' }[operation] ?? 'rest';
    expect(await client.call(operation, length as never)).toEqual({
      result: `${name} ${length} ${digest(contentOf(length))}`,
    });
  });
}

describe('a client on zeep', () => {
  it.each([
    ['getDocument', 20],
    ['getDocument', 300_000],
    ['getLetter', 300_000],
  ])('%s of %i bytes', async (operation, length) => {
    const isReferred = operation === 'getLetter' ? ' True' : '';
    expect(await client.call(operation, length as never)).toEqual({
      result: `rest${isReferred} ${length} ${digest(contentOf(length))}`,
    });
  });

  let rest: Server;
  let face: Face;
  let client: Client;
  beforeAll(async () => {
    rest = await startRest();
    const upstream = `http://127.0.0.1:${(rest.address() as AddressInfo).port}`;
    face = await startFace({ upstream, present: 'soap', path: '/soap' });
    const script = join(import.meta.dirname, '../peers/clients/attachments_zeep.py');
    client = conversation('/usr/bin/python3', [script, `${face.origin}/soap?wsdl`]);
  });
  afterAll(async () => {
    client?.close();
    await face?.stop();
    rest?.close();
  });
});

describe('a client on gSOAP', () => {
  let rest: Server;
  let face: Face;
  let client: GsoapClient;
  beforeAll(async () => {
    rest = await startRest();
    const upstream = `http://127.0.0.1:${(rest.address() as AddressInfo).port}`;
    face = await startFace({ upstream, present: 'soap', path: '/soap' });
    client = await openGsoap('call-documents.c', `${face.origin}/soap`, '1.1');
  }, 120_000);
  afterAll(async () => {
    client?.close();
    await face?.stop();
    rest?.close();
  });

  it.each([20, 300_000])('sends MTOM with %i bytes', async (length) => {
    const result = `upload ${length} ${digest(contentOf(length))}`;
    expect(await client.call(`putDocument ${length}`)).toEqual({ result });
  });

  it.each([
    [20, 'inside'],
    [300_000, 'beside'],
  ])('reads %i bytes %s the envelope', async (length, place) => {
    const result = `rest ${place} ${length} ${checksum(contentOf(length))}`;
    expect(await client.call(`getDocument ${length}`)).toEqual({ result });
  });

  /** Fletcher's, modulo 65535. */
  function checksum(bytes: Uint8Array): number {
    let [a, b] = [0, 0];
    for (const byte of bytes) {
      a = (a + byte) % 65535;
      b = (b + a) % 65535;
    }
    return b * 65536 + a;
  }
});

describe('a service that sends what nobody should', () => {
  const envelope = (content: string) =>
    `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><d:getDocumentResponse xmlns:d="urn:example:documents"><return><content>${content}</content><name>n</name></return></d:getDocumentResponse></e:Body></e:Envelope>`;
  const include = (id: string) => `<x:Include xmlns:x="http://www.w3.org/2004/08/xop/include" href="cid:${id}"/>`;
  const part = 'Content-ID: <a>\r\n\r\nabc';
  let parts: string[];
  let service: Server;
  let face: Face;
  beforeAll(async () => {
    service = createServer((_, response) => {
      response.setHeader('content-type', 'multipart/related; boundary=b; type="application/xop+xml"');
      response.end(`${parts.map((one) => `--b\r\n${one}\r\n`).join('')}--b--`);
    }).listen(0, '127.0.0.1');
    await once(service, 'listening');
    face = await startFace({
      upstream: `http://127.0.0.1:${(service.address() as AddressInfo).port}/`,
      maxResponseBody: 65_536,
    });
  });
  afterAll(async () => {
    await face?.stop();
    service?.close();
  });

  it.each([
    ['what it should', [`\r\n${envelope(include('a'))}`, part], 200, undefined],
    ['a reference to nothing', [`\r\n${envelope(include('b'))}`, part], 502, 'UPSTREAM_BODY'],
    ['two parts of one name', [`\r\n${envelope(include('a'))}`, part, part], 502, 'UPSTREAM_BODY'],
    ['a part without head', [`\r\n${envelope(include('a'))}`, 'abc'], 502, 'UPSTREAM_BODY'],
    ['many parts', [`\r\n${envelope('YWJj')}`, ...Array(60).fill('\r\nx')], 502, 'UPSTREAM_LIMIT'],
    [
      'one part many times',
      [`\r\n${envelope(`<z>${include('a')}</z>`.repeat(100))}`, `${part}${'x'.repeat(1000)}`],
      502,
      'UPSTREAM_LIMIT',
    ],
  ])('%s', async (_, sent, status, code) => {
    parts = sent;
    const response = await fetch(`${face.origin}/documents/1`);
    const body = (await response.json()) as Record<string, unknown>;
    expect({ status: response.status, code: body['code'], content: body['content'] }).toEqual({
      status,
      code,
      content: status === 200 ? 'YWJj' : undefined,
    });
  });
});

describe('a body of octets', () => {
  it('is described as such', async () => {
    const { paths } = describeRest([await loadMapping(mapping)]) as unknown as {
      paths: Record<string, Record<string, { requestBody: unknown; responses: Record<string, { content: unknown }> }>>;
    };
    const octets = { schema: { type: 'string', format: 'binary' } };
    expect(paths['/letters/{id}']['get'].responses['200'].content).toEqual({ 'image/tiff': octets });
    expect(paths['/letters']['post'].requestBody).toMatchObject({ content: { 'application/octet-stream': octets } });
  });

  describe('with "stream"', () => {
    const head =
      'HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Type: multipart/related; boundary=b; type="text/xml"\r\n\r\n';
    const root = (scan: string, sender = 's') =>
      `--b\r\n\r\n<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><d:getLetterResponse xmlns:d="urn:example:documents"><return><scan>${scan}</scan><sender>${sender}</sender></return></d:getLetterResponse></e:Body></e:Envelope>\r\n`;
    const part = '--b\r\nContent-ID: <a>\r\n\r\n';
    const large = contentOf(3_000_000);
    let folder: string;
    let pieces: (string | Buffer)[];
    let service: TcpServer;
    let face: Face;
    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'documents-'));
      const table = readFileSync(join(mapping, 'mapping.yaml'), 'utf8');
      writeFileSync(join(folder, 'documents.wsdl'), readFileSync(join(mapping, 'documents.wsdl')));
      writeFileSync(
        join(folder, 'mapping.yaml'),
        table.replace('- id: letter.get', '- id: letter.get\n    stream: true'),
      );
      service = createTcpServer((socket) => {
        socket.once('data', async () => {
          socket.write(head);
          for (const piece of pieces) if (!socket.write(piece)) await once(socket, 'drain');
          socket.end();
        });
        socket.on('error', () => {});
      }).listen(0, '127.0.0.1');
      await once(service, 'listening');
      const upstream = `http://127.0.0.1:${(service.address() as AddressInfo).port}/`;
      face = await startFace({ mapping: folder, upstream, maxResponseBody: 65_536 });
    });
    afterAll(async () => {
      await face?.stop();
      service?.close();
      rmSync(folder, { recursive: true });
    });

    it.each([
      ['in one piece', [large]],
      ['in small pieces', Array.from({ length: 300 }, (_, i) => large.subarray(i * 10_000, (i + 1) * 10_000))],
      ['with lines that begin like its boundary', [Buffer.from('x\r\n--'), Buffer.from('\r\n--a\r'), large]],
    ])('passes through, larger than any message that is held: %s', async (_, content) => {
      pieces = [root('cid:a'), part, ...content, '\r\n--b--\r\n'];
      const response = await fetch(`${face.origin}/letters/1`);
      expect([response.status, response.headers.get('x-sender')]).toEqual([200, 's']);
      expect(digest(await response.bytes())).toBe(digest(Buffer.concat(content)));
    });

    it.each([
      ['small', [root('cid:a'), part, 'abc', '\r\n--b--'], 'abc'],
      ['in the envelope', [root('YWJj'), '--b--'], 'abc'],
      ['before the envelope', [part, 'abc', '\r\n--b\r\nContent-ID: <r>\r\n\r\nx\r\n--b--'], undefined],
      ['of two elements', [root('cid:a', 'cid:a'), part, 'abc', '\r\n--b--'], 'abc'],
    ])('is read as a whole where it is %s', async (_, sent, expected) => {
      pieces = sent;
      const response = await fetch(`${face.origin}/letters/1`);
      const text = await response.text();
      expect(response.status === 200 ? text : undefined).toBe(expected);
    });

    it.each([
      ['cut off', [root('cid:a'), part, large]],
      ['ends in a line that goes on', [root('cid:a'), part, large, '\r\n--bb--']],
      ['has no last delimiter', [root('cid:a'), part, large, '\r\n--b\r\n\r\nx']],
    ])('breaks off where the content %s', async (_, sent) => {
      pieces = sent;
      const response = await fetch(`${face.origin}/letters/1`);
      await expect(response.bytes()).rejects.toThrow();
    });
  });
});
