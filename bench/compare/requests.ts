// One request through this checkout and another one, in one process, in short batches in turn: `node bench/compare/requests.ts CHECKOUT [rest|soap|large|records] [seconds]`.
// The low quantiles of the batches are those of quiet moments, so it also works on a machine that is shared. Sockets and the service are in memory.
import { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { join, resolve } from 'node:path';
import { Duplex } from 'node:stream';
import type { openBridges } from '../../src/server/bridges/open-bridges.ts';
import type { programSettings } from '../../src/server/settings/program.ts';
import type { HttpTransport } from '../../src/transport/http.ts';
import { recordedReplies } from '../business-records/replies.ts';
import { listReply, oneRecordReply } from '../erp/messages.ts';
import { envelope } from '../erp/xml.ts';
import { figure, table } from '../measure/table.ts';
import { orderJson, orderRequest, SOAP_PATH } from '../soap-front/orders.ts';

/** Requests of a batch. `large`: a reply of a megabyte; `records`: a collection of 1,000 business records with their links. */
const BATCHES: Readonly<Record<string, number>> = { rest: 10, soap: 10, large: 1, records: 1 };
const PATHS: Readonly<Record<string, string>> = {
  rest: '/orders/5001',
  large: '/pages/1',
  records: '/services/rest/record/v1/bin',
};
const RECORDS = 320;
/** Bytes that come with one read of a socket. */
const PIECE = 65_536;
const QUANTILES = [0.01, 0.1, 0.25];

interface Candidate {
  readonly root: string;
  /** µs of each request, one for each batch. */
  readonly times: number[];
  batch(): Promise<number>;
}

async function bodyOf(front: string): Promise<string> {
  if (front === 'soap') return orderJson('@');
  if (front === 'records') return (await recordedReplies()).search;
  return envelope(front === 'large' ? listReply(RECORDS) : oneRecordReply());
}

/** The service: the same response to everything. */
function serviceOf(front: string, text: string): HttpTransport {
  const body = Buffer.from(text);
  const type = front === 'soap' ? 'application/json' : 'text/xml; charset=utf-8';
  const head = { 'content-type': type, 'content-length': `${body.length}` };
  const inFlight = { abort: () => {}, resume: () => {} };
  return {
    send: (_request, handler) => {
      queueMicrotask(() => {
        handler.onHead(200, head);
        for (let at = 0; at < body.length; at += PIECE) handler.onData(body.subarray(at, at + PIECE));
        handler.onEnd();
      });
      return inFlight;
    },
    close: async () => {},
    destroy: async () => {},
    stats: () => ({ connected: 0, running: 0, pending: 0 }),
  };
}

/** A request of a client as node hands it to a server. */
function request(socket: Socket, front: string): IncomingMessage {
  const body = front === 'soap' ? Buffer.from(orderRequest()) : undefined;
  const head = body
    ? { 'content-type': 'text/xml; charset=utf-8', soapaction: '"GetOrder"', 'content-length': `${body.length}` }
    : { accept: 'application/json' };
  const message = new IncomingMessage(socket);
  const [method, url] = body ? ['POST', SOAP_PATH] : ['GET', PATHS[front]];
  Object.assign(message, { method, url, httpVersion: '1.1', httpVersionMajor: 1, httpVersionMinor: 1 });
  Object.assign(message.headers, { host: 'bench', ...head });
  message.rawHeaders.push(...Object.entries(message.headers).flatMap(([name, value]) => [name, value as string]));
  if (body) message.push(body);
  message.push(null);
  message.complete = true;
  return message;
}

/** Its own table, which may be of another version of the language. */
async function candidate(root: string, front: string, reply: string): Promise<Candidate> {
  const load = (file: string) => import(join(root, file));
  (await load('bench/erp/files.ts')).writeErpFiles();
  (await load('bench/soap-front/orders.ts')).writeOrders();
  const bridges: { readonly openBridges: typeof openBridges } = await load('src/server/bridges/open-bridges.ts');
  const settings: { readonly programSettings: typeof programSettings } = await load('src/server/settings/program.ts');
  const written = join(root, '.cache', 'bench', front === 'soap' ? 'soap-front' : 'erp');
  const mapping = front === 'records' ? join(root, 'mappings', 'business-records') : written;
  const present = front === 'soap' ? { present: 'soap' as const, path: SOAP_PATH } : { present: 'rest' as const };
  const ends = settings.programSettings({ mapping, upstream: 'http://127.0.0.1:9/', ...present });
  const around = () => serviceOf(front, reply);
  const [bridge] = await bridges.openBridges(ends.bridges, [], { around, headCheck: () => undefined });
  const one = () =>
    new Promise<void>((done, fail) => {
      const sink = new Duplex({ read: () => {}, write: (_chunk, _encoding, written) => written() });
      const socket = Object.assign(sink, { remoteAddress: '127.0.0.1', setTimeout: () => {} }) as unknown as Socket;
      const message = request(socket, front);
      const response = new ServerResponse(message);
      response.assignSocket(socket);
      sink.on('drain', () => response.emit('drain'));
      response.on('finish', () => {
        response.emit('close');
        if (response.statusCode === 200) done();
        else fail(new Error(`${root} answers ${response.statusCode}`));
      });
      bridge.handle(message, response);
    });
  const size = BATCHES[front];
  const batch = async () => {
    const start = performance.now();
    for (let i = 0; i < size; i++) await one();
    return ((performance.now() - start) * 1000) / size;
  };
  return { root, times: [], batch };
}

const [other, front = 'rest', seconds = '20'] = process.argv.slice(2);
const reply = await bodyOf(front);
const now = await candidate(resolve(import.meta.dirname, '..', '..'), front, reply);
const before = await candidate(resolve(other), front, reply);
const begin = performance.now();
const time = Number(seconds) * 1000;
for (let round = 0; performance.now() - begin < time; round++)
  for (const one of round % 2 === 0 ? [now, before] : [before, now]) {
    const micros = await one.batch();
    if (performance.now() - begin > time / 4) one.times.push(micros);
  }
const quantile = ({ times }: Candidate, q: number) => times.toSorted((a, b) => a - b)[Math.floor(times.length * q)];
const rows = QUANTILES.map((q) => {
  const [a, b] = [now, before].map((one) => quantile(one, q));
  return [`${q}`, figure(b), figure(a), figure(a / b)];
});
console.log(table([`${front} front, quantile of batches`, 'the other one, µs', 'this checkout, µs', 'ratio'], rows));
process.exit(0);
