// What the contract says about records: which types there are, and the kinds of their fields. Knows nothing about values or SQL.
import type { ComplexType, Contract, ElementDecl } from '../../../src/index.ts';
import { CUSTOM_RECORDS } from './customizations.ts';

export type FieldKind =
  | 'string'
  | 'boolean'
  | 'number'
  | 'date'
  | 'enum'
  | 'ref'
  | 'refs'
  | 'custom'
  | 'sublist'
  | 'subrecord'
  | 'other';

export interface Field {
  readonly name: string;
  readonly kind: FieldKind;
  /** Local name of its type. */
  readonly type: string;
  /** Of a sublist: its repeated element, and what `replaceAll` is unless a request says so. */
  readonly lines?: {
    readonly element: string;
    readonly fields: ReadonlyMap<string, Field>;
    readonly replaceAll: boolean;
  };
  /** Of an enumeration. */
  readonly values?: readonly string[];
}

export interface RecordType {
  /** As RecordType of the contract has it: `assemblyItem`. */
  readonly name: string;
  /** As `$type` has it: `listAcct:AssemblyItem`. */
  readonly typeName: string;
  readonly fields: ReadonlyMap<string, Field>;
  /** Some records have no external id. */
  readonly external: boolean;
}

/** `$type` of all custom records; `recType` says which they are. */
export const CUSTOM_RECORD = 'setupCustom:CustomRecord';

const area = (name: string) => `urn:${name}.webservices.example.com`;

/** Prefixes of the contract's namespaces, as its documentation has them. */
export const prefixes = {
  platformCore: area('core_2019_1.platform'),
  platformCommon: area('common_2019_1.platform'),
  platformMsgs: area('messages_2019_1.platform'),
  platformFaults: area('faults_2019_1.platform'),
  listAcct: area('accounting_2019_1.lists'),
  listRel: area('relationships_2019_1.lists'),
  listMkt: area('marketing_2019_1.lists'),
  listEmp: area('employees_2019_1.lists'),
  listSupport: area('support_2019_1.lists'),
  listSite: area('website_2019_1.lists'),
  listScm: area('supplychain_2019_1.lists'),
  actSched: area('scheduling_2019_1.activities'),
  generalComm: area('communication_2019_1.general'),
  docFileCab: area('filecabinet_2019_1.documents'),
  setupCustom: area('customization_2019_1.setup'),
  tranSales: area('sales_2019_1.transactions'),
  tranPurch: area('purchases_2019_1.transactions'),
  tranInvt: area('inventory_2019_1.transactions'),
  tranGeneral: area('general_2019_1.transactions'),
  tranBank: area('bank_2019_1.transactions'),
  tranCust: area('customers_2019_1.transactions'),
  tranEmp: area('employees_2019_1.transactions'),
  tranFin: area('financial_2019_1.transactions'),
  demandPlanning: area('demandplanning_2019_1.transactions'),
};

const prefixOf = new Map(Object.entries(prefixes).map(([prefix, ns]) => [ns, prefix]));

export class Catalog {
  readonly contract: Contract;
  readonly types: readonly RecordType[];
  private readonly byTypeName: ReadonlyMap<string, RecordType>;
  private readonly byName: ReadonlyMap<string, RecordType>;

  constructor(contract: Contract) {
    this.contract = contract;
    const { types, derives } = contract.schemas;
    const base = types.get(`{${prefixes.platformCore}}Record`);
    if (!base) throw new Error('the contract has no Record');
    this.types = [...types.values()]
      .filter((type) => type.kind === 'complex')
      .filter((type) => !type.abstract && derives(type, base) && type.attributes.some(isId))
      .map(recordTypeOf);
    this.byTypeName = new Map(this.types.map((type) => [type.typeName, type]));
    const custom = this.byTypeName.get(CUSTOM_RECORD);
    // Each type of custom records is known by its own name alone.
    const named = this.types.filter((type) => type !== custom);
    const made = custom ? CUSTOM_RECORDS.map((name) => ({ ...custom, name })) : [];
    this.byName = new Map([...named, ...made].map((type) => [type.name, type]));
  }

  /** By `$type`; the contract lets nothing else through. */
  ofTypeName(typeName: string): RecordType | undefined {
    return this.byTypeName.get(typeName);
  }

  ofName(name: string | undefined): RecordType | undefined {
    return name === undefined ? undefined : this.byName.get(name);
  }

  /** Fields of a complex type by its `$type`. */
  fieldsOf(typeName: string): ReadonlyMap<string, Field> {
    const [prefix, local] = typeName.split(':');
    const type = this.contract.schemas.types.get(`{${prefixes[prefix as keyof typeof prefixes]}}${local}`);
    return type?.kind === 'complex' ? fieldsOf(type) : new Map();
  }
}

const isId = ({ name }: { name: { local: string } }) => name.local === 'internalId';

function recordTypeOf(type: ComplexType): RecordType {
  const { ns, local } = type.name as { ns: string; local: string };
  return {
    name: local.charAt(0).toLowerCase() + local.slice(1),
    typeName: `${prefixOf.get(ns)}:${local}`,
    fields: fieldsOf(type),
    external: type.attributes.some(({ name }) => name.local === 'externalId'),
  };
}

function fieldsOf(type: ComplexType): Map<string, Field> {
  return new Map(elementsOf(type).map((element) => [element.name.local, fieldOf(element)]));
}

function elementsOf({ content }: ComplexType): ElementDecl[] {
  const found: ElementDecl[] = [];
  if (content.kind !== 'elements') return found;
  const pending = [content.particle];
  for (let next = pending.pop(); next; next = pending.pop()) {
    if (next.kind === 'element') found.push(next.element);
    else if (next.kind !== 'any') pending.push(...next.particles.toReversed());
  }
  return found;
}

const SIMPLE: Readonly<Record<string, FieldKind>> = {
  boolean: 'boolean',
  dateTime: 'date',
  double: 'number',
  long: 'number',
  int: 'number',
};
const COMPLEX: Readonly<Record<string, FieldKind>> = {
  RecordRef: 'ref',
  RecordRefList: 'refs',
  CustomFieldList: 'custom',
};

function fieldOf({ name: { local: name }, type: declared }: ElementDecl): Field {
  const type = declared.name?.local ?? '';
  if (declared.kind === 'simple') {
    const values = declared.facets.enumeration;
    return values ? { name, type, kind: 'enum', values } : { name, type, kind: SIMPLE[declared.builtin] ?? 'string' };
  }
  const kind = COMPLEX[type];
  if (kind) return { name, type, kind };
  const replaceAll = declared.attributes.find((attribute) => attribute.name.local === 'replaceAll');
  if (!replaceAll) return { name, type, kind: declared.base?.name?.local === 'Record' ? 'subrecord' : 'other' };
  const [line] = elementsOf(declared);
  const fields = line.type.kind === 'complex' ? fieldsOf(line.type) : new Map<string, Field>();
  const lines = { element: line.name.local, fields, replaceAll: replaceAll.default !== 'false' };
  return { name, type, kind: 'sublist', lines };
}
