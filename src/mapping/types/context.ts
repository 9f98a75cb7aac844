import type { Codec } from '../../codec/codec.ts';
import type { Member } from '../../codec/members.ts';
import type { TypeDef } from '../../contract/model.ts';
import type { Place } from '../../errors.ts';
import { findMember, suggestMember } from '../find-member.ts';
import type { Report } from '../report.ts';
import type { ValueTable } from '../value-tables.ts';

/** What `types:` is read against. `codec` is the plain one: names on the left are those of the dialect. */
export interface TypesContext {
  readonly codec: Codec;
  readonly tables: ReadonlyMap<string, ValueTable>;
  readonly report: Report;
  /** Does the table leave this member of the type out? */
  readonly omits: (type: TypeDef, key: string) => boolean;
}

export function memberNamed(
  name: string,
  place: Place,
  members: readonly Member[],
  ctx: TypesContext,
): Member | undefined {
  const found = findMember(members, name, ctx.codec.dialect);
  if (found === undefined) {
    const hint = suggestMember(members, name);
    ctx.report.add('MAPPING_UNKNOWN_ELEMENT', `the type has no member "${name}"`, place, hint);
  }
  return found;
}
