// The holes inside `$each`: `{list.field}` outside is `{field}` inside. In a list of an item, `{list.field.inner}` is.
import type { Place } from '../../errors/errors.ts';
import { type Hole, isHole } from '../../pattern/text/hole.ts';
import type { EachTree, Tree } from '../../pattern/tree.ts';
import type { Report } from './report.ts';

/** `item` as it is written. */
export function itemsOf(item: Tree, place: Place, report: Report): EachTree {
  const names = namesIn(item);
  const first = names.find((name) => name.includes('.')) ?? '';
  const list = first.slice(0, Math.max(first.lastIndexOf('.'), 0));
  if (list === '')
    report.add('MAPPING_PATTERN', '$each needs at least one placeholder {list.field}', place, fieldFor(names[0]));
  // A slip is told once: the hole counts as the list that it was meant to be of.
  return { kind: 'each', list: list || (names[0] ?? ''), item: inside(item, list, report), place };
}

function fieldFor(name: string | undefined): string | undefined {
  return name && `a field of each item is {${name}.field}; the list as a whole is {${name}} without $each`;
}

function namesIn(tree: Tree): string[] {
  switch (tree.kind) {
    case 'hole':
      return tree.hole.supplied ? [] : [tree.hole.name];
    case 'text':
      return tree.parts.filter(isHole).flatMap((hole) => (hole.supplied ? [] : hole.name));
    case 'object':
      return [...tree.entries.flatMap((entry) => namesIn(entry.value)), ...(tree.rest ? [tree.rest.hole.name] : [])];
    case 'list':
      return tree.items.flatMap(namesIn);
    case 'each':
      return [tree.list];
    case 'join':
      return [...tree.of];
    case 'constant':
    case 'absent':
      return [];
  }
}

/** The same tree, seen from inside of an item. */
function inside(tree: Tree, list: string, report: Report): Tree {
  const name = (text: string) => fieldOf(text, list, tree.place, report);
  const hole = (original: Hole): Hole => (original.supplied ? original : { ...original, name: name(original.name) });
  switch (tree.kind) {
    case 'hole':
      return { ...tree, hole: hole(tree.hole) };
    case 'text':
      return { ...tree, parts: tree.parts.map((part) => (isHole(part) ? hole(part) : part)) };
    case 'object': {
      const entries = tree.entries.map((entry) => ({ ...entry, value: inside(entry.value, list, report) }));
      return { ...tree, entries, rest: tree.rest && { ...tree.rest, hole: hole(tree.rest.hole) } };
    }
    case 'list':
      return { ...tree, items: tree.items.map((item) => inside(item, list, report)) };
    case 'each':
      return { ...tree, list: name(tree.list) };
    case 'join':
      return { ...tree, of: tree.of.map(name) };
    case 'constant':
    case 'absent':
      return tree;
  }
}

function fieldOf(name: string, list: string, place: Place, report: Report): string {
  if (list !== '' && name.startsWith(`${list}.`) && name.length > list.length + 1) return name.slice(list.length + 1);
  if (list !== '') report.add('MAPPING_PATTERN', `{${name}} inside $each must be {list.field}, with one list`, place);
  return name;
}
