// What the operations of a port say together of its nouns, for the paths of each.
import type { PathForm } from '../inference/verbs.ts';
import { singular } from '../naming/names.ts';

/** What other operations of the port say of nouns. */
export interface KnownNouns {
  readonly idsOfOthers: IdsOfOthers;
  readonly keys: KeysOfNouns;
  readonly forms: NounForms;
  /** `network interface` by `interface token`, where no operation is about other interfaces. */
  readonly nearIds?: IdsOfOthers;
  readonly parents?: ParentsOfNouns;
  /** Nouns that an operation creates or adds, in the singular. */
  readonly createdNouns?: ReadonlySet<string>;
  /** Nouns of which a read by the id says the status, in the singular: they are still there when they are cancelled. */
  readonly nounsWithStatus?: ReadonlySet<string>;
}

/** `/noun` or `/nouns`, by the words of the noun in the singular: one name for each. Those of what stands alone also by `aloneKey`. */
export type NounForms = ReadonlyMap<string, PathForm>;

/** The key of a noun that an operation has without an owner. */
export function aloneKey(nameWords: readonly string[]): string {
  return `/${singularKey(nameWords)}`;
}

export function singularKey(tokens: readonly string[]): string {
  return singular(tokens).join(' ');
}

/** What stands above a noun in the paths of all operations that list it. */
export interface Parent {
  readonly nameWords: readonly string[];
  /** Of the input that is its id. */
  readonly idWords: string;
}

/** By words of the noun in the singular: `reading` → `meter`, by `meter no`. */
export type ParentsOfNouns = ReadonlyMap<string, Parent>;

/** Words of a noun in the singular → the words of the input that finds it: `subscriber` → `msisdn`. */
export type KeysOfNouns = ReadonlyMap<string, string>;

/** Words of an input → the resource that another operation finds by it: `s object` by `s object type`. */
export type IdsOfOthers = ReadonlyMap<string, readonly string[]>;
