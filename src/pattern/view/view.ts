// What a view of a JSON value needs to know of it: which members there are, and which of them may look different. Knows nothing about contracts.

/** The members of an object, or of the objects of a list. */
export interface View {
  member(name: string): ViewMember | undefined;
  /** Names of all members; undefined: others may stand here too. */
  readonly names: readonly string[] | undefined;
}

export interface ViewMember {
  /** One of a closed list of values, or several. */
  readonly coded: boolean;
  /** A resource of its own, which may be shown by a link. */
  readonly resource: boolean;
  /** Undefined for values without members, and for those of which nothing is known. */
  readonly inner: View | undefined;
}

/** Names that are asked for, each with those inside of it; null: with everything. */
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
