import { openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startBank } from '../../examples/bank/bank.ts';
import { openLog } from '../../src/server/log/open-log.ts';
import { startServer } from '../../src/server/server.ts';
import { loadSettings } from '../../src/server/settings/load.ts';
import { bankMapping, TABLE } from './bank-mapping.ts';
import { begin, call } from './http-client.ts';
import { raw } from './raw.ts';
import { slowBank } from './slow-bank.ts';
import { temp } from './temp.ts';
import { until } from './until.ts';

const ACCOUNT = {
  id: 7,
  owner: 'Ada & Sons',
  balance: 1250.5,
  currency: 'EUR',
  opened: '2019-03-01',
  frozen: false,
};

async function open(flags: Readonly<Record<string, string>>, file = '') {
  const settings = await loadSettings({
    flags: { host: '127.0.0.1', adminHost: '127.0.0.1', port: '0', overloadDelay: '0', adminPort: '0', ...flags },
    environment: {},
    cwd: temp({ 'soapstone.yaml': file }),
  });
  const logFile = join(temp(), 'access.log');
  const log = openLog(settings, openSync(logFile, 'a'));
  const server = await startServer(settings, log);
  let drained = false;
  onTestFinished(async () => {
    if (!drained) await server.drain(0);
  });
  const drain = (delay: number) => {
    drained = true;
    return server.drain(delay);
  };
  const lines = () => {
    void log.end(0);
    return readFileSync(logFile, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line));
  };
  return { port: server.port, adminPort: server.adminPort as number, drain, lines };
}

async function bank() {
  const started = await startBank(0);
  onTestFinished(() => started.close());
  return started.url;
}

describe('a running server', () => {
  test('REST in front, SOAP behind, metrics and log beside', async () => {
    const { port, adminPort, lines } = await open({ mapping: bankMapping(), upstream: await bank(), name: 'front' });
    const { status, headers, text } = await call(port, '/v1/accounts/7');
    expect([status, headers['content-type']]).toEqual([200, 'application/json']);
    expect(JSON.parse(text)).toEqual(ACCOUNT);
    expect((await call(port, '/v1/accounts/99')).status).toBeGreaterThanOrEqual(400);
    expect((await call(port, '/v1/accounts/seven')).status).toBe(400);
    expect((await call(port, '/v1/accounts/7', { method: 'DELETE' })).status).toBe(405);
    expect((await call(port, '/elsewhere')).status).toBe(404);

    await until(() => lines().length === 5);
    expect(lines()[0]).toMatchObject({
      bridge: 'front',
      rule: 'get-account',
      template: '/v1/accounts/{id}',
      status: 200,
      bytes_out: Number(headers['content-length']),
      request_id: headers['x-request-id'],
    });
    expect(lines()[0].upstream_ms).toBeGreaterThan(0);
    const { text: metrics } = await call(adminPort, '/metrics');
    expect(metrics).toContain(
      'soapstone_http_requests_total{bridge="front",rule="get-account",operation="GetAccount",resource="accounts",direction="rest-to-soap",method="GET",status="2xx",fault=""} 1',
    );
    for (const status of ['2xx', '4xx']) {
      const labels = `{bridge="front",rule="",operation="",resource="",direction="rest-to-soap",status="${status}"}`;
      expect(metrics).toContain(`soapstone_upstream_request_duration_seconds_count${labels} 1`);
    }
    expect(metrics).toContain('soapstone_ready 1');
    expect((await call(adminPort, '/readyz')).text).toBe('ok\n');
    expect(JSON.parse((await call(adminPort, '/mappings')).text).bridges[0].rules[0].id).toBe('get-account');
  });

  test('what callers send is not in the log', async () => {
    const { port, lines } = await open({ mapping: bankMapping(), upstream: await bank(), name: 'quiet' });
    const secret = 'hunter2';
    const headers = { authorization: `Bearer ${secret}`, 'x-request-id': 'a b\t{}', cookie: secret };
    for (const path of [`/v1/accounts/${secret}`, `/v1/accounts/7?currency=${secret}`, `/${secret}?x=${secret}`]) {
      await call(port, path, { headers });
    }
    await call(port, '/v1/accounts/7', { method: 'POST', body: JSON.stringify({ secret }), headers });
    await until(() => lines().length === 4);
    const [, , unmatched] = lines();
    expect(unmatched).toMatchObject({ code: 'NOT_FOUND', path: `/${secret}` });
    expect(JSON.stringify(lines().map((line) => ({ ...line, path: '' })))).not.toContain(secret);
  });

  test('requests that HTTP itself refuses are in the log and in the metrics', async () => {
    const table = TABLE.replace(
      '"GET /accounts/{id}?currency={ccy?}"',
      '{ line: POST /accounts, body: "{all}" }',
    ).replace('{ GetAccount: { accountId: "{id}", currency: "{ccy?}" } }', '{ GetAccount: "{all}" }');
    const flags = { mapping: bankMapping(table), upstream: await bank(), name: 'refusing' };
    const { port, adminPort, lines } = await open({ ...flags, requestTimeout: '500ms' });
    const head = 'POST /v1/accounts HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nX-Request-Id: me\r\n';
    const sent: readonly (readonly [text: string, line: object])[] = [
      ['secret\r\n\r\n', { status: 400, code: 'BAD_REQUEST' }],
      ['GET /v1/x?secret HTTP/1.1\r\n\r\n', { status: 400, code: 'BAD_REQUEST', method: 'GET' }],
      ['GET / HTTP/1.1\r\nHost: a\r\nExpect: secret\r\n\r\n', { status: 417, method: 'GET' }],
      [`GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, { status: 431 }],
      ['GET / HTTP/1.1\r\nHost', { status: 408, code: 'REQUEST_TIMEOUT' }],
      [`${head}Transfer-Encoding: chunked\r\n\r\nZZ\r\n`, { status: 400, method: 'POST', request_id: 'me' }],
      [`${head}Content-Length: 9\r\n\r\n{`, { status: 408, method: 'POST', request_id: 'me' }],
    ];
    for (const [text, line] of sent) {
      const before = lines().length;
      const response = await raw(port, text);
      await until(() => lines().length > before);
      expect(lines().slice(before)).toEqual([expect.objectContaining(line)]);
      expect(lines().at(-1).request_id).toBe(/x-request-id: (\S+)/i.exec(response)?.[1]);
    }
    expect(JSON.stringify(lines())).not.toContain('secret');
    expect(lines()[0]).not.toHaveProperty('method');
    const { text: metrics } = await call(adminPort, '/metrics');
    const counted = [...metrics.matchAll(/^soapstone_http_requests_total\{(.*)\} (\d)$/gm)].map((m) =>
      m.slice(1).join(' '),
    );
    const nobody = 'bridge="",rule="_none",operation="",resource="",direction=""';
    expect(counted).toEqual(
      expect.arrayContaining([
        `${nobody},method="_OTHER",status="4xx",fault="BAD_REQUEST" 1`,
        `${nobody},method="GET",status="4xx",fault="BAD_REQUEST" 1`,
        `${nobody},method="GET",status="4xx",fault="EXPECTATION_FAILED" 1`,
        `${nobody},method="_OTHER",status="4xx",fault="HEADERS_TOO_LARGE" 1`,
        `${nobody},method="_OTHER",status="4xx",fault="REQUEST_TIMEOUT" 1`,
        'bridge="refusing",rule="_none",operation="",resource="",direction="rest-to-soap",method="POST",status="4xx",fault="BAD_REQUEST" 1',
        'bridge="refusing",rule="_none",operation="",resource="",direction="rest-to-soap",method="POST",status="4xx",fault="REQUEST_TIMEOUT" 1',
      ]),
    );
  });

  test('a peer that is gone does not make the process less ready', async () => {
    const { port, adminPort, lines } = await open({
      mapping: bankMapping(),
      upstream: 'http://127.0.0.1:9/',
      name: 'gone',
    });
    expect((await call(port, '/v1/accounts/7')).status).toBe(502);
    await until(() => lines().length === 1);
    expect(lines()[0]).toMatchObject({ level: 'warn', status: 502, code: 'UPSTREAM_CONNECT' });
    expect((await call(adminPort, '/readyz')).status).toBe(200);
    expect((await call(adminPort, '/livez')).status).toBe(200);
  });

  test('two bridges on one port', async () => {
    const other = bankMapping(TABLE.replace('/v1', '/v2'));
    const upstream = await bank();
    const file = `bridges:
  - { name: left, mapping: ${bankMapping()}, upstream: ${upstream} }
  - { name: right, mapping: ${other}, upstream: ${upstream} }
`;
    const { port } = await open({}, file);
    expect((await call(port, '/v1/accounts/7')).status).toBe(200);
    expect((await call(port, '/v2/accounts/7')).status).toBe(200);
    expect((await call(port, '/v3/accounts/7')).status).toBe(404);
    await expect(open({}, file.replace(other, bankMapping()))).rejects.toThrow(
      '[get-account] SETTINGS: this rule can never match: bridge "left" has the same path',
    );
    await expect(open({ passThrough: '/v2/accounts' }, file)).rejects.toThrow(
      'bridge "left" has a pass-through for its path',
    );
  });
});

describe('drain', () => {
  test('not ready at once, serving on, then finishing what is in flight', async () => {
    const peer = await slowBank();
    const { port, adminPort, drain } = await open({ mapping: bankMapping(), upstream: peer.url, name: 'drained' });
    const slow = begin(port, '/v1/accounts/7');
    await until(() => peer.waiting() === 1);
    expect((await call(adminPort, '/metrics')).text).toContain('soapstone_http_requests_inflight 1');

    const drained = drain(200);
    expect((await call(adminPort, '/readyz')).status).toBe(503);
    const late = begin(port, '/v1/accounts/7');
    await until(() => peer.waiting() === 2);
    await until(() =>
      call(port, '/x').then(
        () => false,
        () => true,
      ),
    );
    peer.answer();
    for (const { got } of [slow, late]) {
      const { status, headers } = await got;
      expect([status, headers.connection]).toEqual([200, 'close']);
    }
    expect(await drained).toEqual({ cut: 0, hanging: [] });
  });

  test('a caller that goes away lets the peer go', async () => {
    const peer = await slowBank();
    const { port, lines } = await open({ mapping: bankMapping(), upstream: peer.url, name: 'left' });
    const { sent, got } = begin(port, '/v1/accounts/7');
    const failed = expect(got).rejects.toThrow();
    await until(() => peer.waiting() === 1);
    sent.destroy();
    await failed;
    await until(() => peer.gone() === 1 && lines().length === 1);
    expect(lines()[0]).toMatchObject({ status: 499, code: 'CLIENT_GONE' });
  });
});

describe('refusing to start', () => {
  test('problems of all mappings come at once, and no port is opened', async () => {
    const broken = bankMapping('soapstone: 2\ncontract: accounts.wsdl\nrules:\n  - GET /a/{x}: NoSuchOperation\n');
    const file = `bridges:
  - { name: a, mapping: ${broken}, upstream: "http://a/" }
  - { name: b, mapping: ${temp()}, upstream: "http://b/" }
`;
    await expect(open({}, file)).rejects.toThrow(/MAPPING_UNKNOWN_OPERATION[\s\S]*MAPPING_READ/);
  });

  test('a port that is taken is named', async () => {
    const { port } = await open({ mapping: bankMapping(), upstream: 'http://127.0.0.1:9/', name: 'first' });
    await expect(
      open({ mapping: bankMapping(), upstream: 'http://127.0.0.1:9/', name: 'second', port: String(port) }),
    ).rejects.toThrow('another process has it');
  });
});
