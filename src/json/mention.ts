// A mention: an object of computed members alone, such as an address. So a view shows what it leaves out. It stands for a value, and says none.
import { stringValue } from './text.ts';
import { ARRAY, OBJECT, type Tape } from './value.ts';
import { kindAt, nextNode } from './walk.ts';

/** Of an object, or of the objects of a list: which members are computed, and what is known of the others. */
export interface Mentionable {
  readonly computed: ReadonlySet<string>;
  inner(name: string): Mentionable | undefined;
}

/** Is it such an object, perhaps with others in it, or a list of such? Empty ones are values. */
export function isMention(tape: Tape, node: number, of: Mentionable | undefined): boolean {
  if (of === undefined || of.computed.size === 0) return false;
  const kind = kindAt(tape, node);
  const end = nextNode(tape, node);
  if ((kind !== OBJECT && kind !== ARRAY) || end === node + 1) return false;
  if (kind === ARRAY) return firstItem(tape, node, (item) => !isMention(tape, item, of)) < 0;
  for (let k = node + 1; k < end; k = nextNode(tape, k + 1)) {
    const name = stringValue(tape, k);
    if (!of.computed.has(name) && !isMention(tape, k + 1, of.inner(name))) return false;
  }
  return true;
}

/** The first mention in a list that has other items too; -1: there is none. */
export function mentionAmongOthers(tape: Tape, list: number, of: Mentionable | undefined): number {
  if (of === undefined || of.computed.size === 0 || kindAt(tape, list) !== ARRAY) return -1;
  return firstItem(tape, list, (item) => isMention(tape, item, of));
}

function firstItem(tape: Tape, list: number, test: (item: number) => boolean): number {
  const end = nextNode(tape, list);
  for (let item = list + 1; item < end; item = nextNode(tape, item)) if (test(item)) return item;
  return -1;
}
