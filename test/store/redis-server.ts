// A redis-server of its own for each test file, on a Unix socket in a folder of its own.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export interface RedisServer {
  /** Path of its socket. */
  readonly socket: string;
  /** Sends one command (inline, RESP) over a connection of its own; what the server says to it. */
  command(...words: string[]): Promise<string>;
  /** SIGKILL. */
  kill(): Promise<void>;
  /** Again on the same socket and folder, after `kill`. */
  restart(): Promise<void>;
  /** SIGSTOP and SIGCONT: connected, but not answering. */
  freeze(): void;
  thaw(): void;
  stop(): Promise<void>;
}

export async function startRedis(...options: string[]): Promise<RedisServer> {
  const folder = mkdtempSync(join(tmpdir(), 'soapstone-redis-'));
  const socket = join(folder, 's');
  let child = await launch(folder, socket, options);
  const killNow = () => void child.kill('SIGKILL');
  process.once('exit', killNow);
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    killNow();
    await ended;
  };
  return {
    socket,
    command: (...words) => command(socket, words),
    kill,
    restart: async () => {
      child = await launch(folder, socket, options);
    },
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    stop: async () => {
      await kill();
      process.removeListener('exit', killNow);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function launch(folder: string, socket: string, options: readonly string[]): Promise<ChildProcess> {
  const own = ['--port', '0', '--unixsocket', socket, '--dir', folder, '--save', ''];
  const child = spawn('redis-server', [...own, ...options], { stdio: ['ignore', 'pipe', 'ignore'] });
  const lines: string[] = [];
  await new Promise<void>((resolve, reject) => {
    createInterface({ input: child.stdout })
      .on('line', (line) => {
        lines.push(line);
        if (/now ready to accept connections at/i.test(line)) resolve();
      })
      .on('close', () => reject(new Error(`redis-server did not start:\n${lines.join('\n')}`)));
    child.once('error', reject);
  });
  return child;
}

function command(socket: string, words: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const client = connect(socket);
    client.on('error', reject);
    client.once('data', (data) => {
      client.destroy();
      resolve(data.toString().trim());
    });
    client.write(`${words.join(' ')}\r\n`);
  });
}
