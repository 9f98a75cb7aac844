import { expect, test } from 'vitest';
import { bodyLines, ListLines, pageLinks } from '../../../src/binding/rest/front/json-lines.ts';
import { fromJs } from '../../../src/json/value.ts';
import type { Rule } from '../../../src/rule/rule.ts';

const ITEMS = [{ a: 'x,]}\\"[', b: [1, [2], {}] }, 'tex"t', [], {}, null, 7, [[3]]];
const LINES = ITEMS.map((item) => `${JSON.stringify(item)}\n`).join('');

test.each([1, 2, 3, 7, 1000])('a list in pieces of %i bytes: each write gives complete lines', (size) => {
  const bytes = Buffer.from(` ${JSON.stringify(ITEMS, null, 2)}\n`);
  const lines = new ListLines();
  let text = '';
  for (let at = 0; at < bytes.length; at += size) {
    text += Buffer.from(lines.write(bytes.subarray(at, at + size))).toString();
    expect(text === '' || text.endsWith('\n')).toBe(true);
  }
  expect(text).toBe(LINES);
});

test('a complete item goes out at once; only a number waits for what follows it', () => {
  const lines = new ListLines();
  const pieces = ['[{"a":[1]}', ',"t"', ',[2', ']', ',7', ',null', ']', '\n'];
  expect(pieces.map((piece) => Buffer.from(lines.write(Buffer.from(piece))).toString())).toEqual([
    '{"a":[1]}\n',
    '"t"\n',
    '',
    '[2]\n',
    '',
    '7\n',
    'null\n',
    '',
  ]);
});

test('an item that is too long to be held goes out in pieces', () => {
  const lines = new ListLines();
  const long = Buffer.alloc(1_100_000, 0x61);
  const written = [Buffer.from('["'), long, Buffer.from('"]')].map((piece) => Buffer.from(lines.write(piece)));
  expect(written.map((piece) => piece.length)).toEqual([0, long.length + 1, 2]);
});

test('the list of a whole body, at its path', () => {
  const text = (body: unknown, path: string) =>
    Buffer.from(bodyLines(Buffer.from(JSON.stringify(body)), path)).toString();
  expect(text(ITEMS, '$')).toBe(LINES);
  expect(text({ total: 2, items: [1, 2] }, '$.items')).toBe('1\n2\n');
  expect([text([], '$'), text({ total: 0 }, '$.items'), text({ items: null }, '$.items')]).toEqual(['', '', '']);
});

test('links of pages as a header field', () => {
  const rule = (plan: object) => ({ flow: { kind: 'pages', plan } }) as unknown as Rule;
  const links = fromJs([
    { rel: 'next', href: '/v1/x?offset=2' },
    { rel: 'self', href: '/v1/x>' },
  ]);
  expect(pageLinks(rule({ links: 0 }), [links])).toBe('</v1/x?offset=2>; rel="next"');
  expect(pageLinks(rule({ nextLink: 0, previousLink: 1 }), [fromJs('/n'), fromJs('/p')])).toBe(
    '</n>; rel="next", </p>; rel="prev"',
  );
  expect(pageLinks(rule({ nextLink: 0 }), [undefined])).toBeUndefined();
  expect(pageLinks({} as Rule, [])).toBeUndefined();
});
