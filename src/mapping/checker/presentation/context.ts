// What all readers of `types:` share: the context, and finding members and types by the names in the table.

import type { Codec } from '../../../codec/model/codec.ts';
import type { Member } from '../../../codec/model/members.ts';
import type { TypeDef } from '../../../contract/model/model.ts';
import type { Place } from '../../../errors/errors.ts';
import { suggest } from '../../../errors/suggest.ts';
import { clark, XSD_NS } from '../../../xml/reader/names.ts';
import type { Coverage } from '../../model/coverage.ts';
import type { GatewayVariables } from '../../model/supplied.ts';
import type { Located } from '../../syntax/fields.ts';
import type { Report } from '../../syntax/report.ts';
import type { ValueTable } from '../../syntax/value-tables.ts';
import type { YamlEntry, YamlNode } from '../../syntax/yaml.ts';
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
  /** Names of members that the table adds to the type. */
  readonly added: (type: TypeDef) => readonly string[];
}

/** What is there before the entries are read. */
export type TypesInput = Omit<TypesContext, 'omits' | 'added'>;

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
export function typeNamed(
  { key, place }: Pick<YamlEntry, 'key' | 'place'>,
  { codec, report }: TypesContext,
): TypeDef | undefined {
  return codec.schemas.types.get(clark({ ns: XSD_NS, local: key })) ?? findType(key, place, codec, report);
}

export function tableNamed(
  { value, place }: Located<string>,
  { report, tables }: TypesContext,
): ValueTable | undefined {
  const table = tables.get(value);
  if (table === undefined)
    report.add('MAPPING_UNKNOWN_TABLE', `unknown table "${value}"`, place, suggest(value, tables.keys()));
  return table;
}

/** One name or a list of names. */
export function textsIn(node: YamlNode, report: Report): Located<string>[] {
  return (node.kind === 'list' ? node.items : [node]).flatMap((item) => {
    if (item.kind === 'scalar' && item.value !== null) return [{ value: item.source, place: item.place }];
    report.add('MAPPING_SHAPE', 'this must be a name', item.place);
    return [];
  });
}
