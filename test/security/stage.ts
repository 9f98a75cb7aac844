// The whole server, with a peer behind it that says what a test scripts, byte by byte, and what has to be true after every attack.
import { join } from 'node:path';
import { expect } from 'vitest';
import { silent } from '../../src/server/log/open-log.ts';
import { startServer } from '../../src/server/server.ts';
import { loadSettings } from '../../src/server/settings/load.ts';
import { http, RawPeer, type Script } from '../transport/raw-peer.ts';
import { envelope, NOTES } from './documents.ts';
import { type Heard, Line } from './wire.ts';

export interface Stage {
  readonly port: number;
  readonly adminPort: number;
  readonly present: 'rest' | 'soap';
  readonly peer: RawPeer;
  /** Lines of the access log so far. */
  readonly log: string[];
  stop(): Promise<void>;
}

export const notes = join(import.meta.dirname, 'notes');
export const SOAP_PATH = '/soap';
const XML = 'text/xml; charset=utf-8';
const JSON_TYPE = 'application/json';

/** `flags`: more of them, by the names of options. The breaker is off: a test of failures is no service in trouble, and a busy machine no overload. */
export async function openStage(present: 'rest' | 'soap', flags: Record<string, string> = {}): Promise<Stage> {
  const peer = await RawPeer.listen(() => {});
  const calm = { breakerFailures: '0', overloadDelay: '0' };
  const fixed = {
    mapping: notes,
    present,
    upstream: `${peer.origin}/`,
    ...(present === 'soap' && { path: SOAP_PATH }),
    ...calm,
  };
  const ports = { host: '127.0.0.1', port: '0', adminHost: '127.0.0.1', adminPort: '0' };
  const settings = await loadSettings({ flags: { ...fixed, ...ports, ...flags }, environment: {}, cwd: notes });
  const log: string[] = [];
  const write = (_level: string, fields: unknown) => void log.push(JSON.stringify(fields));
  const server = await startServer(settings, { ...silent, write });
  const stop = async () => {
    // Without this a response that a test leaves open would keep the server from its end.
    await peer.close();
    await server.drain(0);
  };
  return { port: server.port, adminPort: server.adminPort as number, present, peer, log, stop };
}

/** A response of the peer to everything. `close`: and the end of the connection. */
export const say =
  (response: string | Uint8Array, close = false): Script =>
  (socket) => {
    if (close) socket.end(response);
    else socket.write(response);
  };

export const sayXml = (body: string | Uint8Array, status = 200, more: readonly string[] = []): Script =>
  say(http(status, XML, body, more));
export const sayJson = (body: string | Uint8Array, status = 200, more: readonly string[] = []): Script =>
  say(http(status, JSON_TYPE, body, more));

const GOOD = 'good \u00e9\u4e2d';
export const goodXml = envelope(
  `<n:GetNoteResponse xmlns:n="${NOTES}"><n:note><n:title>${GOOD}</n:title></n:note></n:GetNoteResponse>`,
);
export const goodJson = JSON.stringify({ title: GOOD });
const getNote = envelope(`<n:GetNote xmlns:n="${NOTES}"><n:id>7</n:id></n:GetNote>`);

/** An HTTP request as bytes. */
export function request(line: string, fields: readonly string[] = [], body: string | Uint8Array = ''): Buffer {
  const bytes = Buffer.from(body);
  const length = bytes.length > 0 ? [`Content-Length: ${bytes.length}`] : [];
  const head = [`${line} HTTP/1.1`, 'Host: gateway', ...fields, ...length, '', ''].join('\r\n');
  return Buffer.concat([Buffer.from(head, 'latin1'), bytes]);
}

export const postXml = (body: string | Uint8Array, type = XML): Buffer =>
  request(`POST ${SOAP_PATH}`, [`Content-Type: ${type}`], body);
export const postJson = (body: string | Uint8Array, fields: readonly string[] = ['X-Tenant: t']): Buffer =>
  request('POST /v1/notes', [`Content-Type: ${JSON_TYPE}`, ...fields], body);
export const getRest = request('GET /v1/notes/7');

/** One request on a connection that may be there already. */
export class Caller {
  private readonly stage: Stage;
  private line: Line | undefined = undefined;

  constructor(stage: Stage) {
    this.stage = stage;
  }

  /** undefined: the connection was cut without a response. */
  async ask(bytes: string | Uint8Array): Promise<Heard | undefined> {
    if (!this.line?.open) this.line = await Line.open(this.stage.port);
    this.line.send(bytes);
    const heard = await this.line.hear();
    if (heard === undefined || /^connection: close/im.test(heard.head)) {
      this.line.close();
      this.line = undefined;
    }
    return heard;
  }

  /** The good request gets the good response, on the connection of the attack where that is still open; nothing of the process has changed. */
  async good(): Promise<void> {
    const { stage } = this;
    const rest = stage.present === 'rest';
    stage.peer.script = rest ? sayXml(goodXml) : sayJson(goodJson);
    const heard = await this.ask(rest ? getRest : postXml(getNote));
    expect({ status: heard?.status, text: heard?.text }).toMatchObject({
      status: 200,
      text: expect.stringContaining(GOOD),
    });
    expect(prototypes()).toEqual(untouched);
  }

  close(): void {
    this.line?.close();
  }
}

const PROTOTYPES = [Object, Array, Function, String, Number, Map, Set, Promise, RegExp, Uint8Array, Error];

/** Names and values of the members that everything inherits. */
function prototypes(): unknown[] {
  return PROTOTYPES.map(({ prototype }) =>
    Reflect.ownKeys(prototype).map((key) => [
      String(key),
      typeof Reflect.getOwnPropertyDescriptor(prototype, key)?.value,
    ]),
  );
}

const untouched = prototypes();

/** A fault of the caller's version that names nothing of ours. */
export function expectFault(heard: Heard | undefined, version: '1.1' | '1.2' = '1.1'): void {
  const ns =
    version === '1.1' ? 'http://schemas.xmlsoap.org/soap/envelope/' : 'http://www.w3.org/2003/05/soap-envelope';
  expect(heard?.status).toBeGreaterThanOrEqual(400);
  expect(heard?.text).toContain(`"${ns}"`);
  expect(heard?.text).toMatch(/<(\w+:)?Fault>/);
  expectNothingOfOurs(heard);
}

/** A problem body with one of the statuses that names nothing of ours. */
export function expectProblem(heard: Heard | undefined, statuses: readonly number[]): Record<string, unknown> {
  expect(statuses).toContain(heard?.status);
  expect(heard?.head).toMatch(/^content-type: application\/problem\+json/im);
  expectNothingOfOurs(heard);
  return JSON.parse(heard!.text);
}

/** No stack, no path of a file, no address of the peer. */
function expectNothingOfOurs(heard: Heard | undefined): void {
  expect(heard?.text).not.toMatch(/\.ts\b|\bat [\w.]+ \(|node:|node_modules|127\.0\.0\.1|INTERNAL/);
}
