// A real Prometheus scrapes a running gateway; what promtool, the alert rules and the dashboard make of the metrics.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { startBank } from '../../examples/bank/bank.ts';
import { dashboard } from '../../scripts/dashboard.ts';
import { errorTable } from '../../src/errors/errors.ts';
import { silent } from '../../src/server/log/open-log.ts';
import { type RunningServer, startServer } from '../../src/server/server.ts';
import { loadSettings } from '../../src/server/settings/load.ts';
import { call } from '../server/http-client.ts';
import { until } from '../server/until.ts';
import { type Prometheus, promtool, startPrometheus } from './prometheus.ts';

const chart = join(import.meta.dirname, '..', '..', 'helm', 'soapstone', 'files');
const alertFile = join(chart, 'alerts.yaml');
const mapping = join(import.meta.dirname, '..', '..', 'mappings', '10-first-row');
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';

interface Alert {
  readonly alert: string;
  readonly expr: string;
}

const alerts: readonly Alert[] = parse(readFileSync(alertFile, 'utf8')).groups.flatMap(
  ({ rules }: { rules: Alert[] }) => rules,
);

let bank: Awaited<ReturnType<typeof startBank>>;
let gateway: RunningServer;
let prometheus: Prometheus;

beforeAll(async () => {
  bank = await startBank(0);
  const flags = { host: '127.0.0.1', adminHost: '127.0.0.1', port: '0', overloadDelay: '0', adminPort: '0', mapping };
  const settings = await loadSettings({
    flags: { ...flags, name: 'bank', upstream: bank.url },
    environment: {},
    cwd: import.meta.dirname,
  });
  gateway = await startServer(settings, silent);
  prometheus = await startPrometheus([`127.0.0.1:${gateway.adminPort}`], [alertFile]);
  const headers = { traceparent: `00-${TRACE}-00f067aa0ba902b7-01` };
  for (const id of ['7', '7', '99', 'seven']) await call(gateway.port, `/v1/accounts/${id}`, { headers });
});

afterAll(async () => {
  await prometheus?.stop();
  await gateway?.drain(0);
  await bank?.close();
});

const scraped = (expression: string) =>
  expect.poll(() => prometheus.query(expression), { timeout: 20_000, interval: 200 });

describe('a real Prometheus', () => {
  test('finds the gateway and its requests', async () => {
    await scraped('up{job="soapstone"}').toMatchObject([{ value: 1 }]);
    await scraped('sum by (bridge, rule, direction, status) (soapstone_http_requests_total)').toEqual(
      expect.arrayContaining([
        { metric: { bridge: 'bank', rule: 'GetAccount', direction: 'rest-to-soap', status: '2xx' }, value: 2 },
      ]),
    );
    const [{ value: count }] = await prometheus.query('sum(soapstone_http_request_duration_seconds_count)');
    expect(count).toBe(4);
  });

  test('keeps no label of ours under another name', async () => {
    await scraped('soapstone_build_info').toHaveLength(1);
    expect(await prometheus.query('{__name__=~"soapstone_.+", exported_job!=""}')).toEqual([]);
    expect(await prometheus.query('{__name__=~"soapstone_.+", exported_instance!=""}')).toEqual([]);
  });

  test('gets exemplars that lead to traces', async () => {
    await expect
      .poll(() => prometheus.traceIds('soapstone_http_request_duration_seconds_bucket'), {
        timeout: 20_000,
        interval: 200,
      })
      .toContain(TRACE);
  });

  test('works out every alert rule and every query of the dashboard', async () => {
    await scraped('up').toMatchObject([{ value: 1 }]);
    for (const { expr } of alerts) await prometheus.query(expr);
    for (const expression of boardQueries()) await prometheus.query(expression);
  });

  test('has the buckets that alert rules ask for', async () => {
    const selectors = alerts.flatMap(({ expr }) => expr.match(/soapstone_\w+_bucket\{le=[^}]*\}/g) ?? []);
    expect(selectors.length).toBeGreaterThan(3);
    for (const selector of selectors) await scraped(`count(${selector}) > 0`).toHaveLength(1);
  });
});

/** As Grafana would send them. */
function boardQueries(): string[] {
  const { panels } = JSON.parse(dashboard()) as { panels: { targets?: { expr: string }[] }[] };
  return panels
    .flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
    .map((expr) => expr.replaceAll('$__rate_interval', '1m').replaceAll(/\$(job|instance|bridge)/g, '.*'));
}

/** Names of families as the text format has them. */
async function families(): Promise<ReadonlyMap<string, string>> {
  const { text } = await call(gateway.adminPort as number, '/metrics');
  return new Map([...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, type]) => [name, type]));
}

function namesIn(expressions: readonly string[]): string[] {
  return [...new Set(expressions.flatMap((text) => text.match(/\b(?:soapstone|nodejs|process)_\w+/g) ?? []))];
}

describe('the metrics', () => {
  test('promtool has nothing to say against them', async () => {
    const { text } = await call(gateway.adminPort as number, '/metrics');
    expect(promtool(['check', 'metrics'], text)).toEqual({ ok: true, said: '' });
  });

  test('are there for every name in alert rules and dashboard', async () => {
    const known = await families();
    const names = namesIn([...alerts.map(({ expr }) => expr), ...boardQueries()]);
    expect(names.length).toBeGreaterThan(20);
    for (const name of names) {
      const base = known.has(name) ? name : name.replace(/_(bucket|sum|count)$/, '');
      expect(known.has(base), name).toBe(true);
      if (base !== name) expect(known.get(base)).toBe('histogram');
    }
  });

  test('are all on the dashboard, but for those that say the same in another way', async () => {
    const shown = namesIn(boardQueries()).map((name) => name.replace(/_(bucket|sum|count)$/, ''));
    const own = [...(await families()).keys()].filter((name) => name.startsWith('soapstone_'));
    const left = own.filter((name) => !shown.includes(name));
    expect(left).toEqual([
      'soapstone_config_last_reload_success_timestamp_seconds',
      'soapstone_config_reloads_total',
      'soapstone_certificate_start_timestamp_seconds',
      'soapstone_heap_limit_bytes',
    ]);
  });

  test('ten thousand paths, methods and header values make no more series', async () => {
    const series = async () =>
      (await call(gateway.adminPort as number, '/metrics')).text.split('\n').filter((line) => /^soapstone_/.test(line))
        .length;
    const ask = (i: number) =>
      call(gateway.port, `/x${i}?q=${i}`, { headers: { 'user-agent': `a${i}`, 'x-request-id': `i${i}` } });
    for (let i = 0; i < 50; i++) await ask(i);
    const before = await series();
    for (let i = 50; i < 10_000; i += 50) await Promise.all(Array.from({ length: 50 }, (_, k) => ask(i + k)));
    await until(async () => (await call(gateway.adminPort as number, '/metrics')).text.includes('} 10000'));
    expect(await series()).toBe(before);
  });
});

describe('the alert rules', () => {
  test('do what they say', () => {
    const { ok, said } = promtool(['test', 'rules', join(import.meta.dirname, 'alerts.test.yaml')]);
    expect(said).toContain('SUCCESS');
    expect(ok, said).toBe(true);
  });

  test('have tests, all of them', () => {
    const text = readFileSync(join(import.meta.dirname, 'alerts.test.yaml'), 'utf8');
    const tests = parse(text).tests as { alert_rule_test: { alertname: string; exp_alerts?: unknown[] }[] }[];
    const all = tests.flatMap((one) => one.alert_rule_test);
    for (const { alert } of alerts) {
      const own = all.filter(({ alertname }) => alertname === alert);
      expect(
        own.some(({ exp_alerts = [] }) => exp_alerts.length > 0),
        `${alert} fires`,
      ).toBe(true);
      expect(
        own.some(({ exp_alerts = [] }) => exp_alerts.length === 0),
        `${alert} is quiet`,
      ).toBe(true);
    }
  });

  test('know codes that there are', () => {
    const patterns = alerts.flatMap(({ expr }) =>
      [...expr.matchAll(/fault=~?"([^"]+)"/g)].flatMap(([, text]) => text.split('|')),
    );
    expect(patterns.length).toBeGreaterThan(4);
    for (const pattern of patterns) {
      const codes = Object.keys(errorTable).filter((code) => new RegExp(`^(?:${pattern})$`).test(code));
      expect(codes, pattern).not.toEqual([]);
    }
  });
});
