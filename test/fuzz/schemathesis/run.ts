// schemathesis with all its checks against every face, one after the other. Knows nothing of what a face stands for.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hasSchemathesis, schemathesis } from '../../../scripts/setup/schemathesis.ts';
import { type Face, faces } from './faces.ts';

const PHASES = 'examples,coverage,fuzzing,stateful';
const folder = join(import.meta.dirname, '../../../.cache/fuzz/schemathesis');
const REQUESTS = /(\d+) generated/;

export interface SchemathesisOptions {
  /** Of all faces together, in milliseconds. A face that is not done by then is told, and is no finding. */
  readonly time: number;
  readonly seed: number;
  /** Requests that each phase may draw for one operation. */
  readonly examples: number;
  /** One face alone. */
  readonly face?: string;
}

/** Resolves with the number of faces with findings. Says what is missing where schemathesis cannot be had. */
export async function runSchemathesis({ time, seed, examples, face }: SchemathesisOptions): Promise<number> {
  if (!hasSchemathesis()) {
    process.stderr.write('schemathesis: left out: it needs python3 with venv and pip, and PyPI once\n');
    return 0;
  }
  mkdirSync(folder, { recursive: true });
  const wanted = [...faces.keys()].filter((name) => face === undefined || name === face);
  if (wanted.length === 0) throw new Error(`there is no face ${face}: ${[...faces.keys()].join(', ')}`);
  const end = performance.now() + time;
  let found = 0;
  for (const [i, name] of wanted.entries()) {
    const share = (end - performance.now()) / (wanted.length - i);
    if (await hasFindings(name, seed, examples, Math.max(share, 1000))) found++;
  }
  return found;
}

async function hasFindings(name: string, seed: number, examples: number, time: number): Promise<boolean> {
  const face = await faces.get(name)!(seed);
  try {
    // A large description is made when it is first asked for: schemathesis waits for ten seconds only.
    await (await fetch(`${face.origin}/openapi.json`)).text();
    const { code, output } = await run(name, argsOf(face, name, seed, examples), time);
    const requests = REQUESTS.exec(output)?.[1];
    const outcome = code === 0 ? 'no findings' : code === null ? 'time is over' : 'findings';
    process.stderr.write(`schemathesis ${name}: ${requests ?? 'some'} requests, seed ${seed}: ${outcome}\n`);
    // What an unfinished run has found so far stands in its output, too.
    const bad = code === null ? /❌/.test(output) : code !== 0;
    if (bad) process.stderr.write(`${output}\nkept in ${fileOf(name)}\n`);
    return bad;
  } finally {
    await face.close();
  }
}

function argsOf({ origin, key }: Face, name: string, seed: number, examples: number): string[] {
  const settings = join(folder, `${name}.toml`);
  writeFileSync(settings, key === undefined ? '' : `[auth.openapi.apiKey]\napi_key = ${JSON.stringify(key)}\n`);
  const drawn = ['--seed', `${seed}`, '--max-examples', `${examples}`, '--generation-database', 'none'];
  const checked = ['--checks', 'all', '--phases', PHASES, '--continue-on-failure', '--no-color'];
  return ['--config-file', settings, 'run', `${origin}/openapi.json`, ...checked, ...drawn];
}

function fileOf(name: string): string {
  return join(folder, `${name}.txt`);
}

/** `code` is null when the time is over. */
async function run(name: string, args: readonly string[], time: number) {
  // It keeps what failed, and would begin with that: a run follows from its seed alone.
  rmSync(join(folder, '.schemathesis'), { recursive: true, force: true });
  const child = spawn(schemathesis, args, { stdio: ['ignore', 'pipe', 'inherit'], cwd: folder });
  const clock = setTimeout(() => child.kill('SIGKILL'), time);
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  const [code] = (await once(child, 'close')) as [number | null];
  clearTimeout(clock);
  const output = Buffer.concat(chunks).toString();
  writeFileSync(fileOf(name), output);
  return { code, output };
}
