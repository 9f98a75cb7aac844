import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromJs, type Json, textOf, toJs } from '../../../src/json/value.ts';
import { flag } from '../../../src/mapping/converters/bool.ts';
import { listText } from '../../../src/mapping/converters/csv.ts';
import { integer } from '../../../src/mapping/converters/int.ts';
import { separatedText } from '../../../src/mapping/converters/list.ts';
import { pairsConverter } from '../../../src/mapping/converters/table.ts';
import { pair } from '../../../src/pattern/converters/pair.ts';
import { bareText, type Converter, stringText } from '../../../src/pattern/text/converter.ts';

const shown = (value: Json | undefined) => value && textOf(value);

/** out, then in, gives the variable's value back. */
function isBijection(converter: Converter, variable: Json): void {
  const place = converter.out(variable);
  expect(place).toBeDefined();
  expect(shown(converter.in(place as Json))).toBe(textOf(variable));
}

describe('int', () => {
  const toNumber = integer({ place: stringText, variable: bareText });

  it('keeps every digit', () => {
    expect(shown(toNumber.in(fromJs('90071992547409931')))).toBe('90071992547409931');
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 80n), max: 2n ** 80n }), (n) =>
        isBijection(toNumber, bareText.fromText(`${n}`)),
      ),
    );
  });

  it.each(['', ' 1', '01', '+1', '-0', '1.0', '1e3', 'abc', '1'.repeat(41)])('does not know %j', (text) => {
    expect(toNumber.in(fromJs(text))).toBeUndefined();
  });
});

describe('bool', () => {
  const converter = flag({ place: bareText, variable: stringText });

  it('knows true and false only', () => {
    expect(shown(converter.in(fromJs(true)))).toBe('"true"');
    expect(shown(converter.out(fromJs('false')))).toBe('false');
    expect(converter.in(fromJs(1))).toBeUndefined();
    expect(converter.out(fromJs('1'))).toBeUndefined();
  });
});

describe('csv', () => {
  const converter = listText({ place: stringText, variable: stringText });

  it('is a bijection on lists', () => {
    const lists = fc
      .array(fc.oneof(fc.string(), fc.constantFrom('', ',', '\\', '\\,', 'a,b')))
      .filter((l) => !(l.length === 1 && l[0] === ''));
    fc.assert(fc.property(lists, (list) => isBijection(converter, fromJs(list))));
  });

  it('reads texts', () => {
    expect(shown(converter.in(fromJs('a,b\\,c')))).toBe('["a","b,c"]');
    expect(shown(converter.in(fromJs('')))).toBe('[]');
    expect(converter.in(fromJs('a\\b'))).toBeUndefined();
    expect(converter.in(fromJs(['a']))).toBeUndefined();
    expect(converter.out(fromJs(['']))).toBeUndefined();
    expect(converter.out(fromJs('a'))).toBeUndefined();
  });
});

describe('list', () => {
  it.each([',', ' ', '\t', '|'])(
    'has no form for an item with its separator "%s", and is a bijection else',
    (separator) => {
      const converter = separatedText({ place: stringText, variable: stringText }, separator);
      expect(shown(converter.in(fromJs(['a', 'b'].join(separator))))).toBe('["a","b"]');
      expect(converter.out(fromJs([`a${separator}b`]))).toBeUndefined();
      expect(converter.out(fromJs(['']))).toBeUndefined();
      const item = fc.oneof(fc.string(), fc.constantFrom('', '\\', 'x,'));
      const writable = fc.array(item).filter((list) => converter.out(fromJs(list)) !== undefined);
      fc.assert(fc.property(writable, (list) => isBijection(converter, fromJs(list))));
    },
  );

  it('drops white space after commas (RFC 9110 §5.6.1)', () => {
    const converter = separatedText({ place: stringText, variable: stringText }, ',');
    expect(shown(converter.in(fromJs('a, b')))).toBe('["a","b"]');
  });
});

describe('table', () => {
  const converter = pairsConverter([
    { place: fromJs('AcctRec'), variable: fromJs('_receivable') },
    { place: fromJs(7), variable: fromJs('__proto__') },
  ]);

  it('finds both ways', () => {
    for (const value of ['_receivable', '__proto__']) isBijection(converter, fromJs(value));
    expect(toJs(converter.out(fromJs('__proto__')) as Json)).toBe(7);
  });

  it('knows nothing else', () => {
    expect(converter.in(fromJs('toString'))).toBeUndefined();
    expect(converter.out(fromJs('AcctRec'))).toBeUndefined();
    expect(converter.in(fromJs({}))).toBeUndefined();
  });
});

describe('a pair of functions', () => {
  const converter = pair({ in: (v) => (v === 'x' ? undefined : [v]), out: (v) => (v as unknown[])[0] });

  it('works on ordinary values', () => {
    isBijection(converter, fromJs([{ a: 1 }]));
    expect(converter.in(fromJs('x'))).toBeUndefined();
  });
});
