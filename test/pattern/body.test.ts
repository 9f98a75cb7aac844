import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SoapstoneError } from '../../src/errors/errors.ts';
import { scan } from '../../src/json/tape.ts';
import { fromJs, type Json, json, textOf, toJs } from '../../src/json/value.ts';
import { AbsentPart, ConstantPart } from '../../src/pattern/body/constant.ts';
import { EachPart } from '../../src/pattern/body/each.ts';
import { HolePart } from '../../src/pattern/body/hole.ts';
import { ListPart } from '../../src/pattern/body/list.ts';
import { ObjectPart } from '../../src/pattern/body/object.ts';
import { type BodyPart, Filling } from '../../src/pattern/body/part.ts';
import { TextPart } from '../../src/pattern/body/text.ts';
import type { Bindings } from '../../src/pattern/text/bound-values.ts';
import { hole } from './holes.ts';

const strict = { strict: true };
const lenient = { strict: false };

const at = (variable: number, options = {}) => new HolePart(hole(variable, options), `$.v${variable}`, strict);
const entry = (key: string, part: BodyPart, fixed = false) => ({ key, part, fixed });

function match(part: BodyPart, text: string): unknown {
  const bindings: Bindings = [];
  return part.match(scan(Buffer.from(text)), bindings) ? Array.from(bindings, (v) => v && toJs(v)) : 'another';
}

function fill(part: BodyPart, bindings: (Json | undefined)[]): string {
  const filling = new Filling();
  return part.write(bindings, filling) ? textOf(json(filling.out.slice())) : 'nothing';
}

function refusal(part: BodyPart, text: string): string {
  try {
    match(part, text);
  } catch (e) {
    if (e instanceof SoapstoneError) return `${e.code} ${e.path}`;
    throw e;
  }
  return 'none';
}

describe('an object', () => {
  const inner = new ObjectPart([entry('y', at(1, { optional: true }))], undefined, false, '$.in', strict);
  const part = new ObjectPart(
    [entry('x', at(0)), entry('in', inner), entry('k', new ConstantPart(fromJs(7)), true)],
    undefined,
    true,
    '$',
    strict,
  );

  it('binds its members in any order, escaped names too', () => {
    expect(match(part, '{"k":7,"in":{"y":[1]},"\\u0078":{"a":1.50}}')).toEqual([{ a: 1.5 }, [1]]);
  });

  it('leaves out inner objects that say nothing', () => {
    expect(match(part, '{"x":1,"k":7}')).toEqual([1]);
    expect(fill(part, [fromJs(1)])).toBe('{"x":1,"k":7}');
    expect(fill(part, [fromJs(1), fromJs(2)])).toBe('{"x":1,"in":{"y":2},"k":7}');
  });

  it('keeps an inner object of other members alone, empty or not', () => {
    const others = new ObjectPart([], hole(0), false, '$.in', strict);
    const outer = new ObjectPart([entry('in', others)], undefined, true, '$', strict);
    expect(fill(outer, [fromJs({})])).toBe('{"in":{}}');
    expect(match(outer, '{"in":{}}')).toEqual([{}]);
    expect(fill(outer, [undefined])).toBe('{}');
  });

  it('of a response says what differs, and skips what it does not name', () => {
    const sole = { strict: true, sole: true };
    const response = new ObjectPart(
      [entry('k', new ConstantPart(fromJs(7), '$.k', sole), true), entry('l', new ListPart([at(0)], '$.l', sole))],
      undefined,
      true,
      '$',
      sole,
    );
    expect(match(response, '{"k":7,"z":1,"l":[1,2]}')).toEqual([1]);
    expect(refusal(response, '{"k":8,"l":[1]}')).toBe('CODEC_TYPE $.k');
    expect(refusal(response, '{"l":[1]}')).toBe('CODEC_MISSING $.k');
    expect(refusal(response, '{"k":7,"l":{}}')).toBe('CODEC_TYPE $.l');
  });

  it('is another message when the constant differs, before anything else is looked at', () => {
    expect(match(part, '{"k":8,"z":1}')).toBe('another');
    expect(match(part, '{"x":1}')).toBe('another');
  });

  it('refuses what no rule could take, with the place', () => {
    expect(refusal(part, '{"k":7}')).toBe('CODEC_MISSING $.v0');
    expect(refusal(part, '{"k":7,"x":1,"__proto__":1}')).toBe('CODEC_UNKNOWN $.__proto__');
    expect(refusal(part, '[]')).toBe('CODEC_TYPE $');
  });

  it('suggests a name for an unknown member', () => {
    const long = new ObjectPart([entry('length', at(0))], undefined, true, '$', strict);
    expect(() => match(long, '{"lenght":1,"length":1}')).toThrow(
      expect.objectContaining({ code: 'CODEC_UNKNOWN', suggestion: 'did you mean "length"?' }),
    );
  });

  it('says where a member belongs that stands a level too high, if that is one place', () => {
    const members = (...names: string[]) => ({ members: () => names });
    const entries = [
      { ...entry('sendFax', at(0)), ...members('to', 'from') },
      { ...entry('cover', at(1)), ...members('from') },
    ];
    const fax = new ObjectPart(entries, undefined, true, '$', strict);
    const withUnknown = (name: string) => () => match(fax, `{"sendFax":1,"cover":1,"${name}":1}`);
    expect(withUnknown('to')).toThrow(expect.objectContaining({ suggestion: 'did you mean "sendFax.to"?' }));
    expect(withUnknown('from')).toThrow(expect.objectContaining({ suggestion: undefined }));
  });

  it('skips unknown members of responses', () => {
    const loose = new ObjectPart([entry('x', at(0))], undefined, true, '$', lenient);
    expect(match(loose, '{"x":1,"more":2}')).toEqual([1]);
    expect(match(loose, '7')).toBe('another');
  });

  it('keeps all other members, byte by byte', () => {
    const rest = new ObjectPart([entry('x', at(0))], hole(1), true, '$', strict);
    const bindings: Bindings = [];
    expect(rest.match(scan(Buffer.from('{"a":1.00, "x":2, "\\u0062" : [ 3 ]}')), bindings)).toBe(true);
    expect(textOf(bindings[1] as Json)).toBe('{"a":1.00,"\\u0062" : [ 3 ]}');
    expect(fill(rest, bindings)).toBe('{"x":2,"a":1.00,"\\u0062" : [ 3 ]}');
    expect(match(rest, '{"x":2}')).toEqual([2, {}]);
  });
});

describe('texts, lists', () => {
  it('puts texts around holes', () => {
    const part = new TextPart({ literals: ['eid:', ''], holes: [hole(0)] }, '$', lenient);
    expect(match(part, '"eid:7"')).toEqual(['7']);
    expect(match(part, '"7"')).toBe('another');
    expect(match(part, '7')).toBe('another');
    expect(fill(part, [fromJs('a"b')])).toBe('"eid:a\\"b"');
  });

  it('maps leading items', () => {
    const part = new ListPart([at(0), at(1, { optional: true })], '$', strict);
    expect(match(part, '[1,2]')).toEqual([1, 2]);
    expect(match(part, '[1]')).toEqual([1]);
    expect(refusal(part, '[1,2,3]')).toBe('CODEC_UNKNOWN $');
    expect(fill(part, [fromJs(1)])).toBe('[1]');
  });
});

describe('$each', () => {
  const item = new ObjectPart(
    [
      entry('id', at(0)),
      entry('to', new ObjectPart([entry('city', at(1, { optional: true }))], undefined, false, '$', lenient)),
    ],
    undefined,
    true,
    '$',
    lenient,
  );
  const part = new EachPart(hole(0), item, ['key', 'town'], '$', lenient);

  it('maps item by item', () => {
    expect(match(part, '[{"id":1,"to":{"city":"B"}},{"id":2}]')).toEqual([[{ key: 1, town: 'B' }, { key: 2 }]]);
    expect(
      fill(part, [
        fromJs([
          { town: 'B', key: 1 },
          { key: 2, other: 3 },
        ]),
      ]),
    ).toBe('[{"id":1,"to":{"city":"B"}},{"id":2}]');
    expect(match(part, '[]')).toEqual([[]]);
  });

  it('matches what it fills', () => {
    const items = fc.array(
      fc.record({ key: fc.integer(), town: fc.string({ unit: 'grapheme' }) }, { requiredKeys: ['key'] }),
    );
    fc.assert(
      fc.property(items, (list) => {
        expect(match(part, fill(part, [fromJs(list)]))).toEqual([list]);
      }),
    );
  });
});

describe('members that $rest may have too', () => {
  const rest = hole(1);
  const supplied = new HolePart({ ...hole(2), supplied: true }, '$.t', strict);
  const part = new ObjectPart(
    [entry('x', at(0, { optional: true })), entry('k', new ConstantPart(fromJs(7)), true), entry('t', supplied)],
    rest,
    true,
    '$',
    strict,
  );
  const written = (others: unknown, x: unknown = 'a', t?: unknown) => {
    try {
      return fill(part, [x === null ? undefined : fromJs(x), fromJs(others), t === undefined ? undefined : fromJs(t)]);
    } catch (e) {
      if (e instanceof SoapstoneError) return `${e.code} ${e.path}`;
      throw e;
    }
  };

  it('are written once, where both say the same', () => {
    expect(written({ y: 1 })).toBe('{"x":"a","k":7,"y":1}');
    expect(written({ x: 'a', y: 1 })).toBe('{"x":"a","k":7,"y":1}');
    expect(written({ x: { b: 1, c: 2 } }, { c: 2, b: 1 })).toBe('{"x":{"c":2,"b":1},"k":7}');
  });

  it('are refused, where they differ, or are not for others to say', () => {
    expect([written({ x: 'b' }), written({ x: null }), written({ x: 'a' }, null)]).toEqual(
      Array(3).fill('BAD_BODY $.x'),
    );
    expect(written({ k: 7 })).toBe('BAD_BODY $.k');
    expect([written({ t: 's' }, 'a', 's'), written({ t: 'n' }, 'a', 's')]).toEqual(Array(2).fill('BAD_BODY $.t'));
  });

  it('must not be there, where the pattern says so', () => {
    const absent = new ObjectPart(
      [entry('id', new AbsentPart('$.id', strict)), entry('x', at(0))],
      rest,
      true,
      '$',
      strict,
    );
    expect(match(absent, '{"x":1,"y":2}')).toEqual([1, { y: 2 }]);
    expect(refusal(absent, '{"x":1,"\\u0069d":null}')).toBe('BAD_BODY $.id');
    expect(fill(absent, [fromJs(1), fromJs({ y: 2 })])).toBe('{"x":1,"y":2}');
    expect(() => fill(absent, [fromJs(1), fromJs({ id: 2 })])).toThrow(/differs from what the rule says/);
  });
});
