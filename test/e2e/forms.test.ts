// Files of REST clients: forms in requests and responses, and files without content. The service is a stub that repeats what it is told.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Gateway, soapstone } from '../../src/index.ts';

const mapping = join(import.meta.dirname, 'mappings/documents');
const envelope = (body: string) =>
  `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body>${body}</e:Body></e:Envelope>`;
const receipt = (operation: string) =>
  envelope(`<d:${operation}Response xmlns:d="urn:example:documents"><return>r</return></d:${operation}Response>`);

let origin: string;
let gateway: Gateway;
let servers: Server[];
let received = '';
let sent = '';

async function listening(server: Server): Promise<string> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

beforeAll(async () => {
  const service = createServer(async (request, response) => {
    received = await text(request);
    response.setHeader('content-type', 'text/xml; charset=utf-8').end(sent);
  });
  const upstream = await listening(service);
  gateway = await soapstone({ mapping, upstream, breakerFailures: 0, maxRequestBody: 20_000 });
  const face = createServer(gateway);
  origin = await listening(face);
  servers = [service, face];
});
afterAll(async () => {
  for (const server of servers) server.closeAllConnections();
  for (const server of servers) server.close();
  await gateway.close();
});

const octets = Buffer.from([0, 1, 255, 13, 10, 45, 45]);
const base64 = octets.toString('base64');

async function post(path: string, init: RequestInit) {
  const response = await fetch(origin + path, { method: 'POST', ...init });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

describe('a form as a request', () => {
  beforeAll(() => void (sent = receipt('putDocument')));

  const file = (bytes: Uint8Array<ArrayBuffer> = new Uint8Array(octets)) =>
    new Blob([bytes], { type: 'application/pdf' });
  const document = (xml: string) => expect(received).toContain(`<document>${xml}</document>`);

  it('has files and fields by the names of members', async () => {
    const body = new FormData();
    body.append('name', 'ö & 12');
    body.append('content', file(), 'a "b".pdf');
    body.append('preview', file(new Uint8Array(0)));
    expect(await post('/documents', { body })).toEqual({ status: 200, body: { receipt: 'r' } });
    document(`<content>${base64}</content><name>ö &amp; 12</name><preview></preview>`);
  });

  it('has a part of JSON for all that is no file', async () => {
    const body = new FormData();
    body.append('document', new Blob(['{"name":"n","content":null}'], { type: 'application/json' }));
    body.append('content', file());
    expect((await post('/documents', { body })).status).toBe(200);
    document(`<content>${base64}</content><name>n</name>`);
  });

  it.each<[string, [string, string | Blob][], string]>([
    [
      'a file twice',
      [
        ['content', file()],
        ['content', file()],
      ],
      'stands in the form twice',
    ],
    [
      'two parts of JSON',
      [
        ['a', new Blob(['{}'], { type: 'application/json' })],
        ['b', new Blob(['{}'], { type: 'application/json' })],
      ],
      'the second of JSON whose name is no member',
    ],
    ['JSON that is none', [['a', new Blob(['{"name":"n"},{'], { type: 'application/json' })]], 'not JSON'],
    [
      'a member of a file',
      [
        ['content', file()],
        ['content.x', 'y'],
      ],
      'is inside of a file',
    ],
    ['an index that comes too early', [['content[7]', 'y']], 'without the items before it'],
    ['no name of a member', [['content[x', 'y']], 'is no path of a member'],
    [
      'a name that the contract lacks',
      [
        ['content', file()],
        ['name', 'n'],
        ['__proto__', 'y'],
      ],
      '__proto__',
    ],
  ])('is refused with %s', async (_, parts, message) => {
    const body = new FormData();
    for (const [name, value] of parts) body.append(name, value);
    const { status, body: problem } = await post('/documents', { body });
    expect([status, JSON.stringify(problem)]).toEqual([expect.toBeOneOf([400, 422]), expect.stringContaining(message)]);
  });

  it('is refused with a file of another type than the contract expects', async () => {
    const body = new FormData();
    body.append('content', new Blob(['x'], { type: 'image/png' }));
    expect(await post('/documents', { body })).toMatchObject({
      status: 415,
      body: { detail: 'the part "content" (file "blob") is image/png, and must be application/pdf' },
    });
  });

  const head = (disposition: string, encoding: string) =>
    `--b\r\nContent-Disposition: form-data${disposition}\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n`;
  it.each([
    ['a file that is not base64', head('; name="content"; filename="a.pdf"', 'base64'), 'the part "content": part 1'],
    ['a text that is not base64', head('; name="name"', 'base64'), 'the part "name": part 1'],
    ['a part without a name', head('', '8bit'), 'part 1 of the form has no name'],
    ['a name that is no path', head('; name="a[x"', '8bit'), 'the name of the part "a[x" is no path of a member'],
  ])('names the part: %s', async (_, part, message) => {
    const headers = { 'content-type': 'multipart/form-data; boundary=b' };
    const { status, body } = await post('/documents', { body: `${part}*\r\n--b--`, headers });
    expect([status, JSON.stringify(body)]).toEqual([
      400,
      expect.stringContaining(JSON.stringify(message).slice(1, -1)),
    ]);
  });

  it.each([
    ['no boundary', 'multipart/form-data', '--b--', 400],
    ['no end', 'multipart/form-data; boundary=b', '--b\r\nContent-Disposition: form-data; name="name"\r\n\r\nx', 400],
    ['a part without a name', 'multipart/form-data; boundary=b', '--b\r\n\r\nx\r\n--b--', 400],
    [
      'a name in two ways',
      'multipart/form-data; boundary=b',
      '--b\r\nContent-Disposition: form-data; name="name"; name=content\r\n\r\nx\r\n--b--',
      400,
    ],
    [
      'many parts',
      'multipart/form-data; boundary=b',
      `${'--b\r\nContent-Disposition: form-data; name="x"\r\n\r\n\r\n'.repeat(201)}--b--`,
      413,
    ],
    ['another kind of parts', 'multipart/mixed; boundary=b', '--b\r\n\r\nx\r\n--b--', 415],
  ])('is refused with %s', async (_, type, body, status) => {
    expect((await post('/documents', { body, headers: { 'content-type': type } })).status).toBe(status);
  });
});

describe('a form as a response', () => {
  beforeAll(() => {
    const member = `<content>${base64}</content><name>n</name><preview></preview>`;
    sent = envelope(
      `<d:getDocumentResponse xmlns:d="urn:example:documents"><return>${member}</return></d:getDocumentResponse>`,
    );
  });

  it('has files beside JSON, and is read as a request again', async () => {
    const response = await fetch(`${origin}/documents/1`, { headers: { accept: 'multipart/form-data' } });
    const form = await response.formData();
    expect(form.get('$body')).toBe('{"content":null,"name":"n","preview":null}');
    expect(await (form.get('content') as File).bytes()).toEqual(new Uint8Array(octets));
    expect((form.get('preview') as File).size).toBe(0);
    await post('/documents', { body: form });
    expect(received).toContain(`<document><content>${base64}</content><name>n</name><preview></preview></document>`);
  });

  it.each([
    ['multipart/mixed', /^multipart\/mixed; boundary=/],
    ['multipart/form-data;q=0.5, application/json', /^application\/json$/],
    ['application/json;q=0.5, multipart/form-data', /^multipart\/form-data; boundary=/],
    ['*/*', /^application\/json$/],
  ])('is what a client with Accept: %s gets', async (accept, type) => {
    const response = await fetch(`${origin}/documents/1`, { headers: { accept } });
    expect([response.status, response.headers.get('content-type')]).toEqual([200, expect.stringMatching(type)]);
    await response.text();
  });

  it('is refused where no member is a file', async () => {
    const body = JSON.stringify({ content: '', name: '' });
    const headers = { accept: 'multipart/mixed', 'content-type': 'application/json' };
    expect((await post('/documents', { body, headers })).status).toBe(406);
  });
});

describe('a file without content', () => {
  it.each([
    ['of a type', { 'content-type': 'application/octet-stream' }, 200],
    ['of no type', {}, 200],
    ['as JSON', { 'content-type': 'application/json' }, 400],
  ])('%s', async (_, headers, status) => {
    sent = receipt('putLetter');
    received = '';
    const response = await post('/letters?sender=s', { body: new Uint8Array(0), headers });
    expect(response.status).toBe(status);
    if (status === 200) expect(received).toContain('<scan></scan><sender>s</sender>');
  });
});
