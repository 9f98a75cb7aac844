// Words and names of a table that no filter can have. That takes the fields of all its searches, so that `check` alone looks for them.
import type { Codec } from '../../../codec/model/codec.ts';
import type { ComplexType, TypeDef } from '../../../contract/model/model.ts';
import type { Report } from '../../syntax/report.ts';
import type { YamlEntry } from '../../syntax/yaml.ts';
import type { QueryFields } from './fields.ts';
import type { NamesByType, OptionEntries } from './options.ts';
import { typeOf } from './values.ts';

/** The fields that filters have of a search. */
export interface SearchFields {
  readonly search: ComplexType;
  readonly fields: QueryFields;
}

export function reportUnused(entries: OptionEntries, searches: readonly SearchFields[], codec: Codec, report: Report) {
  if (searches.length === 0) return;
  const { operators, member, names, listed, affixed } = entries;
  const lacking = lackingMembers(member, searches, codec);
  for (const key of lacking)
    report.add('MAPPING_UNKNOWN_ELEMENT', `no criterion of a search has the member "${key}"`, member!.place);
  // Without criteria nothing else has a use.
  if (lacking.length > 0) return;
  for (const { key, place } of operators)
    if (!searches.some(({ fields }) => [...fields.all.values()].some(({ forms }) => forms.has(key.toUpperCase()))))
      report.add(
        'MAPPING_UNKNOWN_ELEMENT',
        `no filter can have "${key}": no field of a search has one of its forms`,
        place,
      );
  for (const byType of [names, listed])
    for (const { key, place } of byType.unused(entriesIn(byType, searches)))
      report.add('MAPPING_UNKNOWN_ELEMENT', `no filter can have the field "${key}": no search of a rule has it`, place);
  const types = new Set(searches.flatMap(({ search, fields }) => criteriaIn(search, fields, codec)));
  for (const [type, { key, place }] of affixed)
    if (!types.has(type))
      report.add('MAPPING_UNKNOWN_ELEMENT', `no search of a rule has a field of the type "${key}"`, place);
}

function lackingMembers(member: YamlEntry | undefined, searches: readonly SearchFields[], codec: Codec): string[] {
  const { value } = member ?? {};
  const keys =
    value?.kind === 'list' ? value.items.flatMap((item) => (item.kind === 'scalar' ? [item.source] : [])) : [];
  const types = new Set(
    searches.flatMap(({ search }) =>
      codec.members(search).flatMap((m) => (m.kind === 'element' || m.kind === 'attribute' ? [typeOf(m)] : [])),
    ),
  );
  const found = new Set(
    [...types].flatMap((type) => (type.kind === 'complex' ? codec.members(type).map((m) => m.key) : [])),
  );
  return keys.filter((key) => !found.has(key));
}

function entriesIn(byType: NamesByType, searches: readonly SearchFields[]): ReadonlySet<YamlEntry> {
  return new Set(
    searches.flatMap(({ search, fields }) =>
      [...fields.all.keys()].flatMap((key) => byType.entryFor(search, key) ?? []),
    ),
  );
}

/** Types of the members that are fields. */
function criteriaIn(search: ComplexType, fields: QueryFields, codec: Codec): TypeDef[] {
  return codec
    .members(search)
    .flatMap((m) => (fields.all.has(m.key) && (m.kind === 'element' || m.kind === 'attribute') ? [typeOf(m)] : []));
}
