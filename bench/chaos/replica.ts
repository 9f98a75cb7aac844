// One gateway process, as users run it, with the mapping of tutorial 50 in front of the service.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { command } from '../gateway/start.ts';
import { startNode } from '../measure/process.ts';
import { root } from './root.ts';

export const payments = join(root, 'mappings', '70-faults');

export interface Replica {
  readonly port: number;
  readonly child: ChildProcess;
  /** What `/readyz` says; false when nobody answers. */
  ready(): Promise<boolean>;
  /** Resolves with the next line on standard error that `wanted` takes. */
  line(wanted: RegExp): Promise<string>;
  /** Resident memory now, in MB (10⁶ bytes). */
  memory(): number;
  /** `POST /drain?wait` of the admin port; resolves with the status. */
  drain(): Promise<number>;
  /** SIGTERM; resolves with the exit code. */
  stop(): Promise<number | null>;
  kill(): Promise<void>;
}

export interface ReplicaOptions {
  readonly upstream: string;
  readonly mapping?: string;
  readonly flags?: readonly string[];
  readonly cpu?: number;
  /** Where its standard output goes; nowhere unless told. */
  readonly stdout?: number;
  /** Flags of node. */
  readonly node?: readonly string[];
}

export async function startReplica(options: ReplicaOptions): Promise<Replica> {
  const { upstream, mapping = payments, flags = [], cpu = 'any', node = [] } = options;
  const fixed = ['--host', '127.0.0.1', '--port', '0', '--admin-host', '127.0.0.1', '--admin-port', '0'];
  const own = ['--mapping', mapping, '--upstream', upstream, '--name', 'payments', '--log-format', 'off', ...fixed];
  const env = { ...process.env, NODE_ENV: 'production' };
  const child = startNode(cpu, [...node, command(), 'serve', ...own, ...flags], {
    stdio: ['ignore', options.stdout ?? 'ignore', 'pipe'],
    env,
  });
  const killNow = () => void child.kill('SIGKILL');
  process.once('exit', killNow);
  const ended = once(child, 'exit').finally(() => process.removeListener('exit', killNow));
  const lines = createInterface({ input: child.stderr! });
  let admin = '';
  const port = await new Promise<number>((resolve, reject) => {
    const startLines: string[] = [];
    lines.on('line', (line) => {
      startLines.push(line);
      admin = /^admin: (\S+)\/readyz/.exec(line)?.[1] ?? admin;
      const listening = /^listening on port (\d+)$/.exec(line);
      if (listening) resolve(Number(listening[1]));
    });
    child.once('exit', () => reject(new Error(`the gateway did not start:\n${startLines.join('\n')}`)));
  });
  return {
    port,
    child,
    ready: () =>
      fetch(`${admin}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      ),
    line: (wanted) =>
      new Promise((resolve) => {
        const look = (line: string) => {
          if (!wanted.test(line)) return;
          lines.off('line', look);
          resolve(line);
        };
        lines.on('line', look);
      }),
    memory: () => memoryOf(child.pid as number),
    drain: async () => (await fetch(`${admin}/drain?wait`, { method: 'POST' })).status,
    stop: async () => {
      child.kill('SIGTERM');
      const [code] = (await ended) as [number | null];
      return code;
    },
    kill: async () => {
      killNow();
      await ended;
    },
  };
}

function memoryOf(pid: number): number {
  return (Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1]) * 1024) / 1e6;
}

/** A redis-server of our own, on a Unix socket. */
export async function startRedis(
  folder: string,
  more: readonly string[] = [],
): Promise<{ readonly flags: readonly string[]; stop(): Promise<void> }> {
  const socket = join(folder, 'redis.sock');
  const own = [
    '--port',
    '0',
    '--unixsocket',
    socket,
    '--dir',
    folder,
    '--save',
    '',
    '--maxmemory-policy',
    'noeviction',
    ...more,
  ];
  const child = spawn('redis-server', own, { stdio: ['ignore', 'pipe', 'inherit'] });
  const killNow = () => void child.kill('SIGKILL');
  process.once('exit', killNow);
  const ended = once(child, 'exit');
  await new Promise<void>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (/ready to accept connections/i.test(line)) resolve();
    });
    child.once('error', reject);
    child.once('exit', () => reject(new Error('redis-server did not start')));
  });
  return {
    flags: ['--store', `unix:${socket}`],
    stop: async () => {
      killNow();
      await ended;
      process.removeListener('exit', killNow);
    },
  };
}
