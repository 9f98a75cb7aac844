// `values:` of a type: other texts for values of enumerations, for the names of derived types, and for numbers, flags and dates.

import { isZone } from '../../../codec/datatypes/zone-days.ts';
import { type Member, simpleTypeOf } from '../../../codec/model/members.ts';
import type { TypePresentation, ValuePresentation } from '../../../codec/presentation/presentation.ts';
import type { SimpleType, TypeDef } from '../../../contract/model/model.ts';
import { SoapstoneError } from '../../../errors/errors.ts';
import { suggest } from '../../../errors/suggest.ts';
import { simpleOf } from '../../model/variables.ts';
import { type Fields, mapOf, textField } from '../../syntax/fields.ts';
import type { Report } from '../../syntax/report.ts';
import { REST, SOAP, type ValueTable } from '../../syntax/value-tables.ts';
import type { YamlEntry, YamlScalar } from '../../syntax/yaml.ts';
import { memberNamed, type TypesContext, tableNamed, textsIn } from './context.ts';
import { checkExcept, checkForm } from './effect.ts';
import { readTypeNames, type TypeNames } from './type-names.ts';
import { hasTexts } from './used.ts';

/** Key for values of all members without a table. */
const ALL = '*';
/** Key for the names of derived types. */
const TYPE = '$type';

export interface MemberValues extends Pick<TypePresentation, 'enums' | 'prefix'> {
  readonly typeNames?: TypeNames;
}

/** `"_{x}"`, or `{ member: table, $type: table or camel, "*": "_{x}" }`: SOAP values of a table must be those of the member's enumeration. */
export function readMemberValues(entry: YamlEntry, type: TypeDef, ctx: TypesContext): MemberValues {
  const { report } = ctx;
  if (entry.value.kind !== 'map') return { enums: new Map(), prefix: readPrefix(entry, report) };
  const fields = mapOf(entry, report);
  const [all, typeName] = [ALL, TYPE].map((name) => fields.find(({ key }) => key === name));
  const members = ctx.codec.members(type);
  const enums = fields.flatMap((field) => (field === all || field === typeName ? [] : valuesOf(field, members, ctx)));
  return {
    enums: new Map(enums),
    prefix: all && readPrefix(all, report),
    typeNames: typeName && readTypeNames(typeName, type, ctx),
  };
}

function valuesOf(
  field: YamlEntry,
  members: readonly Member[],
  ctx: TypesContext,
): readonly (readonly [string, ReadonlyMap<string, string>])[] {
  const member = memberNamed(field.key, field.place, members, ctx);
  const table = tableOf(field, ctx);
  const type = member && namedValues(member, field, ctx);
  return member && type && table ? [[member.key, pairsOf(table, type, field.key, ctx)]] : [];
}

/** `_{x}`: the prefix of enumeration values. */
export function readPrefix(entry: YamlEntry | undefined, report: Report): string | undefined {
  const text = textField(entry, report);
  const match = text && /^([^{}]+)\{\w+\}$/.exec(text.value);
  if (text && !match)
    report.add('MAPPING_PATTERN', `"${text.value}" is not a pattern of values`, text.place, 'write "_{x}"');
  return match?.[1];
}

const FORMS = ['date', 'string'] as const;

/** Of a simple type: `date`, `string`, or a value table; not at the members that `except` lists. */
export function readSimpleValues(
  entry: YamlEntry,
  type: SimpleType,
  fields: Fields,
  ctx: TypesContext,
): ValuePresentation[] {
  const values = fields.get('values');
  const exceptions = fields.get('except');
  const names = exceptions === undefined ? [] : textsIn(exceptions.value, ctx.report);
  checkExcept(names, type, ctx);
  const zone = zoneOf(fields.get('zone'), values, ctx.report);
  if (values === undefined) {
    if (exceptions)
      ctx.report.add('MAPPING_MISSING', '"except" needs "values"', exceptions.place, 'write values: string');
    return [];
  }
  const as = formOf(entry, values, type, ctx);
  return as === undefined ? [] : [{ type, as, zone, except: new Set(names.map(({ value }) => value)) }];
}

/** A time zone that this program knows. */
function zoneOf(entry: YamlEntry | undefined, values: YamlEntry | undefined, report: Report): string | undefined {
  const zone = textField(entry, report);
  if (zone === undefined) return undefined;
  if (values?.value.kind !== 'scalar' || values.value.source !== 'date')
    report.add('MAPPING_MISSING', '"zone" needs "values: date"', zone.place, 'write values: date');
  if (isZone(zone.value)) return zone.value;
  const hint = suggest(zone.value, Intl.supportedValuesOf('timeZone')) ?? 'write a name such as America/Los_Angeles';
  report.add('MAPPING_TYPE', `"${zone.value}" is no time zone`, zone.place, hint);
  return undefined;
}

/** A table counts more than a form of its name. */
function formOf(
  entry: YamlEntry,
  values: YamlEntry,
  type: SimpleType,
  ctx: TypesContext,
): ValuePresentation['as'] | undefined {
  if (values.value.kind === 'map') {
    const message = 'values of a simple type have one table or form';
    ctx.report.add('MAPPING_SHAPE', message, values.value.place, 'write values: table');
    return undefined;
  }
  const text = textField(values, ctx.report);
  const form = FORMS.find((name) => name === text?.value && !ctx.tables.has(name));
  if (form === undefined) {
    const table = text && tableNamed(text, ctx);
    return table && pairsOf(table, type, type.name?.local ?? entry.key, ctx);
  }
  if (form === 'date' && type.builtin !== 'dateTime') {
    const message = 'values: date works only for xs:dateTime and types derived from it';
    ctx.report.add('MAPPING_TYPE', message, values.value.place);
  } else checkForm(entry, type, values, ctx);
  return form;
}

function tableOf(field: YamlEntry, ctx: TypesContext): ValueTable | undefined {
  const name = textField(field, ctx.report);
  return name && tableNamed(name, ctx);
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
  { report, coverage, codec }: TypesContext,
): ReadonlyMap<string, string> {
  const enumeration = type.facets.enumeration;
  coverage.look(table, cellsOf(table), type, `"${label}"`);
  const values = enumeration && new Set(enumeration);
  const pairs = new Map<string, string>();
  for (const row of table.rows) {
    const [soap, rest] = [row.get(SOAP), row.get(REST)];
    if (soap === undefined || rest === undefined) continue;
    pairs.set(soap.source, rest.source);
    if (values === undefined) checkLexical(soap, table, type, label, { codec, report });
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

/** Reports a value that the type does not have: by its length, its pattern, its bounds. */
function checkLexical(
  { source, place }: YamlScalar,
  table: ValueTable,
  type: SimpleType,
  label: string,
  { codec, report }: Pick<TypesContext, 'codec' | 'report'>,
): void {
  try {
    codec.text(type).fromText(source);
  } catch (e) {
    if (!(e instanceof SoapstoneError)) throw e;
    report.add(
      'MAPPING_TYPE',
      `"${source}" of table "${table.name}" is not a value of "${label}": ${e.message}`,
      place,
    );
  }
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
  ctx.report.add('MAPPING_TYPE', `"values" does not apply to "${key}": its values are not texts`, place, hint);
  return undefined;
}

/** The text of an element with attributes is the member `$value` of its type. */
function hintAtText(member: Member, { codec }: TypesContext): string | undefined {
  const type = member.kind === 'element' ? member.element.type : undefined;
  const text = type && simpleOf(type);
  if (type?.name === undefined || text === undefined || !hasTexts(text)) return undefined;
  return `write ${codec.dialect.nameOf(type.name)}: { values: { $value: table } }`;
}
