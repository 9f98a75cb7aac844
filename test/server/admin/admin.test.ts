import { describe, expect, onTestFinished, test } from 'vitest';
import { createGuard } from '../../../src/exchange/filters/resilience/resilience.ts';
import type { Mapping } from '../../../src/mapping/model/mapping.ts';
import { adminListener, adminPages, Lifecycle } from '../../../src/server/admin/admin.ts';
import { HttpServer } from '../../../src/server/http/http-server.ts';
import { Collector } from '../../../src/server/metrics/collector.ts';
import { StoreTimes } from '../../../src/server/metrics/distribution.ts';
import type { BridgeSettings } from '../../../src/server/settings/settings.ts';
import { call } from '../http-client.ts';
import { record } from '../record.ts';

const bounds = {
  headersTimeout: 10_000,
  requestTimeout: 60_000,
  keepAliveTimeout: 60_000,
  maxHeaderSize: 16_384,
  maxHeaders: 100,
  sendTimeout: 60_000,
  minSendRate: 1024,
  minReceiveRate: 1024,
  maxConnections: 100,
};

const rule = {
  id: 'get-account',
  place: { file: 'mapping.yaml', line: 7, col: 3 },
  operation: { name: 'GetAccount', port: 'AccountsPort', version: '1.1' },
  request: { rest: { method: 'GET', template: '/v1/accounts/{id}' } },
  response: { rest: { status: 200 } },
};

const guardOptions = {
  retries: { max: 0, budget: 0 },
  breaker: { failures: 0, pause: 1 },
  queue: { running: 1, waiting: 1, longest: 1 },
};

async function open(hosts: readonly string[] = []) {
  const lifecycle = new Lifecycle();
  const collector = new Collector();
  collector.addBridge('bank', [{ id: 'get-account', operation: 'GetAccount', resource: 'accounts' }], {
    direction: 'rest-to-soap',
    jobs: [],
    storeTimes: new StoreTimes(),
    pool: () => ({ connected: 0, running: 0, pending: 0 }),
    guard: createGuard(guardOptions).stats,
    storeFailures: () => 0,
    storeDurability: () => undefined,
    fetches: () => [],
    authFailures: () => [],
    limits: () => ({ rate: 0 }),
    responseCache: () => ({ hits: 0, misses: 1, shared: 0 }),
    drift: () => [],
  });
  const settings = { name: 'bank', present: 'rest', upstream: 'http://peer/soap?key=hunter2', passThrough: [] };
  const bridge = {
    settings: settings as unknown as BridgeSettings,
    mapping: { base: '/v1', rules: [rule] } as unknown as Mapping,
  };
  const server = new HttpServer(
    bounds,
    adminListener(adminPages({ lifecycle, collector, version: '1.2.3', bridges: [bridge] }), hosts),
  );
  const port = await server.listen('127.0.0.1', 0);
  onTestFinished(async () => void (await server.drain(0)));
  return { port, lifecycle, collector };
}

describe('admin port', () => {
  test('/livez is about the event loop alone, /readyz about taking requests', async () => {
    const { port, lifecycle } = await open();
    for (const [phase, status] of [
      ['starting', 503],
      ['ready', 200],
      ['draining', 503],
    ] as const) {
      lifecycle.phase = phase;
      expect((await call(port, '/livez')).status).toBe(200);
      expect((await call(port, '/readyz')).status).toBe(status);
    }
    expect((await call(port, '/readyz?verbose')).text).toBe('[+] bridge bank: 1 rule\ndraining\n');
  });

  test('/metrics is in the format of Prometheus', async () => {
    const { port, collector } = await open();
    collector.add(record());
    const { headers, text } = await call(port, '/metrics');
    expect(headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(text).toContain('soapstone_http_requests_total{bridge="bank",rule="get-account"');
    expect((await call(port, '/metrics')).text).toContain('soapstone_build_info{version="1.2.3"');
  });

  test('/mappings lists the rules and no secrets', async () => {
    const { port } = await open();
    const { text } = await call(port, '/mappings');
    expect(JSON.parse(text).bridges[0]).toMatchObject({ name: 'bank', upstream: 'http://peer/soap', base: '/v1' });
    expect(JSON.parse(text).bridges[0].rules).toEqual([
      {
        id: 'get-account',
        rest: 'GET /v1/accounts/{id}',
        status: 200,
        soap: { operation: 'GetAccount', port: 'AccountsPort', version: '1.1' },
        at: 'mapping.yaml:7',
      },
    ]);
    expect(text).not.toContain('hunter2');
  });

  test('it only reads', async () => {
    const { port } = await open();
    expect(await call(port, '/livez', { method: 'POST' })).toMatchObject({
      status: 405,
      headers: { allow: 'GET, HEAD' },
    });
    expect((await call(port, '/nothing')).status).toBe(404);
    expect((await call(port, '/livez', { method: 'HEAD' })).text).toBe('');
  });

  test.each([
    ['10.1.2.3:9090', 200],
    ['[fd00::1]:9090', 200],
    ['localhost:9090', 200],
    ['gateway-admin:9090', 200],
    ['gateway-admin.team.svc:9090', 200],
    ['gateway-admin.team.svc.cluster.local', 200],
    ['Admin.Example.com:9090', 200],
    ['ports.example.com:9091', 200],
    ['ports.example.com', 421],
    ['rebound.attacker.example', 421],
    ['10.1.2.3.attacker.example:9090', 421],
    ['localhost.attacker.example', 421],
    ['svc.attacker.example', 421],
    ['team.svc.attacker.example', 421],
    ['gateway.team.svc.cluster.local.:9090', 200],
    ['host.docker.internal:9090', 200],
    ['printer.local', 200],
    ['.', 200],
  ])('asked as "%s" it answers %i', async (host, status) => {
    const { port } = await open(['admin.example.com', 'ports.example.com:9091']);
    for (const path of ['/metrics', '/mappings'])
      expect((await call(port, path, { headers: { host } })).status).toBe(status);
    const probes = await Promise.all(['/livez', '/readyz'].map((path) => call(port, path, { headers: { host } })));
    expect(probes.map((probe) => probe.status)).toEqual([200, 503]);
    const verbose = await call(port, '/readyz?verbose', { headers: { host } });
    expect(verbose.status === 421).toBe(status === 421);
  });
});
