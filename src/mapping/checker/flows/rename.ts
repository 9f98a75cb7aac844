// The same tree with another name for one variable.
import type { Hole, Part } from '../../../pattern/text/hole.ts';
import type { Entry, Tree } from '../../../pattern/tree.ts';

export function renameIn(entries: readonly Entry[], from: string, to: string): Entry[] {
  const hole = (one: Hole): Hole => (one.name === from ? { ...one, name: to } : one);
  const part = (one: Part): Part => (typeof one === 'string' ? one : hole(one));
  const tree = (one: Tree): Tree => {
    switch (one.kind) {
      case 'hole':
        return { ...one, hole: hole(one.hole) };
      case 'text':
        return { ...one, parts: one.parts.map(part) };
      case 'object':
        return { ...one, entries: one.entries.map(entry) };
      case 'list':
        return { ...one, items: one.items.map(tree) };
      case 'join':
        return { ...one, of: one.of.map((name) => (name === from ? to : name)) };
      default:
        return one;
    }
  };
  const entry = (one: Entry): Entry => ({ ...one, value: tree(one.value) });
  return entries.map(entry);
}
