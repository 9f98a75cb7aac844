// Finds types whose objects one rule identifies by one member and another rule by another: `$rest` may then carry a second key. Knows only
// the patterns of requests.

import type { TypeDef } from '../../contract/model/model.ts';
import type { Place } from '../../errors/errors.ts';
import type { UndecidedKey } from '../model/mapping.ts';

/** An object of a SOAP request, as a pattern lists it. */
export interface Listing {
  readonly type: TypeDef;
  /** JSON name of each listed member → its variables; none for a name of `$absent`. */
  readonly members: ReadonlyMap<string, readonly string[]>;
  /** `$rest`, where the pattern has it. */
  readonly rest?: { readonly name: string; readonly place: Place };
}

interface Keyed extends Listing {
  readonly rule: string;
  /** Members whose variables are in the path. */
  readonly keys: readonly string[];
}

export class Identities {
  private readonly byType = new Map<TypeDef, Keyed[]>();

  /** `inPath`: the variables of the rule's path. */
  add(rule: string, inPath: readonly string[], listings: readonly Listing[]): void {
    for (const listing of listings) {
      const keys: string[] = [];
      for (const [key, names] of listing.members) if (names.some((name) => inPath.includes(name))) keys.push(key);
      if (keys.length === 0) continue;
      const siblings = this.byType.get(listing.type) ?? [];
      this.byType.set(listing.type, siblings);
      siblings.push({ ...listing, rule, keys });
    }
  }

  /** One for each `$rest` and key. */
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

/** Keys of other rules that `$rest` of this listing may carry. If all those rules refuse our key, nothing is undecided. */
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
