// `npm run fuzz -- --time 60 --target xml --seed 7`: each target in turn, or one, for so many seconds in all. What it finds is made smaller and kept
// in test/fuzz/findings; inputs that reach something new are kept in .cache/fuzz, from where the next run goes on.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { minimise } from './minimise.ts';
import { runSchemathesis } from './schemathesis/run.ts';
import { targetNames } from './targets.ts';
import type { Message, Work } from './worker.ts';

const { values } = parseArgs({
  options: {
    time: { type: 'string', default: '60' },
    target: { type: 'string' },
    seed: { type: 'string' },
    face: { type: 'string' },
    examples: { type: 'string', default: '50' },
  },
});
const root = join(import.meta.dirname, '../..');
const grown = join(root, '.cache/fuzz');
const findings = join(import.meta.dirname, 'findings');
/** Longest run, also on a machine that has other things to do. */
const HANG_MS = 60_000;
const SHOWN_MS = 2_000;

/** Not one that is led by coverage: schemathesis draws requests from the descriptions of REST faces. */
const OUTSIDE = 'schemathesis';
const names = [...targetNames, OUTSIDE];
const wanted = names.filter((name) => values.target === undefined || name === values.target);
if (wanted.length === 0) throw new Error(`there is no target ${values.target}: ${names.join(', ')}`);
const time = (Number(values.time) * 1000) / wanted.length;
let found = 0;
for (const name of wanted) found += await (name === OUTSIDE ? runOutside() : runTarget(name));
process.exitCode = found > 0 ? 1 : 0;

function runOutside(): Promise<number> {
  const { seed = '7', face, examples } = values;
  return runSchemathesis({ time, seed: Number(seed), examples: Number(examples), face });
}

/** Resolves with the number of findings: a target ends with its first. */
function runTarget(name: string): Promise<number> {
  const folder = join(grown, name);
  const now = new SharedArrayBuffer(8 + 64 * 1024);
  const seed = Number(values.seed ?? Date.now());
  const workerData: Work = {
    target: name,
    time,
    seed,
    corpus: [...filesOf(join(import.meta.dirname, 'corpus', name)), ...filesOf(folder)],
    now,
  };
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData });
  const numbers = new Int32Array(now, 0, 2);
  let shown = performance.now();
  let runs = 0;
  let alive = Number.POSITIVE_INFINITY;
  let last = '';
  return new Promise((resolve) => {
    const end = (count: number) => {
      clearInterval(watch);
      process.stderr.write(`${last}\n`);
      void worker.terminate().then(() => resolve(count));
    };
    const finding = (input: Uint8Array, error: string) => {
      process.stderr.write(`\n${name}: ${error}\n`);
      void minimise(name, input, error).then((small) => {
        const file = save(join(findings, name), small);
        process.stderr.write(
          `${small.length} bytes: ${JSON.stringify(Buffer.from(small).toString('latin1').slice(0, 500))}\nkept in ${file}\n`,
        );
        end(1);
      });
    };
    const watch = setInterval(() => {
      const begun = Atomics.load(numbers, 0);
      if (begun !== runs) {
        runs = begun;
        alive = performance.now();
      } else if (performance.now() - alive > HANG_MS) {
        alive = Number.POSITIVE_INFINITY;
        const file = save(join(findings, name), new Uint8Array(now, 8, numbers[1]).slice());
        process.stderr.write(`\n${name}: no end after ${HANG_MS} ms: ${file}\n`);
        end(1);
      }
    }, 1_000);
    worker.on('message', (message: Message) => {
      switch (message.kind) {
        case 'progress':
          last = `${name}: ${message.runs} runs, ${message.blocks} blocks, ${message.corpus} inputs`;
          if (performance.now() - shown > SHOWN_MS) {
            shown = performance.now();
            process.stderr.write(`${last}\n`);
          }
          return;
        case 'keep':
          save(folder, message.input);
          return;
        case 'finding':
          alive = Number.POSITIVE_INFINITY;
          return finding(message.input, message.error);
        case 'done':
          return end(0);
      }
    });
    worker.on('error', (error) => {
      process.stderr.write(`${name}: ${error.stack}\n`);
      end(1);
    });
  });
}

function filesOf(folder: string): Uint8Array[] {
  return existsSync(folder) ? readdirSync(folder).map((file) => readFileSync(join(folder, file))) : [];
}

function save(folder: string, input: Uint8Array): string {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, createHash('sha256').update(input).digest('hex').slice(0, 16));
  writeFileSync(file, input);
  return file;
}
