// The number of series of a large table: the business records, under any traffic.
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../../../src/file/package-root.ts';
import { loadMapping } from '../../../src/mapping/load.ts';
import { ruleLabels } from '../../../src/server/collect-metrics.ts';
import { Collector } from '../../../src/server/metrics/collector.ts';
import { StoreTimes } from '../../../src/server/metrics/distribution.ts';
import { jobSteps } from '../../../src/server/metrics/job-steps.ts';
import { createRegistry } from '../../../src/server/metrics/prometheus.ts';
import { record } from '../record.ts';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

test('the business records have fewer than 2,000 series, whatever comes', async () => {
  const mapping = await loadMapping(join(packageRoot().pathname, 'mappings/business-records'));
  const { rules } = mapping;
  const collector = new Collector();
  collector.addBridge(
    'bank',
    rules.map((rule) => ruleLabels(rule, mapping)),
    {
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
    },
  );
  let sent = 0;
  for (const rule of [...rules.map(({ id }) => id), undefined, '_pass_through'])
    for (const method of METHODS)
      for (const [status, code] of [
        [200],
        [404, 'NONEXISTENT_ID'],
        [400, `CODE_${sent % 500}`],
        [503, 'OVERLOADED'],
        [302],
      ] as const) {
        collector.add(record({ rule, method, status, code }));
        sent++;
      }
  const lines = (await createRegistry(collector, { version: '0' }).metrics()).split('\n');
  const samples = lines.filter((line) => line !== '' && !line.startsWith('#'));
  expect(samples.length).toBeLessThan(2000);
  const counters = samples.filter((line) => line.startsWith('soapstone_http_requests_total{'));
  expect(counters.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)).toBe(sent);
  expect(counters.some((line) => line.includes('operation="_OTHER",resource="_OTHER"'))).toBe(true);
});
