// A process whose heap fills refuses before it ends.
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { HeapGuard, heapLimit } from '../../../src/server/http/heap-guard.ts';
import { nodeRun } from '../node-run.ts';

const MIB = 1024 * 1024;
const filler = new URL('heap-filler.ts', import.meta.url);

describe('a heap that fills', () => {
  test.each([
    ['with the young generation that V8 has', ['--max-old-space-size=64']],
    ['with a small young generation', ['--max-old-space-size=64', '--max-semi-space-size=4']],
    ['with a larger old one', ['--max-old-space-size=160']],
    ['within one size for all', ['--max-heap-size=120']],
  ])('has requests refused before it is full, %s', async (_what, flags) => {
    const { code, out, err } = await nodeRun(flags, filler);
    expect([code, err.includes('FATAL'), out]).toEqual([0, false, expect.stringMatching(/^refused with \d+ kept\n$/)]);
    // Not long before, either: a piece takes about 90 kB.
    expect(Number(/\d+/.exec(out)?.[0]) * 90_000).toBeGreaterThan(25 * MIB);
  });

  test('is measured by its old generation', () => {
    const all = 4288 * MIB;
    expect(heapLimit(['--max-old-space-size=64'], 256 * MIB)).toBe(64 * MIB);
    expect(heapLimit(['--max_old_space_size', '80', '--enable-source-maps'], 272 * MIB)).toBe(80 * MIB);
    expect(heapLimit(['--max-old-space-size=64', '--max-old-space-size=100'], 292 * MIB)).toBe(100 * MIB);
    expect(heapLimit(['--max-semi-space-size=8'], 4120 * MIB)).toBe(4096 * MIB);
    expect(heapLimit([], all)).toBe(4096 * MIB);
    expect(heapLimit(['--max-old-space-size=0'], all)).toBe(4096 * MIB);
  });

  describe('is looked at', () => {
    beforeEach(() => void vi.useFakeTimers());
    afterEach(() => void vi.useRealTimers());

    function scene(use: number) {
      let looks = 0;
      const heap = new HeapGuard(90, () => {
        looks++;
        return use;
      });
      onTestFinished(() => heap.stop());
      return { heap, looks: () => looks };
    }

    test.each([
      [0.5, 10],
      [0.55, 200],
      [0.95, 10],
    ])('ten times a second, and every 5 ms above 60 % of what may be in use: at %d %i times', (use, times) => {
      const { looks } = scene(use);
      const before = looks();
      vi.advanceTimersByTime(1000);
      expect(looks() - before).toBe(times);
    });

    test('and while it stays full, one request is taken on every 3.2 s at last', () => {
      const { heap } = scene(0.95);
      const taken: number[] = [];
      for (let ms = 0; ms < 20_000; ms += 100) {
        if (!heap.refuses()) taken.push(ms);
        vi.advanceTimersByTime(100);
      }
      expect(taken.slice(1).map((ms, i) => ms - taken[i])).toEqual([
        100, 200, 400, 800, 1600, 3200, 3200, 3200, 3200, 3200,
      ]);
    });
  });

  test('takes one on now and then, ever more seldom until there is room', async () => {
    const uses: (() => void)[] = [];
    let use = 0.95;
    const heap = new HeapGuard(90, () => {
      uses.shift()?.();
      return use;
    });
    const look = () => new Promise<void>((looked) => uses.push(looked));
    const taken: number[] = [];
    for (let i = 0; i < 16; i++) {
      if (!heap.refuses()) taken.push(i);
      expect(heap.refuses()).toBe(true);
      await look();
    }
    expect(taken).toEqual([0, 1, 3, 7, 15]);
    use = 0.5;
    await look();
    await look();
    expect([heap.refuses(), heap.refuses()]).toEqual([false, false]);
    heap.stop();
  });
});
