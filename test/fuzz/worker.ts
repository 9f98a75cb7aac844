// One target in a thread of its own, so that whoever watches can end it when it hangs.
import { parentPort, workerData } from 'node:worker_threads';
import { fuzz } from './loop.ts';
import { loadTarget } from './targets.ts';

export interface Work {
  readonly target: string;
  readonly time: number;
  readonly seed: number;
  readonly corpus: readonly Uint8Array[];
  /** How many runs have begun, then the input of the last one: its length, its bytes. */
  readonly now: SharedArrayBuffer;
}

export type Message =
  | { readonly kind: 'progress'; readonly runs: number; readonly blocks: number; readonly corpus: number }
  | { readonly kind: 'keep'; readonly input: Uint8Array }
  | { readonly kind: 'finding'; readonly input: Uint8Array; readonly error: string }
  | { readonly kind: 'done' };

const { target: name, time, seed, corpus, now } = workerData as Work;
const target = await loadTarget(name);
const [RUNS, LENGTH] = [0, 1];
const numbers = new Int32Array(now, 0, 2);
const bytes = new Uint8Array(now, 8);
const tell = (message: Message) => parentPort!.postMessage(message);

const before = (input: Uint8Array) => {
  bytes.set(input.subarray(0, bytes.length));
  Atomics.store(numbers, LENGTH, input.length);
  Atomics.add(numbers, RUNS, 1);
};

// What fails later than its run is a finding as well; which input it was is a guess, and the last one is the best.
const late = (error: unknown) => {
  tell({ kind: 'finding', input: bytes.slice(0, numbers[LENGTH]), error: `later: ${text(error)}` });
};
process.on('unhandledRejection', late);
process.on('uncaughtException', late);

const progress = (told: Omit<Message & { kind: 'progress' }, 'kind'>) => tell({ kind: 'progress', ...told });
const keep = (input: Uint8Array) => tell({ kind: 'keep', input });
const finding = await fuzz(target, { time, seed, corpus, before, progress, keep });
if (finding) tell({ kind: 'finding', input: finding.input, error: text(finding.error) });
else tell({ kind: 'done' });

function text(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
