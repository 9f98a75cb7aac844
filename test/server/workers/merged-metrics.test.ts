// The metrics of several workers as one page.
import { expect, test } from 'vitest';
import { departed, type Family, mergeMetrics, metricsText } from '../../../src/server/workers/merged-metrics.ts';

const family = (name: string, type: Family['type'], aggregator: string, ...values: Family['values']): Family => ({
  name,
  help: 'Help',
  type,
  aggregator,
  values,
});
const single = (name: string, type: Family['type'], aggregator: string, value: number): Family =>
  family(name, type, aggregator, { value, labels: {} });
const workers = (...families: readonly (readonly Family[])[]) =>
  families.map((each, i) => ({ worker: String(i + 1), families: each }));

test.each([
  ['sum', 7],
  ['min', 3],
  ['max', 4],
])('the %s of both', (aggregator, value) => {
  const merged = mergeMetrics(
    workers([single('soapstone_a', 'gauge', aggregator, 3)], [single('soapstone_a', 'gauge', aggregator, 4)]),
  );
  expect(merged).toMatchObject([{ values: [{ value, labels: {} }] }]);
});

test('what is of a process has a series for each, whatever prom-client says', () => {
  const merged = mergeMetrics(
    workers(
      [single('process_resident_memory_bytes', 'gauge', 'sum', 3)],
      [single('process_resident_memory_bytes', 'gauge', 'sum', 4)],
    ),
  );
  expect(merged[0].values).toMatchObject([
    { value: 3, labels: { worker: '1' } },
    { value: 4, labels: { worker: '2' } },
  ]);
});

test('series that one alone has stay; a histogram keeps its latest exemplar, in OpenMetrics', async () => {
  const bucket = (le: string, value: number, timestamp: number) => ({
    metricName: 'soapstone_t_bucket',
    labels: { le },
    value,
    exemplar: { labelSet: { trace_id: `t${timestamp}` }, value: 1, timestamp },
  });
  const merged = mergeMetrics(
    workers(
      [family('soapstone_t', 'histogram', 'sum', bucket('1', 2, 20), bucket('+Inf', 2, 5))],
      [family('soapstone_t', 'histogram', 'sum', bucket('1', 3, 10))],
    ),
  );
  expect(merged[0].values.map(({ value, exemplar }) => [value, exemplar?.timestamp])).toEqual([
    [5, 20],
    [2, 5],
  ]);
  expect((await metricsText(merged, 'openmetrics')).text).toContain(
    'soapstone_t_bucket{le="1"} 5 # {trace_id="t20"} 1 20',
  );
});

test('a worker that has ended leaves its counts behind, and nothing else', () => {
  const last = [
    single('soapstone_requests_total', 'counter', 'sum', 5),
    single('soapstone_connections', 'gauge', 'sum', 5),
    single('process_cpu_seconds_total', 'counter', 'sum', 5),
  ];
  const twice = departed(departed([], last), last);
  expect(twice).toMatchObject([{ name: 'soapstone_requests_total', values: [{ value: 10 }] }]);
  expect(twice).toHaveLength(1);
});
