import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { startBank } from '../../../examples/bank/bank.ts';
import { type LineWriter, silent } from '../../../src/server/log/open-log.ts';
import { startServer } from '../../../src/server/server.ts';
import { loadSettings } from '../../../src/server/settings/load.ts';
import { otelVariables } from '../../../src/server/traces/otel-variables.ts';
import { envelope } from '../../binding/soap/front/front-scene.ts';
import { startRecorder } from '../../e2e/recorder.ts';
import { bankMapping } from '../bank-mapping.ts';
import { call } from '../http-client.ts';
import { temp } from '../temp.ts';
import { until } from '../until.ts';
import { type ReceivedSpan, startReceiver } from './receiver.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';
const SERVER = 2;
const CLIENT = 3;

/** Spans are sent when the server ends: `drain` first. */
async function open(more: Readonly<Record<string, string>> = {}, collector?: string, log: LineWriter = silent) {
  const receiver = await startReceiver();
  onTestFinished(() => receiver.stop());
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', collector ?? receiver.origin);
  onTestFinished(() => void vi.unstubAllEnvs());
  const bank = await startBank(0);
  onTestFinished(() => bank.close());
  const peer = await startRecorder(new URL(bank.url).origin);
  onTestFinished(() => peer.stop());
  const flags = {
    host: '127.0.0.1',
    port: '0',
    overloadDelay: '0',
    adminPort: 'off',
    traces: 'otlp',
    mapping: bankMapping(),
  };
  const settings = await loadSettings({
    flags: { ...flags, upstream: peer.origin + new URL(bank.url).pathname, ...more },
    environment: {},
    cwd: temp(),
  });
  const server = await startServer(settings, log);
  return { receiver, peer, port: server.port, adminPort: server.adminPort as number, drain: () => server.drain(0) };
}

function byKind(spans: readonly ReceivedSpan[], kind: number): ReceivedSpan[] {
  return spans.filter((span) => span.kind === kind);
}

describe('traces', () => {
  test("a caller's trace goes on: request, pairs and the call are spans of it, and the peer is told", async () => {
    const { receiver, peer, port, drain } = await open();
    const headers = { traceparent: `00-${TRACE}-${PARENT}-01`, tracestate: 'vendor=opaque' };
    expect((await call(port, '/v1/accounts/7', { headers })).status).toBe(200);
    await drain();
    const [front] = byKind(receiver.spans, SERVER);
    const [upstream] = byKind(receiver.spans, CLIENT);
    expect(front).toMatchObject({ traceId: TRACE, parentSpanId: PARENT, name: 'GET /v1/accounts/{id}', status: 0 });
    expect(front.attributes).toMatchObject({
      'http.request.method': 'GET',
      'network.protocol.version': '1.1',
      'http.route': '/v1/accounts/{id}',
      'http.response.status_code': 200,
      'soapstone.rule': 'get-account',
      'soapstone.operation': 'GetAccount',
    });
    expect(upstream).toMatchObject({ traceId: TRACE, parentSpanId: front.spanId, name: 'POST' });
    expect(upstream.attributes).toMatchObject({
      'server.address': '127.0.0.1',
      'http.response.status_code': 200,
      'soapstone.operation': 'GetAccount',
    });
    expect(upstream.attributes).not.toHaveProperty('http.request.resend_count');
    expect(peer.calls[0].headers['traceparent']).toBe(`00-${TRACE}-${upstream.spanId}-01`);
    expect(peer.calls[0].headers['tracestate']).toBe('vendor=opaque');

    const part = (name: string) => receiver.spans.find((span) => span.name === name) as ReceivedSpan;
    const [before, after] = [part('request pair'), part('response pair')];
    for (const span of [before, after]) expect(span).toMatchObject({ traceId: TRACE, parentSpanId: front.spanId });
    const times = [
      front.start,
      before.start,
      before.end,
      upstream.start,
      upstream.end,
      after.start,
      after.end,
      front.end,
    ];
    expect(times).toEqual(times.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0)));
    expect([before.end, after.start]).toEqual([upstream.start, upstream.end]);
    expect(receiver.spans).toHaveLength(4);
    expect(receiver.resource).toMatchObject({ 'service.name': 'soapstone' });
  });

  test('SOAP in front of REST in front of SOAP: one trace over two gateways', async () => {
    const inner = await open();
    const outer = await open({ present: 'soap', path: '/soap', upstream: `http://127.0.0.1:${inner.port}` });
    const body = envelope(
      '1.1',
      '<b:GetAccount xmlns:b="https://example.com/bank"><b:accountId>7</b:accountId></b:GetAccount>',
    );
    const headers = { 'content-type': 'text/xml', traceparent: `00-${TRACE}-${PARENT}-01` };
    expect((await call(outer.port, '/soap', { method: 'POST', headers, body })).status).toBe(200);
    await Promise.all([outer.drain(), inner.drain()]);
    const [first] = byKind(outer.receiver.spans, SERVER);
    const [between] = byKind(outer.receiver.spans, CLIENT);
    const [second] = byKind(inner.receiver.spans, SERVER);
    expect(first).toMatchObject({ traceId: TRACE, parentSpanId: PARENT, name: 'POST /soap' });
    expect(between).toMatchObject({ traceId: TRACE, parentSpanId: first.spanId, name: 'GET' });
    expect(second).toMatchObject({ traceId: TRACE, parentSpanId: between.spanId, name: 'GET /v1/accounts/{id}' });
  });

  test('without a trace of the caller a new one begins; an invalid one counts as none', async () => {
    const { receiver, peer, port, drain } = await open();
    await call(port, '/v1/accounts/7');
    await call(port, '/v1/accounts/7', {
      headers: { traceparent: `00-${TRACE}-${'0'.repeat(16)}-01`, tracestate: 'a=b' },
    });
    await drain();
    const fronts = byKind(receiver.spans, SERVER);
    expect(fronts.map(({ parentSpanId }) => parentSpanId)).toEqual([undefined, undefined]);
    expect(new Set([...fronts.map(({ traceId }) => traceId), TRACE]).size).toBe(3);
    expect(peer.calls[1].headers['tracestate']).toBeUndefined();
  });

  test('what the caller does not record is not recorded here, but goes on', async () => {
    const { receiver, peer, port, drain } = await open();
    await call(port, '/v1/accounts/7', { headers: { traceparent: `00-${TRACE}-${PARENT}-00` } });
    await drain();
    expect(receiver.spans).toEqual([]);
    expect(peer.calls[0].headers['traceparent']).toMatch(new RegExp(`^00-${TRACE}-[0-9a-f]{16}-00$`));
  });

  test('the sampler and the name of the service come from the usual variables', async () => {
    vi.stubEnv('OTEL_TRACES_SAMPLER', 'always_off');
    const { receiver, port, drain } = await open();
    await call(port, '/v1/accounts/7');
    await drain();
    expect(receiver.spans).toEqual([]);
    vi.stubEnv('OTEL_TRACES_SAMPLER', 'always_on');
    vi.stubEnv('OTEL_SERVICE_NAME', 'accounts-gateway');
    const other = await open();
    await call(other.port, '/v1/accounts/7');
    await other.drain();
    expect(other.receiver.resource['service.name']).toBe('accounts-gateway');
  });

  test('nothing that a message carries gets into spans', async () => {
    const { receiver, port, drain } = await open();
    const secret = 'hunter2';
    const headers = { authorization: `Bearer ${secret}`, cookie: `s=${secret}`, 'x-request-id': `a ${secret}` };
    for (const path of [`/v1/accounts/${secret}`, `/v1/accounts/7?currency=${secret}`, `/${secret}`]) {
      await call(port, path, { headers });
      await call(port, path, { headers, method: 'POST', body: `{"pin":"${secret}"}` });
    }
    await call(port, '/x', { headers, method: secret.toUpperCase().replace('2', '') }).catch(() => {});
    await drain();
    expect(byKind(receiver.spans, SERVER).length).toBeGreaterThanOrEqual(6);
    expect(receiver.text()).not.toContain(secret);
  });

  test('a peer that is away: the call and the request have failed, each try is a span', async () => {
    const { receiver, port, drain } = await open({ upstream: 'http://127.0.0.1:9/', retries: '1' });
    expect((await call(port, '/v1/accounts/7')).status).toBe(502);
    await drain();
    const tries = byKind(receiver.spans, CLIENT);
    const counts = tries.map(({ attributes }) => attributes['http.request.resend_count']);
    expect(counts.toSorted()).toEqual([1, undefined]);
    for (const one of tries) {
      expect(one).toMatchObject({ status: 2 });
      expect(one.attributes['error.type']).toBe('UPSTREAM_CONNECT');
    }
    const [front] = byKind(receiver.spans, SERVER);
    expect(front).toMatchObject({ status: 2 });
    expect(front.attributes).toMatchObject({ 'http.response.status_code': 502, 'error.type': 'UPSTREAM_CONNECT' });
  });

  test('passed-through paths belong to the trace too', async () => {
    const { receiver, peer, port, drain } = await open({ passThrough: '/accounts' });
    await call(port, '/accounts', { method: 'POST', headers: { traceparent: `00-${TRACE}-${PARENT}-01` } });
    await drain();
    const [front] = byKind(receiver.spans, SERVER);
    expect(front.attributes['soapstone.rule']).toBe('_pass_through');
    expect(peer.calls[0].headers['traceparent']).toBe(`00-${TRACE}-${front.spanId}-01`);
    expect(peer.calls[0].headers['x-request-id']).toBe(front.attributes['soapstone.request_id']);
  });

  test('a collector that is away costs no request, and no more than a moment at the end', async () => {
    const { port, drain } = await open({}, 'http://127.0.0.1:9');
    for (let i = 0; i < 3; i++) expect((await call(port, '/v1/accounts/7')).status).toBe(200);
    expect(await drain()).toEqual({ cut: 0, hanging: [] });
  });

  test('spans that the collector does not take are counted, and told once', async () => {
    vi.stubEnv('OTEL_BSP_SCHEDULE_DELAY', '10');
    const lines: string[] = [];
    const write: LineWriter['write'] = (level, { event, problem }) =>
      void (event && lines.push(`${level} ${event} (${problem})`));
    const { receiver, port, adminPort, drain } = await open({ adminPort: '0' }, undefined, { ...silent, write });
    const spans = async (outcome: string) => {
      const { text } = await call(adminPort, '/metrics');
      return Number(new RegExp(`^soapstone_trace_spans_total{outcome="${outcome}"} (\\d+)$`, 'm').exec(text)?.[1]);
    };
    receiver.answerWith(400);
    for (const count of [4, 8]) {
      await call(port, '/v1/accounts/7');
      await until(async () => (await spans('failure')) === count);
    }
    receiver.answerWith(200);
    await call(port, '/v1/accounts/7');
    await until(async () => (await spans('success')) === 4);
    expect(lines).toEqual([
      `warn traces are not sent: their spans are lost (${receiver.origin}/v1/traces: the collector responded 400)`,
      'info traces are sent again (undefined)',
    ]);
    await drain();
  });

  test('spans for which the queue has no place are counted, and told once', async () => {
    vi.stubEnv('OTEL_BSP_MAX_QUEUE_SIZE', '4');
    const lines: string[] = [];
    const write: LineWriter['write'] = (level, { event, problem }) =>
      void (event && lines.push(`${level} ${event} (${problem})`));
    // It takes the first batch, and never responds.
    const collector = createServer();
    collector.listen(0, '127.0.0.1');
    await once(collector, 'listening');
    onTestFinished(() => void collector.close());
    const origin = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
    const { port, adminPort, drain } = await open({ adminPort: '0' }, origin, { ...silent, write });
    // A batch that is sent, a queue that is full, and what is lost: each request has four spans.
    for (let i = 0; i < 4; i++) await call(port, '/v1/accounts/7');
    const lost = 'soapstone_trace_spans_total{outcome="failure"} 8\n';
    await until(async () => (await call(adminPort, '/metrics')).text.includes(lost));
    expect(lines).toEqual([
      'warn traces are not sent: their spans are lost (the queue of spans is full: OTEL_BSP_MAX_QUEUE_SIZE is its size)',
    ]);
    await drain();
  });

  test('baggage goes on where OTEL_PROPAGATORS says so', async () => {
    const headers = { traceparent: `00-${TRACE}-${PARENT}-01`, baggage: 'tenant=a;p=1,user=b' };
    for (const [propagators, sent] of [
      ['', undefined],
      ['tracecontext, baggage', headers.baggage],
    ] as const) {
      vi.stubEnv('OTEL_PROPAGATORS', propagators);
      const { peer, port, drain } = await open();
      await call(port, '/v1/accounts/7', { headers });
      await call(port, '/v1/accounts/7', { headers: { ...headers, baggage: `a=${'b'.repeat(8192)}` } });
      await drain();
      expect(peer.calls.map((one) => one.headers['baggage'])).toEqual([sent, undefined]);
    }
  });

  test.each([
    [{ OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }, 'OTEL_EXPORTER_OTLP_PROTOCOL: traces are not sent by grpc'],
    [
      { OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json', OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'http/protobuf' },
      'OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: traces are not sent by http/protobuf',
    ],
    [{ OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc', OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'http/json' }, undefined],
    [{ OTEL_EXPORTER_OTLP_PROTOCOL: '' }, undefined],
    [{ OTEL_PROPAGATORS: 'tracecontext,b3' }, 'OTEL_PROPAGATORS: b3 is not spoken'],
    [{ OTEL_PROPAGATORS: 'none' }, 'OTEL_PROPAGATORS: none is not spoken'],
    [{ OTEL_PROPAGATORS: 'baggage' }, 'OTEL_PROPAGATORS: tracecontext is missing'],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: '127.0.0.1:4318' }, 'OTEL_EXPORTER_OTLP_ENDPOINT must be a URL of http or https'],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' }, 'OTEL_EXPORTER_OTLP_ENDPOINT must be'],
    [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: '/v1/traces' }, 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT must be'],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector:4318/otlp' }, undefined],
    [{ OTEL_EXPORTER_OTLP_HEADERS: 'secret' }, /^OTEL_EXPORTER_OTLP_HEADERS must be a list of name=value$/],
    [{ OTEL_EXPORTER_OTLP_HEADERS: 'a=b=, c=' }, undefined],
    [{ OTEL_RESOURCE_ATTRIBUTES: 'zone=a,b' }, 'OTEL_RESOURCE_ATTRIBUTES must be'],
    [{ OTEL_EXPORTER_OTLP_COMPRESSION: 'zstd' }, 'OTEL_EXPORTER_OTLP_COMPRESSION must be none or gzip'],
    [{ OTEL_TRACES_SAMPLER: 'sometimes' }, 'OTEL_TRACES_SAMPLER must be'],
    [{ OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.25' }, undefined],
    [{ OTEL_TRACES_SAMPLER_ARG: '2' }, 'OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1'],
    [{ OTEL_BSP_SCHEDULE_DELAY: 'banana' }, 'OTEL_BSP_SCHEDULE_DELAY must be a whole number'],
    [{ OTEL_BSP_SCHEDULE_DELAY: '0' }, undefined],
    [{ OTEL_BSP_MAX_QUEUE_SIZE: '0' }, 'OTEL_BSP_MAX_QUEUE_SIZE must be a whole number from 1 on'],
    [{ OTEL_EXPORTER_OTLP_TIMEOUT: '10s' }, 'OTEL_EXPORTER_OTLP_TIMEOUT must be'],
    [{ OTEL_TRACES_EXPORTER: 'zipkin' }, 'OTEL_TRACES_EXPORTER must be otlp or none'],
  ])('%j: what is wrong or not spoken is refused at the start', (environment, problem) => {
    if (problem === undefined) expect(otelVariables(environment)).toMatchObject({ baggage: false });
    else expect(() => otelVariables(environment)).toThrow(problem);
  });

  test.each([
    [{ OTEL_SDK_DISABLED: 'True' }, 'OTEL_SDK_DISABLED'],
    [{ OTEL_TRACES_EXPORTER: 'none' }, 'OTEL_TRACES_EXPORTER'],
  ])('%j: no span is sent, and the start says so', async (environment, name) => {
    for (const [key, value] of Object.entries(environment)) vi.stubEnv(key, value);
    const lines: string[] = [];
    const write: LineWriter['write'] = (level, { event }) => void (event && lines.push(`${level} ${event}`));
    const { receiver, peer, port, drain } = await open({}, undefined, { ...silent, write });
    expect(lines).toEqual([`warn traces are off: ${name} asks for that`]);
    await call(port, '/v1/accounts/7', { headers: { traceparent: `00-${TRACE}-${PARENT}-01` } });
    await drain();
    expect(peer.calls[0].headers['traceparent']).toBe(`00-${TRACE}-${PARENT}-01`);
    expect(receiver.spans).toEqual([]);
  });

  test.each([
    [{}, 'http://localhost:4318/v1/traces'],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://user:pass@c:4318/otlp/?key=1' }, 'http://c:4318/otlp/v1/traces'],
    [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://c/in', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://d' }, 'https://c/in'],
  ])('%j: the log names the address of the collector, without secrets', (environment, collector) => {
    expect(otelVariables(environment)).toMatchObject({ collector });
  });

  test('off: a trace of the caller is handed on as it is', async () => {
    const { receiver, peer, port, drain } = await open({ traces: 'off' });
    await call(port, '/v1/accounts/7', { headers: { traceparent: `00-${TRACE}-${PARENT}-01` } });
    await drain();
    expect(peer.calls[0].headers['traceparent']).toBe(`00-${TRACE}-${PARENT}-01`);
    expect(receiver.spans).toEqual([]);
  });
});
