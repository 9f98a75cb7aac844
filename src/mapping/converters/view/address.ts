// How a view shows an address: members of the table with {$self} in one place.
import type { Report } from '../../syntax/report.ts';
import type { YamlEntry, YamlMap, YamlNode } from '../../syntax/yaml.ts';

const ADDRESS = '"{$self}"';

/** JSON on both sides of the address, without braces: `{ links: [ { rel: self, href: "{$self}" } ] }`. */
export type AroundAddress = readonly [before: string, after: string];

export function aroundAddress({ key, value, place }: YamlEntry, report: Report): AroundAddress {
  const text = JSON.stringify(plainOf(value));
  const pieces = value.kind === 'map' ? text.slice(1, -1).split(ADDRESS) : [];
  if (pieces.length === 2) return [pieces[0], pieces[1]];
  const message = `"${key}" must be an object with "{$self}" in one place`;
  report.add('MAPPING_PATTERN', message, place, 'write { href: "{$self}" }');
  return ['', ''];
}

/** The node as a plain JSON value. */
function plainOf(node: YamlNode): unknown {
  if (node.kind === 'scalar') return node.value;
  if (node.kind === 'list') return node.items.map(plainOf);
  return Object.fromEntries((node as YamlMap).entries.map((e) => [e.key, plainOf(e.value)]));
}
