// Writes the fields of the searches of mappings/business-records into search-fields.ts: `node scripts/business-records-search-fields.ts [FOLDER]`.
// A test compares. The codes of enumerations are those of the table.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createCodec } from '../src/codec/create.ts';
import { dialect } from '../src/codec/datatypes/dialect.ts';
import { loadContract } from '../src/contract/load.ts';
import type { TypeDef } from '../src/contract/model/model.ts';
import { Report } from '../src/mapping/syntax/report.ts';
import { readValueTables } from '../src/mapping/syntax/value-tables.ts';
import { parseYaml } from '../src/mapping/syntax/yaml.ts';

/** Another folder: a copy of the mapping with another contract. */
const isMain = process.argv[1] === fileURLToPath(import.meta.url);
const folder = (isMain && process.argv[2]) || join(import.meta.dirname, '../mappings/business-records');

/** What the fields of searches hold, where they have other names than those of the records. */
const HELD: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  AccountSearch: {
    cashFlowRateType: 'ConsolidatedRate',
    generalRateType: 'ConsolidatedRate',
    locale: 'Language',
    type: 'AccountType',
  },
  BillingScheduleSearch: { type: 'BillingScheduleType' },
  CalendarEventSearch: { response: 'CalendarEventAttendeeResponse' },
  ItemSearch: {
    locationInvtClassification: 'ItemInvtClassification',
    locationPeriodicLotSizeType: 'PeriodicLotSizeType',
    periodicLotSizeType: 'PeriodicLotSizeType',
    shippingCarrier: 'ShippingCarrier',
    type: 'ItemType',
  },
  TransactionSearch: {
    accountType: 'AccountType',
    avsStreetMatch: 'AvsMatchCode',
    avsZipMatch: 'AvsMatchCode',
    billCountry: 'Country',
    billVarianceStatus: 'BlanketPurchaseOrderBillVarianceStatus',
    cscMatch: 'AvsMatchCode',
    gcoAvsStreetMatch: 'AvsMatchCode',
    gcoAvsZipMatch: 'AvsMatchCode',
    gcoCscMatch: 'AvsMatchCode',
    shipCarrier: 'ShippingCarrier',
    shipCountry: 'Country',
    type: 'TransactionType',
  },
};

const tables = tablesOf(join(folder, 'mapping.yaml'));
const { schemas } = await loadContract(join(folder, 'contract/service.wsdl'));
const codec = createCodec(schemas, dialect());

function tablesOf(file: string) {
  const root = parseYaml(readFileSync(file, 'utf8'), file);
  const entry = root.kind === 'map' ? root.entries.find(({ key }) => key === 'tables') : undefined;
  return readValueTables(entry?.value.kind === 'map' ? entry.value.entries : [], new Report());
}

/** `_bank` → `Bank`, for enumerations whose values are codes of the record API. */
function codesOf(enumeration: string): ReadonlyMap<string, string> {
  const table = tables.get(enumeration[0].toLowerCase() + enumeration.slice(1));
  return new Map(table?.rows.map((row) => [row.get('soap')!.source, row.get('rest')!.source]));
}

/** Local names of each record type and its search. */
const records = tables.get('records')!.rows.flatMap((row) => {
  const [type, search] = ['type', 'search'].map((column) => row.get(column)?.source.split(':')[1]);
  return search === undefined ? [] : [{ type, search }];
});

/** Local name → enumeration, of those whose values have an underscore. */
const enumerations = new Map(
  [...schemas.types.values()].flatMap((t) =>
    t.kind === 'simple' && t.facets.enumeration?.some((v) => v.startsWith('_')) ? [[t.name!.local, t] as const] : [],
  ),
);

/** The enumeration of a search's field: what HELD says, or that of the field of this name in a record; else in anything, if there is but one. */
function heldBy(search: string, field: string): string | undefined {
  const known = HELD[search]?.[field];
  if (known !== undefined && enumerations.has(known)) return known;
  const types = new Set(records.flatMap((record) => (record.search === search ? record.type : [])));
  const among = (types: readonly TypeDef[]) =>
    new Set(
      types
        .flatMap((t) => (t.kind === 'complex' ? codec.members(t) : []))
        .flatMap((m) => (m.kind === 'element' && m.key === field ? (m.element.type.name?.local ?? []) : []))
        .filter((name) => enumerations.has(name)),
    );
  const all = [...schemas.types.values()];
  const own = among(all.filter((t) => types.has(t.name?.local ?? '')));
  const found = own.size > 0 ? own : among(all);
  return found.size === 1 ? [...found][0] : undefined;
}

/** Values in the order of the contract: `Bank:_bank`, or `_bank` alone where no code stands for it. */
function printEnumeration(name: string): string {
  const codes = codesOf(name);
  const values = enumerations.get(name)!.facets.enumeration!;
  return printTexts(
    name,
    values.map((v) => (!codes.has(v) && v.startsWith('_') ? v : `${codes.get(v) ?? v}:${v}`)),
  );
}

/** `  name: 'a b c',` in several lines. */
function printTexts(name: string, texts: readonly string[]): string {
  return wrap(`  ${name}: '`, texts, `',`)
    .replaceAll(', ', ' ')
    .replaceAll(',\n', '\n')
    .replace(/\n +/g, " ' +\n    '");
}

/** Flow collections of at most 150 columns a line. */
function wrap(head: string, items: readonly string[], tail: string): string {
  const lines: string[] = [head];
  items.forEach((item, i) => {
    const text = item + (i === items.length - 1 ? tail : ', ');
    if ((lines.at(-1) + text).length > 150) lines.push(`    ${text}`);
    else lines[lines.length - 1] += text;
  });
  return lines.map((l) => l.trimEnd()).join('\n');
}

const RECORD = 'Readonly<Record<string, string>>';

/** Columns of another name than the field that they show. */
const COLUMNS: Readonly<Record<string, string>> = { externalIdString: 'externalId' };

/** search-fields.ts: the fields of the searches of the table's records, with their kinds, and the enumerations that some of them hold. */
export function searchFields(): string {
  const names = [...new Set(records.map(({ search }) => search))].toSorted();
  const held = new Set<string>();
  const lines = names.map((name) => {
    const basic = [...schemas.types.values()].find((t) => t.name?.local === `${name}Basic`);
    const row = [...schemas.types.values()].find((t) => t.name?.local === `${name}RowBasic`);
    const columns = new Map(
      (row?.kind === 'complex' ? codec.members(row) : []).map((m) => [
        m.key,
        m.kind === 'element' ? /^SearchColumn(\w+)Field$/.exec(m.element.type.name?.local ?? '')?.[1] : undefined,
      ]),
    );
    const fields = (basic?.kind === 'complex' ? codec.members(basic) : []).flatMap((m) => {
      const kind = m.kind === 'element' ? /^Search(\w+)Field$/.exec(m.element.type.name?.local ?? '')?.[1] : undefined;
      const enumeration = kind === 'EnumMultiSelect' ? heldBy(name, m.key) : undefined;
      if (enumeration !== undefined) held.add(enumeration);
      const column = columns.get(COLUMNS[m.key] ?? m.key);
      const hidden =
        kind === 'String'
          ? column !== 'String' && (column === undefined || COLUMNS[m.key] === undefined)
          : kind === 'EnumMultiSelect' && enumeration === undefined && column === undefined;
      return kind
        ? [[m.key, hidden ? `${kind}!` : kind, ...(enumeration === undefined ? [] : [enumeration])].join(':')]
        : [];
    });
    return fields.length === 0 ? `  ${name}: '',` : printTexts(name, fields);
  });
  const values = [...held].toSorted().map(printEnumeration);
  return [
    '// Written by scripts/business-records-search-fields.ts: field:kind of each search, with the enumeration of those that hold one. `!`: a text, or an enumeration that is not known, that no column shows.',
    `export const SEARCHES: ${RECORD} = {\n${lines.join('\n')}\n};`,
    '',
    '/** Values, in the order of the contract: those with a code of the record API after it, others lose their underscore there. */',
    `export const ENUMERATIONS: ${RECORD} = {\n${values.join('\n')}\n};\n`,
  ].join('\n');
}

if (isMain) writeFileSync(join(folder, 'search-fields.ts'), searchFields());
