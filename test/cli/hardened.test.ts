// How bin/soapstone.js starts the program, without any flag of node.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { temp } from '../server/temp.ts';
import { until } from '../server/until.ts';

const bin = readFileSync(join(import.meta.dirname, '../../bin/soapstone.js'), 'utf8');

/** Makes this Node.js look like one that is too old. */
const OLD = `if (!process.execArgv.includes('--disable-proto=delete')) Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.1.0' } });`;

/** Which Node.js runs the wrapper. */
interface Runtime {
  readonly program: string;
  readonly flags: readonly string[];
}

const present: Runtime = { program: process.execPath, flags: [] };

/** A real Node.js below 22 where PATH has one; otherwise this one, which says that it is old. */
function olderNode(): Runtime {
  const programs = (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, 'node'));
  const isOld = (program: string): boolean => {
    const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' });
    return Number(/^v(\d+)\./.exec(stdout ?? '')?.[1] ?? Infinity) < 22;
  };
  const program = programs.find((one) => existsSync(one) && isOld(one));
  return program ? { program, flags: [] } : { program: process.execPath, flags: ['--require', './old.cjs'] };
}

/** A program in place of ours, started by the real wrapper. */
function start(program: string, runtime: Runtime = present) {
  const dir = temp();
  const files = { 'bin/soapstone.js': bin, 'dist/cli/main.cjs': program, 'old.cjs': OLD };
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, name)), { recursive: true });
    writeFileSync(join(dir, name), text);
  }
  mkdirSync(join(dir, 'node_modules/node/bin'), { recursive: true });
  symlinkSync(process.execPath, join(dir, 'node_modules/node/bin/node'));
  const child = spawn(runtime.program, [...runtime.flags, join(dir, 'bin/soapstone.js'), 'serve', '--x'], {
    cwd: dir,
    env: {},
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let out = '';
  child.stdout.on('data', (piece) => (out += piece));
  const exited = new Promise<Exit>((resolve) => child.once('exit', (code, signal) => resolve({ code, signal })));
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  onTestFinished(async () => {
    child.kill('SIGKILL');
    const inner = Number(/pid (\d+)/.exec(out)?.[1] ?? 0);
    if (inner > 0 && isAlive(inner)) process.kill(inner, 'SIGKILL');
    await ended;
  });
  return { child, out: () => out, exited, ended };
}

interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

const PROBE = `
const kinds = [() => {}, async () => {}, function* () {}, async function* () {}];
const ways = [(x) => eval(x), (x) => (0, eval)(x), (x) => new Function(x), ...kinds.map((kind) => (x) => kind.constructor(x)), ...kinds.map((kind) => (x) => new (Object.getPrototypeOf(kind).constructor)(x))];
const tried = ways.map((way) => { try { way('1'); return 'made'; } catch (error) { return error.name; } });
console.log(JSON.stringify({
  tried: [...new Set(tried)],
  proto: '__proto__' in {},
  same: [(() => {}) instanceof Function, (() => {}).constructor === Function, Function.name],
  argv: process.argv.slice(2),
  flags: process.execArgv,
}));`;

test('nothing is compiled from strings, and __proto__ is gone', async () => {
  const { ended, out } = start(PROBE);
  expect(await ended).toBe(0);
  const seen = JSON.parse(out());
  expect(seen).toEqual({
    tried: ['EvalError'],
    proto: false,
    same: [true, true, 'Function'],
    argv: ['serve', '--x'],
    flags: [],
  });
});

describe.each([
  ['the one of PATH, where it is older', olderNode()],
  ['one that says so', { program: process.execPath, flags: ['--require', './old.cjs'] }],
])('a Node.js that is too old: %s', (_, runtime) => {
  test('starts the one of the checkout, with the flags', async () => {
    const { ended, out } = start(PROBE, runtime);
    expect(await ended).toBe(0);
    expect(JSON.parse(out())).toMatchObject({
      tried: ['EvalError'],
      proto: false,
      argv: ['serve', '--x'],
      flags: ['--disallow-code-generation-from-strings', '--disable-proto=delete'],
    });
  });

  test.each(['SIGTERM', 'SIGHUP', 'SIGINT', 'SIGQUIT', 'SIGUSR1', 'SIGUSR2'] as const)(
    'forwards %s, and exits with the code of the program',
    async (name) => {
      const program = `process.on('${name}', () => process.exit(7)); console.log('pid', process.pid); setInterval(() => {}, 1000);`;
      const { child, ended, out } = start(program, runtime);
      await until(() => /pid \d+\n/.test(out()));
      child.kill(name);
      expect(await ended).toBe(7);
      expect(isAlive(Number(/pid (\d+)/.exec(out())![1]))).toBe(false);
    },
  );

  test.each(['SIGTERM', 'SIGUSR2', 'SIGKILL'] as const)('ends by %s when the program does', async (name) => {
    const { exited, out } = start(`process.kill(process.pid, '${name}'); setInterval(() => {}, 1000);`, runtime);
    expect(await exited).toEqual({ code: null, signal: name });
    expect(out()).toBe('');
  });

  test('a signal right after the start leaves no process behind', async () => {
    const program = `console.log('pid', process.pid); setInterval(() => {}, 1000);`;
    for (const delay of [30, 60, 120, 250]) {
      const { child, ended, out } = start(program, runtime);
      setTimeout(() => child.kill('SIGTERM'), delay);
      await ended;
      const pid = /pid (\d+)/.exec(out())?.[1];
      expect(pid === undefined || !isAlive(Number(pid))).toBe(true);
    }
  });
});
