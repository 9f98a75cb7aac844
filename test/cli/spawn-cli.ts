import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { inject, onTestFinished } from 'vitest';

export const compiled = fileURLToPath(new URL('../../.cache/compiled', import.meta.url));
/** The flags that the product runs under. */
const HARDENED = ['--disallow-code-generation-from-strings', '--disable-proto=delete'];

export interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface Running {
  readonly child: ChildProcess;
  /** Standard output and error so far. */
  out(): string;
  err(): string;
  readonly ended: Promise<Ran>;
}

export interface SpawnOptions {
  /** File to run; the command line unless told. */
  readonly program?: string;
  readonly cwd?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly input?: string;
  /** Where standard output goes; read unless told. */
  readonly stdout?: 'unread' | number;
}

/** Starts the command line under the hardening flags. It is gone after the test. */
export function start(args: readonly string[], options: SpawnOptions = {}): Running {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, [...HARDENED, options.program ?? inject('program'), ...args], {
    cwd: options.cwd,
    // Compiling the program anew for every process would take most of the time of these tests.
    // A machine that is busy with other tests is no overload.
    env: { PATH, HOME, NODE_COMPILE_CACHE: compiled, SOAPSTONE_OVERLOAD_DELAY: '0', ...options.environment },
    stdio: ['pipe', typeof options.stdout === 'number' ? options.stdout : 'pipe', 'pipe'],
  });
  let out = '';
  let err = '';
  if (options.stdout === undefined) child.stdout?.on('data', (piece) => (out += piece));
  child.stderr?.on('data', (piece) => (err += piece));
  child.stdin?.end(options.input);
  const ended = new Promise<Ran>((resolve) =>
    child.once(options.stdout === undefined ? 'close' : 'exit', (code) => resolve({ code, out, err })),
  );
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  return { child, ended, out: () => out, err: () => err };
}

export function run(args: readonly string[], options?: SpawnOptions): Promise<Ran> {
  return start(args, options).ended;
}
