import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SoapstoneError } from '../../src/errors/errors.ts';
import { fromJs, toJs } from '../../src/json/value.ts';
import { fillQuery, matchQuery, type QueryPattern, splitQuery } from '../../src/pattern/query.ts';
import type { Bindings } from '../../src/pattern/text/bound-values.ts';
import { stringText } from '../../src/pattern/text/converter.ts';
import { hole } from './holes.ts';

const pattern: QueryPattern = {
  lenient: false,
  parameters: [
    { kind: 'constant', name: 'fmt', value: 'json' },
    { kind: 'text', name: 'a', template: { literals: ['', ''], holes: [hole(0)] } },
    { kind: 'text', name: 'b', template: { literals: ['', ''], holes: [hole(1, { default: fromJs('1') })] } },
    { kind: 'list', name: 'tag', hole: hole(2, { optional: true }), item: stringText },
  ],
};

function match(query: string): unknown {
  const bindings: Bindings = new Array(3);
  return matchQuery(pattern, query, bindings) ? Array.from(bindings, (v) => v && toJs(v)) : 'another';
}

function refusal(query: string): string {
  try {
    match(query);
  } catch (e) {
    if (e instanceof SoapstoneError) return `${e.code} ${e.path ?? ''}`;
    throw e;
  }
  return 'none';
}

describe('a query', () => {
  it('binds, in any order', () => {
    expect(match('a=x&fmt=json')).toEqual(['x', '1', undefined]);
    expect(match('tag=p&b=2&fmt=json&tag=q%26&a=x+y')).toEqual(['x y', '2', ['p', 'q&']]);
    expect(match('&fmt=json&&a')).toEqual(['', '1', undefined]);
  });

  it('is another request without the constant', () => {
    expect(match('a=x')).toBe('another');
    expect(match('a=x&fmt=xml')).toBe('another');
  });

  it.each([
    ['fmt=json', 'BAD_QUERY ?a'],
    ['fmt=json&a=1&a=2', 'BAD_QUERY ?a'],
    ['fmt=json&a=1&c=2', 'BAD_QUERY ?c'],
    ['fmt=json&a=1&__proto__=2', 'BAD_QUERY ?__proto__'],
    ['fmt=json&a=%', 'BAD_QUERY '],
    ['fmt=json&a=%FF', 'BAD_QUERY '],
  ])('refuses %s', (query, error) => expect(refusal(query)).toBe(error));

  it('suggests a name for an unknown parameter', () => {
    expect(() => match('fmt=json&a=1&tags=2')).toThrow(expect.objectContaining({ suggestion: 'did you mean "tag"?' }));
    expect(() => match('fmt=json&a=1&zzzzzz=2')).toThrow(expect.objectContaining({ suggestion: undefined }));
  });

  it('skips unknown parameters where the table says so', () => {
    expect(matchQuery({ ...pattern, lenient: true }, 'fmt=json&a=1&c=2', [])).toBe(true);
  });

  it('leaves out defaults and absent lists', () => {
    expect(fillQuery(pattern, [fromJs('x'), fromJs('1'), undefined])).toBe('fmt=json&a=x');
  });

  it('matches what it fills', () => {
    const text = fc.string({ unit: 'grapheme' });
    fc.assert(
      fc.property(text, text, fc.option(fc.array(text, { minLength: 1 }), { nil: undefined }), (a, b, tags) => {
        const query = fillQuery(pattern, [fromJs(a), fromJs(b), tags && fromJs(tags)]);
        expect(match(query)).toEqual([a, b, tags]);
      }),
    );
  });

  it('tells commas of items from those between items', () => {
    const joined: QueryPattern = {
      lenient: false,
      parameters: [{ kind: 'list', name: 'tag', hole: hole(0, { optional: true }), item: stringText, joined: true }],
    };
    const read = (query: string) => {
      const bindings: Bindings = [];
      matchQuery(joined, query, bindings);
      return bindings[0] && toJs(bindings[0]);
    };
    expect(fillQuery(joined, [fromJs(['a,b', 'c d'])])).toBe('tag=a%2Cb,c%20d');
    expect(fillQuery(joined, [undefined])).toBe('');
    expect(read('tag=x,y+z')).toEqual(['x', 'y z']);
    expect(() => read('tag=x&tag=y')).toThrow('more than once');
    const items = fc.array(fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom(',', '\\', '%2C')), {
      minLength: 1,
    });
    fc.assert(
      fc.property(items, (texts) => {
        expect(read(fillQuery(joined, [fromJs(texts)]))).toEqual(texts);
      }),
    );
  });

  it('splits into names and values', () => expect(splitQuery('a=1=2&b')).toEqual(['a', '1=2', 'b', '']));
});
