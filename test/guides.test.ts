// What a guide tells a reader to do is done here to the letter, and prints what the guide shows.
import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { type Running, start } from './cli/spawn-cli.ts';
import { until } from './server/until.ts';

/** Long, since the first start on a busy machine compiles everything; only a wrong guide waits so long. */
const WAIT_MS = 150_000;
const root = join(import.meta.dirname, '..');
const FIXED_PORTS = /\b(?:3000|8000|8001|8080|8081|9090|9091|9092)\b/g;
/** The same defaults as the command line has, named so that free ports can take their place. */
const DEMO_PORTS = '--port 8080 --soap-port 8000 --records-port 8001 --admin-port 9091';
const STUDIO_PORT = '9092';
const SERVE_PORTS = { SOAPSTONE_PORT: '8080', SOAPSTONE_ADMIN_PORT: '9090' };

interface Block {
  readonly line: number;
  readonly language: string;
  readonly text: string;
  /** What the comment before it says: `file: …`, `values`, `ctrl-c: …`. */
  readonly note: string;
}

function blocksOf(page: string): Block[] {
  return [...page.matchAll(/(?:<!-- ([^>]*) -->\n)?```(\w*)\n([\s\S]*?)```/g)].map((found) => ({
    line: page.slice(0, found.index).split('\n').length,
    note: found[1] ?? '',
    language: found[2],
    text: found[3],
  }));
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, () => server.close(() => resolve(true)));
  });
}

/** Below the range that systems hand out by themselves: nobody else takes it meanwhile. */
async function freePort(taken: ReadonlySet<string>): Promise<string> {
  for (;;) {
    const port = 10_000 + Math.floor(Math.random() * 20_000);
    if (!taken.has(String(port)) && (await isFree(port))) return String(port);
  }
}

async function withFreePorts(page: string): Promise<(text: string) => string> {
  const ports = new Map<string, string>();
  const named = [page, DEMO_PORTS, STUDIO_PORT, ...Object.values(SERVE_PORTS)].join(' ');
  for (const [port] of named.matchAll(FIXED_PORTS)) {
    if (!ports.has(port)) ports.set(port, await freePort(new Set(ports.values())));
  }
  return (text) => text.replaceAll(FIXED_PORTS, (port) => ports.get(port) ?? port);
}

/** What is shown, as a pattern: `…` stands for anything, on a line of its own for any lines. */
function patternOf(shown: string): RegExp {
  const lines = shown.trim().split('\n');
  const parts = lines.map((line) =>
    line === '…'
      ? '[\\s\\S]*'
      : line
          .split('…')
          .map((text) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
          .join('.*'),
  );
  return new RegExp(parts.join('\\s*?\\n').replaceAll('\\s*?\\n[\\s\\S]*', '[\\s\\S]*'));
}

/** `npx soapstone` is the command line from source. */
function shimFolder(folder: string): string {
  const bin = join(folder, '.bin');
  mkdirSync(bin);
  const npx = join(bin, 'npx');
  writeFileSync(npx, `#!/bin/sh\nshift\nexec "${process.execPath}" "${join(root, 'src/cli/main.ts')}" "$@"\n`);
  chmodSync(npx, 0o755);
  return bin;
}

class Reader {
  readonly #folder = mkdtempSync(join(tmpdir(), 'guide-'));
  readonly #bin = shimFolder(this.#folder);
  readonly #background = new Map<string, Running>();
  readonly #ports: (text: string) => string;
  /** What the last step has printed so far. */
  #output = () => '';
  /** Whether it may print more. */
  #runs = () => false;

  constructor(ports: (text: string) => string) {
    this.#ports = ports;
    onTestFinished(() => rmSync(this.#folder, { recursive: true }));
  }

  async follow(block: Block): Promise<void> {
    const text = this.#ports(block.text);
    const file = /^file: (.+)$/.exec(block.note)?.[1];
    const ctrlC = /^ctrl-c: (.+)$/.exec(block.note)?.[1];
    if (file !== undefined) return this.#write(file, text);
    if (ctrlC !== undefined) await this.#interrupt(ctrlC);
    if (block.note === 'values') return takenByChart(text);
    if (block.language === 'sh') return this.#run(text.trim());
    if (['text', 'json', 'xml', 'http'].includes(block.language)) return this.#expect(text, block.line);
  }

  #write(file: string, text: string): void {
    const path = join(this.#folder, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    // What the gateway prints from here on is about this file.
    const gateway = this.#background.get('serve');
    const before = gateway?.err().length ?? 0;
    this.#output = () => gateway?.err().slice(before) ?? '';
    this.#runs = () => gateway?.child.exitCode === null;
  }

  async #run(command: string): Promise<void> {
    const [program, name, ...rest] = command.split(' ');
    if (program === 'node') this.#start(name, [], join(this.#folder, name));
    else if (program === 'npx' && rest[0] === 'demo') this.#start('demo', this.#ports(`demo ${DEMO_PORTS}`).split(' '));
    else if (program === 'npx' && rest[0] === 'studio')
      this.#start('studio', [...rest, '--port', this.#ports(STUDIO_PORT)]);
    else if (program === 'npx' && ['serve', 'mock'].includes(rest[0])) this.#start(rest[0], rest);
    else {
      const printed = await this.#shell(command);
      this.#output = () => printed;
      this.#runs = () => false;
    }
  }

  #start(name: string, args: readonly string[], program?: string): void {
    const ports = args.includes('--config') ? [] : Object.entries(SERVE_PORTS);
    const environment = Object.fromEntries(ports.map(([key, port]) => [key, this.#ports(port)]));
    const running = start(args, { cwd: this.#folder, program, environment });
    this.#background.set(name, running);
    this.#output = () => running.out() + running.err();
    this.#runs = () => running.child.exitCode === null;
  }

  #shell(script: string): Promise<string> {
    const { PATH = '', HOME = '' } = process.env;
    const compiled = join(root, '.cache', 'compiled');
    const env = { PATH: `${this.#bin}:${PATH}`, HOME, NODE_COMPILE_CACHE: compiled };
    return new Promise((resolve, reject) =>
      execFile('sh', ['-ec', script], { cwd: this.#folder, env }, (error, out, err) => {
        if (error) reject(new Error(`${script}\n${out}${err}`, { cause: error }));
        else resolve(out + err);
      }),
    );
  }

  async #interrupt(name: string): Promise<void> {
    const running = this.#background.get(name);
    running?.child.kill('SIGINT');
    expect((await running?.ended)?.code).toBe(0);
    this.#output = () => `${running?.out()}${running?.err()}`;
    this.#runs = () => false;
  }

  async #expect(shown: string, line: number): Promise<void> {
    const pattern = patternOf(shown);
    const limit = Date.now() + WAIT_MS;
    await until(() => pattern.test(this.#output()) || !this.#runs() || Date.now() > limit);
    const output = this.#output();
    if (!pattern.test(output)) expect(output, `the block at line ${line}`).toBe(shown);
  }
}

/** The chart's schema takes the values. */
function takenByChart(values: string): void {
  const schema = JSON.parse(readFileSync(join(root, 'helm/soapstone/values.schema.json'), 'utf8'));
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  expect(ajv.validate({ ...schema, $schema: undefined }, parse(values)), ajv.errorsText()).toBe(true);
}

const words = (page: string) => page.trim().split(/\s+/).length;

test.each([
  'first-minute',
  'wsdl-as-rest',
  'openapi-for-soap-clients',
  'agents',
  'running-it',
  'see-the-wire',
  'studio',
])(
  'docs/guides/%s.md can be followed to the letter',
  async (name) => {
    const page = readFileSync(join(root, 'docs', 'guides', `${name}.md`), 'utf8');
    expect(words(page)).toBeLessThanOrEqual(900);
    const reader = new Reader(await withFreePorts(page));
    for (const block of blocksOf(page)) await reader.follow(block);
  },
  2 * WAIT_MS,
);
