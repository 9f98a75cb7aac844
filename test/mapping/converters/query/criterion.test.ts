// Which members of a criterion are operator and value, found in contracts of several styles.
import { describe, expect, it } from 'vitest';
import type { Codec } from '../../../../src/codec/model/codec.ts';
import type { ComplexType, SimpleType } from '../../../../src/contract/model/model.ts';
import { criterionKeys } from '../../../../src/mapping/converters/query/criterion.ts';

const text = { kind: 'simple', facets: {} } as SimpleType;
const date = { ...text, builtin: 'date' } as SimpleType;
const words = (...enumeration: string[]) => ({ kind: 'simple', facets: { enumeration } }) as unknown as SimpleType;

type Members = Readonly<Record<string, SimpleType | readonly [SimpleType]>>;

/** A search whose fields are of types with these members; `[type]` is a list. */
function choices(types: readonly Members[], operators?: readonly string[]): string[] {
  const search = { kind: 'complex' } as ComplexType;
  const members = new Map<unknown, unknown[]>();
  const fields = types.map((type, i) => {
    const held = { kind: 'complex' } as ComplexType;
    const inside = Object.entries(type).map(([key, value]) => {
      const list = Array.isArray(value);
      const element = { type: list ? value[0] : value };
      return key.startsWith('@') ? { kind: 'attribute', key, use: element } : { kind: 'element', key, list, element };
    });
    members.set(held, inside);
    return { kind: 'element', key: `f${i}`, list: false, element: { type: held } };
  });
  members.set(search, fields);
  const codec = { members: (type: unknown) => members.get(type) } as unknown as Codec;
  return criterionKeys(search, codec, operators && new Set(operators)).map((keys) => keys.join(' '));
}

describe('the members of a criterion', () => {
  const operator = words('eq', 'ne');

  it.each([
    ['elements', [{ Operator: operator, Value: text }], ['Operator Value']],
    ['an attribute', [{ '@op': operator, value: text }], ['@op value']],
    ['two values', [{ op: operator, from: date, to: date }], ['op from to']],
    [
      'two values in some',
      [
        { op: operator, v: text },
        { op: words('between'), v: date, w: date },
      ],
      ['op v w'],
    ],
    ['values that are enumerated lists', [{ op: operator, v: [words('a', 'b')] as const }], ['op v']],
    ['no operators', [{ Value: text }, { Value: date }], [' Value']],
    [
      'other types beside',
      [
        { op: operator, v: text },
        { op: operator, v: date },
        { grade: words('x'), title: text },
      ],
      ['op v'],
    ],
    ['no criteria', [{ a: text, b: text, c: text, d: text }], []],
    ['types with one member', [{ a: text }, { b: text }], []],
  ])('%s', (_, types, expected) => {
    expect(choices(types as readonly Members[])).toEqual(expected);
  });

  it('two enumerations leave a choice, which the words of the table decide', () => {
    const types = [{ how: operator, what: words('red', 'blue') }];
    expect(choices(types)).toEqual(['how what', 'what how']);
    expect(choices(types, ['ne'])).toEqual(['how what']);
  });
});
