import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import express from 'express';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { loadContract } from '../../../src/contract/load.ts';
import { createDescribe } from '../../../src/server/bridges/wsdl-endpoint.ts';
import type { BridgeSettings } from '../../../src/server/settings/settings.ts';
import { call } from '../http-client.ts';

const parcels = await loadContract(
  join(import.meta.dirname, '..', '..', '..', 'mappings', '20-shapes', 'contract', 'parcels.wsdl'),
);

type Given = Partial<Pick<BridgeSettings, 'publicUrl' | 'forwarded'>>;

/** A server that answers descriptions, and 405 to everything else. */
async function serve(given: Given = {}): Promise<{ port: number; close(): void }> {
  const show = createDescribe(parcels, { publicUrl: undefined, forwarded: 'ignore', ...given });
  const server = createServer((req, res) => {
    if (!show(req, res)) res.writeHead(405).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { port: (server.address() as AddressInfo).port, close: () => server.close() };
}

async function served(given: Given): Promise<number> {
  const { port, close } = await serve(given);
  onTestFinished(close);
  return port;
}

const addressIn = (text: string) => /<soap:address location="([^"]*)"/.exec(text)?.[1];

describe('a description', () => {
  let port: number;
  let close: () => void;
  beforeAll(async () => ({ port, close } = await serve()));
  afterAll(() => close());

  it.each(['/p?wsdl', '/p?WSDL', '/p?wsdl=', '/p?a=b&Wsdl', '/p?%77sdl'])('is asked for by %s', async (path) => {
    const got = await call(port, path);
    expect(got.status).toBe(200);
    expect(got.headers['content-type']).toBe('text/xml; charset=utf-8');
    expect(addressIn(got.text)).toBe(`http://127.0.0.1:${port}/p`);
  });

  it('has its parts where its links lead', async () => {
    const links = [...(await call(port, '/p?wsdl')).text.matchAll(/schemaLocation="http:\/\/[^/]*([^"]*)"/g)];
    expect(links.map(([, path]) => path)).toEqual(['/p?xsd=parcels', '/p?xsd=units']);
    for (const [, path] of links) expect((await call(port, path)).text).toContain('<xsd:schema');
    expect((await call(port, '/p?XSD=units')).status).toBe(200);
  });

  it.each([
    ['GET', '/p'],
    ['GET', '/p?'],
    ['GET', '/p?wsdls'],
    ['POST', '/p?wsdl'],
    ['DELETE', '/p?xsd=units'],
  ])('is not what %s %s asks for', async (method, path) => {
    expect((await call(port, path, { method })).status).toBe(405);
  });

  it.each(['/p?xsd=no', '/p?xsd', '/p?wsdl=no', '/p?xsd=../parcels', '/p?xsd=__proto__'])(
    'does not exist as %s',
    async (path) => {
      const got = await call(port, path);
      expect([got.status, JSON.parse(got.text).code]).toEqual([404, 'NOT_FOUND']);
    },
  );

  it('has an entity tag, and no body for HEAD and for who has it already', async () => {
    const whole = await call(port, '/p?wsdl');
    const head = await call(port, '/p?wsdl', { method: 'HEAD' });
    expect([head.status, head.text, head.headers['content-length']]).toEqual([
      200,
      '',
      String(Buffer.byteLength(whole.text)),
    ]);
    const etag = whole.headers.etag as string;
    expect(head.headers.etag).toBe(etag);
    for (const tag of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
      const known = await call(port, '/p?wsdl', { headers: { 'if-none-match': tag } });
      expect([known.status, known.text, known.headers.etag]).toEqual([304, '', etag]);
    }
    expect((await call(port, '/p?wsdl', { headers: { 'if-none-match': '"x"' } })).status).toBe(200);
    expect((await call(port, '/q?wsdl')).headers.etag).not.toBe(etag);
  });

  it.each([['example.com'], ['example.com:8443'], ['[::1]:80']])(
    'has the host that the caller named: %s',
    async (host) => {
      expect(addressIn((await call(port, '/p?wsdl', { headers: { host } })).text)).toBe(`http://${host}/p`);
    },
  );

  it.each(['a"b', 'a<b', 'user@host', 'a/b', 'a b', 'host:port', '[::1', 'a&b', '-h-', `${'a'.repeat(300)}`])(
    'refuses the host %s',
    async (host) => {
      const got = await call(port, '/p?wsdl', { headers: { host } });
      expect([got.status, JSON.parse(got.text).code]).toEqual([400, 'BAD_HEADER']);
      expect(got.text).not.toContain(host);
    },
  );

  it('escapes its path, or refuses it', async () => {
    expect(addressIn((await call(port, "/a&b'c?wsdl")).text)).toBe(`http://127.0.0.1:${port}/a&amp;b&apos;c`);
    expect((await call(port, '/a"b?wsdl')).status).toBe(400);
    expect((await call(port, '/a<b?wsdl')).status).toBe(400);
  });

  it('does not believe X-Forwarded-* by itself', async () => {
    const headers = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' };
    expect(addressIn((await call(port, '/p?wsdl', { headers })).text)).toBe(`http://127.0.0.1:${port}/p`);
  });
});

describe('the address in a description', () => {
  it('comes from a trusted proxy', async () => {
    const port = await served({ forwarded: 'trust' });
    const ask = (headers: Record<string, string>) => call(port, '/p?wsdl', { headers });
    const both = { 'x-forwarded-host': 'api.example, inner', 'x-forwarded-proto': 'HTTPS, http' };
    expect(addressIn((await ask(both)).text)).toBe('https://api.example/p');
    expect(addressIn((await ask({ host: 'h' })).text)).toBe('http://h/p');
    expect((await ask({ 'x-forwarded-host': 'a"b' })).status).toBe(400);
    expect((await ask({ 'x-forwarded-proto': 'javascript' })).status).toBe(400);
  });

  it('is the public URL where one is set, whatever the request says', async () => {
    const port = await served({ publicUrl: 'https://api.example/soap' });
    const got = await call(port, '/p?wsdl', { headers: { host: 'a"b' } });
    expect(addressIn(got.text)).toBe('https://api.example/soap');
    expect(got.text).toContain('"https://api.example/soap?xsd=parcels"');
  });

  it('cannot be a public URL with a query', () => {
    expect(() => createDescribe(parcels, { publicUrl: 'http://h/?a', forwarded: 'ignore' })).toThrow(
      'must not have a query',
    );
  });

  it('has the whole path inside an express app', async () => {
    const show = createDescribe(parcels, { publicUrl: undefined, forwarded: 'ignore' });
    const app = express().use('/deep', (req, res) => void show(req, res));
    const server = app.listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await new Promise<void>((resolve) => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    expect(addressIn((await call(port, '/deep/p?wsdl')).text)).toBe(`http://127.0.0.1:${port}/deep/p`);
  });

  it('is not there in a contract without files', async () => {
    const show = createDescribe({ ...parcels, sources: undefined }, { publicUrl: undefined, forwarded: 'ignore' });
    const server = createServer((req, res) => void show(req, res)).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await new Promise<void>((resolve) => server.once('listening', resolve));
    expect((await call((server.address() as AddressInfo).port, '/?wsdl')).status).toBe(404);
  });
});
