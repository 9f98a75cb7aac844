import { describe, expect, it } from 'vitest';
import { SoapstoneError } from '../../src/errors/errors.ts';
import { fromJs, toJs } from '../../src/json/value.ts';
import { pair } from '../../src/pattern/converters/pair.ts';

const upTo = (most: number) => ({
  in: (place: unknown) => {
    if (Number(place) > most) throw new RangeError(`at most ${most}`);
    return typeof place === 'string' ? undefined : place;
  },
  out: (variable: unknown) => variable,
});

describe('a pair of functions', () => {
  it('says by a RangeError what is wrong with a value', () => {
    const converter = pair(upTo(5));
    expect(toJs(converter.in(fromJs(5))!)).toBe(5);
    expect(converter.in(fromJs('a'))).toBeUndefined();
    expect(() => converter.in(fromJs(6))).toThrow(SoapstoneError);
    expect(() => converter.in(fromJs(6))).toThrow('at most 5');
  });

  it('passes on what is a mistake of its own', () => {
    const broken = { in: () => (undefined as unknown as { a: 1 }).a, out: (v: unknown) => v };
    expect(() => pair(broken).in(fromJs(1))).toThrow(TypeError);
  });
});
