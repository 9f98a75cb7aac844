// The same tree with another name for one variable.
import type { Hole, Part } from '../../../pattern/text/hole.ts';
import type { Entry, Tree } from '../../../pattern/tree.ts';

export function renameIn(entries: readonly Entry[], from: string, to: string): Entry[] {
  const hole = (original: Hole): Hole => (original.name === from ? { ...original, name: to } : original);
  const part = (original: Part): Part => (typeof original === 'string' ? original : hole(original));
  const tree = (original: Tree): Tree => {
    switch (original.kind) {
      case 'hole':
        return { ...original, hole: hole(original.hole) };
      case 'text':
        return { ...original, parts: original.parts.map(part) };
      case 'object':
        return { ...original, entries: original.entries.map(entry) };
      case 'list':
        return { ...original, items: original.items.map(tree) };
      case 'join':
        return { ...original, of: original.of.map((name) => (name === from ? to : name)) };
      default:
        return original;
    }
  };
  const entry = (original: Entry): Entry => ({ ...original, value: tree(original.value) });
  return entries.map(entry);
}
