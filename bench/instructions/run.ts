// Instructions of one request, counted by valgrind: `node bench/instructions/run.ts rest|soap|large [CHECKOUT …]`, each checkout built.
// The count says what a change costs where the machine is shared and times say nothing. The kernel's part is not in it: calls of the system are few, and the same.
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { cacheRoot, writeErpFiles } from '../erp/files.ts';
import { freePort, type Served, serveArgs, untilListening } from '../gateway/start.ts';
import { frame } from '../http/message.ts';
import { firstLine, startNode, stop } from '../measure/process.ts';
import { figure, table } from '../measure/table.ts';
import { orderRequest, ordersRoot, SOAP_PATH, writeOrders } from '../soap-front/orders.ts';

const bench = resolve(import.meta.dirname, '..');
/** In place of a checkout: node:http in front, undici behind, nothing between. */
const RAW = 'raw';

interface Kind {
  readonly backend: readonly string[];
  readonly served: Served;
  readonly request: string;
  readonly expect: string;
  /** Requests of the two runs. Only those that the second has more are counted: the first ones compile the code. */
  readonly requests: readonly [number, number];
}

const body = () => orderRequest();
const KINDS: Readonly<Record<string, () => Kind>> = {
  rest: () => ({
    backend: ['http/backend.ts'],
    served: {},
    request: 'GET /orders/5001 HTTP/1.1\r\nHost: bench\r\nAccept: application/json\r\n\r\n',
    expect: 'SO-100001',
    requests: [2000, 4000],
  }),
  soap: () => ({
    backend: ['soap-front/backend.ts'],
    served: { mapping: ordersRoot, soapPath: SOAP_PATH },
    request: `POST ${SOAP_PATH} HTTP/1.1\r\nHost: bench\r\nContent-Type: text/xml; charset=utf-8\r\nSOAPAction: "GetOrder"\r\nContent-Length: ${Buffer.byteLength(body())}\r\n\r\n${body()}`,
    expect: 'SO-100001',
    requests: [2000, 4000],
  }),
};

/** Under valgrind: the instructions are what it prints at the end. One thread, so that the compiler and the collector do the same in each run. */
class Counted {
  readonly child: ChildProcess;
  private readonly log = join(cacheRoot, `instructions-${randomUUID()}.log`);

  constructor(args: readonly string[]) {
    const tool = ['--tool=cachegrind', '--cache-sim=no', '--cachegrind-out-file=/dev/null', '--smc-check=all-non-file'];
    tool.push(`--log-file=${this.log}`);
    this.child = spawn('valgrind', [...tool, process.execPath, '--single-threaded', ...args], {
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { ...process.env, NODE_ENV: 'production' },
    });
  }

  async end(): Promise<number> {
    const gone = once(this.child, 'close');
    // Nothing handles it: valgrind ends the process, and what a drain does is not counted.
    this.child.kill('SIGALRM');
    await gone;
    const log = readFileSync(this.log, 'utf8');
    rmSync(this.log);
    const count = /I\s+refs:\s+([\d,]+)/.exec(log)?.[1];
    if (count === undefined) throw new Error(`valgrind counts nothing: ${log}`);
    return Number(count.replaceAll(',', ''));
  }
}

/** `count` requests, one after the other on one connection: another order would be another count. */
function ask(port: number, { request, expect }: Kind, count: number): Promise<void> {
  return new Promise((done, fail) => {
    let left = count;
    let pending: Buffer = Buffer.alloc(0);
    const socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => socket.write(request));
    socket.on('error', fail);
    socket.on('data', (chunk: Buffer) => {
      pending = Buffer.concat([pending, chunk]);
      if (!frame(pending)) return;
      if (!pending.includes(expect)) return fail(new Error(`another response: ${pending.subarray(0, 600)}`));
      pending = Buffer.alloc(0);
      if (--left > 0) return void socket.write(request);
      socket.destroy();
      done();
    });
  });
}

/** The raw pass-through as one file of plain JavaScript: stripping its types would count. */
async function rawFront(): Promise<string> {
  const outfile = join(cacheRoot, 'pass-through.mjs');
  const entryPoints = [join(bench, 'http', 'fronts', 'pass-through.ts')];
  await build({
    entryPoints,
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    external: ['undici'],
    logLevel: 'error',
  });
  return outfile;
}

async function total(start: (upstream: string) => Promise<[Counted, number]>, kind: Kind, count: number) {
  const [file, ...args] = kind.backend;
  const backend = startNode('any', [join(bench, file), ...args]);
  try {
    const [counted, port] = await start(`http://127.0.0.1:${await firstLine(backend)}`);
    await ask(port, kind, count);
    return await counted.end();
  } finally {
    await stop(backend);
  }
}

async function perRequest(start: (upstream: string) => Promise<[Counted, number]>, kind: Kind): Promise<number> {
  const [few, many] = kind.requests;
  const [shorter, longer] = [await total(start, kind, few), await total(start, kind, many)];
  return (longer - shorter) / (many - few);
}

async function startRaw(upstream: string): Promise<[Counted, number]> {
  const counted = new Counted([await rawFront(), upstream]);
  return [counted, Number(await firstLine(counted.child))];
}

function startOurs(checkout: string, { served }: Kind) {
  return async (upstream: string): Promise<[Counted, number]> => {
    const port = await freePort();
    const counted = new Counted(serveArgs(upstream, port, await freePort(), served, checkout));
    counted.child.stdout!.resume();
    if (!(await untilListening(counted.child, port))) throw new Error(`${checkout} does not start`);
    return [counted, port];
  };
}

const [name = 'rest', ...checkouts] = process.argv.slice(2);
mkdirSync(cacheRoot, { recursive: true });
writeErpFiles();
writeOrders();
const kind = KINDS[name]();
const rows: [string, number][] = [];
for (const checkout of checkouts.length > 0 ? checkouts : [RAW, resolve(bench, '..')]) {
  const start = checkout === RAW ? startRaw : startOurs(resolve(checkout), kind);
  rows.push([checkout, await perRequest(start, kind)]);
}
const head = [`${name}: one request`, 'thousands of instructions', '× the first'];
console.log(
  table(
    head,
    rows.map(([what, count]) => [what, figure(count / 1000), figure(count / rows[0][1])]),
  ),
);
process.exit(0);
