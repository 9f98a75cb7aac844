// Texts that are, or nearly are, values of the built-in types: what a stranger sends.
import fc from 'fast-check';

const n = (max: number, digits: number) =>
  fc.integer({ min: 0, max }).map((value) => String(value).padStart(digits, '0'));
const year = fc.oneof(
  n(9999, 4),
  fc.constantFrom('0000', '0004', '-0004', '1900', '2000', '12000', '02024', '1234567890123'),
);
const zone = fc.constantFrom('', 'Z', '+14:00', '-13:59', '+14:01', '+00:60', 'z');
const date = fc.tuple(year, n(13, 2), fc.oneof(n(32, 2), fc.constantFrom('29', '30'))).map((all) => all.join('-'));
const time = fc
  .tuple(n(25, 2), n(60, 2), n(60, 2), fc.constantFrom('', '', '.5', '.', '.000'))
  .map(([h, m, s, f]) => `${h}:${m}:${s}${f}`);
const calendar = fc.tuple(
  fc.oneof(
    date,
    fc.tuple(date, fc.oneof(time, fc.constantFrom('24:00:00', '24:00:00.0', '24:00:01'))).map(([d, t]) => `${d}T${t}`),
    time,
    fc.tuple(year, n(13, 2)).map((all) => all.join('-')),
    year,
    fc.tuple(n(13, 2), n(32, 2)).map(([m, d]) => `--${m}-${d}`),
    n(32, 2).map((d) => `---${d}`),
    n(13, 2).map((m) => `--${m}`),
  ),
  zone,
);
const field = (letter: string) =>
  fc.option(fc.tuple(n(99, 1), fc.constant(letter)), { nil: [] }).map((all) => all.join(''));
const duration = fc
  .tuple(
    fc.constantFrom('', '-'),
    field('Y'),
    field('M'),
    field('D'),
    fc.constantFrom('', 'T'),
    field('H'),
    field('M'),
    field('S'),
    field('.5S'),
  )
  .map(([sign, ...all]) => `${sign}P${all.join('')}`);
const number = fc.oneof(
  fc.integer().map(String),
  fc.integer({ min: -300, max: 300 }).map(String),
  fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e9, max: 1e9 }).map(String),
  fc
    .tuple(fc.integer({ min: -99999, max: 99999 }), fc.integer({ min: 0, max: 3 }))
    .map(([m, e]) => String(m / 10 ** e)),
  fc.constantFrom(
    '1e3',
    '1E-2',
    '-0',
    '-0.0',
    '1.0',
    '1.',
    '.5',
    '+1',
    '01',
    'INF',
    '-INF',
    'NaN',
    'inf',
    '0x10',
    '1e',
    '',
    '1e400',
  ),
);
const characters = [
  'a',
  'Z',
  '_',
  ':',
  '-',
  '.',
  '1',
  'é',
  '·',
  'µ',
  '٣',
  '\u{10000}',
  '\u{effff}',
  '\u{f0000}',
  '/',
  '\\',
  ',',
  ' ',
  '\t',
  '\n',
  '\0',
  '\x0b',
  '\x1f',
  '\x7f',
  '\ufffd',
  '\ufffe',
  '\uffff',
  '%',
  '+',
  '&',
  '<',
  ']]>',
];
const word = fc.array(fc.constantFrom(...characters), { maxLength: 6 }).map((all) => all.join(''));
const base64 = fc
  .tuple(
    fc.uint8Array({ maxLength: 6 }).map((bytes) => Buffer.from(bytes).toString('base64')),
    fc.constantFrom('', '', '=', ' ', 'A', '\n'),
  )
  .map((all) => all.join(''));

export const nearValues: fc.Arbitrary<string> = fc.oneof(
  calendar.map((all) => all.join('')),
  duration,
  number,
  word,
  base64,
  fc.string({ unit: 'binary', maxLength: 8 }),
  fc.string({ unit: fc.constantFrom('0', 'f', 'F', 'g'), maxLength: 6 }),
  fc.constantFrom('true', 'false', '1', '0', 'TRUE', 'food', 'a b', 'en-GB', 'x-', '.', '..', '...'),
);
