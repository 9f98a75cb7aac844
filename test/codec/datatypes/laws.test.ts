import fc from 'fast-check';
import { expect, test } from 'vitest';
import { atomic, decode, encode, failure, numbers, strings } from './types.ts';

const digits = (min: number, max: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: min, maxLength: max });
const xmlText = fc
  .string({
    unit: fc.oneof(
      fc.constantFrom('&', '<', '>', '"', '\\', '\t', '\n', '\r', ' ', ']]>', '\u007f', '\ufffd'),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
    ),
  })
  .filter((text) => /^[\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]*$/u.test(text));

/** What an XML parser makes of the references that we write. */
function unreferenced(xml: string): string {
  const named = new Map([
    ['amp', '&'],
    ['lt', '<'],
    ['gt', '>'],
    ['quot', '"'],
    ['#9', '\t'],
    ['#10', '\n'],
    ['#13', '\r'],
  ]);
  return xml.replaceAll(/&([^;]+);/g, (_, name) => named.get(name)!);
}

test('a decimal keeps its value and its digits after the point, however long', () => {
  const parts = fc.tuple(fc.constantFrom('', '-', '+'), digits(0, 60), fc.option(digits(0, 60), { nil: undefined }));
  fc.assert(
    fc.property(parts, ([sign, before, after]) => {
      fc.pre(before !== '' || (after ?? '') !== '');
      const xml = `${sign}${before}${after === undefined ? '' : `.${after}`}`;
      const integer = before.replace(/^0+(?=.)/, '') || '0';
      const zero = /^[0.]*$/.test(`${before}${after ?? ''}`);
      const wanted = `${sign === '-' && !zero ? '-' : ''}${integer}${after ? `.${after}` : ''}`;
      expect(decode(atomic('decimal'), xml)).toBe(wanted);
      expect(encode(atomic('decimal'), wanted)).toBe(wanted);
      expect(decode(atomic('decimal'), xml, strings)).toBe(`"${wanted}"`);
      expect(Number(wanted)).toBe(Number(`${sign}0${before}.${after ?? ''}0`) + 0);
    }),
  );
});

test('an integer type takes exactly its range', () => {
  const ranges = [
    ['long', -(2n ** 63n), 2n ** 63n - 1n],
    ['int', -(2n ** 31n), 2n ** 31n - 1n],
    ['byte', -128n, 127n],
    ['unsignedLong', 0n, 2n ** 64n - 1n],
    ['unsignedShort', 0n, 65535n],
    ['positiveInteger', 1n, 10n ** 80n],
    ['negativeInteger', -(10n ** 80n), -1n],
  ] as const;
  const cases = fc.constantFrom(...ranges).chain(([name, min, max]) => {
    const near = (n: bigint) => fc.bigInt({ min: n - 3n, max: n + 3n });
    return fc.record({
      name: fc.constant(name),
      min: fc.constant(min),
      max: fc.constant(max),
      value: fc.oneof(near(min), near(max), fc.bigInt({ min, max })),
    });
  });
  fc.assert(
    fc.property(cases, ({ name, min, max, value }) => {
      const taken = !failure(() => decode(atomic(name), `${value}`)).startsWith('CODEC');
      const unbounded = (name === 'positiveInteger' && value > max) || (name === 'negativeInteger' && value < min);
      expect(taken).toBe(unbounded || (value >= min && value <= max));
    }),
  );
});

test('a JSON number with an exponent is written out exactly', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -9999, max: 9999 }),
      fc.option(digits(1, 8), { nil: '' }),
      fc.integer({ min: -30, max: 30 }),
      (n, after, e) => {
        const json = `${n}${after === '' ? '' : `.${after}`}e${e}`;
        const xml = encode(atomic('decimal'), json);
        expect(xml).toMatch(/^-?(0|[1-9]\d*)(\.\d+)?$/);
        // Both sides as integers, scaled by the same power of ten.
        const scaled = (text: string, shift: number) => {
          const [whole, fraction = ''] = text.split('.');
          return BigInt(whole + fraction.padEnd(60, '0')) * 10n ** BigInt(shift);
        };
        expect(scaled(xml, 30)).toBe(scaled(`${n}${after === '' ? '' : `.${after}`}`, e + 30));
      },
    ),
  );
});

test('a double keeps its value', () => {
  fc.assert(
    fc.property(fc.double(), (n) => {
      const xml = Number.isNaN(n)
        ? 'NaN'
        : n === Infinity
          ? 'INF'
          : n === -Infinity
            ? '-INF'
            : Object.is(n, -0)
              ? '-0'
              : `${n}`;
      const json = decode(atomic('double'), xml);
      if (Number.isFinite(n)) expect(JSON.parse(json)).toBe(n);
      else expect(json).toBe(`"${xml}"`);
      expect(encode(atomic('double'), json)).toBe(xml);
    }),
  );
});

test.each([false, true])('any text comes back, in attributes %s', (attribute) => {
  fc.assert(
    fc.property(xmlText, fc.constantFrom(atomic('string'), atomic('string', { minLength: 0 })), (text, type) => {
      const json = decode(type, text);
      expect(JSON.parse(json)).toBe(text);
      expect(unreferenced(encode(type, json, numbers, attribute))).toBe(text);
    }),
  );
});

test('white space is collapsed and replaced as the standard says', () => {
  const spaced = fc.string({ unit: fc.constantFrom('a', 'é', ' ', '\t', '\n', '\r') });
  fc.assert(
    fc.property(spaced, (text) => {
      expect(JSON.parse(decode(atomic('normalizedString'), text))).toBe(text.replaceAll(/[\t\n\r]/g, ' '));
      const collapsed = text.replaceAll(/[ \t\n\r]+/g, ' ').replaceAll(/^ | $/g, '');
      expect(JSON.parse(decode(atomic('token'), text))).toBe(collapsed);
      expect(encode(atomic('token'), JSON.stringify(text))).toBe(collapsed);
    }),
  );
});

test('octets come back through base64 and hexBinary, white space in between', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), fc.constantFrom('', ' ', '\r\n'), (octets, gap) => {
      const base64 = Buffer.from(octets).toString('base64');
      expect(decode(atomic('base64Binary', { length: octets.length }), base64.replaceAll(/(.{5})/g, `$1${gap}`))).toBe(
        `"${base64}"`,
      );
      const hex = Buffer.from(octets).toString('hex');
      expect(decode(atomic('hexBinary', { length: octets.length }), hex)).toBe(`"${hex}"`);
    }),
  );
});

test('base64 that no encoder writes is refused', () => {
  const text = fc.string({ unit: fc.constantFrom('A', 'Q', 'g', 'w', 'E', '='), maxLength: 12 });
  fc.assert(
    fc.property(text, (t) => {
      const good = Buffer.from(t, 'base64').toString('base64') === t;
      expect([t, !failure(() => decode(atomic('base64Binary'), t)).startsWith('CODEC')]).toEqual([t, good]);
    }),
  );
});

test('a day is taken exactly when the calendar has it, and days are ordered as instants are', () => {
  const two = (n: number) => `${n}`.padStart(2, '0');
  const day = fc.record({
    y: fc.integer({ min: 1, max: 9999 }),
    m: fc.integer({ min: 0, max: 13 }),
    d: fc.integer({ min: 0, max: 32 }),
  });
  const exists = ({ y, m, d }: { y: number; m: number; d: number }) => {
    const date = new Date(0);
    date.setUTCFullYear(y, m - 1, d);
    return m > 0 && date.getUTCFullYear() === y && date.getUTCMonth() === m - 1 && date.getUTCDate() === d;
  };
  const text = ({ y, m, d }: { y: number; m: number; d: number }) => `${`${y}`.padStart(4, '0')}-${two(m)}-${two(d)}`;
  fc.assert(
    fc.property(day, (value) => {
      expect(!failure(() => decode(atomic('date'), text(value))).startsWith('CODEC')).toBe(exists(value));
    }),
  );
  const instant = fc.tuple(
    fc.date({ min: new Date('0001-01-02T00:00:00Z'), max: new Date('9999-12-30T00:00:00Z'), noInvalidDate: true }),
    fc.integer({ min: -840, max: 840 }),
  );
  const written = ([date, offset]: [Date, number]) => {
    const local = new Date(date.getTime() + offset * 60_000).toISOString().slice(0, -1);
    const hours = Math.trunc(Math.abs(offset) / 60);
    return `${local}${offset < 0 ? '-' : '+'}${two(hours)}:${two(Math.abs(offset) % 60)}`;
  };
  const near = instant.chain(([date, offset]) =>
    fc
      .tuple(fc.integer({ min: -100, max: 100 }), fc.integer({ min: -840, max: 840 }))
      .map(([by, other]): [[Date, number], [Date, number]] => [
        [date, offset],
        [new Date(date.getTime() + by * 60_000), other],
      ]),
  );
  fc.assert(
    fc.property(fc.oneof(near, fc.tuple(instant, instant)), ([a, b]) => {
      const atLeastB = atomic('dateTime', { minInclusive: written(b) });
      const equalB = atomic('dateTime', { enumeration: [written(b)] });
      const takes = (type: typeof atLeastB) => !failure(() => decode(type, written(a))).startsWith('CODEC');
      expect([takes(atLeastB), takes(equalB)]).toEqual([a[0] >= b[0], a[0].getTime() === b[0].getTime()]);
    }),
  );
});
