// The number of series of large tables, under any traffic: the business records, and all bridges of `npm start`.
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../../../src/file/package-root.ts';
import { loadMapping } from '../../../src/mapping/load.ts';
import type { Mapping } from '../../../src/mapping/model/mapping.ts';
import { ruleLabels } from '../../../src/server/collect-metrics.ts';
import { Collector } from '../../../src/server/metrics/collector.ts';
import { StoreTimes } from '../../../src/server/metrics/distribution.ts';
import { jobSteps } from '../../../src/server/metrics/job-steps.ts';
import { createRegistry } from '../../../src/server/metrics/prometheus.ts';
import { record } from '../record.ts';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'BREW'];

const load = (name: string) => loadMapping(join(packageRoot().pathname, 'mappings', name));

function addBridge(collector: Collector, name: string, mapping: Mapping): void {
  const { rules } = mapping;
  const labels = rules.map((rule) => ruleLabels(rule, mapping));
  collector.addBridge(name, labels, {
    direction: 'rest-to-soap',
    jobs: jobSteps(rules),
    storeTimes: new StoreTimes(),
    pool: () => ({ connected: 0, running: 0, pending: 0 }),
    guard: () => ({ retries: 0, breaker: 'closed', waiting: 0, refused: { breaker: 0, queue: 0 } }),
    storeFailures: () => 0,
    storeDurability: () => undefined,
    limits: () => ({ rate: 0 }),
    fetches: () => [],
    authFailures: () => [],
    responseCache: () => ({ hits: 0, misses: 0, shared: 0 }),
    drift: () => [],
  });
}

/** Every rule, with every method and ever new fault codes. Gives the number of requests. */
function flood(collector: Collector, bridge: string, ids: readonly string[]): number {
  let sent = 0;
  for (const rule of [...ids, undefined, '_pass_through'])
    for (const method of METHODS)
      for (const [status, code] of [
        [200],
        [404, 'NONEXISTENT_ID'],
        [400, `CODE_${sent % 500}`],
        [503, 'OVERLOADED'],
        [302],
        [101],
      ] as const) {
        collector.add(record({ bridge, rule, method, status, code, upstreamMs: 1, queuedMs: 1 }));
        sent++;
      }
  return sent;
}

async function scrape(collector: Collector): Promise<readonly string[]> {
  const lines = (await createRegistry(collector, { version: '0' }).metrics()).split('\n');
  return lines.filter((line) => line !== '' && !line.startsWith('#'));
}

const requestsIn = (samples: readonly string[]) =>
  samples.filter((line) => line.startsWith('soapstone_http_requests_total{'));
const bridgeOf = (line: string) => /[{,]bridge="([^"]*)"/.exec(line)?.[1];

test('bridges of the business records have fewer than 2,000 series each, and npm start fewer than 5,000, whatever comes', async () => {
  const tables = {
    '10-first-row': '10-first-row',
    'business-records': 'business-records',
    'business-records-soap': 'business-records',
  };
  const collector = new Collector();
  let sent = flood(collector, '', []);
  for (const [bridge, table] of Object.entries(tables)) {
    const mapping = await load(table);
    addBridge(collector, bridge, mapping);
    sent += flood(
      collector,
      bridge,
      mapping.rules.map(({ id }) => id),
    );
  }
  const samples = await scrape(collector);
  const counts = new Map([...Map.groupBy(samples, bridgeOf)].map(([bridge, { length }]) => [bridge, length]));
  for (const bridge of Object.keys(tables)) {
    expect(counts.get(bridge)).toBeGreaterThan(500);
    expect(counts.get(bridge)).toBeLessThan(2000);
  }
  expect(counts.get('')! + counts.get(undefined)!).toBeLessThan(700);
  expect(samples.length).toBeLessThan(5000);
  const counters = requestsIn(samples);
  expect(counters.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)).toBe(sent);
  expect(counters.some((line) => line.includes('operation="_OTHER",resource="_OTHER"'))).toBe(true);
});
