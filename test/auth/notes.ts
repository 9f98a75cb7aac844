// The notes service of mappings/90-credentials as a bare HTTP peer that keeps what it was sent, and a gateway in front of it.
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type SoapstoneOptions, soapstone } from '../../src/index.ts';
import { call, type Got, type Sending } from '../server/http-client.ts';

export const NOTES = join(import.meta.dirname, '..', '..', 'mappings', '90-credentials');

export interface Heard {
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Peer {
  readonly origin: string;
  readonly heard: Heard[];
}

/** `answer`: to each request, given what was heard so far. */
export async function startPeer(answer: (heard: Heard, count: number) => Answer = soapAnswer): Promise<Peer> {
  const heard: Heard[] = [];
  const server = createServer(async (req, res) => {
    const body = Buffer.concat((await req.toArray()) as Buffer[]).toString();
    const one = { url: req.url as string, headers: req.headers, body };
    heard.push(one);
    const { status = 200, headers = { 'content-type': 'text/xml' }, body: response } = answer(one, heard.length);
    res.writeHead(status, headers).end(response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}/notes`, heard };
}

const ENVELOPE = 'http://schemas.xmlsoap.org/soap/envelope/';

export function envelope(body: string, header = ''): string {
  const head = header === '' ? '' : `<s:Header>${header}</s:Header>`;
  return `<s:Envelope xmlns:s="${ENVELOPE}" xmlns="https://example.com/notes">${head}<s:Body>${body}</s:Body></s:Envelope>`;
}

export function faultOf(name: string): Answer {
  const fault = `<s:Fault><faultcode xmlns="">s:Client</faultcode><faultstring xmlns="">no</faultstring><detail xmlns=""><n:${name} xmlns:n="https://example.com/notes"><n:code>NO</n:code></n:${name}></detail></s:Fault>`;
  return { status: 500, headers: { 'content-type': 'text/xml' }, body: envelope(fault) };
}

export function soapAnswer({ body }: Heard): Answer {
  const operation = /<(?:[\w-]+:)?Body[^>]*>\s*<(?:[\w-]+:)?(\w+)/.exec(body)?.[1];
  const content = new Map([
    ['GetNote', '<text>milk</text><author>anna</author>'],
    ['AddNote', '<id>7</id>'],
    ['Login', '<sessionId>S1</sessionId>'],
    ['GetServerTime', '<time>2026-02-01T00:00:00Z</time>'],
  ]).get(operation ?? '');
  return { body: envelope(`<${operation}Response>${content}</${operation}Response>`) };
}

export interface Gate {
  readonly port: number;
  get(path: string, headers?: Sending['headers']): Promise<Got>;
  post(path: string, body: unknown, headers?: Sending['headers']): Promise<Got>;
}

/** A gateway of the notes mapping, in this process. */
export async function startGate(upstream: string, more: Partial<SoapstoneOptions> = {}): Promise<Gate> {
  const handle = await soapstone({ mapping: NOTES, upstream, ...more });
  const server = createServer((req, res) => handle(req, res));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await handle.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    port,
    get: (path, headers) => call(port, path, { headers }),
    post: (path, body, headers) =>
      call(port, path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }),
  };
}

/** The text of the first element of this name. */
export function textIn(xml: string, name: string): string | undefined {
  return new RegExp(`<(?:[\\w-]+:)?${name}(?: [^>]*)?>([^<]*)<`).exec(xml)?.[1];
}
