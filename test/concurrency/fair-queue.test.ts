// The line in which callers take turns, beside a simple model of it.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Entry, FairQueue } from '../../src/concurrency/fair-queue.ts';

type Step =
  | { readonly add: string }
  | { readonly remove: number }
  | { readonly shift: readonly string[] }
  | { readonly surplus: string };

const caller = fc.constantFrom('a', 'b', 'c', 'd');
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ add: caller }) },
  fc.record({ remove: fc.nat(50) }),
  fc.record({ shift: fc.subarray(['a', 'b', 'c', 'd']) }),
  fc.record({ surplus: caller }),
);

/** The same, by looking through everything. */
class Model {
  lines: { caller: string; items: number[] }[] = [];

  of(name: string) {
    return this.lines.find(({ caller }) => caller === name);
  }

  add(name: string, item: number): void {
    const own = this.of(name);
    if (own) own.items.push(item);
    else this.lines.push({ caller: name, items: [item] });
  }

  remove(item: number): void {
    for (const line of this.lines) line.items = line.items.filter((one) => one !== item);
    this.lines = this.lines.filter(({ items }) => items.length > 0);
  }

  shift(may: readonly string[]): number | undefined {
    const own = this.lines.find(({ caller }) => may.includes(caller));
    this.lines = this.lines.filter((line) => line !== own);
    const item = own?.items.shift();
    if (own && own.items.length > 0) this.lines.push(own);
    return item;
  }

  /** Newest items of those that have most. */
  surplus(name: string): number[] {
    const most = Math.max(0, ...this.lines.map(({ items }) => items.length));
    if (most <= (this.of(name)?.items.length ?? 0) + 1) return [];
    return this.lines.filter(({ items }) => items.length === most).map(({ items }) => items.at(-1) as number);
  }

  get size(): number {
    return this.lines.reduce((sum, { items }) => sum + items.length, 0);
  }
}

it('does what a simple model does', () => {
  const run = fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
    const line = new FairQueue<number>();
    const model = new Model();
    const entries = new Map<number, Entry<number>>();
    for (const [i, one] of steps.entries()) {
      if ('shift' in one) {
        const item = line.shift((name) => one.shift.includes(name));
        expect(item).toBe(model.shift(one.shift));
        entries.delete(item as number);
      } else if ('add' in one) {
        entries.set(i, line.add(one.add, i));
        model.add(one.add, i);
      } else if ('surplus' in one) {
        const item = line.surplus(one.surplus);
        const those = model.surplus(one.surplus);
        expect(item === undefined ? those.length === 0 : those.includes(item)).toBe(true);
      } else if (entries.size > 0) {
        const [item, entry] = [...entries][one.remove % entries.size];
        entries.delete(item);
        line.remove(entry);
        model.remove(item);
      }
      expect(line.size).toBe(model.size);
    }
  });
  fc.assert(run);
});
