// From spawn to ready: the demo, and the founding table, beside the first tutorial. CPU of all threads and of the main one; with what an earlier start has
// checked, and without. Linux alone.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { cacheRoot } from '../erp/files.ts';
import { command, freePort } from '../gateway/start.ts';
import { founding } from '../load/record-types.ts';
import { median, medianRatio } from '../measure/median.ts';
import { stop } from '../measure/process.ts';
import type { Section } from '../measure/section.ts';
import { figure, table } from '../measure/table.ts';

const ROUNDS = 11;
/** Starts without a snapshot take long. */
const COLD_ROUNDS = 5;
/** Of `npm run vendor-contract -- 2023_2 .cache/vendor/2023_2 --from SOURCE`; left out where it is not there. */
const vendor = join(founding, '../../.cache/vendor/2023_2');
const READY = /Ctrl-C ends it|listening on port/;
const cache = join(cacheRoot, 'tables');

interface Ready {
  /** ms of all threads, and of the main one. */
  readonly cpu: number;
  readonly main: number;
  /** MB (10⁶ bytes). */
  readonly resident: number;
  readonly peak: number;
}

interface Start {
  readonly name: string;
  args(): Promise<readonly string[]>;
  readonly results: Ready[];
}

const LOCAL = ['--host', '127.0.0.1', '--admin-host', '127.0.0.1'];

async function serveArgs(mapping: string, tables: string): Promise<readonly string[]> {
  const ports = ['--port', String(await freePort()), '--admin-port', String(await freePort())];
  return [
    'serve',
    '--mapping',
    mapping,
    '--upstream',
    'http://127.0.0.1:9/',
    ...ports,
    ...LOCAL,
    '--table-cache',
    tables,
  ];
}

function serving(name: string, mapping: string, tables: string): Start {
  return { name, args: () => serveArgs(mapping, tables), results: [] };
}

/** Its table cache is in the environment: the demo has no option for it. */
const demo: Start = {
  name: 'soapstone demo (npm start), with snapshot',
  args: async () => [
    'demo',
    '--port',
    String(await freePort()),
    '--soap-port',
    '0',
    '--records-port',
    '0',
    '--admin-port',
    String(await freePort()),
  ],
  results: [],
};

function spawnProgram(args: readonly string[]): ChildProcess {
  return spawn(process.execPath, [command(), ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
}

function untilReady(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let text = '';
    const look = (piece: Buffer) => {
      text += piece;
      if (READY.test(text)) resolve();
    };
    child.stdout!.on('data', look);
    child.stderr!.on('data', look);
    child.once('exit', () => reject(new Error(`ended before it was ready: ${text}`)));
  });
}

/** ns of a thread (proc_pid_schedstat). */
function timeOf(pid: number, thread: string): number {
  return Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'latin1').split(' ')[0]);
}

function statusOf(pid: number): Ready {
  const threads = readdirSync(`/proc/${pid}/task`).map((thread) => timeOf(pid, thread));
  const status = readFileSync(`/proc/${pid}/status`, 'latin1');
  const memory = (field: string) => (Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1]) * 1024) / 1e6;
  const cpu = threads.reduce((sum, ns) => sum + ns, 0) / 1e6;
  return { cpu, main: timeOf(pid, String(pid)) / 1e6, resident: memory('VmRSS'), peak: memory('VmHWM') };
}

async function measured({ args }: Start): Promise<Ready> {
  const child = spawnProgram(await args());
  await untilReady(child);
  const result = statusOf(child.pid!);
  await stop(child);
  return result;
}

/** A start that ends by itself leaves compiled code and snapshots. */
async function fill({ args }: Start): Promise<void> {
  const child = spawnProgram(await args());
  await untilReady(child);
  await new Promise((done) => setTimeout(done, SNAPSHOT_MS));
  const ended = new Promise((done) => child.once('exit', done));
  child.kill('SIGINT');
  await ended;
}

/** Longer than a start waits before it writes them. */
const SNAPSHOT_MS = 4000;

export async function recordsStartSection(): Promise<Section> {
  rmSync(cache, { recursive: true, force: true });
  mkdirSync(cache, { recursive: true, mode: 0o700 });
  const first = serving('soapstone serve, mappings/10-first-row', join(founding, '..', '10-first-row'), 'off');
  const few = serving('founding table, with snapshot', founding, cache);
  const large = serving('190 types of 2023_2, with snapshot', vendor, cache);
  const cold = serving('founding table, without', founding, 'off');
  const largeCold = serving('190 types of 2023_2, without', vendor, 'off');
  const hasVendor = existsSync(vendor);
  const warm = [first, demo, few, ...(hasVendor ? [large] : [])];
  const starts = [...warm, cold, ...(hasVendor ? [largeCold] : [])];
  for (const start of warm) await fill(start);
  for (let round = 0; round < ROUNDS; round++)
    for (const start of round < COLD_ROUNDS ? starts : warm) start.results.push(await measured(start));
  const of = ({ results }: Start, key: keyof Ready) => results.map((result) => result[key]);
  const keys = ['cpu', 'main', 'resident', 'peak'] as const;
  const rows = starts.map((start) => [
    start.name,
    ...keys.map((key) => figure(median(of(start, key)))),
    figure(medianRatio(of(start, 'cpu'), of(first, 'cpu'))),
    figure(medianRatio(of(start, 'main'), of(first, 'main'))),
  ]);
  const head = ['start', 'CPU ms', 'main thread ms', 'resident MB when ready', 'peak', 'CPU × first', 'main × first'];
  const target = (what: string, one: Start, other: Start, key: keyof Ready, bound: number) => ({
    what,
    sense: 'at most' as const,
    bound,
    measured: medianRatio(of(one, key), of(other, key)),
  });
  return {
    title: 'Starts of the business records',
    body: table(head, rows),
    targets: [
      target('`npm start` ÷ the first tutorial, CPU', demo, first, 'cpu', 3),
      target('`npm start` ÷ the first tutorial, main thread', demo, first, 'main', 3),
      ...(hasVendor
        ? [
            target('start with 190 types of 2023_2 ÷ founding table, CPU, with snapshot', large, few, 'cpu', 2),
            target('start with 190 types of 2023_2 ÷ founding table, CPU, without', largeCold, cold, 'cpu', 2),
          ]
        : []),
    ],
  };
}
