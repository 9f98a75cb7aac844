import type { Member } from '../../codec/members.ts';
import type { SimpleType } from '../../contract/model.ts';
import { didYouMean } from '../nearest.ts';
import { mapOf, type Placed, textField } from '../read/fields.ts';
import { REST, SOAP, type ValueTable } from '../value-tables.ts';
import { simpleOf } from '../variables.ts';
import type { YamlEntry } from '../yaml.ts';
import { memberNamed, type TypesContext } from './context.ts';

type Enums = Map<string, ReadonlyMap<string, string>>;

/** `{ member: table }`: every SOAP value of the table must be one of the member's enumeration. */
export function readEnums(entry: YamlEntry | undefined, members: readonly Member[], ctx: TypesContext): Enums {
  const { report } = ctx;
  const enums: Enums = new Map();
  for (const field of mapOf(entry, report)) {
    const member = memberNamed(field.key, field.place, members, ctx);
    const name = textField(field, report);
    const table = name && tableNamed(name, ctx);
    const type = member && simpleTypeOf(member);
    if (member && type === undefined) report.add('MAPPING_TYPE', `"${field.key}" has no simple value`, field.place);
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

function tableNamed({ value, place }: Placed<string>, { report, tables }: TypesContext): ValueTable | undefined {
  const table = tables.get(value);
  if (table === undefined)
    report.add('MAPPING_UNKNOWN_TABLE', `unknown table "${value}"`, place, didYouMean(value, tables.keys()));
  return table;
}

/** SOAP value → REST value. */
function pairsOf(
  table: ValueTable,
  type: SimpleType,
  what: string,
  { report }: TypesContext,
): ReadonlyMap<string, string> {
  const known = type.facets.enumeration;
  const pairs = new Map<string, string>();
  for (const row of table.rows) {
    const [soap, rest] = [row.get(SOAP), row.get(REST)];
    if (soap === undefined || rest === undefined) continue;
    pairs.set(soap.source, rest.source);
    if (known === undefined || known.includes(soap.source)) continue;
    const message = `"${soap.source}" of table "${table.name}" is not a value of "${what}"`;
    report.add('MAPPING_TYPE', message, soap.place, didYouMean(soap.source, known));
  }
  return pairs;
}

function simpleTypeOf(member: Member): SimpleType | undefined {
  if (member.kind === 'attribute') return member.use.type;
  if (member.kind === 'text') return member.type;
  return member.kind === 'element' ? simpleOf(member.element.type) : undefined;
}
