// Starts the product as a user would: `soapstone serve`, with access log and metrics on.
import type { ChildProcess } from 'node:child_process';
import { existsSync, openSync } from 'node:fs';
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

/** The command: the built one where there is one, else from source. */
export function command(): string {
  const built = join(root, 'bin', 'soapstone.js');
  return existsSync(built) && existsSync(join(root, 'dist')) ? built : join(root, 'src', 'cli', 'main.ts');
}

/** Arguments of `serve`. */
export function serveArgs(upstream: string, port: number, admin: number, mapping = erpRoot): string[] {
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
  return [command(), 'serve', '--mapping', mapping, '--present', 'rest', '--upstream', `${upstream}/`, ...ports];
}

/** stdout, with the access log, goes to a file. undefined when it does not start; the reason is on stderr. */
export async function startGateway(upstream: string, cpu: number): Promise<Gateway | undefined> {
  const port = await freePort();
  const log = openSync(join(cacheRoot, 'access.log'), 'w');
  const env = { ...process.env, NODE_ENV: 'production' };
  const stdio = ['ignore', log, 'inherit'] as const;
  const child = startNode(cpu, serveArgs(upstream, port, await freePort()), { stdio: [...stdio], env });
  if (await untilListening(child, port)) return { child, port };
  await stop(child);
  return undefined;
}
