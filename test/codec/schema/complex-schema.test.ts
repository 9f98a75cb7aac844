import { describe, expect, it } from 'vitest';
import { createCodec } from '../../../src/codec/create.ts';
import { dialect } from '../../../src/codec/datatypes/dialect.ts';
import { jsonSchema, SchemaSet } from '../../../src/codec/schema/schema-set.ts';
import type { ElementDecl, Schemas, TypeDef } from '../../../src/contract/model/model.ts';
import { anyType, builtin } from '../../../src/contract/xsd/builtins.ts';
import {
  attribute,
  complex,
  element,
  group,
  listOf,
  MANY,
  NS,
  named,
  one,
  schemasOf,
  simple,
  wild,
} from '../../laws/builder.ts';
import { validator } from './validator.ts';

const text = builtin('string');
const int = builtin('int');
const prefixed = dialect(new Map([['b', NS]]));
const none = schemasOf([]);

function check(
  target: TypeDef | ElementDecl,
  valid: readonly unknown[],
  invalid: readonly unknown[],
  schemas: Schemas = none,
): void {
  const validate = validator(target, schemas, prefixed);
  for (const value of valid) expect(validate(value), JSON.stringify(value)).toEqual([]);
  for (const value of invalid) expect(validate(value), JSON.stringify(value)).not.toEqual([]);
}

describe('the JSON Schema of a complex type', () => {
  it('has elements, attributes and nothing else', () => {
    const use = [attribute('id', int, { required: true }), attribute('note', text)];
    const type = complex(group('sequence', [one(element('a', text)), one(element('b', int), [0, 1])]), {
      attributes: use,
    });
    check(
      type,
      [
        { '@id': 1, a: 'x' },
        { '@id': 1, '@note': 'n', a: 'x', b: 2 },
      ],
      [{ a: 'x' }, { '@id': 1 }, { '@id': 1, a: 'x', c: 1 }, []],
    );
  });

  it('has arrays with their bounds', () => {
    const type = complex(group('sequence', [one(element('a', int), [1, 3]), one(element('b', int), MANY)]));
    check(type, [{ a: [1] }, { a: [1, 2, 3], b: [] }], [{}, { a: [] }, { a: 1 }, { a: [1, 2, 3, 4] }, { a: ['1'] }]);
  });

  it('has simple content beside attributes', () => {
    const type = complex(int, { attributes: [attribute('unit', text)] });
    check(type, [{ $value: 1 }, { $value: 1, '@unit': 'kg' }], [{ '@unit': 'kg' }, 1]);
  });

  it('takes null for nil, or $nil where attributes may stand', () => {
    check(element('a', int, { nillable: true }), [1, null], ['1']);
    const type = complex(group('sequence', [one(element('a', text))]), { attributes: [attribute('id', int)] });
    check(
      element('e', type, { nillable: true }),
      [null, { a: '' }, { $nil: true, '@id': 1 }],
      [{}, { $nil: false }, { $nil: true, a: '' }],
    );
    check(element('e', type), [], [null, { $nil: true }]);
    const needs = complex(group('sequence', []), { attributes: [attribute('id', int, { required: true })] });
    check(
      element('e', needs, { nillable: true }),
      [{ $nil: true, '@id': 1 }, { '@id': 1 }],
      [null, { $nil: true }, { $nil: true, '@id': 'x' }, { $nil: true, '@id': 1, '@other': 'x' }],
    );
  });

  it('takes the attributes of derived types beside $nil', () => {
    const base = complex(undefined, { name: named('Base') });
    const wide = complex(undefined, {
      name: named('Wide'),
      base,
      attributes: [attribute('id', int, { required: true })],
    });
    check(
      element('e', base, { nillable: true }),
      [null, { $nil: true }, { $nil: true, $type: 'b:Wide', '@id': 1 }],
      [
        { $nil: true, '@id': 1 },
        { $nil: true, $type: 'b:Base', '@id': 1 },
      ],
      schemasOf([base, wide]),
    );
  });

  it('tells derived types by $type', () => {
    const base = complex(group('sequence', [one(element('a', text))]), { name: named('Base') });
    const wide = complex(group('sequence', [one(element('a', text)), one(element('b', text))]), {
      name: named('Wide'),
      base,
    });
    const schemas = schemasOf([base, wide]);
    const valid = [{ a: '' }, { $type: 'b:Base', a: '' }, { $type: 'b:Wide', a: '', b: '' }];
    check(
      base,
      valid,
      [
        { a: '', b: '' },
        { $type: 'b:Wide', a: '' },
        { $type: 'b:Other', a: '' },
      ],
      schemas,
    );
  });

  it('has no $type where the declared type has no derived ones', () => {
    const base = complex(undefined, { name: named('Base') });
    const leaf = complex(undefined, { name: named('Leaf'), base });
    const schemas = schemasOf([base, leaf]);
    check(element('e', leaf, { nillable: true }), [{}, null], [{ $type: 'b:Leaf' }, { $nil: true }], schemas);
    // In any order: a base type elsewhere in the document has it as one of its replacements.
    const both = [leaf, base].map((first) => {
      const set = new SchemaSet(createCodec(schemas, prefixed));
      set.object(leaf, undefined, 'x');
      for (const type of [first, base, leaf]) set.type(type);
      return JSON.stringify(Object.entries(set.defs).toSorted());
    });
    expect(both[0]).toBe(both[1]);
    expect(both[0]).toContain('"b.Leaf",{"type":"object","properties":{"$type":{"const":"b:Leaf"}}');
  });

  it('wants $type where the declared type is abstract', () => {
    const base = complex(undefined, { name: named('Base'), abstract: true });
    const leaf = complex(group('sequence', [one(element('a', text))]), { name: named('Leaf'), base });
    const schemas = schemasOf([base, leaf]);
    check(base, [{ $type: 'b:Leaf', a: '' }], [{ a: '' }, {}, { $type: 'b:Base' }], schemas);
    const schema = jsonSchema(base, createCodec(schemas, prefixed));
    expect(schema.$defs!['b.Base']).toMatchObject({
      discriminator: { propertyName: '$type', mapping: { 'b:Leaf': '#/$defs/b.Leaf' } },
    });
  });

  it('knows choices', () => {
    const a = one(element('a', text));
    const b = one(element('b', text));
    const c = one(element('c', text), [0, 1]);
    check(complex(group('choice', [a, b])), [{ a: '' }, { b: '' }], [{}, { a: '', b: '' }]);
    check(complex(group('choice', [a, b], [0, 1])), [{}, { a: '' }], [{ a: '', b: '' }]);
    const pairs = group('choice', [group('sequence', [a, c]), group('sequence', [b])]);
    check(
      complex(pairs),
      [{ a: '' }, { a: '', c: '' }, { b: '' }],
      [{ c: '' }, { b: '', c: '' }, { a: '', b: '' }, {}],
    );
    check(
      complex(group('choice', [c, one(element('d', text), [0, 1])])),
      [{}, { c: '' }, { d: '' }],
      [{ c: '', d: '' }],
    );
    const nested = group('sequence', [one(element('k', text)), group('choice', [group('choice', [a, c]), b])]);
    check(
      complex(nested),
      [{ k: '', a: '' }, { k: '', b: '' }, { k: '' }],
      [
        { k: '', a: '', b: '' },
        { k: '', a: '', c: '' },
      ],
    );
  });

  it('knows optional groups', () => {
    const pair = [one(element('a', text)), one(element('b', text)), one(element('c', text), [0, 1])];
    const type = complex(group('sequence', [group('sequence', pair, [0, 1]), one(element('z', text))]));
    check(
      type,
      [{ z: '' }, { a: '', b: '', z: '' }],
      [
        { a: '', z: '' },
        { c: '', z: '' },
        { a: '', b: '' },
      ],
    );
  });

  it('leaves a choice open that shares a name with its surroundings', () => {
    const a = element('a', text);
    const type = complex(
      group('sequence', [one(a, [0, 1]), group('choice', [one(element('b', text)), one(element('c', text))]), one(a)]),
    );
    expect(() => validator(type, none)).not.toThrow();
  });

  it('has repeated groups as $items', () => {
    const repeated = group('choice', [one(element('a', text)), one(element('b', int))], MANY);
    check(
      complex(repeated),
      [{}, { $items: [{ a: '' }, { b: 1 }, { a: '' }] }],
      [{ $items: [{}] }, { $items: [{ a: '', b: 1 }] }, { a: '' }],
    );
  });

  it('has the members of substitution groups as objects of one key', () => {
    const circle = element('circle', int, { global: true });
    const shape = element('shape', anyType, { global: true, abstract: true, substitutes: [circle] });
    check(
      complex(one(shape)),
      [{ shape: { circle: 1 } }],
      [{ shape: { shape: 1 } }, { shape: {} }, { shape: 1 }, { circle: 1 }],
    );
  });

  it('has wildcards as $any, and lets attributes of anyAttribute in', () => {
    const any = { namespaces: { kind: 'any' }, process: 'lax' } as const;
    const type = complex(group('sequence', [one(element('a', text)), wild(any, [0, 2])]), { anyAttribute: any });
    const valid = [
      { a: '' },
      { a: '', $any: [{ $name: 'x', $mixed: ['t', { $name: 'y' }] }], '@more': 'm' },
      { a: '', $any: [{ $name: 'n', $value: 1 }] },
    ];
    check(type, valid, [
      { a: '', $any: { $name: 'x' } },
      { a: '', $any: [{}] },
      { a: '', more: 'm' },
      { a: '', $any: [{ $name: 'x' }, { $name: 'x' }, { $name: 'x' }] },
    ]);
  });

  it('names the attributes that a wildcard lets in as the encoder takes them', () => {
    const other = { namespaces: { kind: 'not', ns: NS }, process: 'lax' } as const;
    const type = complex(group('sequence', [one(element('a', text))]), { anyAttribute: other });
    const wrong = ['@bare', '@b:own', `@{${NS}}own`, '@unknown:x', '@{urn:x}', '@{urn:x}1', '@{urn:x}a b', '@'];
    check(
      type,
      [
        { a: '', '@{urn:x}més': 'm' },
        { a: '', '@xml:lang': 'en' },
      ],
      wrong.map((key) => ({ a: '', [key]: 'm' })),
    );
    const named = { namespaces: { kind: 'set', set: ['', 'urn:x'] }, process: 'lax' } as const;
    const few = complex(group('sequence', [one(element('a', text))]), { anyAttribute: named });
    check(
      few,
      [{ a: '', '@{urn:x}m': '', '@m': '' }],
      [
        { a: '', '@{urn:y}m': '' },
        { a: '', '@xml:lang': 'en' },
      ],
    );
  });

  it('has mixed content in document order', () => {
    const type = complex(group('sequence', [one(element('b', int), MANY)]), { mixed: true });
    check(
      type,
      [{}, { $mixed: ['t', { b: 1 }, 'u'] }],
      [{ b: 1 }, { $mixed: [{ c: 1 }] }, { $mixed: [{ b: 'x' }] }, { $mixed: 'x' }],
    );
  });

  it('has anything for anyType', () => {
    check(
      element('any', anyType),
      ['x', { '@a': 'b', $value: 'c' }, { $mixed: ['a', { $name: 'x' }] }, { $type: 'xs:int', $value: 1 }],
      [null, [], { a: 1 }],
    );
  });

  it('follows recursion', () => {
    const content = { kind: 'sequence', particles: [] as unknown[], min: 1, max: 1 };
    const node = complex(content as never, { name: named('Node') });
    content.particles.push(one(element('child', node), MANY), one(element('name', text)));
    check(node, [{ name: 'a', child: [{ name: 'b' }] }], [{ name: 'a', child: [{}] }], schemasOf([node]));
  });

  it('keeps fixed values and defaults', () => {
    const use = [attribute('v', int, { fixed: '1' }), attribute('d', text, { default: 'x' })];
    const type = complex(one(element('a', simple('token'), { fixed: ' yes ' })), { attributes: use, name: named('T') });
    check(type, [{ a: 'yes', '@v': 1 }], [{ a: 'no' }, { a: 'yes', '@v': 2 }]);
    const set = new SchemaSet(createCodec(none, prefixed));
    set.type(type);
    expect(set.defs['b.T']).toMatchObject({ properties: { '@d': { default: 'x' } } });
  });

  it('takes names that are special to JavaScript as plain names', () => {
    const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];
    const type = complex(
      group(
        'sequence',
        names.map((n) => one(element(n, int))),
      ),
    );
    const valid = JSON.parse('{"__proto__":1,"constructor":2,"toString":3,"hasOwnProperty":4}');
    const validate = validator(type, none);
    expect(validate(valid)).toEqual([]);
    expect(validate(JSON.parse('{"__proto__":"x","constructor":2,"toString":3,"hasOwnProperty":4}'))).not.toEqual([]);
  });

  it('gives definitions names that fit a URI and an OpenAPI component, each once', () => {
    const one1 = simple('string', {}, 'Größe');
    const two = { ...simple('int', {}, 'Größe'), name: { ns: 'urn:other', local: 'Größe' } };
    const set = new SchemaSet(createCodec(none, dialect()), '#/components/schemas/');
    expect(set.type(one1)).toEqual({ $ref: '#/components/schemas/Gr__e' });
    expect(set.type(two)).toEqual({ $ref: '#/components/schemas/Gr__e_2' });
    expect(set.type(one1)).toEqual({ $ref: '#/components/schemas/Gr__e' });
    expect(Object.keys(set.defs)).toEqual(['Gr__e', 'Gr__e_2']);
  });

  it('carries documentation', () => {
    const type = complex(one(element('a', listOf(int), { doc: 'the numbers' })), { name: named('T'), doc: 'a thing' });
    const set = new SchemaSet(createCodec(none, prefixed));
    set.type(type);
    expect(set.defs['b.T']).toMatchObject({
      description: 'a thing',
      properties: { a: { description: 'the numbers' } },
    });
  });
});

describe('types that hold each other', () => {
  it('are described however long their chain is', () => {
    let type = complex(undefined, { name: named('T0') });
    const types = [type];
    for (let i = 1; i < 20_000; i++) {
      type = complex(one(element('n', type), [0, 1]), { name: named(`T${i}`) });
      types.push(type);
    }
    const { $defs } = jsonSchema(type, createCodec(schemasOf(types), prefixed));
    expect(Object.keys($defs!).length).toBe(types.length);
  });
});

describe('which members may stand beside each other', () => {
  it('is not said where it would take more names than anybody reads', () => {
    const choice = (n: number) =>
      group(
        'choice',
        Array.from({ length: n }, (_, i) =>
          group('sequence', [one(element(`a${i}`, text)), one(element(`b${i}`, text))]),
        ),
      );
    const size = (n: number) => JSON.stringify(jsonSchema(complex(choice(n)), createCodec(none, prefixed))).length;
    expect(jsonSchema(complex(choice(3)), createCodec(none, prefixed))).toMatchObject({
      $defs: { Anonymous: { allOf: [{ anyOf: [{}, {}, {}] }] } },
    });
    expect(size(2_000)).toBeLessThan(1_000_000);
  });
});
