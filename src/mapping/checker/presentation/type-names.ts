// `values: { $type: … }` of a type: other names for the types that are derived from it, by a table or in a letter case.

import type { Codec } from '../../../codec/model/codec.ts';
import { inCase, type LetterCase } from '../../../codec/presentation/letter-case.ts';
import type { TypeDef } from '../../../contract/model/model.ts';
import { clark } from '../../../xml/reader/names.ts';
import { textField } from '../../syntax/fields.ts';
import { REST, SOAP, type ValueTable } from '../../syntax/value-tables.ts';
import type { YamlEntry } from '../../syntax/yaml.ts';
import { type TypesContext, tableNamed, typeNamed } from './context.ts';

/** Clark name of a type → its JSON name; a bijection. */
export type TypeNames = ReadonlyMap<string, string>;

const CASES: readonly LetterCase[] = ['camel', 'snake'];

/** A table counts more than a letter case of its name. */
export function readTypeNames(entry: YamlEntry, base: TypeDef, ctx: TypesContext): TypeNames {
  const text = textField(entry, ctx.report);
  const letters = CASES.find((name) => name === text?.value && !ctx.tables.has(name));
  if (letters !== undefined) return inLetters(letters, base, ctx.codec);
  const table = text && tableNamed(text, ctx);
  return table ? ofTable(table, base, ctx) : new Map();
}

/** Local names in the letter case. Types that would share one keep their names. */
function inLetters(letters: LetterCase, base: TypeDef, codec: Codec): TypeNames {
  const { types, derives } = codec.schemas;
  const derived = [...types.values()].filter(
    (type) => type.kind === 'complex' && !type.abstract && derives(type, base),
  );
  const byName = Map.groupBy(derived, ({ name }) => inCase(name!.local, letters));
  const names = [...byName].flatMap(([text, [type, ...same]]): [string, string][] => {
    const typeName = clark(type.name!);
    return same.length > 0 || namesAnother(text, typeName, codec) ? [] : [[typeName, text]];
  });
  return new Map(names);
}

/** SOAP values are `prefix:Type`, the names of types that are derived from this one, or its own. */
function ofTable({ rows }: ValueTable, base: TypeDef, ctx: TypesContext): TypeNames {
  const { report, codec } = ctx;
  const names = new Map<string, string>();
  for (const row of rows) {
    const [soap, rest] = [row.get(SOAP), row.get(REST)];
    if (soap === undefined || rest === undefined) continue;
    const type = typeNamed({ key: soap.source, place: soap.place }, ctx);
    if (type?.name === undefined) continue;
    if (!codec.schemas.derives(type, base))
      report.add('MAPPING_TYPE', `"${soap.source}" is not derived from the type`, soap.place);
    else if (namesAnother(rest.source, clark(type.name), codec))
      report.add('MAPPING_TABLE', `"${rest.source}" is the name of another type`, rest.place);
    else names.set(clark(type.name), rest.source);
  }
  return names;
}

function namesAnother(text: string, typeName: string, { dialect, schemas }: Codec): boolean {
  const name = dialect.parseName(text);
  return name !== undefined && schemas.types.has(clark(name)) && clark(name) !== typeName;
}
