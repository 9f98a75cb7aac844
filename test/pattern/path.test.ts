import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SoapstoneError } from '../../src/errors/errors.ts';
import { encodeSegment, splitPath } from '../../src/pattern/text/path.ts';

function codeOf(run: () => unknown): string {
  try {
    run();
  } catch (e) {
    if (e instanceof SoapstoneError) return e.code;
    throw e;
  }
  return 'none';
}

describe('splitPath', () => {
  it.each([
    ['/', []],
    ['/a', ['a']],
    ['/a/b', ['a', 'b']],
    ['/a%20b/%C3%A9', ['a b', 'é']],
    ['/a%3Bb', ['a;b']],
    ['/...', ['...']],
    ['/__proto__/constructor', ['__proto__', 'constructor']],
  ])('reads %s', (path, segments) => expect(splitPath(path)).toEqual(segments));

  it.each([
    '',
    'a',
    '//',
    '/a/',
    '/a//b',
    '/.',
    '/a/../b',
    '/%2e%2E/b',
    '/a%2Fb',
    '/a%2fb',
    '/a%5Cb',
    '/a\\b',
    '/a%00',
    '/a;v=1',
    '/%',
    '/%zz',
    '/%C3',
    '/é',
    '/a b',
    '/a\u0000',
  ])('refuses %j', (path) => expect(codeOf(() => splitPath(path))).toBe('BAD_PATH'));

  // RFC 3986 §3.3: pchar.
  it.each([
    ['eid:BIN-1', 'eid:BIN-1'],
    ['a@b,c=d&e$!', 'a@b,c=d&e$!'],
    ['a+b;c d%é?#', 'a%2Bb%3Bc%20d%25%C3%A9%3F%23'],
  ])('encodeSegment leaves what a segment may hold: %s', (text, written) => {
    expect(encodeSegment(text)).toBe(written);
    expect(splitPath(`/${written}`)).toEqual([text]);
  });

  it('reads back what encodeSegment writes, and encodeSegment refuses the rest', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme', minLength: 1 }), { minLength: 1 }), (segments) => {
        let path = '';
        try {
          path = segments.map((s) => `/${encodeSegment(s)}`).join('');
        } catch (e) {
          return e instanceof SoapstoneError && segments.some((s) => /[/\\\0]/.test(s) || s === '.' || s === '..');
        }
        expect(splitPath(path)).toEqual(segments);
        return true;
      }),
    );
  });
});
