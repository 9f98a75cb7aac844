import { describe, expect, it } from 'vitest';
import { parseLine } from '../../src/pattern/line.ts';
import { isHole, PatternSyntax, printHole } from '../../src/pattern/text/hole.ts';
import { parseTemplate } from '../../src/pattern/text/template.ts';

const shown = (text: string) => parseTemplate(text).map((p) => (isHole(p) ? printHole(p) : p));

describe('parseTemplate', () => {
  it.each([
    ['', []],
    ['plain', ['plain']],
    ['{a}', ['{a}']],
    ['eid:{id}', ['eid:', '{id}']],
    ['{a?}', ['{a?}']],
    ['{a!}', ['{a!}']],
    ['{ a! |csv}', ['{a!|csv}']],
    ['{a=1 2}', ['{a=1 2}']],
    ['{a=}', ['{a=}']],
    ['{a=1:2}', ['{a=1:2}']],
    ['{a=:}', ['{a=:}']],
    ['{a=:2|csv}', ['{a=:2|csv}']],
    ['{a?anyOf}', ['{a?anyOf}']],
    ['{list.a?1 = 2:3}', ['{list.a?1 = 2:3}']],
    ['{a:2}', ['{a:2}']],
    ['{a?:2}', ['{a?:2}']],
    ['{a!:2|int}', ['{a!:2|int}']],
    ['{a:x=y}', ['{a:x=y}']],
    ['{a=10::30}', ['{a=10::30}']],
    ['{a=urn::x:urn::y}', ['{a=urn::x:urn::y}']],
    ['{a|int}', ['{a|int}']],
    ['{a?|csv|table(x.y)}', ['{a?|csv|table(x.y)}']],
    ['{$now}', ['{$now}']],
    ['{list.@id}', ['{list.@id}']],
    ['{{a}}', ['{a}']],
    ['a{{{b}}}c', ['a{', '{b}', '}c']],
  ])('reads %s', (text, parts) => expect(shown(text)).toEqual(parts));

  it.each([
    ['{', 0],
    ['ab{c', 2],
    ['}', 0],
    ['{}', 0],
    ['{1}', 0],
    ['{a b}', 0],
    ['x{a|}', 1],
    ['{a|b(}', 0],
    ['{a?=1}', 0],
    ['{a=1:2:3}', 0],
    ['{a=10:30:00}', 0],
    ['x{a?:1:2}', 1],
    ['{$now:1}', 0],
    ['{:1}', 0],
    ['{$now=1:2}', 0],
    ['{$now?}', 0],
    ['{$now!}', 0],
    ['{a!=1}', 0],
    ['{a!?}', 0],
    ['{a?!}', 0],
    ['{a?b|csv}', 0],
  ])('refuses %s at %i', (text, offset) => {
    let error: unknown;
    try {
      parseTemplate(text);
    } catch (e) {
      error = e;
    }
    expect(error).toBeInstanceOf(PatternSyntax);
    expect((error as PatternSyntax).offset).toBe(offset);
  });
});

describe('a default', () => {
  const [hole] = parseTemplate('{at=10::30:urn::x}').filter(isHole);

  it('ends at a single colon, and what follows is written where the other side says nothing', () => {
    expect(hole.default).toBe('10:30');
    expect(hole.fill).toBe('urn:x');
  });
});

describe('parseLine', () => {
  it('takes a line apart', () => {
    const line = parseLine('GET /a%20b/{id}.json?x={x=1}&y&z=a+b%26');
    expect(line.method).toBe('GET');
    expect(line.path).toBe('/a%20b/{id}.json');
    const parts = (list: readonly (string | { name: string })[]) =>
      list.map((p) => (typeof p === 'string' ? p : `{${p.name}}`));
    expect(line.segments.map(parts)).toEqual([['a b'], ['{id}', '.json']]);
    expect(line.query.map((q) => [q.name, parts(q.parts)])).toEqual([
      ['x', ['{x}']],
      ['y', ['{y}']],
      ['z', ['a b&']],
    ]);
  });

  it.each([
    'GET',
    'GET x',
    'get /x',
    'OPTIONS /x',
    'GET /x/',
    'GET /x?{a}',
    'GET /x?a={a}{b}',
    'GET /x?a=1&a=2',
    'GET /x;y',
    'GET /%zz',
    'GET /{a=1}',
  ])('refuses %s', (text) => expect(() => parseLine(text)).toThrow(PatternSyntax));
});
