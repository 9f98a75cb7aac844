// `soapstone call`: sends one request through a mapping and shows all messages: the client's, and those of the upstream.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connectionCause } from '../errors/connection-cause.ts';
import { type DescribedRequest, describedRequest } from '../explain/request-line.ts';
import { isSecret, MASK, maskedHeader } from '../explain/secrets.ts';
import { openBridges } from '../server/bridges/open-bridges.ts';
import { programSettings } from '../server/settings/program.ts';
import type { AroundTransport } from '../server/traces/tracing.ts';
import type { OutgoingRequest, ResponseHandler } from '../transport/transport.ts';
import { OK, PROBLEMS } from './report.ts';

interface CallFlags {
  readonly upstream: string;
  readonly data?: string;
  readonly header?: readonly string[];
  readonly allowRemote?: string;
  readonly set?: string;
}

/** Exit code 1 where the response is no success. */
export async function call(mapping: string, line: string, flags: CallFlags): Promise<number> {
  const { upstream, allowRemote, set } = flags;
  const request = describedRequest(line, flags.header ?? [], flags.data);
  const { bridges } = programSettings({ mapping, upstream, retries: 0, ...definedOf({ allowRemote, set }) });
  const [bridge] = await openBridges(bridges, [], { around: shown });
  const server = createServer((req, res) =>
    bridge.handle(req, res, () => void res.writeHead(404).end('no rule has this path')),
  );
  try {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return await exchange(request, (server.address() as AddressInfo).port);
  } finally {
    server.close();
    await bridge.close();
  }
}

function definedOf(values: Readonly<Record<string, string | undefined>>): object {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

async function exchange({ method, path, query, headers, body }: DescribedRequest, port: number): Promise<number> {
  const target = path + (query === '' ? '' : `?${query}`);
  const media = body && headers['content-type'] === undefined ? { 'content-type': 'application/json' } : {};
  const fields = { ...headers, ...media };
  show('client sends', `${method} ${target}`, Object.entries(fields), body);
  const response = await fetch(`http://127.0.0.1:${port}${target}`, {
    method,
    headers: fields,
    body,
    redirect: 'manual',
  });
  const received = new Uint8Array(await response.arrayBuffer());
  show(
    'client receives',
    String(response.status),
    [...response.headers].filter(([name]) => SHOWN.includes(name)),
    received,
  );
  return response.ok ? OK : PROBLEMS;
}

/** Of the gateway's own fields: others are about the connection. */
const SHOWN = ['content-type', 'location', 'link', 'retry-after', 'allow'];

const shown: AroundTransport = (_bridge, origin, transport) => ({
  ...transport,
  send: (request, handler) => {
    const { method, path, headers, body } = request;
    const url = new URL(path, origin).href;
    show('gateway sends', `${method} ${url}`, pairs(headers), body);
    return transport.send(request, new ShownResponse(handler, url));
  },
});

function pairs(flat: OutgoingRequest['headers']): [string, string][] {
  return flat.flatMap((name, i) => (i % 2 === 0 ? [[name, flat[i + 1]] as [string, string]] : []));
}

class ShownResponse implements ResponseHandler {
  private readonly handler: ResponseHandler;
  private readonly url: string;
  private readonly chunks: Uint8Array[] = [];
  private status = 0;
  private fields: [string, string][] = [];

  constructor(handler: ResponseHandler, url: string) {
    this.handler = handler;
    this.url = url;
  }

  onHead(status: number, headers: Parameters<ResponseHandler['onHead']>[1]): void {
    this.status = status;
    this.fields = Object.entries(headers).map(([name, value]) => [name, String(value)]);
    this.handler.onHead(status, headers);
  }

  onData(chunk: Uint8Array): boolean {
    this.chunks.push(chunk.slice());
    return this.handler.onData(chunk);
  }

  onEnd(): void {
    show('gateway receives', String(this.status), this.fields, Buffer.concat(this.chunks));
    this.handler.onEnd();
  }

  onError(error: Error, unsent: boolean): void {
    say(`gateway receives nothing\n  ${this.url}: ${connectionCause(error) ?? error.message}\n`);
    this.handler.onError(error, unsent);
  }
}

function show(
  title: string,
  line: string,
  fields: readonly (readonly [string, string])[],
  body: Uint8Array | undefined,
): void {
  const head = fields.map(([name, value]) => `${name}: ${maskedHeader(name, value)}`);
  const text = body && body.length > 0 ? ['', ...masked(Buffer.from(body).toString()).split('\n')] : [];
  say([title, ...[line, ...head, ...text].map((one) => `  ${one}`), ''].join('\n'));
}

/** Values of members and elements that are named like secrets. */
function masked(text: string): string {
  return text
    .replace(/<((?:[\w.-]+:)?([\w.-]+))([^<>]*)>[^<]+<\//g, (whole, tag: string, name: string, rest: string) =>
      isSecret(name) ? `<${tag}${rest}>${MASK}</` : whole,
    )
    .replace(/"([^"\\]+)"(\s*:\s*)"(?:[^"\\]|\\.)*"/g, (whole, name: string, colon: string) =>
      isSecret(name) ? `"${name}"${colon}"${MASK}"` : whole,
    );
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
