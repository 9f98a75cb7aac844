import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { parseYaml, type YamlNode } from '../../../src/mapping/syntax/yaml.ts';

function plain(node: YamlNode): unknown {
  if (node.kind === 'scalar') return node.value;
  if (node.kind === 'list') return node.items.map(plain);
  return Object.fromEntries(node.entries.map(({ key, value }) => [key, plain(value)]));
}

/** Lists of values, some of which have an anchor or stand for one, in any order; the first line has all anchors once. */
const items = fc.array(
  fc.oneof(
    fc.tuple(fc.constantFrom('&a', '&b', ''), fc.nat(9)).map(([anchor, n]) => `${anchor} ${n}`),
    fc.constantFrom('*a', '*b'),
    fc.constantFrom('&b [ 1, *a ]', '{ x: &a 5, y: *b }', '&a { x: &b [ 7 ], y: *b }'),
  ),
  { maxLength: 12 },
);

it('means by an alias what the library means: the last anchor of that name before it', () => {
  fc.assert(
    fc.property(items, (drawn) => {
      const text = ['&a 1', '&b 2', ...drawn].map((item) => `- ${item}\n`).join('');
      expect(plain(parseYaml(text, 'a.yaml'))).toEqual(parse(text));
    }),
  );
});

it('names a key that stands twice, and the line where it stands first in the same map', () => {
  const text =
    'types:\n  a: { x: 1 }\n  "b:c": { y: 2 }\n  d: { x: 3 }\n  "b:c": { z: 4 }\n  e: { x: 1, y: 2, x: 3 }\n';
  expect(() => parseYaml(text, 'a.yaml')).toThrow(
    /^a\.yaml:5:3 MAPPING_SYNTAX: the key "b:c" stands twice in this map, first in line 3\na\.yaml:6:20 .*the key x stands twice in this map, first in line 6$/,
  );
});
