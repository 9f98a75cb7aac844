// A collector: takes spans by OTLP over HTTP in its JSON form (opentelemetry-proto, Protobuf JSON with hex ids). Knows nothing about the gateway.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  /** SpanKind of the protocol: 1 internal, 2 server, 3 client. */
  readonly kind: number;
  /** ns */
  readonly start: bigint;
  readonly end: bigint;
  readonly attributes: Readonly<Record<string, string | number>>;
  /** Status of the protocol: 0 unset, 2 error. */
  readonly status: number;
}

export interface Receiver {
  readonly origin: string;
  readonly spans: readonly ReceivedSpan[];
  /** Attributes of the sender. */
  readonly resource: Readonly<Record<string, string | number>>;
  /** Everything that came, as text. */
  text(): string;
  /** Of the responses from now on; 200 at first. */
  answerWith(status: number): void;
  stop(): Promise<void>;
}

interface KeyValue {
  readonly key: string;
  readonly value: { readonly stringValue?: string; readonly intValue?: number | string };
}

export async function startReceiver(): Promise<Receiver> {
  const spans: ReceivedSpan[] = [];
  const resource: Record<string, string | number> = {};
  let text = '';
  let answer = 200;
  const server = createServer(async (req, res) => {
    const body = Buffer.concat((await req.toArray()) as Buffer[]).toString();
    if (req.url !== '/v1/traces' || req.headers['content-type'] !== 'application/json') {
      res.writeHead(415).end();
      return;
    }
    if (answer !== 200) return void res.writeHead(answer).end();
    text += body;
    for (const { resource: sender, scopeSpans } of JSON.parse(body).resourceSpans) {
      Object.assign(resource, attributesOf(sender.attributes));
      for (const scope of scopeSpans) spans.push(...scope.spans.map(readSpan));
    }
    res.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stop = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    resource,
    text: () => text,
    answerWith: (status) => {
      answer = status;
    },
    stop,
  };
}

// biome-ignore lint/suspicious/noExplicitAny: JSON of the wire
function readSpan(span: any): ReceivedSpan {
  const { traceId, spanId, parentSpanId, name, kind } = span;
  return {
    traceId,
    spanId,
    parentSpanId: parentSpanId || undefined,
    name,
    kind,
    start: BigInt(span.startTimeUnixNano),
    end: BigInt(span.endTimeUnixNano),
    attributes: attributesOf(span.attributes),
    status: span.status?.code ?? 0,
  };
}

function attributesOf(list: readonly KeyValue[] = []): Record<string, string | number> {
  return Object.fromEntries(list.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]));
}
