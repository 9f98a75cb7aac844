// How work grows with the input: blocks of our sources that run for one, two and four times as much. Knows no input.
import { setFlagsFromString } from 'node:v8';
import { Coverage } from '../fuzz/coverage.ts';
import { sample, WHOLE } from '../sample-size.ts';

/** One input in one configuration. `run`: with `n` pieces. */
export interface GrowthCase {
  readonly configuration: string;
  readonly input: string;
  run(n: number): unknown;
}

/** Pieces of the smallest input: what is done once must not count any more. */
export interface Growth {
  readonly counts: readonly [number, number, number];
  /** The larger one of the two doublings. */
  readonly perDoubling: number;
}

/** What is less than a few blocks for each piece is no growth: a native function has done it. */
const FEW = 20_000;

/** How often the same is counted. */
const COUNTS = 3;

export class GrowthMeter {
  private readonly coverage: Coverage;

  constructor() {
    // V8 does not count what it has optimized.
    for (const flag of ['--no-opt', '--no-maglev']) setFlagsFromString(flag);
    this.coverage = new Coverage();
  }

  /** Of the two doublings, the dearer. `npm test` counts once, and only what seems to cost `most` or more again: chance adds to a count, and takes nothing away. */
  async doubling(one: GrowthCase, pieces: number, most: number): Promise<number> {
    const { perDoubling } = await this.measure(one, pieces, sample(1, COUNTS));
    return perDoubling < most || WHOLE ? perDoubling : (await this.measure(one, pieces)).perDoubling;
  }

  async measure({ run }: GrowthCase, pieces: number, times = COUNTS): Promise<Growth> {
    // What is remembered of earlier inputs (names, types) is there, and its bounds are reached.
    await run(4 * pieces);
    const counts: number[] = [];
    for (const n of [pieces, 2 * pieces, 4 * pieces]) counts.push(await this.count(() => run(n), times));
    const [one, two, four] = counts;
    const perDoubling = Math.max(two / Math.max(one, FEW), four / Math.max(two, FEW));
    return { counts: [one, two, four], perDoubling };
  }

  /** The least of `times`: timers and what else runs in between only add to it. */
  private async count(run: () => unknown, times: number): Promise<number> {
    let least = Number.POSITIVE_INFINITY;
    for (let i = 0; i < times; i++) {
      this.coverage.count();
      await run();
      least = Math.min(least, this.coverage.count());
    }
    return least;
  }

  close(): void {
    this.coverage.close();
  }
}
