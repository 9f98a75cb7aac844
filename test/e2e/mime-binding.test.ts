// Parts of the MIME binding of WSDL 1.1: a REST client, two gateways with SOAP between them, and a REST service.
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeRest, loadMapping, soapstone } from '../../src/index.ts';
import { type Recorder, startRecorder } from './recorder.ts';

const mapping = join(import.meta.dirname, 'mappings/photos');
const photo = Buffer.from([0xff, 0xd8, 0, 13, 10, 45, 45, 0xff]);

const closers: (() => unknown)[] = [];
afterAll(async () => {
  for (const close of closers.toReversed()) await close();
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function gateway(options: Parameters<typeof soapstone>[0]): Promise<string> {
  const handle = await soapstone({ breakerFailures: 0, ...options });
  closers.push(() => handle.close());
  return serve(handle);
}

describe('parts of the MIME binding', () => {
  let recorder: Recorder;
  let origin: string;
  let stored: unknown;
  beforeAll(async () => {
    const rest = await serve(async (request, response) => {
      const body = await buffer(request);
      if (request.method === 'GET')
        return response.writeHead(200, { 'content-type': 'image/jpeg', 'x-name': 'n' }).end(photo);
      if (request.url!.startsWith('/copies'))
        return response.writeHead(200, { 'content-type': 'image/jpeg' }).end(body);
      stored = JSON.parse(body.toString());
      response.writeHead(201, { 'content-type': 'application/json' }).end('{"id":7}');
    });
    const soap = await gateway({ mapping, present: 'soap', path: '/soap', upstream: rest });
    recorder = await startRecorder(soap);
    closers.push(() => recorder.stop());
    origin = await gateway({ mapping, upstream: `${recorder.origin}/soap` });
  });

  it('are members of a request, or files of a form', async () => {
    const form = new FormData();
    form.append('photo', new Blob([photo]), 'a.jpg');
    form.append('note', new Blob(['ö']));
    const response = await fetch(`${origin}/albums/a%20b/photos`, { method: 'POST', body: form });
    expect([response.status, await response.json()]).toEqual([201, { id: 7 }]);
    expect(stored).toEqual({ photo: photo.toString('base64'), note: Buffer.from('ö').toString('base64') });
    const { request, headers } = recorder.calls.at(-1)!;
    expect(headers['content-type']).toMatch(/^multipart\/related; type="text\/xml"; boundary=/);
    const text = request.toString('latin1');
    expect(text).toMatch(/<soap:Body><p:putPhoto><p:album>a b<\/p:album><\/p:putPhoto><\/soap:Body>/);
    expect(text.match(/Content-(?:Type|ID): (?:image|text\/plain|application|<\w+=).*/g)).toEqual([
      'Content-Type: application/octet-stream',
      expect.stringMatching(/^Content-ID: <photo=.*>$/),
      'Content-Type: text/plain',
      expect.stringMatching(/^Content-ID: <note=.*>$/),
    ]);
    expect(request.includes(photo)).toBe(true);
  });

  it('have the media type of their file, where the binding names several', async () => {
    const form = new FormData();
    form.append('photo', new Blob([photo], { type: 'image/png' }));
    form.append('note', new Blob(['ö']));
    await fetch(`${origin}/albums/a/photos`, { method: 'POST', body: form });
    expect(recorder.calls.at(-1)!.request.toString('latin1')).toContain('Content-Type: image/png\r\n');
  });

  it('are the body of a response', async () => {
    const response = await fetch(`${origin}/photos/7`);
    expect([response.status, response.headers.get('content-type'), response.headers.get('x-name')]).toEqual([
      200,
      'image/jpeg',
      'n',
    ]);
    expect(Buffer.from(await response.bytes())).toEqual(photo);
    expect(recorder.calls.at(-1)!.response.toString('latin1')).toMatch(
      /Content-Type: image\/jpeg\r\n.*\r\nContent-ID: <photo=/,
    );
  });

  it.each([photo, Buffer.alloc(0)])('stand beside an element of rpc style: %#', async (body) => {
    const headers = { 'content-type': 'image/jpeg' };
    const response = await fetch(`${origin}/copies?count=2`, { method: 'POST', body: new Uint8Array(body), headers });
    expect(response.status).toBe(200);
    expect(Buffer.from(await response.bytes())).toEqual(body);
  });

  it('are described', async () => {
    const { paths } = describeRest([await loadMapping(mapping)]) as unknown as {
      paths: Record<string, Record<string, unknown>>;
    };
    expect(paths['/photos/{id}']['get']).toMatchObject({ responses: { 200: { content: { 'image/jpeg': {} } } } });
    const octets = { type: 'string', format: 'binary' };
    expect(paths['/albums/{album}/photos']['post']).toMatchObject({
      requestBody: {
        content: {
          'application/json': {},
          'multipart/form-data': {
            schema: { properties: { photo: octets, note: octets }, required: ['photo', 'note'] },
            encoding: { note: { contentType: 'text/plain' } },
          },
        },
      },
    });
  });
});

describe('a service of the MIME binding', () => {
  const body = '<p:getPhotoResponse xmlns:p="urn:example:photos"><p:name>n</p:name></p:getPhotoResponse>';
  const envelope = (content: string) =>
    `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/">${content}</e:Envelope>`;
  let parts: string[];
  let origin: string;
  beforeAll(async () => {
    const upstream = await serve((_, response) => {
      response.setHeader('content-type', 'multipart/related; boundary=b; type="text/xml"');
      response.end(`${parts.map((part) => `--b\r\n${part}\r\n`).join('')}--b--`);
    });
    origin = await gateway({ mapping, upstream });
  });

  it.each([
    [
      'named as WS-I says',
      [`\r\n${envelope(`<e:Body>${body}</e:Body>`)}`, 'X: y\r\n\r\nno', 'Content-ID: <photo=1@x>\r\n\r\nyes'],
      'yes',
    ],
    [
      'in the order of the binding',
      [`\r\n${envelope(`<e:Header/><e:Body>${body}</e:Body>`)}`, 'Content-ID: <1>\r\n\r\nyes'],
      'yes',
    ],
    [
      'in base64',
      [`\r\n${envelope(`<e:Body >${body}</e:Body >`)}`, 'Content-Transfer-Encoding: base64\r\n\r\neWVz'],
      'yes',
    ],
  ])('may have its parts %s', async (_, sent, content) => {
    parts = sent;
    const response = await fetch(`${origin}/photos/1`);
    expect([response.status, await response.text()]).toEqual([200, content]);
  });

  it('must have its parts', async () => {
    parts = [`\r\n${envelope(`<e:Body>${body}</e:Body>`)}`];
    const response = await fetch(`${origin}/photos/1`);
    expect([response.status, await response.text()]).toEqual([502, expect.stringContaining('photo')]);
  });

  it('may respond with a fault', async () => {
    parts = [
      `\r\n${envelope('<e:Body><e:Fault><faultcode>e:Server</faultcode><faultstring>no</faultstring></e:Fault></e:Body>')}`,
    ];
    expect((await fetch(`${origin}/photos/1`)).status).toBe(502);
  });
});
