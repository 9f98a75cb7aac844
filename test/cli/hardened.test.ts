// How bin/soapstone.js starts the program, without any flag of node.
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temp } from '../server/temp.ts';
import { until } from '../server/until.ts';

const bin = readFileSync(join(import.meta.dirname, '../../bin/soapstone.js'), 'utf8');

/** A program in place of ours, started by the real wrapper. */
function start(program: string, flags: readonly string[] = []) {
  const dir = temp();
  const files = { 'bin/soapstone.js': bin, 'dist/cli/main.cjs': program, 'old.cjs': OLD };
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, name)), { recursive: true });
    writeFileSync(join(dir, name), text);
  }
  mkdirSync(join(dir, 'node_modules/node/bin'), { recursive: true });
  symlinkSync(process.execPath, join(dir, 'node_modules/node/bin/node'));
  const child = spawn(process.execPath, [...flags, join(dir, 'bin/soapstone.js'), 'serve', '--x'], {
    cwd: dir,
    env: {},
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let out = '';
  child.stdout.on('data', (piece) => (out += piece));
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  return { child, out: () => out, ended };
}

/** Makes this Node.js look like one that is too old. */
const OLD = `if (!process.execArgv.includes('--disable-proto=delete')) Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.1.0' } });`;

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

test('a Node.js that is too old starts the one of the checkout, with the flags', async () => {
  const { ended, out } = start(PROBE, ['--require', './old.cjs']);
  expect(await ended).toBe(0);
  expect(JSON.parse(out())).toMatchObject({
    tried: ['EvalError'],
    proto: false,
    argv: ['serve', '--x'],
    flags: ['--disallow-code-generation-from-strings', '--disable-proto=delete'],
  });
});

test.each(['SIGTERM', 'SIGHUP', 'SIGINT'] as const)('and hands on %s, and the exit code', async (name) => {
  const program = `process.on('${name}', () => process.exit(7)); console.log('ready'); setInterval(() => {}, 1000);`;
  const { child, ended, out } = start(program, ['--require', './old.cjs']);
  await until(() => out().includes('ready'));
  child.kill(name);
  expect(await ended).toBe(7);
});
