// Writes the REST look of the contract's types into mappings/business-records/mapping.yaml: `node scripts/business-records-types.ts [FOLDER]`.
// and the fields of its searches into search-fields.ts. A test compares. What no rule gives (the service's own codes) stands in NAMES and CODES.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createCodec } from '../src/codec/create.ts';
import { dialect } from '../src/codec/datatypes/dialect.ts';
import type { ElementMember, Member } from '../src/codec/model/members.ts';
import { loadContract } from '../src/contract/load.ts';
import type { ComplexType, SimpleType, TypeDef } from '../src/contract/model/model.ts';

/** Another folder: a copy of the mapping with another contract. */
const isMain = process.argv[1] === fileURLToPath(import.meta.url);
const folder = (isMain && process.argv[2]) || join(import.meta.dirname, '../mappings/business-records');
const target = join(folder, 'mapping.yaml');

/** Names that REST writes otherwise than the rules below say. */
const NAMES: Readonly<Record<string, string>> = {
  '@internalId': 'id',
  '@externalId': 'externalId',
  '@scriptId': 'scriptId',
  '@typeId': 'typeId',
  '@type': 'type',
  '@replaceAll': 'replaceAll',
  addressbookList: 'addressBook',
  addressbookAddress: 'addressBookAddress',
  category1099misc: 'category1099Misc',
  prefCCProcessor: 'prefCcProcessor',
  customFieldList: 'customFieldList',
  // "links" are those to resources.
  linksList: 'linksList',
};

/** Values of REST where they are codes of the service; those left out lose their underscore. */
const CODES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  AccountType: {
    _nonPosting: 'NonPosting',
    _bank: 'Bank',
    _longTermLiability: 'LongTermLiab',
    _deferredExpense: 'DeferExpense',
    _otherExpense: 'OthExpense',
    _costOfGoodsSold: 'COGS',
    _income: 'Income',
    _unbilledReceivable: 'UnbilledRec',
    _equity: 'Equity',
    _fixedAsset: 'FixedAsset',
    _otherCurrentAsset: 'OthCurrAsset',
    _accountsReceivable: 'AcctRec',
    _deferredRevenue: 'DeferRevenue',
    _creditCard: 'CredCard',
    _otherCurrentLiability: 'OthCurrLiab',
    _otherIncome: 'OthIncome',
    _statistical: 'Stat',
    _expense: 'Expense',
    _accountsPayable: 'AcctPay',
    _otherAsset: 'OthAsset',
  },
  ConsolidatedRate: { _average: 'AVERAGE', _current: 'CURRENT', _historical: 'HISTORICAL' },
  EmailPreference: { _default: 'DEFAULT', _hTML: 'HTML', _pDF: 'PDF' },
  CalendarEventStatus: {
    _completed: 'COMPLETE',
    _canceled: 'CANCELLED',
    _confirmed: 'CONFIRMED',
    _tentative: 'TENTATIVE',
  },
  CalendarEventAttendeeResponse: {
    _noResponse: 'NO_RESPONSE',
    _accepted: 'ACCEPTED',
    _declined: 'DECLINED',
    _tentative: 'TENTATIVE',
  },
};

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

const { schemas } = await loadContract(join(folder, 'contract/service.wsdl'));
const codec = createCodec(schemas, dialect());
const isRecord = (type: TypeDef) => type.base?.name?.local === 'Record' && type.kind === 'complex';

/** Types that records are made of, in the order of their names. */
function recordTypes(): ComplexType[] {
  const found = new Set<ComplexType>();
  const visit = (type: TypeDef): void => {
    if (type.kind !== 'complex' || found.has(type)) return;
    found.add(type);
    for (const m of codec.members(type)) if (m.kind === 'element') visit(m.element.type);
    for (const other of schemas.types.values()) if (other.base === type) visit(other);
  };
  for (const type of schemas.types.values()) if (isRecord(type)) visit(type);
  return [...found].filter((t) => t.name !== undefined).toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
}

/** `listAcct` of `urn:accounting_2019_1.lists.webservices.example.com`: the prefixes of the table. */
const prefixes = new Map<string, string>();

function nameOf(type: TypeDef): string {
  const { ns, local } = type.name!;
  return `${prefixes.get(ns) ?? '?'}:${local}`;
}

/** The list of a sublist's element: all that it holds beside `replaceAll`. */
function lineOf(type: TypeDef): ElementMember | undefined {
  if (type.kind !== 'complex' || !/(List|Matrix)$/.test(type.name?.local ?? '')) return undefined;
  const elements = codec.members(type).filter((m) => m.kind !== 'attribute');
  const [only] = elements;
  return elements.length === 1 && only.kind === 'element' && only.list ? only : undefined;
}

function lookOf(type: ComplexType): string[] {
  const members = codec.members(type);
  const own = members.filter((m) => !inherits(type, m));
  const rename = new Map<string, string>();
  const enums = new Map<string, string>();
  const line = lineOf(type);
  for (const m of own) {
    const name = restName(m, members, line);
    if (name !== m.key) rename.set(m.key, name);
    const values = m.kind === 'element' && m.element.type.kind === 'simple' ? tableOf(m.element.type) : undefined;
    if (values) enums.set(m.key, values);
  }
  const parts = [
    ...(rename.size > 0 ? [`rename: ${flow(rename)}`] : []),
    ...(enums.size > 0 ? [`enums: ${flow(enums)}`] : []),
  ];
  return parts;
}

function inherits(type: ComplexType, m: Member): boolean {
  return type.base?.kind === 'complex' && codec.members(type.base).some((b) => b.key === m.key);
}

function restName(m: Member, all: readonly Member[], line: ElementMember | undefined): string {
  if (m === line) return 'items';
  const known = NAMES[m.key];
  if (known !== undefined) return known;
  if (m.kind !== 'element' || !m.key.endsWith('List') || lineOf(m.element.type) === undefined) return m.key;
  const short = m.key.slice(0, -'List'.length);
  return all.some((other) => other.key === short) ? m.key : short;
}

/** Name of a value table, for enumerations whose values REST writes otherwise. */
const tables = new Map<string, SimpleType>();

function tableOf(type: SimpleType): string | undefined {
  if (!type.facets.enumeration?.some((v) => v.startsWith('_'))) return undefined;
  const local = type.name!.local;
  const name = local[0].toLowerCase() + local.slice(1);
  const other = tables.get(name);
  if (other && other !== type) throw new Error(`two enumerations are called ${local}`);
  tables.set(name, type);
  return name;
}

function printTable([name, type]: [string, SimpleType]): string {
  const codes = CODES[type.name!.local] ?? {};
  const pairs = type.facets.enumeration!.map((v) => `${key(codes[v] ?? v.replace(/^_/, ''))}: ${v}`);
  return wrap(`  ${name}: { `, pairs, ' }');
}

const key = (text: string) =>
  /^[A-Za-z][\w$]*$/.test(text) && !/^(null|true|false|yes|no|on|off|y|n)$/i.test(text) ? text : JSON.stringify(text);
const flow = (map: ReadonlyMap<string, string>) =>
  `{ ${[...map].map(([k, v]) => `${/^[@$]/.test(k) ? `"${k}"` : k}: ${v}`).join(', ')} }`;

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

/** The text of the file with both parts of it written anew. */
export function withTypes(text: string): string {
  for (const [, prefix, ns] of text.matchAll(/^ {2}(\w+): "(urn:[^"*]+)\*"$/gm)) {
    for (const type of schemas.types.values()) if (type.name?.ns.startsWith(ns)) prefixes.set(type.name.ns, prefix);
  }
  // A type that the table speaks of by hand is left to it.
  const byHand = new Set(
    [...text.split('# begin of generated types')[0].matchAll(/^ {2}(\w+:\w+):/gm)].map((m) => m[1]),
  );
  const types = recordTypes().flatMap((type) => {
    const look = lookOf(type);
    return look.length === 0 || byHand.has(nameOf(type)) ? [] : [`  ${nameOf(type)}: { ${look.join(', ')} }`];
  });
  const enumerations = [...tables].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(printTable);
  return part(part(text, 'enumerations', enumerations), 'types', types);
}

function part(text: string, name: string, lines: readonly string[]): string {
  const [begin, end] = [`  # begin of generated ${name}\n`, `  # end of generated ${name}\n`];
  const [head, rest] = text.split(begin);
  return `${head}${begin}${lines.join('\n')}\n${end}${rest.split(end)[1]}`;
}

/** Local name → enumeration, of those whose values have an underscore. */
const enumerations = new Map(
  [...schemas.types.values()].flatMap((t) =>
    t.kind === 'simple' && t.facets.enumeration?.some((v) => v.startsWith('_')) ? [[t.name!.local, t] as const] : [],
  ),
);

/** The enumeration of a search's field: what HELD says, or that of the field of this name in a record; else in anything, if there is but one. */
function heldBy(search: string, field: string, table: string): string | undefined {
  const known = HELD[search]?.[field];
  if (known !== undefined && enumerations.has(known)) return known;
  const records = [...table.matchAll(/type: "\w+:(\w+)", search: "\w+:(\w+)"/g)].flatMap((m) =>
    m[2] === search ? m[1] : [],
  );
  const among = (types: readonly TypeDef[]) =>
    new Set(
      types
        .flatMap((t) => (t.kind === 'complex' ? codec.members(t) : []))
        .flatMap((m) => (m.kind === 'element' && m.key === field ? (m.element.type.name?.local ?? []) : []))
        .filter((name) => enumerations.has(name)),
    );
  const all = [...schemas.types.values()];
  const own = among(all.filter((t) => records.includes(t.name?.local ?? '')));
  const found = own.size > 0 ? own : among(all);
  return found.size === 1 ? [...found][0] : undefined;
}

/** Values in the order of the contract: `Bank:_bank`, or `_bank` alone where no code stands for it. */
function printEnumeration(name: string): string {
  const codes = CODES[name] ?? {};
  const values = enumerations.get(name)!.facets.enumeration!;
  return printTexts(
    name,
    values.map((v) => (codes[v] === undefined && v.startsWith('_') ? v : `${codes[v] ?? v}:${v}`)),
  );
}

/** `  name: 'a b c',` in several lines. */
function printTexts(name: string, texts: readonly string[]): string {
  return wrap(`  ${name}: '`, texts, `',`)
    .replaceAll(', ', ' ')
    .replaceAll(',\n', '\n')
    .replace(/\n +/g, " ' +\n    '");
}

const RECORD = 'Readonly<Record<string, string>>';

/** Columns of another name than the field that they show. */
const COLUMNS: Readonly<Record<string, string>> = { externalIdString: 'externalId' };

/** search-fields.ts: the fields of the searches of the table's records, with their kinds, and the enumerations that some of them hold. */
export function searchFields(table: string): string {
  const names = [...new Set([...table.matchAll(/search: "(\w+):(\w+)"/g)].map((m) => m[2]))].toSorted();
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
      const enumeration = kind === 'EnumMultiSelect' ? heldBy(name, m.key, table) : undefined;
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
    '// Written by scripts/business-records-types.ts: field:kind of each search, with the enumeration of those that hold one. `!`: a text, or an enumeration that is not known, that no column shows.',
    `export const SEARCHES: ${RECORD} = {\n${lines.join('\n')}\n};`,
    '',
    '/** Values, in the order of the contract: those with a code of the record API after it, others lose their underscore there. */',
    `export const ENUMERATIONS: ${RECORD} = {\n${values.join('\n')}\n};\n`,
  ].join('\n');
}

if (isMain) {
  const text = withTypes(readFileSync(target, 'utf8'));
  writeFileSync(target, text);
  writeFileSync(join(folder, 'search-fields.ts'), searchFields(text));
}
