// What patterns cost: `node bench/codec/patterns.ts`. CPU seconds for a megabyte of ordinary values, and of texts made to cost much.
import { compilePattern } from '../../src/codec/datatypes/regex/pattern.ts';
import { figure, table } from '../measure/table.ts';

let seed = 7;
function random(below: number): number {
  seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
  return (seed >>> 8) % below;
}
const text = (length: number, characters: string) =>
  Array.from({ length }, () => characters[random(characters.length)]).join('');
const literals = Array.from({ length: 5_000 }, (_, i) => `w${i.toString(36)}x${((i * 7919) % 5_000).toString(36)}`);

const ordinary: [pattern: string, value: () => string][] = [
  ['[A-Z]{3}', () => text(3, 'ABCDEUR')],
  ['\\d{4}-\\d{2}', () => `${text(4, '0123456789')}-${text(2, '01')}`],
  ['[^@]+@[^@\\.]+\\.[a-z]{2,6}', () => `${text(12, 'abcdefg.hi')}@${text(8, 'example')}.com`],
  ['[A-Za-z0-9 ]{1,35}', () => text(25, 'abcd EFG12')],
  ['\\p{L}[\\p{L} \\-]*', () => `M${text(12, '\u00fc\u00f6\u00e4\u00dfabcdef')}`],
  ['.{1,2000}', () => text(200, 'abc def')],
];
const dear: [pattern: string, shown: string, value: string][] = [
  ['.+@.{1,255}', '`.+@.{1,255}`', text(300_000, 'ab@')],
  ['[\\s\\S]*\\S[\\s\\S]{0,255}', '`[\\s\\S]*\\S[\\s\\S]{0,255}`', text(300_000, 'ab ')],
  ['(a?){1000}a{1000}', '`(a?){1000}a{1000}`', 'a'.repeat(300_000)],
  ['(.*a){200}', '`(.*a){200}`', text(300_000, 'ab')],
  ['.*.*.*=.*', '`.*.*.*=.*`', text(300_000, 'ab=')],
  [`(.*)(${literals.join('|')})`, '`(.*)(…)`, 5,000 literals', text(30_000, 'w0123xab')],
  ['.*a.{0,20000}', '`.*a.{0,20000}`', text(30_000, 'ab')],
];

/** The least of some rounds, in seconds for a megabyte. */
function cost(pattern: string, values: readonly Buffer[], rounds: number): number {
  const matcher = compilePattern(pattern);
  const bytes = values.reduce((sum, value) => sum + value.length, 0);
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round++) {
    const start = process.cpuUsage();
    for (const value of values) matcher.matches(value, 0, value.length);
    const { user, system } = process.cpuUsage(start);
    least = Math.min(least, user + system);
  }
  return least / bytes;
}

const rows = [
  ...ordinary.map(([pattern, value]) => {
    const values = Array.from({ length: 40_000 }, () => Buffer.from(value()));
    return [`\`${pattern}\``, figure(cost(pattern, values, 15))];
  }),
  ...dear.map(([pattern, shown, value]) => [shown, figure(cost(pattern, [Buffer.from(value)], 1))]),
];
console.log(table(['pattern', 'CPU s per MB'], rows));
