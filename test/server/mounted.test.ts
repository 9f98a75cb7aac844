// The gateway inside of somebody's app: below a path, behind body parsers, and with heads that no server of ours has looked at.
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import express from 'express';
import request from 'supertest';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startBank } from '../../examples/bank/bank.ts';
import { type Gateway, type SoapstoneOptions, soapstone } from '../../src/index.ts';
import { envelope, NOTES } from '../security/documents.ts';
import { notes, sayJson, sayXml } from '../security/stage.ts';
import { RawPeer, type Script } from '../transport/raw-peer.ts';
import { bankMapping, TABLE } from './bank-mapping.ts';
import { raw } from './raw.ts';
import { until } from './until.ts';

const added = sayXml(envelope(`<n:AddNoteResponse xmlns:n="${NOTES}"><n:id>7</n:id></n:AddNoteResponse>`));

async function gateway(script: Script, more: Partial<SoapstoneOptions> = {}): Promise<Gateway & { peer: RawPeer }> {
  const peer = await RawPeer.listen(script);
  const made = await soapstone({ mapping: notes, present: 'rest', upstream: `${peer.origin}/`, ...more });
  onTestFinished(async () => {
    await peer.close();
    await made.close();
  });
  return Object.assign(made, { peer });
}

async function listen(listener: RequestListener): Promise<number> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

const note = { title: 'a' };
const post = (app: Parameters<typeof request>[0], path: string) => request(app).post(path).set('X-Tenant', 't');
const setNote = envelope(`<n:GetNote xmlns:n="${NOTES}"><n:id>7</n:id></n:GetNote>`);

describe('mounted below a path', () => {
  test('Location has it, in express apps and below routers', async () => {
    const handle = await gateway(added);
    const app = express();
    app.use('/api', handle);
    app.use('/a/b', express.Router().use('/c', handle));
    app.use('/t/:tenant', handle);
    app.use(handle);
    for (const mount of ['/api', '/a/b/c', '/t/x%20y', ''])
      await post(app, `${mount}/v1/notes`).send(note).expect(201).expect('location', `${mount}/v1/notes/7`);
  });

  test('Location begins with the public URL in its place', async () => {
    const handle = await gateway(added, { publicUrl: 'https://notes.example.com/shop/' });
    const app = express().use('/api', handle);
    const at = 'https://notes.example.com/shop/v1/notes/7';
    await post(app, '/api/v1/notes').send(note).expect(201).expect('location', at);
  });

  test('Location has the origin that a trusted proxy names', async () => {
    const app = express().use('/api', await gateway(added, { forwarded: 'trust' }));
    const at = (host: string, scheme: string) =>
      post(app, '/api/v1/notes').set('X-Forwarded-Host', host).set('X-Forwarded-Proto', scheme).send(note);
    await at('a.example.com:8443', 'https').expect(201).expect('location', 'https://a.example.com:8443/api/v1/notes/7');
    await at('a.example.com"', 'https').expect(400);
    await at('a.example.com', 'gopher').expect(400);
    await post(app, '/api/v1/notes').send(note).expect(201).expect('location', '/api/v1/notes/7');
  });

  test('added members of types do not have it: they are written before the request is known', async () => {
    const bank = await startBank(0);
    onTestFinished(() => bank.close());
    const added = 'types: { b:Account: { add: { home: "{$base}/accounts" } } }\nrules:';
    const table = TABLE.replace('rest:', 'namespaces: { b: https://example.com/bank }\nrest:').replace('rules:', added);
    const handle = await soapstone({ mapping: bankMapping(table), upstream: bank.url });
    onTestFinished(() => handle.close());
    const { body } = await request(express().use('/api', handle)).get('/api/v1/accounts/7').expect(200);
    expect(body.home).toBe('/v1/accounts');
  });

  test('a mount path that could lead elsewhere is refused', async () => {
    const handle = await gateway(added);
    const app = express();
    app.use('/t/:tenant', handle);
    const port = await listen(app);
    const fields =
      'Host: a\r\nConnection: close\r\nX-Tenant: t\r\nContent-Type: application/json\r\nContent-Length: 13';
    for (const tenant of ['%2e%2e', '..', '%2E', 'a%2fb', 'a%5cb', '%00', '"', '<x>', 'a;b']) {
      const got = await raw(port, `POST /t/${tenant}/v1/notes HTTP/1.1\r\n${fields}\r\n\r\n{"title":"a"}`);
      expect([tenant, got]).toEqual([tenant, expect.stringMatching(/^HTTP\/1\.1 400 /)]);
    }
    expect(handle.peer.requests).toEqual([]);
  });

  test('a server in the manner of connect, with originalUrl', async () => {
    const handle = await gateway(added);
    const cut =
      (mount: string): RequestListener =>
      (req, res) => {
        Object.assign(req, { originalUrl: req.url, url: (req.url as string).slice(mount.length) || '/' });
        handle(req, res);
      };
    await post(createServer(cut('/api')), '/api/v1/notes')
      .send(note)
      .expect(201)
      .expect('location', '/api/v1/notes/7');
    await post(createServer(handle), '/v1/notes').send(note).expect(201).expect('location', '/v1/notes/7');
  });

  test('the address in ?wsdl has it', async () => {
    const handle = await gateway(sayJson('{}'), { present: 'soap', path: '/soap' });
    const app = express();
    app.use('/api', handle);
    const { text } = await request(app).get('/api/soap?wsdl').set('Host', 'h.example').expect(200);
    expect(text).toContain('location="http://h.example/api/soap"');
    const own = await gateway(sayJson('{}'), { present: 'soap', path: '/' });
    app.use('/ws', own);
    const there = await request(app).get('/ws?wsdl').set('Host', 'h.example').expect(200);
    expect(there.text).toContain('location="http://h.example/ws"');
  });
});

describe('close', () => {
  test.each([
    ['is read in slices', `<!--${'x'.repeat(600_000)}-->`],
    ['waits for its rules', ''],
  ])('waits for a message that %s', async (_, comment) => {
    const peer = await RawPeer.listen(sayJson('{"title":"a"}'));
    onTestFinished(() => peer.close());
    const handle = await soapstone({ mapping: notes, present: 'soap', path: '/soap', upstream: `${peer.origin}/` });
    let closed: Promise<void> | undefined;
    const port = await listen((req, res) => {
      handle(req, res);
      // The front's own listener, which begins to read the message, comes first.
      req.on('end', () => {
        closed = handle.close();
      });
    });
    const response = await fetch(`http://127.0.0.1:${port}/soap`, {
      method: 'POST',
      headers: { 'content-type': 'text/xml', 'x-tenant': 't' },
      body: setNote.replace('</n:GetNote>', `</n:GetNote>${comment}`),
    });
    expect([response.status, await response.text()]).toEqual([200, expect.stringContaining('a</')]);
    await closed;
  });
});

describe('heads that no server of ours has looked at', () => {
  const twice: [string, string][] = [
    ['Authorization', 'Authorization: Basic YQ==\r\nAuthorization: Basic Yg=='],
    ['Content-Type', 'Content-Type: application/json\r\nContent-Type: text/plain'],
    ['Host', 'Host: other'],
  ];

  test.each(twice)('a doubled %s is refused, and the connection ends', async (name, fields) => {
    const rest = await gateway(added);
    const soap = await gateway(sayJson('{"title":"a"}'), { present: 'soap', path: '/soap' });
    const app = express();
    app.use(rest, soap);
    app.use((_req, res) => void res.send('own'));
    const port = await listen(app);
    const ask = (line: string, body: string) =>
      raw(
        port,
        `${line} HTTP/1.1\r\nHost: gateway\r\nX-Tenant: t\r\n${fields}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      );
    for (const got of [
      await ask('POST /v1/notes', '{"title":"a"}'),
      await ask('POST /soap', setNote),
      await ask('GET /soap?wsdl', ''),
    ]) {
      expect(got).toMatch(/^HTTP\/1\.1 400 /);
      expect(got).toMatch(/\r\nconnection: close\r\n/i);
      expect(got).toContain(`the request has several ${name} fields`);
    }
    expect([rest.peer.requests, soap.peer.requests]).toEqual([[], []]);
  });

  test('an unknown transfer coding is 501, and TRACE is 405', async () => {
    const handle = await gateway(added);
    const port = await listen((req, res) => handle(req, res));
    const head = 'Host: gateway\r\nX-Tenant: t\r\nContent-Type: application/json\r\n';
    const body = 'd\r\n{"title":"a"}\r\n0\r\n\r\n';
    const coded = await raw(port, `POST /v1/notes HTTP/1.1\r\n${head}Transfer-Encoding: gzip, chunked\r\n\r\n${body}`);
    const traced = await raw(port, `TRACE /v1/notes HTTP/1.1\r\n${head}\r\n`);
    expect(coded).toMatch(/^HTTP\/1\.1 501 [\s\S]*"code":"NOT_IMPLEMENTED"/);
    expect(traced).toMatch(/^HTTP\/1\.1 405 [\s\S]*"code":"METHOD_NOT_ALLOWED"/);
    expect(handle.peer.requests).toEqual([]);
  });

  test("paths of the app are the app's", async () => {
    const handle = await gateway(added);
    const app = express();
    app.use(handle);
    app.use((_req, res) => void res.set('Connection', 'close').send('own'));
    const got = await raw(await listen(app), 'GET /own HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n');
    expect(got).toMatch(/^HTTP\/1\.1 200 [\s\S]*own$/);
  });
});

describe('behind a body parser', () => {
  test('a body that was read is said to be so, and the process is warned once', async () => {
    const warnings: Error[] = [];
    const hear = (warning: Error) => void warnings.push(warning);
    process.on('warning', hear);
    onTestFinished(() => void process.off('warning', hear));
    const handle = await gateway(added);
    const soap = await gateway(sayJson('{}'), { present: 'soap', path: '/soap' });
    const app = express();
    app.use(express.json(), express.text({ type: '*/*' }), handle, soap);
    for (let i = 0; i < 2; i++) {
      const { body } = await post(app, '/v1/notes').send(note).expect(500);
      expect(body).toMatchObject({
        code: 'BODY_CONSUMED',
        detail: expect.stringContaining('mount soapstone before express.json() and other body parsers'),
      });
    }
    const { text } = await request(app).post('/soap').set('Content-Type', 'text/xml').send(setNote).expect(500);
    expect(text).toContain('mount soapstone before express.json()');
    await until(() => warnings.length > 0);
    expect(warnings.map(({ name, message }) => [name, message])).toEqual([
      ['SoapstoneWarning', expect.stringContaining('mount soapstone before express.json()')],
    ]);
    expect(handle.peer.requests).toEqual([]);
  });

  test('bodies of other types are still there', async () => {
    const handle = await gateway(sayJson('{"title":"a"}'), { present: 'soap', path: '/soap' });
    const app = express();
    app.use(express.json(), handle);
    await request(app).post('/soap').set('Content-Type', 'text/xml').send(setNote).expect(200);
  });

  test('a parser that keeps the bytes as rawBody is as good as none', async () => {
    const handle = await gateway(added, { maxRequestBody: 20 });
    const app = express();
    const keep = (req: object, _res: unknown, rawBody: Buffer) => void Object.assign(req, { rawBody });
    app.use(express.json({ verify: keep }), handle);
    await post(app, '/v1/notes').send(note).expect(201);
    expect(handle.peer.requests.at(-1)!.body).toContain('>a<');
    await post(app, '/v1/notes').set('Content-Type', 'application/json').send('{"title":"a","title":"b"}').expect(413);
    await post(app, '/v1/notes').send({ title: 'a', x: 1 }).expect(422);
  });

  test('and gives them unpacked', async () => {
    const handle = await gateway(added);
    const app = express();
    const keep = (req: object, _res: unknown, rawBody: Buffer) => void Object.assign(req, { rawBody });
    app.use(express.json({ verify: keep }), handle);
    const packed = post(app, '/v1/notes').set('Content-Type', 'application/json').set('Content-Encoding', 'gzip');
    await packed
      .serialize((bytes: unknown) => bytes as string)
      .send(gzipSync('{"title":"b"}'))
      .expect(201);
    expect(handle.peer.requests.at(-1)!.body).toContain('>b<');
  });
});
