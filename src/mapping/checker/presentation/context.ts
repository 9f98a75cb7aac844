// What all readers of `types:` share: the context, and finding members and types by the names in the table.

import type { Codec } from '../../../codec/model/codec.ts';
import type { Member } from '../../../codec/model/members.ts';
import type { TypeDef } from '../../../contract/model/model.ts';
import type { Place } from '../../../errors/errors.ts';
import { clark, XSD_NS } from '../../../xml/reader/names.ts';
import type { Coverage } from '../../model/coverage.ts';
import type { GatewayVariables } from '../../model/supplied.ts';
import type { Report } from '../../syntax/report.ts';
import type { ValueTable } from '../../syntax/value-tables.ts';
import type { YamlEntry } from '../../syntax/yaml.ts';
import { findMember, findType, suggestMember } from '../contract-lookup/find-member.ts';
import type { UsedTypes } from './used.ts';

/** What readers of `types:` need. `codec` is the plain one: keys are names of the dialect. */
export interface TypesContext {
  readonly codec: Codec;
  readonly tables: ReadonlyMap<string, ValueTable>;
  readonly coverage: Coverage;
  readonly gateway: GatewayVariables;
  readonly report: Report;
  /** What messages can hold. */
  readonly used: UsedTypes;
  /** Does the table omit this member of the type? */
  readonly omits: (type: TypeDef, key: string) => boolean;
}

export function memberNamed(
  name: string,
  place: Place,
  members: readonly Member[],
  ctx: TypesContext,
): Member | undefined {
  const member = findMember(members, name, ctx.codec.dialect);
  if (member === undefined) {
    const hint = suggestMember(members, name, ctx.report);
    ctx.report.add('MAPPING_UNKNOWN_ELEMENT', `the type has no member "${name}"`, place, hint);
  }
  return member;
}

/** `prefix:Name`, `{ns}Name`, or the name of a built-in type. */
export function typeNamed({ key, place }: YamlEntry, { codec, report }: TypesContext): TypeDef | undefined {
  return codec.schemas.types.get(clark({ ns: XSD_NS, local: key })) ?? findType(key, place, codec, report);
}
