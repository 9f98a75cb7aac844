// Starts the product as a user would: `soapstone serve`, with access log and metrics on.
import type { ChildProcess } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { cacheRoot, erpRoot } from '../erp/files.ts';
import { startNode, stop } from '../measure/process.ts';

const root = join(import.meta.dirname, '..', '..');

export interface Gateway {
  readonly child: ChildProcess;
  readonly port: number;
}

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}

function tryConnect(port: number): Promise<boolean> {
  return new Promise<boolean>((done) => {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.on('connect', () => {
      done(true);
      socket.destroy();
    });
    socket.on('error', () => done(false));
    socket.on('close', () => done(false));
  });
}

/** Waits until something accepts connections there; false when the process ends before. Looks every 2 ms, for a minute at most. */
export async function untilListening(child: ChildProcess, port: number): Promise<boolean> {
  const end = performance.now() + 60_000;
  while (child.exitCode === null && performance.now() < end) {
    if (await tryConnect(port)) return true;
    await new Promise((done) => setTimeout(done, 2));
  }
  return false;
}

/** The command: the built one where there is one, else from source. `checkout`: this one unless told. */
export function command(checkout: string = root): string {
  const built = existsSync(join(checkout, 'dist', 'cli', 'main.cjs'));
  return built ? join(checkout, 'bin', 'soapstone.js') : join(checkout, 'src', 'cli', 'main.ts');
}

/** What is served, where it is not the ERP mapping with REST in front. */
export interface Served {
  readonly mapping?: string;
  /** Path of the SOAP address. */
  readonly soapPath?: string;
}

/** Arguments of `serve`. */
export function serveArgs(
  upstream: string,
  port: number,
  admin: number,
  served: Served | string = {},
  checkout: string = root,
): string[] {
  const { mapping = erpRoot, soapPath }: Served = typeof served === 'string' ? { mapping: served } : served;
  const present = soapPath === undefined ? ['--present', 'rest'] : ['--present', 'soap', '--path', soapPath];
  const ports = [
    '--port',
    String(port),
    '--admin-port',
    String(admin),
    '--host',
    '127.0.0.1',
    '--admin-host',
    '127.0.0.1',
  ];
  return [command(checkout), 'serve', '--mapping', mapping, ...present, '--upstream', `${upstream}/`, ...ports];
}

const complaints = join(cacheRoot, 'serve.err');

/** stdout, with the access log, and stderr go to files. */
export function spawnGateway(cpu: number | 'any', args: readonly string[]): ChildProcess {
  mkdirSync(cacheRoot, { recursive: true });
  const log = openSync(join(cacheRoot, 'access.log'), 'w');
  const errors = openSync(complaints, 'w');
  const env = { ...process.env, NODE_ENV: 'production' };
  const child = startNode(cpu, args, { stdio: ['ignore', log, errors], env });
  closeSync(log);
  closeSync(errors);
  return child;
}

/** Repeats on stderr what the last gateway wrote there. */
export function complain(): void {
  console.error(readFileSync(complaints, 'utf8'));
}

/** undefined when it does not start; the reason goes to stderr. */
export async function startGateway(
  upstream: string,
  cpu: number,
  served: Served = {},
  checkout: string = root,
): Promise<Gateway | undefined> {
  const port = await freePort();
  const child = spawnGateway(cpu, serveArgs(upstream, port, await freePort(), served, checkout));
  if (await untilListening(child, port)) return { child, port };
  await stop(child);
  complain();
  return undefined;
}
