// A list whose items are named by one of their members (`types:` of a mapping, `keyed` and `spread`), as a shape over each item.
import type { SimpleType } from '../../contract/model/model.ts';
import { isBare } from '../datatypes/type-kind.ts';
import type { KeyedItems, Member } from '../model/members.ts';
import type { MembersShape } from '../model/shape.ts';
import { actionOf } from '../model/shaped.ts';
import type { EachAction } from '../model/tables.ts';

/** The key, and what it names. */
const SLOTS = [new Uint8Array(0), new Uint8Array(0)];

/** `spread`: the items stand among the members of the object around the list. */
export function entriesOf({ key, value }: KeyedItems, spread: boolean): EachAction {
  const keyEntry = { member: key, shape: { kind: 'hole', slot: 0 } } as const;
  const shape: MembersShape =
    value === undefined
      ? { kind: 'members', entries: [keyEntry], rest: 1 }
      : { kind: 'members', entries: [keyEntry, { member: value, shape: { kind: 'hole', slot: 1 } }] };
  const simple = simpleOf(key);
  const bare = simple?.variety === 'atomic' && isBare(simple.builtin);
  const entry = { spread, bare, optional: value !== undefined && !value.required };
  return { kind: 'each', slot: -1, item: actionOf(shape, undefined), fields: SLOTS, names: [], entry };
}

function simpleOf(m: Member): SimpleType | undefined {
  if (m.kind === 'attribute') return m.use.type;
  if (m.kind === 'text') return m.type;
  return m.kind === 'element' && m.element.type.kind === 'simple' ? m.element.type : undefined;
}
