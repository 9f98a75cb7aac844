import { describe, expect, test } from 'vitest';
import type { GuardStats } from '../../../src/exchange/filters/resilience/resilience.ts';
import { Collector } from '../../../src/server/metrics/collector.ts';
import { StoreTimes } from '../../../src/server/metrics/distribution.ts';
import { createRegistry } from '../../../src/server/metrics/prometheus.ts';
import type { Detail } from '../../../src/server/metrics/series.ts';
import { record } from '../record.ts';

const guard: GuardStats = { retries: 7, breaker: 'open', waiting: 4, refused: { breaker: 5, queue: 6 } };

const RULES = ['get-account', 'open-account', 'open-account.status', 'open-account.result'].map((id) => ({
  id,
  operation: id.startsWith('get') ? 'GetAccount' : 'OpenAccount',
  resource: 'accounts',
}));

function open(detail?: Detail, rules = RULES) {
  const collector = new Collector();
  const storeTimes = new StoreTimes();
  const sources = {
    direction: 'rest-to-soap' as const,
    jobs: [
      { job: 'open-account', step: 'submitted', rule: 'open-account' },
      { job: 'open-account', step: 'polled', rule: 'open-account.status' },
      { job: 'open-account', step: 'fetched', rule: 'open-account.result' },
    ] as const,
    storeTimes,
    pool: () => ({ connected: 3, running: 2, pending: 1 }),
    guard: () => guard,
    storeFailures: () => 8,
    storeDurability: () => ({ state: 'volatile' as const, problems: ['x'] }),
    authFailures: () => [['basic', 3]] as const,
    fetches: () => [{ use: 'keys', host: 'id.example', outcome: 'refused', count: 9 } as const],
    limits: () => ({ rate: 9 }),
    responseCache: () => ({ hits: 9, misses: 1, shared: 0 }),
    drift: () => [{ operation: 'get', kind: 'unknown' as const, count: 10 }],
  };
  collector.addBridge('bank', rules, sources, detail);
  const registry = createRegistry(collector, { version: '1.2.3' });
  const scrapeOpenMetrics = () => createRegistry(collector, { version: '1.2.3' }, 'openmetrics').metrics();
  return { collector, storeTimes, scrape: () => registry.metrics(), scrapeOpenMetrics };
}

function linesOf(text: string, name: string): string[] {
  return text.split('\n').filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `));
}

describe('metrics', () => {
  test.each(['text', 'openmetrics'])('the CPU time is that of the process since its start: %s', async (format) => {
    const { scrape, scrapeOpenMetrics } = open();
    const before = process.cpuUsage();
    const text = await (format === 'text' ? scrape() : scrapeOpenMetrics());
    const seconds = (name: string) => linesOf(text, name).map((line) => Number(line.split(' ')[1]));
    const [total] = seconds('process_cpu_seconds_total');
    expect(total).toBeGreaterThanOrEqual((before.user + before.system) / 1e6);
    expect(seconds('process_cpu_user_seconds_total')[0]).toBeGreaterThanOrEqual(before.user / 1e6);
    expect(seconds('process_cpu_system_seconds_total')[0]).toBeGreaterThanOrEqual(before.system / 1e6);
  });

  test('a request is counted under its rule and outcome', async () => {
    const { collector, scrape } = open();
    collector.add(record());
    collector.add(record());
    collector.add(record({ status: 404, code: 'ACCOUNT_NOT_FOUND' }));
    expect(linesOf(await scrape(), 'soapstone_http_requests_total')).toEqual([
      'soapstone_http_requests_total{bridge="bank",rule="get-account",operation="GetAccount",resource="accounts",direction="rest-to-soap",method="GET",status="2xx",fault=""} 2',
      'soapstone_http_requests_total{bridge="bank",rule="get-account",operation="GetAccount",resource="accounts",direction="rest-to-soap",method="GET",status="4xx",fault="ACCOUNT_NOT_FOUND"} 1',
    ]);
  });

  test('a fault is of the class of its code, whatever status SOAP 1.1 has for it', async () => {
    const { collector, scrape } = open();
    collector.add(record({ method: 'POST', status: 500, faultStatus: 422, code: 'CODEC_TYPE' }));
    collector.add(record({ method: 'POST', status: 500, faultStatus: 502, code: 'UPSTREAM_CONNECT' }));
    collector.add(record({ method: 'POST', status: 200, faultStatus: 409, code: 'TOO_LATE' }));
    expect(linesOf(await scrape(), 'soapstone_http_requests_total').map((l) => l.replace(/.*POST",/, ''))).toEqual([
      'status="4xx",fault="CODEC_TYPE"} 1',
      'status="5xx",fault="UPSTREAM_CONNECT"} 1',
      'status="4xx",fault="TOO_LATE"} 1',
    ]);
  });

  test('histograms are cumulative, reach a minute, and add up', async () => {
    const { collector, scrape } = open();
    for (const ms of [1, 5, 5.1, 20_000, 90_000]) collector.add(record({ ms, upstreamMs: 0 }));
    const buckets = linesOf(await scrape(), 'soapstone_http_request_duration_seconds_bucket').filter((line) =>
      line.includes('bank'),
    );
    const counts = Object.fromEntries(buckets.map((line) => /le="([^"]+)"} (\d+)/.exec(line)!.slice(1)));
    expect(counts).toMatchObject({ '0.005': '2', '0.01': '3', '10': '3', '30': '4', '60': '4', '+Inf': '5' });
    const sum = linesOf(await scrape(), 'soapstone_http_request_duration_seconds_sum').find((l) => l.includes('bank'));
    expect(Number(sum!.split(' ').at(-1))).toBeCloseTo(110.0111);
  });

  test("the peer's time, the wait for a connection and ours are apart", async () => {
    const { collector, scrape } = open();
    collector.add(record({ ms: 130, upstreamMs: 75, queuedMs: 20, retryWaitMs: 30 }));
    collector.add(record({ ms: 1000, upstreamMs: 0, queuedMs: 1000, status: 422 }));
    collector.add(record({ ms: 4, upstreamMs: 0, status: 422 }));
    const text = await scrape();
    const of = (name: string) =>
      linesOf(text, name)
        .find((line) => line.includes('bank'))!
        .split(' ')
        .at(-1);
    expect(Number(of('soapstone_upstream_request_duration_seconds_sum'))).toBeCloseTo(0.075);
    expect(Number(of('soapstone_translation_duration_seconds_sum'))).toBeCloseTo(0.005);
    expect(Number(of('soapstone_upstream_queue_duration_seconds_sum'))).toBeCloseTo(0.02);
    expect(linesOf(text, 'soapstone_upstream_queue_duration_seconds_sum').at(-1)).toMatch(/status="4xx"} 1$/);
    expect(of('soapstone_translation_duration_seconds_count')).toBe('1');
  });

  test('classes of status are apart in the histograms too', async () => {
    const { collector, scrape } = open();
    for (const status of [200, 201, 503]) collector.add(record({ status, responseBytes: 300 }));
    const counts = linesOf(await scrape(), 'soapstone_http_response_size_bytes_count');
    const labels = (status: string) =>
      `{bridge="bank",rule="",operation="",resource="",direction="rest-to-soap",status="${status}"}`;
    expect(counts).toEqual([
      `soapstone_http_response_size_bytes_count${labels('2xx')} 2`,
      `soapstone_http_response_size_bytes_count${labels('5xx')} 1`,
    ]);
  });

  test('what came of asking for keys and tokens', async () => {
    expect(linesOf(await open().scrape(), 'soapstone_contract_drift_total')).toEqual([
      'soapstone_contract_drift_total{bridge="bank",operation="get",kind="unknown"} 10',
    ]);
    expect(linesOf(await open().scrape(), 'soapstone_credential_fetches_total')).toEqual([
      'soapstone_credential_fetches_total{bridge="bank",use="keys",host="id.example",outcome="refused"} 9',
    ]);
  });

  test('steps of a job, by what came of them', async () => {
    const { collector, scrape } = open();
    collector.add(record({ rule: 'open-account', method: 'POST', status: 202 }));
    for (const status of [200, 200, 502]) collector.add(record({ rule: 'open-account.status', status }));
    collector.add(record({ rule: 'get-account' }));
    expect(linesOf(await scrape(), 'soapstone_jobs_total')).toEqual([
      'soapstone_jobs_total{bridge="bank",rule="open-account",step="submitted",status="2xx"} 1',
      'soapstone_jobs_total{bridge="bank",rule="open-account",step="polled",status="2xx"} 2',
      'soapstone_jobs_total{bridge="bank",rule="open-account",step="polled",status="5xx"} 1',
    ]);
  });

  test('how long the store took', async () => {
    const { storeTimes, scrape } = open();
    for (const ms of [0.2, 3, 9000]) storeTimes.add('get', ms);
    const buckets = linesOf(await scrape(), 'soapstone_store_operation_duration_seconds_bucket');
    expect(buckets).toContain(
      'soapstone_store_operation_duration_seconds_bucket{bridge="bank",operation="get",le="0.005"} 2',
    );
    expect(buckets.at(-1)).toMatch(/le="\+Inf"} 3$/);
  });

  test('OpenMetrics: the last traced request of each bucket, and of no other', async () => {
    const { collector, scrape, scrapeOpenMetrics } = open();
    const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
    const traceparent = `00-${trace}-00f067aa0ba902b7-01`;
    collector.add(record({ ms: 30, upstreamMs: 0, traceparent: `00-${'1'.repeat(32)}-00f067aa0ba902b7-01` }));
    collector.add(record({ ms: 40, upstreamMs: 0, traceparent }));
    collector.add(record({ ms: 41, upstreamMs: 0, traceparent: traceparent.replace(/1$/, '0') }));
    collector.add(record({ ms: 2000, upstreamMs: 0 }));
    const lines = (await scrapeOpenMetrics()).split('\n').filter((line) => line.includes(' # {'));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/_duration_seconds_bucket\{.*le="0\.05"\} 3 # \{trace_id="4bf92f35.*"\} 0\.04 \d+\.\d+$/);
    expect(await scrape()).not.toContain(trace);
  });

  test('OpenMetrics: families of counters have no suffix, their samples have one', async () => {
    const { collector, scrapeOpenMetrics } = open();
    collector.add(record());
    const text = await scrapeOpenMetrics();
    expect(text).toContain('# TYPE soapstone_http_requests counter\nsoapstone_http_requests_total{');
    expect(text).not.toContain('_total_total');
    expect(text.endsWith('# EOF\n')).toBe(true);
  });

  test('what callers send makes no series: 10,000 paths, methods and codes', async () => {
    const { collector, scrape } = open();
    collector.add(record({ bridge: '', rule: undefined, status: 404, code: 'NOT_FOUND' }));
    collector.add(record({ bridge: '', rule: undefined, status: 404, code: 'NOT_FOUND', method: 'BREW' }));
    for (let i = 0; i < 150; i++) collector.add(record({ status: 409, code: `CODE_${i}` }));
    const before = (await scrape()).split('\n').length;
    for (let i = 0; i < 10_000; i++) {
      collector.add(
        record({ bridge: '', rule: undefined, path: `/${i}`, method: `M${i}`, status: 404, code: 'NOT_FOUND' }),
      );
      collector.add(record({ status: 409, code: `OTHER_${i}` }));
    }
    const after = (await scrape()).split('\n');
    expect(after.filter((line) => line.startsWith('soapstone_')).length).toBeLessThan(400);
    expect(after.length).toBe(before);
    expect(after.some((line) => line.includes('fault="_OTHER"') && line.endsWith(' 10050'))).toBe(true);
  });

  test('histograms of operations and rules are there where they are asked for', async () => {
    const labelsOf = async (histograms: Detail['histograms']) => {
      const { collector, scrape } = open({ counters: 'auto', histograms });
      for (const rule of ['open-account', 'open-account.status']) collector.add(record({ rule }));
      const counts = linesOf(await scrape(), 'soapstone_http_request_duration_seconds_count');
      return counts.map((line) =>
        /rule="(.*?)",operation="(.*?)",resource="(.*?)".* (\d+)$/.exec(line)!.slice(1).join(' '),
      );
    };
    expect(await labelsOf('bridge')).toEqual(['   2']);
    expect(await labelsOf('operation')).toEqual([' OpenAccount  2']);
    expect(await labelsOf('rule')).toEqual([
      'open-account OpenAccount accounts 1',
      'open-account.status OpenAccount accounts 1',
    ]);
  });

  test('a table of many rules is counted by resource and operation, its jobs by operation', async () => {
    const many = Array.from({ length: 100 }, (_, i) => ({
      id: `r${i}`,
      operation: 'GetAccount',
      resource: `a${i % 2}`,
    }));
    const { collector, scrape } = open(undefined, [...RULES, ...many]);
    for (const rule of ['r0', 'r2', 'r1', 'open-account']) collector.add(record({ rule }));
    const text = await scrape();
    const group = (operation: string, resource: string) =>
      `soapstone_http_requests_total{bridge="bank",rule="",operation="${operation}",resource="${resource}",direction="rest-to-soap",method="GET",status="2xx",fault=""}`;
    expect(linesOf(text, 'soapstone_http_requests_total')).toEqual([
      `${group('OpenAccount', 'accounts')} 1`,
      `${group('GetAccount', 'a0')} 2`,
      `${group('GetAccount', 'a1')} 1`,
    ]);
    expect(linesOf(text, 'soapstone_jobs_total')).toEqual([
      'soapstone_jobs_total{bridge="bank",rule="OpenAccount",step="submitted",status="2xx"} 1',
    ]);
  });

  test('a small table may be counted in the way of large ones', async () => {
    const { collector, scrape } = open({ counters: 'resource', histograms: 'bridge' });
    for (const { id } of RULES) collector.add(record({ rule: id }));
    const lines = linesOf(await scrape(), 'soapstone_http_requests_total');
    expect(lines.map((line) => /rule="(.*?)",operation="(.*?)".* (\d+)$/.exec(line)!.slice(1))).toEqual([
      ['', 'GetAccount', '1'],
      ['', 'OpenAccount', '3'],
    ]);
  });

  test('the number of series is bounded, and no request is left out', async () => {
    const many = Array.from({ length: 3000 }, (_, i) => ({
      id: `r${i}`,
      operation: `o${i % 46}`,
      resource: `a${i % 190}`,
    }));
    const counts = async (counters: Detail['counters']) => {
      const { collector, scrape } = open({ counters, histograms: 'bridge' }, many);
      for (const { id } of many)
        for (const method of ['GET', 'POST', 'PUT'])
          for (const status of [200, 400, 503]) collector.add(record({ rule: id, method, status, code: `C${status}` }));
      const lines = linesOf(await scrape(), 'soapstone_http_requests_total');
      const sum = lines.reduce((total, line) => total + Number(line.split(' ').at(-1)), 0);
      return { series: lines.length, sum, others: lines.filter((line) => line.includes('resource="_OTHER"')).length };
    };
    expect(await counts('auto')).toEqual({ series: 1003, sum: 27_000, others: 3 });
    expect(await counts('rule')).toEqual({ series: 27_000, sum: 27_000, others: 0 });
  });

  test('series of rules that remain go on after a reload, those of others end', async () => {
    const { collector, scrape } = open();
    const sources = collector.bridgeSources.get('bank')!;
    for (const { id } of RULES) collector.add(record({ rule: id }));
    collector.addBridge('bank', RULES.slice(0, 1), { ...sources, jobs: [] });
    collector.add(record());
    const text = await scrape();
    expect(linesOf(text, 'soapstone_http_requests_total').map((line) => line.split(' ').at(-1))).toEqual(['2']);
    expect(linesOf(text, 'soapstone_jobs_total')).toEqual([]);
  });

  test('another gateway of the same process is not ours', async () => {
    const { collector, scrape } = open();
    collector.add(record({ bridge: 'elsewhere' }));
    expect(await scrape()).not.toContain('elsewhere');
  });

  test('process, pool and build are there, names and types follow the conventions', async () => {
    const { collector, scrape } = open();
    collector.sources = {
      inFlight: () => 4,
      connections: () => 5,
      http2: () => ({ connections: 2, streams: 3 }),
      cutConnections: () => ({ handshake: 6, response: 0 }),
      droppedLines: () => 8,
      bodyMemory: () => ({ used: 9, size: 10 }),
      ready: () => true,
      refused: () => ({ load: 2, heap: 0, connections: 1 }),
      certificates: () => [],
      traceExports: () => ({ success: 3, failure: 1 }),
      reloads: () => ({ good: true, lastGood: 0, succeeded: 0, failed: 0, notes: [], digest: undefined }),
    };
    const text = await scrape();
    expect(text).toContain('soapstone_connections_cut_total{reason="handshake"} 6');
    expect(text).toContain('soapstone_log_lines_dropped_total 8');
    expect(text).toContain('soapstone_trace_spans_total{outcome="failure"} 1');
    expect(text).toMatch(/^soapstone_body_memory_bytes 9$/m);
    expect(text).toMatch(/^soapstone_body_memory_limit_bytes 10$/m);
    expect(text).toContain('soapstone_upstream_connections{bridge="bank"} 3');
    expect(text).toContain('soapstone_upstream_inflight{bridge="bank"} 2');
    expect(text).toContain('soapstone_upstream_pending{bridge="bank"} 1');
    expect(text).toContain('soapstone_upstream_retries_total{bridge="bank"} 7');
    expect(text).toContain('soapstone_upstream_breaker_state{bridge="bank"} 2');
    expect(text).toContain('soapstone_upstream_queued{bridge="bank"} 4');
    expect(text).toContain('soapstone_limit_rejections_total{bridge="bank",limit="breaker"} 5');
    expect(text).toContain('soapstone_limit_rejections_total{bridge="bank",limit="queue"} 6');
    expect(text).toContain('soapstone_store_failures_total{bridge="bank"} 8');
    expect(text).toContain(`soapstone_build_info{version="1.2.3",node_version="${process.version}"} 1`);
    expect(text).toMatch(/^nodejs_eventloop_lag_seconds /m);
    expect(text).toMatch(/^process_cpu_seconds_total /m);
    for (const [, name, type] of text.matchAll(/^# TYPE (soapstone_\S+) (\S+)$/gm)) {
      expect(name, name).toMatch(
        type === 'counter'
          ? /_total$/
          : /(_seconds|_bytes|_info|_inflight|_connections|_pending|_ready|_queued|_state|_successful)$/,
      );
    }
  });

  test('how safe the store keeps claims is a number', async () => {
    expect(linesOf(await open().scrape(), 'soapstone_store_durability_state')).toEqual([
      'soapstone_store_durability_state{bridge="bank"} 0',
    ]);
  });
});
