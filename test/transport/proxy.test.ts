// Services and contracts behind an HTTP proxy.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { startBank } from '../../examples/bank/bank.ts';
import { openLog } from '../../src/server/log/open-log.ts';
import { startServer } from '../../src/server/server.ts';
import { loadSettings } from '../../src/server/settings/load.ts';
import { environmentProxy } from '../../src/transport/environment-proxy.ts';
import { httpTransport } from '../../src/transport/http.ts';
import { run } from '../cli/spawn-cli.ts';
import { bankMapping, contract, TABLE } from '../server/bank-mapping.ts';
import { call } from '../server/http-client.ts';
import { temp } from '../server/temp.ts';
import { tlsText } from '../server/tls-files.ts';
import { startProxy } from './connect-proxy.ts';

async function proxy(credentials?: string) {
  const started = await startProxy(credentials);
  onTestFinished(started.close);
  return started;
}

async function bank() {
  const started = await startBank(0);
  onTestFinished(() => started.close());
  return new URL(started.url).port;
}

async function gateway(flags: Readonly<Record<string, string>>) {
  const { openSync } = await import('node:fs');
  const own = { host: '127.0.0.1', port: '0', adminPort: 'off', overloadDelay: '0', retries: '0' };
  const settings = await loadSettings({
    flags: { ...own, mapping: bankMapping(), ...flags },
    environment: {},
    cwd: temp(),
  });
  const file = join(temp(), 'access.log');
  const log = openLog(settings, openSync(file, 'a'));
  const server = await startServer(settings, log);
  onTestFinished(async () => void (await server.drain(0)));
  const logged = async () => {
    await log.end(1000);
    return readFileSync(file, 'utf8');
  };
  return { port: server.port, logged };
}

describe('HTTP_PROXY', () => {
  test('leads to the service, over connections that are kept, passed-through paths too', async () => {
    const [front, port] = [await proxy('ada:pa ss'), await bank()];
    vi.stubEnv('HTTP_PROXY', `http://ada:pa%20ss@127.0.0.1:${front.port}`);
    onTestFinished(() => void vi.unstubAllEnvs());
    const open = await gateway({ upstream: `http://bank.test:${port}/accounts`, passThrough: '/accounts' });
    for (let i = 0; i < 2; i++) expect((await call(open.port, '/v1/accounts/7')).status).toBe(200);
    expect(front.heads.map((head) => head.split('\r\n')[0])).toEqual([`CONNECT bank.test:${port} HTTP/1.1`]);
    expect((await call(open.port, '/accounts')).text).toContain('not a GetAccount request');
    expect(front.heads).toHaveLength(2);
    const direct = await gateway({ upstream: `http://127.0.0.1:${port}/accounts` });
    expect((await call(direct.port, '/v1/accounts/7')).status).toBe(200);
    const off = await gateway({ upstream: `http://bank.test:${port}/accounts`, upstreamProxy: 'off' });
    expect((await call(off.port, '/v1/accounts/7')).status).toBe(502);
    expect(front.heads).toHaveLength(2);
  });

  test('a proxy that refuses is named in the log, its credentials are not', async () => {
    const front = await proxy('ada:other');
    vi.stubEnv('HTTP_PROXY', `http://ada:hunter2@127.0.0.1:${front.port}`);
    onTestFinished(() => void vi.unstubAllEnvs());
    const { port, logged } = await gateway({ upstream: 'http://bank.test/accounts' });
    const { status, text } = await call(port, '/v1/accounts/7');
    expect([status, JSON.parse(text).code]).toEqual([502, 'UPSTREAM_CONNECT']);
    expect(text).not.toContain('127.0.0.1');
    const lines = await logged();
    expect(lines).toContain(`the proxy 127.0.0.1:${front.port} wants other credentials (HTTP 407)`);
    expect(lines + text).not.toMatch(/hunter2|YWRhOmh1bnRlcjI/);
  });

  test('leads to what commands fetch: `call` with the contract at a URL', async () => {
    const [front, port] = [await proxy(), await bank()];
    const files = createServer((_req, res) => void res.end(contract));
    await new Promise<void>((resolve) => files.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void files.close());
    const host = `contract.test:${(files.address() as AddressInfo).port}`;
    const mapping = bankMapping(TABLE.replace('contract: ', `contract: http://${host}/`));
    const upstream = ['--upstream', `http://bank.test:${port}/accounts`, '--allow-remote', host];
    const environment = { http_proxy: `127.0.0.1:${front.port}` };
    const { code, out, err } = await run(['call', mapping, 'GET /v1/accounts/7', ...upstream], { environment });
    expect(code, err).toBe(0);
    expect(out).toContain('Ada');
    const hosts = front.heads.map((head) => /^CONNECT ([\w.]+)/.exec(head)?.[1]);
    expect(new Set(hosts)).toEqual(new Set(['contract.test', 'bank.test']));
  });
});

test('the certificate of the service is verified through the tunnel', async () => {
  const service = createSecureServer(
    { key: tlsText('server.key'), cert: tlsText('server.pem') },
    (_req, res) => void res.end('secret'),
  );
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void service.close());
  const { port } = service.address() as AddressInfo;
  const front = await proxy();
  const outcome = (host: string, ca?: string) => {
    const transport = httpTransport({
      origin: `https://${host}:${port}`,
      proxy: { host: '127.0.0.1', port: front.port, secure: false },
      ...(ca && { tls: { ca } }),
    });
    onTestFinished(() => transport.destroy(new Error('over')));
    return new Promise<string>((resolve) => {
      let text = '';
      const onError = ({ cause }: Error) => resolve(String((cause as NodeJS.ErrnoException).code));
      const onData = (piece: Uint8Array) => Boolean((text += Buffer.from(piece)));
      transport.send(
        { method: 'GET', path: '/', headers: [] },
        { onHead: () => {}, onData, onEnd: () => resolve(text), onError },
      );
    });
  };
  expect(await outcome('localhost', tlsText('ca.pem'))).toBe('secret');
  expect(await outcome('localhost')).toBe('UNABLE_TO_VERIFY_LEAF_SIGNATURE');
  expect(await outcome('bank.test', tlsText('ca.pem'))).toBe('ERR_TLS_CERT_ALTNAME_INVALID');
});

describe('the variables', () => {
  const environment = {
    HTTPS_PROXY: 'https://ada:p%40ss@secure.proxy',
    http_proxy: 'plain.proxy:3128',
    HTTP_PROXY: 'http://overruled.proxy',
    NO_PROXY: 'internal.example, .svc, *.dotted.example, 10.0.0.0/8, 2001:db8::/32, only.example:8443',
  };
  const find = environmentProxy(environment)!;
  const hostFor = (url: string) => find(new URL(url))?.host;

  test('name a proxy for each protocol', () => {
    expect(find(new URL('https://a.example'))).toEqual({
      host: 'secure.proxy',
      port: 443,
      secure: true,
      authorization: `Basic ${Buffer.from('ada:p@ss').toString('base64')}`,
    });
    expect(find(new URL('http://a.example'))).toMatchObject({ host: 'plain.proxy', port: 3128, secure: false });
    expect(environmentProxy({})).toBeUndefined();
    expect(environmentProxy({ HTTPS_PROXY: 'proxy:1' })?.(new URL('http://a.example'))).toBeUndefined();
    expect(() => environmentProxy({ HTTP_PROXY: 'socks5://ada:hunter2@proxy' })).toThrow(
      /^(?!.*hunter2)HTTP_PROXY is not the URL/,
    );
    for (const more of ['/path', '?a=hunter2', '#a'])
      expect(() => environmentProxy({ HTTPS_PROXY: `http://proxy:3128${more}` })).toThrow(
        /^(?!.*hunter2)HTTPS_PROXY is not the URL/,
      );
    expect(environmentProxy({ HTTPS_PROXY: 'http://proxy:3128/' })).toBeDefined();
    expect(() => environmentProxy({ HTTPS_PROXY: 'http://ada:hunter2%pass@proxy:1' })).toThrow(
      expect.objectContaining({
        code: 'SETTINGS',
        message: expect.stringMatching(/^(?!.*hunter2)HTTPS_PROXY is not the URL/),
      }),
    );
  });

  test.each([
    'http://localhost:1',
    'http://127.1.2.3',
    'http://[::1]:80',
    'https://internal.example',
    'https://a.internal.example',
    'https://db.svc',
    'https://a.dotted.example',
    'https://10.20.30.40',
    'https://[2001:db8::7]',
    'https://only.example:8443',
  ])('%s needs none', (url) => expect(hostFor(url)).toBeUndefined());

  test.each(['https://notinternal.example', 'https://11.0.0.1', 'https://[2001:db9::7]', 'https://only.example'])(
    '%s needs one',
    (url) => expect(hostFor(url)).toBe('secure.proxy'),
  );

  test.each(['10.0.0.0/', '10.0.0.0/ ', '10.0.0.0/+8', '10.0.0.0/0x8', '10.0.0.0/33', '10.0.0.0/8/8', '2001:db8::/'])(
    'NO_PROXY: %s is no network, and exempts nothing',
    (entry) => {
      const proxyFor = environmentProxy({ ...environment, NO_PROXY: entry })!;
      const hosts = ['https://11.0.0.1', 'https://10.1.1.1', 'https://[2001:db8::7]'].map(
        (url) => proxyFor(new URL(url))?.host,
      );
      expect(hosts).toEqual(Array(3).fill('secure.proxy'));
    },
  );

  test('NO_PROXY: * switches it off', () => {
    expect(environmentProxy({ ...environment, NO_PROXY: '*' })?.(new URL('https://a.example'))).toBeUndefined();
  });
});
