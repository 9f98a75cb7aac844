// Objects that one rule knows by one member and another rule by another: what `$rest` may carry beside the key of the path. Knows the
// patterns of requests, no message.

import type { TypeDef } from '../../contract/model/model.ts';
import type { Place } from '../../errors/errors.ts';
import type { UndecidedKey } from '../model/mapping.ts';

/** An object of a SOAP request, as a rule lists it. */
export interface Listing {
  readonly type: TypeDef;
  /** Names of the variables at each listed member, by JSON name; none for a name of `$absent`. */
  readonly members: ReadonlyMap<string, readonly string[]>;
  /** `$rest`, where the pattern has it. */
  readonly rest?: { readonly name: string; readonly place: Place };
}

interface Keyed extends Listing {
  readonly rule: string;
  /** Members that the path says. */
  readonly keys: readonly string[];
}

export class Identities {
  private readonly byType = new Map<TypeDef, Keyed[]>();

  /** `inPath`: names of the variables of the rule's path. */
  add(rule: string, inPath: readonly string[], listings: readonly Listing[]): void {
    for (const listing of listings) {
      const keys = [...listing.members].filter(([, names]) => names.some((name) => inPath.includes(name)));
      if (keys.length === 0) continue;
      const siblings = this.byType.get(listing.type) ?? [];
      this.byType.set(listing.type, siblings);
      siblings.push({ ...listing, rule, keys: keys.map(([key]) => key) });
    }
  }

  /** One for each place of the table. */
  undecided(): readonly UndecidedKey[] {
    const byPlace = new Map<string, UndecidedKey>();
    for (const all of this.byType.values())
      for (const listing of all)
        for (const { rule, key } of foreignKeys(listing, all)) {
          const { place, name } = listing.rest!;
          const at = `${place.file}:${place.line}:${place.col} ${key}`;
          if (!byPlace.has(at)) byPlace.set(at, { place, rest: name, key, rule });
        }
    return [...byPlace.values()];
  }
}

/** Keys of other rules that the rest of `listing` may have. Where all rules with such a key refuse ours, ours decides. */
function foreignKeys(listing: Keyed, all: readonly Keyed[]): { readonly rule: string; readonly key: string }[] {
  if (listing.rest === undefined) return [];
  const foreign = new Set(all.flatMap(({ keys }) => keys).filter((key) => !listing.members.has(key)));
  return [...foreign].flatMap((key) => {
    const owners = all.filter(({ keys }) => keys.includes(key));
    const decided =
      owners.some(({ rest }) => rest) && owners.every((owner) => !owner.rest || lists(owner, listing.keys));
    return decided ? [] : [{ rule: owners[0].rule, key }];
  });
}

function lists({ members }: Listing, keys: readonly string[]): boolean {
  return keys.some((key) => members.has(key));
}
