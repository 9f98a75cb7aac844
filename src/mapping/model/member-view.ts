// The members of a JSON value that a view may change. Knows nothing about contracts.
import type { Mentionable } from '../../json/mention.ts';

/** The members of an object, or of the objects of a list. */
export interface View extends Mentionable {
  member(name: string): ViewMember | undefined;
  /** Names of all members; undefined: there may be others. */
  readonly names: readonly string[] | undefined;
}

export interface ViewMember {
  /** Values of an enumeration. */
  readonly coded: boolean;
  /** A resource, which may be shown as a link. */
  readonly resource: boolean;
  /** Of a resource that holds one list. */
  readonly items?: ItemAddresses | undefined;
  /** Undefined for values without known members. */
  readonly memberView: View | undefined;
}

/** How the items of a list are addressed. */
export interface ItemAddresses {
  /** The member with the items. */
  readonly member: string;
  /** Where an item says its key: members, each with perhaps one of it. The first that it has counts; without any it has its number from 1. */
  readonly keys: readonly (readonly string[])[];
}

/** Selected names, each with the selected names in it; null: all. */
export type Selection = ReadonlyMap<string, Selection | null>;

type Growing = Map<string, Growing | null>;

/** `a`, `b.c`, `b.d`: all of `a`; of `b`, `c` and `d`. */
export function selectionOf(paths: readonly string[], always: readonly string[]): Selection {
  const root: Growing = new Map();
  for (const path of [...paths, ...always]) add(root, path.split('.'));
  return root;
}

function add(at: Growing, [name, ...inner]: readonly string[]): void {
  const existing = at.get(name);
  if (inner.length === 0 || existing === null) at.set(name, null);
  else {
    const next = existing ?? new Map();
    at.set(name, next);
    add(next, inner);
  }
}
