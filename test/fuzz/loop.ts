// Runs one target on inputs that change, keeps those that reach something new, and stops at the first finding.
import { Coverage } from './coverage.ts';
import { Mutator, randomOf } from './mutate.ts';
import type { Target } from './target.ts';

export interface Progress {
  readonly runs: number;
  readonly blocks: number;
  readonly corpus: number;
}

export interface Finding {
  readonly input: Uint8Array;
  readonly error: unknown;
}

export interface LoopOptions {
  /** ms. */
  readonly time: number;
  readonly seed: number;
  readonly corpus: readonly Uint8Array[];
  /** Told each input before it runs: whoever watches knows what hangs. */
  readonly before: (input: Uint8Array) => void;
  readonly progress: (progress: Progress) => void;
  /** Told inputs that reach something new. */
  readonly keep: (input: Uint8Array) => void;
}

/** Coverage is looked at for so many inputs at once: looking takes longer than running them. */
const BATCH = 64;

export async function fuzz(target: Target, options: LoopOptions): Promise<Finding | undefined> {
  const random = randomOf(options.seed);
  const mutator = new Mutator(random, target.words);
  const corpus: Uint8Array[] = [];
  const coverage = new Coverage();
  const end = performance.now() + options.time;
  let runs = 0;

  const failure = async (input: Uint8Array): Promise<Finding | undefined> => {
    options.before(input);
    runs++;
    try {
      await target.run(input);
      return undefined;
    } catch (error) {
      return { input, error };
    }
  };

  try {
    for (const input of [...target.seeds.map((seed) => Buffer.from(seed)), ...options.corpus]) {
      const finding = await failure(input);
      if (finding) return finding;
      coverage.take();
      corpus.push(input);
    }
    while (performance.now() < end) {
      const batch = Array.from({ length: BATCH }, () => {
        // Later ones have got further.
        const parent = corpus[Math.floor((1 - random() ** 2) * corpus.length) % corpus.length];
        return mutator.mutate(parent, corpus);
      });
      for (const input of batch) {
        const finding = await failure(input);
        if (finding) return finding;
      }
      if (coverage.probe()) await attribute(batch);
      options.progress({ runs, blocks: coverage.blocks, corpus: corpus.length });
    }
    return undefined;
  } finally {
    coverage.close();
  }

  /** Which of them it was. What none of them reaches again was the work of a cache. */
  async function attribute(batch: readonly Uint8Array[]): Promise<void> {
    for (const input of batch) {
      await target.run(input);
      if (coverage.take() === 0) continue;
      corpus.push(input);
      options.keep(input);
    }
  }
}
