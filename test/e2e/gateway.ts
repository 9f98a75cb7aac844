// The program itself, as users run it: `soapstone serve` in a process of its own, with the flags of production.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { inject } from 'vitest';
import { compiled } from '../cli/spawn-cli.ts';

export interface RunningGateway {
  readonly origin: string;
  /** Bytes of memory that it had at most, so far. */
  peakMemory(): number;
  signal(name: NodeJS.Signals): void;
  /** SIGTERM; resolves with the exit code. */
  stop(): Promise<number | null>;
  /** SIGKILL. */
  kill(): Promise<void>;
}

/** `mapping`: folder, or a file of settings beside it. `upstream`: URL of the peer, with the path where it serves. `more`: further flags. */
export async function startGateway(
  mapping: string,
  upstream: string,
  more: readonly string[] = [],
): Promise<RunningGateway> {
  const node = ['--disallow-code-generation-from-strings', '--disable-proto=delete'];
  const flags = [
    mapping.endsWith('.yaml') ? '--config' : '--mapping',
    mapping,
    '--present',
    'rest',
    '--upstream',
    upstream,
    '--host',
    '127.0.0.1',
    '--port',
    '0',
  ];
  // A machine that is busy with other tests is no overload.
  const calm = ['--admin-port', 'off', '--drain-delay', '0s', '--log-format', 'off', '--overload-delay', '0'];
  const child = spawn(process.execPath, [...node, inject('program'), 'serve', ...flags, ...calm, ...more], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, NODE_OPTIONS: '', NODE_COMPILE_CACHE: compiled },
  });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const ended = once(child, 'exit') as Promise<[number | null]>;
  const peakMemory = () =>
    1024 * Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))![1]);
  const signal = (name: NodeJS.Signals) => void child.kill(name);
  const stop = async () => {
    child.kill('SIGTERM');
    const [code] = await ended;
    process.removeListener('exit', kill);
    return code;
  };
  const killed = async () => {
    kill();
    await ended;
    process.removeListener('exit', kill);
  };
  const origin = `http://127.0.0.1:${await listeningPort(child.stderr)}`;
  return { origin, peakMemory, signal, stop, kill: killed };
}

/** Reads on to the end, so that the program never waits for us. */
function listeningPort(stderr: Readable): Promise<string> {
  const lines: string[] = [];
  return new Promise((resolve, reject) => {
    createInterface({ input: stderr })
      .on('line', (line) => {
        lines.push(line);
        const m = /^listening on port (\d+)$/.exec(line);
        if (m !== null) resolve(m[1]);
      })
      .on('close', () => reject(new Error(`soapstone serve did not start:\n${lines.join('\n')}`)));
  });
}
