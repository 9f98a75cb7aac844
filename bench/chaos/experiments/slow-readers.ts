// Clients who ask for large responses and read nothing, beside good ones, with the memory of the pod that the chart makes.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { parcelFiles, soapRequest, startParcels } from '../../../test/server/parcels.ts';
import { peakMemoryOf } from '../../measure/process.ts';
import type { Target } from '../../measure/target.ts';
import type { Experiment, Say } from '../experiment.ts';
import { pause } from '../load.ts';
import { type Replica, startReplica } from '../replica.ts';
import { root } from '../root.ts';

const CLIENTS = 300;
const BYTES = 7_000_000;
/** As helm/soapstone makes it: 512 MiB, and half of it for the old generation. */
const POD = 512 * 1024 * 1024;
const NODE = ['--max-old-space-size=256', '--max-semi-space-size=8'];
/** 3/16 of the pod, which the process finds by itself there. */
const BUDGET = '96MiB';
/** How long good clients ask, after the first of them was answered. */
const MS = 5000;

interface Case {
  readonly what: string;
  readonly flags?: readonly string[];
  readonly tls?: boolean;
  /** What those ask for who read nothing, and what the good ones do. */
  readonly request: string;
  readonly good: string;
  /** A large table, in place of that of the parcels. */
  readonly mapping?: string;
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;
const post = (body: string) =>
  `POST /soap HTTP/1.1\r\nHost: a\r\nContent-Type: text/xml\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
const tlsFlags = ['--tls-cert', tlsFile('server.pem'), '--tls-key', tlsFile('server.key')];
const soapFlags = ['--present', 'soap', '--path', '/soap'];

function tlsFile(name: string): string {
  return join(root, 'test', 'fixtures', 'tls', name);
}

/** The service has a connection for each: how long silent clients keep those is another matter. */
const plenty = ['--connections', '400'];
const whole = { request: get('/v1/whole/1'), good: get('/v1/parcels/7') };
const stream = { request: get('/v1/stream/1'), good: get('/v1/parcels/7') };
const soap = { request: post(soapRequest('List', '1')), good: post(soapRequest('Get', '7')), flags: soapFlags };
const passed = { request: get('/raw/whole/1'), good: get('/v1/parcels/7'), flags: ['--pass-through', '/raw'] };

const cases: readonly Case[] = [
  { what: 'REST, whole', ...whole },
  { what: 'REST, member of an object', ...whole, request: get('/v1/member/1') },
  { what: 'REST, whole, TLS', ...whole, flags: tlsFlags, tls: true },
  { what: 'REST, gzip behind', ...whole, request: get('/v1/whole/gz') },
  { what: 'REST, streamed', ...stream, flags: plenty },
  { what: 'REST, streamed, TLS', ...stream, flags: [...plenty, ...tlsFlags], tls: true },
  { what: 'SOAP', ...soap },
  { what: 'SOAP, TLS', ...soap, flags: [...soapFlags, ...tlsFlags], tls: true },
  { what: 'SOAP, gzip behind', ...soap, request: post(soapRequest('List', 'gz')) },
  { what: 'passed through', ...passed },
  {
    what: 'openapi.json',
    request: get('/openapi.json'),
    good: get('/healthz'),
    mapping: join(root, 'mappings', 'business-records'),
  },
];

interface Seen {
  readonly peak: number;
  readonly answered: number;
  readonly asked: number;
  readonly slowest: number;
  /** ms until the first good client was answered, while all silent ones ask. */
  readonly first: number;
}

/** Sends one request and reads nothing. */
function silent(port: number, one: Case): Socket {
  const socket = one.tls
    ? connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false }, () => socket.write(one.request))
    : connect({ port, host: '127.0.0.1' }, () => socket.write(one.request));
  socket.on('error', () => {});
  socket.pause();
  return socket;
}

/** The status of one answer; 0: none. A good client from another address. */
function ask(port: number, one: Case): Promise<number> {
  return new Promise((resolve) => {
    const options = { port, host: '127.0.0.1', localAddress: '127.0.0.2' };
    const send = () => socket.write(one.good.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'));
    const socket: Socket = one.tls
      ? connectTls({ ...options, rejectUnauthorized: false }, send)
      : connect(options, send);
    let text = '';
    socket.on('data', (piece) => (text += piece.toString('latin1').slice(0, 20)));
    socket.on('error', () => {});
    socket.on('close', () => resolve(Number(text.slice(9, 12))));
  });
}

async function runCase(one: Case, say: Say): Promise<Seen> {
  const folder = mkdtempSync(join(tmpdir(), 'soapstone-'));
  for (const name of Object.keys(parcelFiles)) writeFileSync(join(folder, name), parcelFiles[name]);
  const service = await startParcels(BYTES);
  const flags = ['--max-bodies', BUDGET, ...(one.flags ?? [])];
  const replica = await startReplica({ upstream: service.url, mapping: one.mapping ?? folder, flags, node: NODE });
  const seen = await withSilent(replica, one);
  const { peak, answered, asked, slowest, first } = seen;
  const now = replica.memory();
  say(
    `${one.what}: peak ${peak.toFixed(0)} MB, at the end ${now.toFixed(0)}; ${answered} of ${asked} good answered, slowest ${slowest.toFixed(0)} ms, the first ${first.toFixed(0)} ms`,
  );
  await replica.kill();
  service.close();
  rmSync(folder, { recursive: true });
  return seen;
}

async function withSilent(replica: Replica, one: Case): Promise<Seen> {
  await ask(replica.port, one);
  const sockets = Array.from({ length: CLIENTS }, () => silent(replica.port, one));
  const began = performance.now();
  await ask(replica.port, one);
  let [answered, asked, slowest] = [0, 0, 0];
  const first = performance.now() - began;
  for (const end = performance.now() + MS; performance.now() < end; await pause(50)) {
    const due = performance.now();
    const status = await ask(replica.port, one);
    asked++;
    if (status === 200 || status === 404) answered++;
    slowest = Math.max(slowest, performance.now() - due);
  }
  for (const socket of sockets) socket.destroy();
  const pid = replica.child.pid as number;
  return { peak: replica.child.exitCode === null ? peakMemoryOf(pid) : Number.NaN, answered, asked, slowest, first };
}

export const slowReaders: Experiment = {
  title: `${CLIENTS} clients who ask for ${BYTES / 1e6} MB each and read nothing`,
  async run(say) {
    const only = process.env['CASE'];
    const targets: Target[] = [];
    for (const one of cases.filter(({ what }) => only === undefined || what.includes(only))) {
      const { peak, answered, asked } = await runCase(one, say);
      targets.push({
        what: `slow readers, ${one.what}: peak memory, MB`,
        bound: POD / 1e6,
        sense: 'at most',
        measured: peak,
      });
      targets.push({
        what: `slow readers, ${one.what}: good requests answered, %`,
        bound: 95,
        sense: 'at least',
        measured: (100 * answered) / asked,
      });
    }
    return targets;
  },
};
