import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SoapstoneError } from '../../src/errors/errors.ts';
import { fromJs, toJs } from '../../src/json/value.ts';
import { type Bindings, CONFLICT, OK, OUTSIDE } from '../../src/pattern/text/bound-values.ts';
import { fillText, matchText, type TextTemplate } from '../../src/pattern/text/text-template.ts';
import { hole } from './holes.ts';

const values = (bindings: Bindings) => bindings.map((v) => v && toJs(v));

describe('a text with holes', () => {
  const twoHoles: TextTemplate = { literals: ['<', '-', '>'], holes: [hole(0), hole(1)] };

  it('takes as little as it can before a literal', () => {
    const bindings: Bindings = [];
    expect(matchText(twoHoles, '<a-b-c>', bindings)).toBe(OK);
    expect(values(bindings)).toEqual(['a', 'b-c']);
  });

  it.each(['', '<', '<a>', 'a-b>', '<a-b', '<a-b>x'])('does not match %j', (text) => {
    expect(matchText(twoHoles, text, [])).toBe(OUTSIDE);
  });

  it('refuses a second value for a variable', () => {
    const same: TextTemplate = { literals: ['', '/', ''], holes: [hole(0), hole(0)] };
    expect(matchText(same, 'a/a', [])).toBe(OK);
    expect(matchText(same, 'a/b', [])).toBe(CONFLICT);
  });

  it('leaves out a place about which no hole says anything', () => {
    const optional: TextTemplate = { literals: ['eid:', ''], holes: [hole(0, { optional: true })] };
    expect(fillText(optional, [undefined])).toBeUndefined();
    const fallback: TextTemplate = { literals: ['', ''], holes: [hole(0, { default: fromJs('x') })] };
    expect(fillText(fallback, [fromJs('x')])).toBeUndefined();
    expect(fillText(fallback, [fromJs('y')])).toBe('y');
  });

  it('refuses to lose the values of some holes where others have none', () => {
    const two: TextTemplate = {
      literals: ['', '-', ''],
      holes: [hole(0, { optional: true }), hole(1, { optional: true })],
    };
    expect(fillText(two, [undefined, undefined])).toBeUndefined();
    expect(() => fillText(two, [fromJs('a'), undefined])).toThrow('no value for {v1} in the text');
  });

  it('matches what it fills, or refuses to fill', () => {
    const literal = fc.string({ minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(
        fc.tuple(fc.string(), literal, literal, fc.string()),
        fc.array(fc.string(), { minLength: 3, maxLength: 3 }),
        (literals, texts) => {
          const template: TextTemplate = { literals, holes: [hole(0), hole(1), hole(2)] };
          let written: string | undefined;
          try {
            written = fillText(template, texts.map(fromJs));
          } catch (e) {
            return e instanceof SoapstoneError;
          }
          const bindings: Bindings = [];
          expect(matchText(template, written as string, bindings)).toBe(OK);
          expect(values(bindings)).toEqual(texts);
          return true;
        },
      ),
    );
  });
});
