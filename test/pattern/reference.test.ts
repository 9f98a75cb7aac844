import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SoapstoneError } from '../../src/errors/errors.ts';
import { fromJs, toJs } from '../../src/json/value.ts';
import { asReference, isPath } from '../../src/pattern/reference.ts';
import { type Bindings, OK } from '../../src/pattern/text/bound-values.ts';
import { faultOf } from '../../src/pattern/text/path.ts';
import { fillText, matchText, type TextTemplate } from '../../src/pattern/text/text-template.ts';
import { hole } from './holes.ts';

const path: TextTemplate = { literals: ['/a/', '/b/', ''], holes: [hole(0), hole(1)] };

describe('a reference', () => {
  it('encodes its holes as a path does', () => {
    expect(fillText(asReference(path), [fromJs('x y;ü'), fromJs('?')])).toBe('/a/x%20y%3B%C3%BC/b/%3F');
  });

  it('is whole as it is, and what stands before a hole is no part of it', () => {
    const whole: TextTemplate = { literals: ['', ''], holes: [hole(0)] };
    expect(fillText(asReference(whole), [fromJs('https://x/y?z')])).toBe('https://x/y?z');
    const after: TextTemplate = { literals: ['', '/c/', ''], holes: [hole(0), hole(1)] };
    expect(fillText(asReference(after), [fromJs('https://x'), fromJs('a b')])).toBe('https://x/c/a%20b');
  });

  it('says whether it is a path', () => {
    expect(isPath(path)).toBe(true);
    expect(isPath({ literals: ['', '/p/', ''], holes: [{ ...hole(0), name: '$base' }, hole(1)] })).toBe(true);
    expect(isPath({ literals: ['https://x/', ''], holes: [hole(0)] })).toBe(false);
    expect(isPath({ literals: ['', ''], holes: [hole(0)] })).toBe(false);
  });

  it('refuses what is not percent-encoded UTF-8', () => {
    for (const text of ['/a/%ff/b/x', '/a/%/b/x']) {
      expect(() => matchText(asReference(path), text, [])).toThrow(SoapstoneError);
    }
  });

  it.each(['.', '..', '', 'a/b', '/', '\\', 'a\0'])('carries no %j in a segment', (text) => {
    for (const literals of [
      ['/a/', ''],
      ['/a/', '/b'],
      ['/a/', '?x=1'],
      ['/a/', '#x'],
    ])
      expect(() => fillText(asReference({ literals, holes: [hole(0)] }), [fromJs(text)])).toThrow(/^\{v0\}: /);
  });

  it('knows segments of dots and several values', () => {
    const both = asReference({ literals: ['/', '.', ''], holes: [hole(0), hole(1)] });
    expect(fillText(both, [fromJs('a'), fromJs('b')])).toBe('/a.b');
    for (const [a, b] of [
      ['', ''],
      ['.', 'b'],
      ['a', '..'],
    ])
      expect(() => fillText(both, [fromJs(a), fromJs(b)])).toThrow('path');
    const dot = asReference({ literals: ['/.', '/x'], holes: [hole(0)] });
    expect(() => fillText(dot, [fromJs('.')])).toThrow('dot segments');
  });

  it('takes dots where they are no segment', () => {
    const keyed = asReference({ literals: ['/a/eid:', '?q=', '#', ''], holes: [hole(0), hole(1), hole(2)] });
    expect(fillText(keyed, [fromJs('..'), fromJs('../x'), fromJs('/')])).toBe('/a/eid:..?q=..%2Fx#%2F');
    expect(() => fillText(keyed, [fromJs('/'), fromJs(''), fromJs('')])).toThrow('slashes');
  });

  it('matches what it fills', () => {
    const texts = fc.string({ unit: 'grapheme' }).filter((text) => faultOf(text) === undefined);
    fc.assert(
      fc.property(texts, texts, (a, b) => {
        const bindings: Bindings = [];
        expect(
          matchText(asReference(path), fillText(asReference(path), [fromJs(a), fromJs(b)]) as string, bindings),
        ).toBe(OK);
        expect(bindings.map((v) => v && toJs(v))).toEqual([a, b]);
      }),
    );
  });
});
