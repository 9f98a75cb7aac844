// A SOAP front over a mapping and a back end that a test scripts, behind a real HTTP server.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createSoapFront } from '../../../../src/binding/soap/front/front.ts';
import { createPipeline } from '../../../../src/exchange/pipeline.ts';
import type { Fault } from '../../../../src/fault/fault.ts';
import { fromJs, textOf } from '../../../../src/json/value.ts';
import type { Mapping } from '../../../../src/mapping/model/mapping.ts';
import type { Exchange, Handler } from '../../../../src/rule/exchange.ts';
import { readTree } from '../../../../src/xml/read-tree.ts';
import type { Limits } from '../../../../src/xml/reader/limits.ts';
import { SOAP11_NS, SOAP12_NS } from '../../../../src/xml/reader/names.ts';
import type { XmlElement } from '../../../../src/xml/tree.ts';

export type Version = '1.1' | '1.2';

export const namespaces: Record<Version, string> = { '1.1': SOAP11_NS, '1.2': SOAP12_NS };
export const types: Record<Version, string> = { '1.1': 'text/xml', '1.2': 'application/soap+xml' };

/** What one exchange brought to the back. */
export interface Seen {
  readonly rule: string;
  /** JSON texts by name. */
  readonly values: Readonly<Record<string, string>>;
}

/** Values of response variables by name, or what is thrown. */
export type Answer = (seen: Seen, exchange: Exchange) => Readonly<Record<string, unknown>>;

export interface FrontOptions {
  readonly maxBodyBytes?: number;
  readonly limits?: Limits;
  readonly inWordsOf?: (fault: Fault) => Fault;
  readonly serveContract?: (req: IncomingMessage, res: ServerResponse) => boolean;
}

export class FrontScene {
  readonly seen: Seen[] = [];
  readonly port: number;
  private readonly server: Server;

  private constructor(server: Server) {
    this.server = server;
    this.port = (server.address() as AddressInfo).port;
  }

  static async open(mapping: Mapping, answer: Answer, options: FrontOptions = {}): Promise<FrontScene> {
    let scene: FrontScene | undefined;
    const back: Handler = async (exchange) => {
      const seen = seenOf(exchange);
      scene!.seen.push(seen);
      const values = await answer(seen, exchange);
      const bindings = exchange.bindings.slice();
      for (const [name, value] of Object.entries(values).filter(([, one]) => one !== undefined))
        bindings[exchange.rule.variables.indexOf(name)] = fromJs(value);
      return { bindings, streamed: false };
    };
    const pipeline = createPipeline({ back, timeout: 10_000 });
    const server = createServer(
      createSoapFront({ mapping, rules: mapping.rules, pipeline, path: '/soap', bridge: 'test', ...options }),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    scene = new FrontScene(server);
    return scene;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/soap`;
  }

  close(): Promise<void> {
    this.server.closeAllConnections();
    return new Promise((resolve) => this.server.close(() => resolve()));
  }

  /** Sends an envelope around `body` (and `header`). */
  ask(version: Version, body: string, more: { header?: string; headers?: Record<string, string> } = {}): Promise<Said> {
    return this.send(version, envelope(version, body, more.header), more.headers);
  }

  async send(version: Version, document: string | Uint8Array, headers: Record<string, string> = {}): Promise<Said> {
    const response = await fetch(this.url, {
      method: 'POST',
      headers: { 'content-type': `${types[version]}; charset=utf-8`, ...headers },
      body: document as NonNullable<RequestInit['body']>,
    });
    return said(response);
  }
}

export interface Said {
  readonly status: number;
  readonly type: string | null;
  readonly headers: Headers;
  readonly text: string;
}

export async function said(response: Response): Promise<Said> {
  const { status, headers } = response;
  return { status, headers, type: headers.get('content-type'), text: await response.text() };
}

export function envelope(version: Version, body: string, header = ''): string {
  const ns = namespaces[version];
  const head = header === '' ? '' : `<e:Header>${header}</e:Header>`;
  return `<e:Envelope xmlns:e="${ns}">${head}<e:Body>${body}</e:Body></e:Envelope>`;
}

function seenOf({ rule, bindings }: Exchange): Seen {
  const values = rule.variables.flatMap((name, i) => (bindings[i] ? [[name, textOf(bindings[i])] as const] : []));
  return { rule: rule.id, values: Object.fromEntries(values) };
}

export interface SaidFault {
  readonly version: Version;
  /** Local name of the code; an application's in Clark notation. */
  readonly code: string;
  readonly subcodes: readonly string[];
  readonly reason: string;
  /** Children of detail; undefined without a detail element. */
  readonly detail: readonly XmlElement[] | undefined;
  /** Children of the envelope's header. */
  readonly header: readonly XmlElement[];
}

/** Reads a fault with the reader for files, which shares nothing with what wrote it but the scanner. */
export function faultOf(text: string): SaidFault {
  const root = readTree(Buffer.from(text), 'reply.xml');
  const version: Version = root.name.ns === SOAP11_NS ? '1.1' : '1.2';
  const ns = namespaces[version];
  const header = childrenOf(root).find((e) => e.name.local === 'Header');
  const body = childrenOf(root).find((e) => e.name.local === 'Body' && e.name.ns === ns);
  const fault = body && childrenOf(body).find((e) => e.name.local === 'Fault' && e.name.ns === ns);
  if (!fault) throw new Error(`no fault: ${text}`);
  const common = { version, header: header ? childrenOf(header) : [] };
  return { ...common, ...(version === '1.1' ? fault11(fault, text) : fault12(fault, text)) };
}

function fault11(fault: XmlElement, text: string) {
  const detail = child(fault, 'detail');
  return {
    code: nameOf(textIn(child(fault, 'faultcode')!), text),
    subcodes: [],
    reason: textIn(child(fault, 'faultstring')!),
    detail: detail && childrenOf(detail),
  };
}

function fault12(fault: XmlElement, text: string) {
  const subcodes: string[] = [];
  const code = child(fault, 'Code')!;
  for (let sub = child(code, 'Subcode'); sub; sub = child(sub, 'Subcode'))
    subcodes.push(nameOf(textIn(child(sub, 'Value')!), text));
  const detail = child(fault, 'Detail');
  return {
    code: nameOf(textIn(child(code, 'Value')!), text),
    subcodes,
    reason: textIn(child(child(fault, 'Reason')!, 'Text')!),
    detail: detail && childrenOf(detail),
  };
}

/** Local name of one of SOAP's own, else Clark notation. Prefixes are all declared on the root. */
export function nameOf(qname: string, text: string): string {
  const [prefix, local] = qname.split(':');
  const ns = new RegExp(`xmlns:${prefix}="([^"]*)"`).exec(text)?.[1];
  return ns === SOAP11_NS || ns === SOAP12_NS ? local : `{${ns}}${local}`;
}

export function childrenOf(e: XmlElement): XmlElement[] {
  return e.children.filter((c): c is XmlElement => typeof c !== 'string');
}

export function child(e: XmlElement, local: string): XmlElement | undefined {
  return childrenOf(e).find((c) => c.name.local === local);
}

export function textIn(e: XmlElement): string {
  return e.children.filter((c) => typeof c === 'string').join('');
}
