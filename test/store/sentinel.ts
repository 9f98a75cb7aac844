// A master, a replica and a Sentinel that watches them. They talk to each other over TCP, on ports that were free a moment ago.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type RedisServer, startRedis } from './redis-server.ts';

export interface Watched {
  /** Port of the Sentinel. */
  readonly port: number;
  readonly master: RedisServer;
  readonly replica: RedisServer;
  /** Resolves when the Sentinel has said that something of this name has happened. */
  happened(event: string): Promise<void>;
  stop(): Promise<void>;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}

export async function startWatched(name: string): Promise<Watched> {
  const ports = [await freePort(), await freePort(), await freePort()];
  const local = ['--bind', '127.0.0.1', '--repl-diskless-sync-delay', '0'];
  const master = await startRedis('--port', String(ports[0]), ...local);
  const replica = await startRedis('--port', String(ports[1]), ...local, '--replicaof', '127.0.0.1', String(ports[0]));
  const folder = mkdtempSync(join(tmpdir(), 'soapstone-sentinel-'));
  const file = join(folder, 'sentinel.conf');
  const watch = [`monitor ${name} 127.0.0.1 ${ports[0]} 1`, `down-after-milliseconds ${name} 500`];
  const lines = [`port ${ports[2]}`, 'bind 127.0.0.1', `dir ${folder}`, ...watch.map((line) => `sentinel ${line}`)];
  writeFileSync(file, `${lines.join('\n')}\n`);
  const { child, happened } = await launch(file);
  return {
    port: ports[2],
    master,
    replica,
    happened,
    stop: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await Promise.all([ended, master.stop(), replica.stop()]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function launch(file: string): Promise<{ child: ChildProcess; happened: Watched['happened'] }> {
  const child = spawn('redis-server', [file, '--sentinel'], { stdio: ['ignore', 'pipe', 'ignore'] });
  const said: string[] = [];
  const waiting: { event: string; done: () => void }[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => {
    said.push(line);
    for (const { event, done } of waiting) if (line.includes(event)) done();
  });
  const happened = (event: string) =>
    new Promise<void>((done) => {
      if (said.some((line) => line.includes(event))) done();
      else waiting.push({ event, done });
    });
  await happened('+monitor');
  return { child, happened };
}
