import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tryPair } from '../../../src/mapping/cases/pair-laws.ts';
import { Draw } from '../../../src/pattern/converters/draw.ts';
import '../../seed.ts';

const join = (laws: Parameters<typeof tryPair>[1]['laws'], encoded = false) => ({
  out: (list: unknown) => (list as string[]).map((s) => (encoded ? encodeURIComponent(s) : s)).join(','),
  in: (text: unknown) => (text === '' ? [] : String(text).split(',')).map((s) => (encoded ? decodeURIComponent(s) : s)),
  laws,
});

describe('the laws of a pair', () => {
  it('hold for the values that it lists', () => {
    expect(tryPair('p', join([['a'], ['a', 'b'], []]))).toEqual({ name: 'p', tried: 3, problem: undefined });
  });

  it('fail for the first value for which they do not hold', () => {
    const { tried, problem } = tryPair('p', join([['a'], ['a,b'], ['c,d']]));
    expect(tried).toBe(2);
    expect(problem).toBe('in(out(v)) = v does not hold: ["a,b"] is written as "a,b" and read as ["a","b"]');
  });

  it('hold with the arguments that the pair names', () => {
    const withUnit = {
      parameters: ['unit'],
      out: (price: unknown, unit: unknown) => `${price} ${unit}`,
      in: (place: unknown, unit: unknown) => String(place).replace(` ${unit}`, ''),
    };
    expect(tryPair('p', { ...withUnit, laws: [['7', 'EUR']] })).toEqual({ name: 'p', tried: 1, problem: undefined });
    expect(tryPair('p', { ...withUnit, laws: [[' x7', 'x']] }).problem).toMatch(/in\(out\(v\)\) = v does not hold/);
  });

  it('fail for a value that is drawn, the same one each time', () => {
    const draw = (d: Draw) => d.list(() => d.text('ab,'));
    const first = tryPair('p', join(draw));
    expect(first.problem).toMatch(/in\(out\(v\)\) = v does not hold/);
    expect(tryPair('p', join(draw))).toEqual(first);
  });

  it('hold for all values that are drawn', () => {
    const draw = (d: Draw) => [d.text(), ...d.list(() => d.text())].map((text) => `x${text}`);
    expect(tryPair('p', join(draw, true))).toEqual({ name: 'p', tried: 200, problem: undefined });
  });

  it('are not what a pair need declare', () => {
    expect(tryPair('p', join(undefined))).toEqual({ name: 'p', tried: undefined, problem: undefined });
  });

  it.each([
    [[], 'its laws have no values'],
    [[1], '1: list.map is not a function'],
    [
      () => {
        throw new Error('dry');
      },
      'its laws cannot produce values: dry',
    ],
  ])('say what is wrong with them', (laws, problem) => {
    expect(tryPair('p', join(laws)).problem).toBe(problem);
  });

  it('say what is outside of the domain, and what is written in two ways', () => {
    const partial = { in: (x: unknown) => x, out: () => undefined, laws: ['a'] };
    expect(tryPair('p', partial).problem).toMatch(/out\("a"\) is undefined/);
    let n = 0;
    expect(tryPair('p', { in: () => 1, out: () => n++, laws: [1] }).problem).toBe('1 is written as 0, then as 1');
  });

  it('are tried on a bounded part of a list without end', () => {
    function* all() {
      for (;;) yield [];
    }
    expect(tryPair('p', join(all())).tried).toBe(1000);
  });
});

describe('what is drawn', () => {
  it('keeps its bounds, and is the same for a seed', () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(50), fc.integer({ min: -99, max: 99 }), fc.nat(99), (n, size, least, more) => {
        const one = new Draw(n, size);
        const two = new Draw(n, size);
        const value = one.int(least, least + more);
        expect(value).toBe(two.int(least, least + more));
        expect(value).toBeGreaterThanOrEqual(least);
        expect(value).toBeLessThanOrEqual(least + more);
        const list = one.list(() => one.text('ab'));
        expect(list).toEqual(two.list(() => two.text('ab')));
        expect(list.length).toBeLessThanOrEqual(size);
        for (const text of list) expect(text).toMatch(/^[ab]*$/);
        expect([1, 2, 3]).toContain(one.pick([1, 2, 3]));
      }),
    );
  });

  it('reaches all that it may', () => {
    const seen = new Set(Array.from({ length: 200 }, (_, i) => new Draw(i, 5).int(1, 6)));
    expect([...seen].toSorted()).toEqual([1, 2, 3, 4, 5, 6]);
    expect(new Set(Array.from({ length: 50 }, (_, i) => new Draw(i, 5).bool())).size).toBe(2);
  });
});
