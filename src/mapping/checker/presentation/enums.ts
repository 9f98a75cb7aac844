// `enums:`, `values:` and `discriminator:` of a type: other texts for values and for names of types.

import type { Codec } from '../../../codec/model/codec.ts';
import { type Member, simpleTypeOf } from '../../../codec/model/members.ts';
import type { TypePresentation } from '../../../codec/presentation/presentation.ts';
import type { SimpleType, TypeDef } from '../../../contract/model/model.ts';
import { suggest } from '../../../errors/suggest.ts';
import { clark } from '../../../xml/reader/names.ts';
import { simpleOf } from '../../model/variables.ts';
import { fieldsAt, type Located, mapOf, textField } from '../../syntax/fields.ts';
import { REST, SOAP, type ValueTable } from '../../syntax/value-tables.ts';
import type { YamlEntry } from '../../syntax/yaml.ts';
import { memberNamed, type TypesContext, typeNamed } from './context.ts';
import { hasTexts } from './used.ts';

type Enums = Map<string, ReadonlyMap<string, string>>;

/** `{ member: table }`: every SOAP value of the table must be one of the member's enumeration. */
export function readEnums(entry: YamlEntry | undefined, members: readonly Member[], ctx: TypesContext): Enums {
  const { report } = ctx;
  const enums: Enums = new Map();
  for (const field of mapOf(entry, report)) {
    const member = memberNamed(field.key, field.place, members, ctx);
    const name = textField(field, report);
    const table = name && tableNamed(name, ctx);
    const type = member && namedValues(member, field, ctx);
    if (member === undefined || type === undefined || table === undefined || name === undefined) continue;
    enums.set(member.key, pairsOf(table, type, field.key, ctx));
  }
  return enums;
}

/** `values: table` of an enumeration. */
export function readValues(entry: YamlEntry, type: SimpleType, ctx: TypesContext): ReadonlyMap<string, string> {
  const name = textField(entry, ctx.report);
  const table = name && tableNamed(name, ctx);
  return table ? pairsOf(table, type, type.name?.local ?? entry.key, ctx) : new Map();
}

function tableNamed({ value, place }: Located<string>, { report, tables }: TypesContext): ValueTable | undefined {
  const table = tables.get(value);
  if (table === undefined)
    report.add('MAPPING_UNKNOWN_TABLE', `unknown table "${value}"`, place, suggest(value, tables.keys()));
  return table;
}

/** SOAP values of the rows that also have a REST value. */
function cellsOf({ rows }: ValueTable): string[] {
  return rows.flatMap((row) => (row.has(REST) ? (row.get(SOAP)?.source ?? []) : []));
}

/** SOAP value → REST value. */
function pairsOf(
  table: ValueTable,
  type: SimpleType,
  label: string,
  { report, coverage }: TypesContext,
): ReadonlyMap<string, string> {
  const enumeration = type.facets.enumeration;
  coverage.look(table, cellsOf(table), type, `"${label}"`);
  const values = enumeration && new Set(enumeration);
  const pairs = new Map<string, string>();
  for (const row of table.rows) {
    const [soap, rest] = [row.get(SOAP), row.get(REST)];
    if (soap === undefined || rest === undefined) continue;
    pairs.set(soap.source, rest.source);
    if (values === undefined || values.has(soap.source)) continue;
    const message = `"${soap.source}" of table "${table.name}" is not a value of "${label}"`;
    report.add(
      'MAPPING_TYPE',
      message,
      soap.place,
      report.suggest(soap.source, () => [...values]),
    );
  }
  return pairs;
}

/** The simple type of a member with texts. Others are reported: a table has no effect there. */
function namedValues(member: Member, { key, place }: YamlEntry, ctx: TypesContext): SimpleType | undefined {
  const type = simpleTypeOf(member);
  if (type === undefined) {
    ctx.report.add('MAPPING_TYPE', `"${key}" has no simple value`, place, hintAtText(member, ctx));
    return undefined;
  }
  if (hasTexts(type)) return type;
  const hint = 'use a converter in a pattern: "{name|table(name)}"';
  ctx.report.add('MAPPING_TYPE', `"enums" does not apply to "${key}": its values are not texts`, place, hint);
  return undefined;
}

/** The text of an element with attributes is the member `$value` of its type. */
function hintAtText(member: Member, { codec }: TypesContext): string | undefined {
  const type = member.kind === 'element' ? member.element.type : undefined;
  const text = type && simpleOf(type);
  if (type?.name === undefined || text === undefined || !hasTexts(text)) return undefined;
  return `write ${codec.dialect.nameOf(type.name)}: { enums: { $value: table } }`;
}

/** `{ key: kind, values: { prefix:Type: value } }` */
export function readDiscriminator(
  entry: YamlEntry | undefined,
  base: TypeDef,
  ctx: TypesContext,
): TypePresentation['discriminator'] {
  if (entry === undefined) return undefined;
  const { report, codec } = ctx;
  const fields = fieldsAt(entry, ['key', 'values'], report);
  const values = new Map<string, string>();
  for (const field of fields.map('values')) {
    const type = typeNamed(field, ctx);
    const text = textField(field, report);
    if (type === undefined || text === undefined || type.name === undefined) continue;
    if (!codec.schemas.derives(type, base)) {
      report.add('MAPPING_TYPE', `"${field.key}" is not derived from the type`, field.place);
    } else if ([...values.values()].includes(text.value)) {
      report.add('MAPPING_TABLE', `"${text.value}" is used for two types`, text.place);
    } else if (namesAnother(text.value, clark(type.name), codec)) {
      report.add('MAPPING_TABLE', `"${text.value}" is the name of another type`, text.place);
    } else values.set(clark(type.name), text.value);
  }
  const key = fields.text('key')?.value;
  if (key === undefined) report.add('MAPPING_MISSING', '"discriminator" has no "key"', entry.place);
  return { key: key ?? '$type', values };
}

function namesAnother(text: string, typeName: string, { dialect, schemas }: Codec): boolean {
  const name = dialect.parseName(text);
  return name !== undefined && schemas.types.has(clark(name)) && clark(name) !== typeName;
}
