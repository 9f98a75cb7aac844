// The names of the variables in a tree: lists them, and gives them other names.

import type { Place } from '../../errors/errors.ts';
import { type Hole, isHole, type Part } from '../../pattern/text/hole.ts';
import type { EachTree, Tree } from '../../pattern/tree.ts';

/** Inside of an item: a variable of the rule, which all items of the list have in common. */
export const outerName = (name: string): string => `^${name}`;
export const isOuter = (name: string): boolean => name.startsWith('^');
export const nameOfOuter = (name: string): string => name.slice(1);

/** Variables of the rule in the items of the list. */
export function outerNames({ item }: EachTree): string[] {
  return namesInTree(item).filter(isOuter).map(nameOfOuter);
}

/** `$each` counts as its list; the fields of the items are not listed, and variables of the rule are. */
export function namesInTree(tree: Tree): string[] {
  switch (tree.kind) {
    case 'hole':
      return [tree.hole.name];
    case 'text':
      return namesInParts(tree.parts);
    case 'object':
      return [...tree.entries.flatMap(({ value }) => namesInTree(value)), ...(tree.rest ? [tree.rest.hole.name] : [])];
    case 'list':
      return tree.items.flatMap(namesInTree);
    case 'each':
      return tree.list === '' ? [] : [tree.list, ...outerNames(tree)];
    case 'constant':
    case 'absent':
      return [];
  }
}

export function namesInParts(parts: readonly Part[]): string[] {
  return parts.filter(isHole).map((hole) => hole.name);
}

/** The same tree with other names. Variables of the gateway keep theirs, and so do the fields of nested lists. */
export function renameIn(tree: Tree, rename: (name: string, place: Place) => string): Tree {
  const newName = (name: string) => rename(name, tree.place);
  const hole = (original: Hole): Hole => (original.supplied ? original : { ...original, name: newName(original.name) });
  switch (tree.kind) {
    case 'hole':
      return { ...tree, hole: hole(tree.hole) };
    case 'text':
      return { ...tree, parts: tree.parts.map((part) => (isHole(part) ? hole(part) : part)) };
    case 'object': {
      const entries = tree.entries.map((entry) => ({ ...entry, value: renameIn(entry.value, rename) }));
      return { ...tree, entries, rest: tree.rest && { ...tree.rest, hole: hole(tree.rest.hole) } };
    }
    case 'list':
      return { ...tree, items: tree.items.map((item) => renameIn(item, rename)) };
    case 'each':
      return { ...tree, list: newName(tree.list) };
    case 'constant':
    case 'absent':
      return tree;
  }
}
