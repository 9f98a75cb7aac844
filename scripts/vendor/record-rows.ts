// Rows of record types for the table of business records, made from a contract: names, searches, and what tells apart the types that share a search.
import type { ComplexType, Contract } from '../../src/contract/model/contract.ts';
import { parseClark, type QName } from '../../src/xml/reader/names.ts';

/** A row of `records`. Absent columns are those that the table works out; null: the row has none. */
export interface RecordRow {
  readonly rest: string;
  readonly in: string;
  readonly name: string;
  readonly of?: string;
  readonly search?: string | null;
  readonly kind?: string;
  readonly subKind?: string;
  readonly serial?: boolean;
  readonly lot?: boolean;
  readonly recordType?: string;
  readonly eid?: null;
}

export interface DerivedRows {
  readonly rows: readonly RecordRow[];
  /** Namespaces that rows need and the table lacks: prefix → pattern. */
  readonly namespaces: ReadonlyMap<string, string>;
}

/** `prefixOf`: the prefix that the table has for a namespace. `listed`: names of types that have a row already. */
export function recordRows(
  contract: Contract,
  prefixOf: (ns: string) => string | undefined,
  listed: ReadonlySet<string>,
): DerivedRows {
  const namespaces = new Map<string, string>();
  const types = new Types(contract);
  const prefix = ({ ns }: QName): string => {
    const declared = prefixOf(ns);
    if (declared !== undefined) return declared;
    const { name, pattern } = patternOf(ns);
    namespaces.set(name, pattern);
    return name;
  };
  const rows = types.records.flatMap((type): RecordRow[] => {
    const name = type.name!;
    if (listed.has(name.local)) return [];
    const row = { rest: lowered(name.local), in: prefix(name), name: name.local };
    const eid = type.attributes.some(({ name: attribute }) => attribute.local === 'externalId') ? {} : { eid: null };
    return [{ ...row, ...types.searchOf(name, prefix), ...eid }];
  });
  return { rows, namespaces };
}

/** `urn:employees_2023_2.lists.webservices.example.com`: `listsEmployees`, and the pattern that every release fits. */
function patternOf(ns: string): { readonly name: string; readonly pattern: string } {
  const [, area = '', group = ''] = /^urn:(\w+?)_\d+_\d+\.(\w+)\.webservices\./.exec(ns) ?? [];
  if (area === '') throw new Error(`the namespace ${ns} is of no area`);
  return { name: `${group}${area[0].toUpperCase()}${area.slice(1)}`, pattern: `urn:${area}_*.${group}.webservices.*` };
}

type Search = Pick<RecordRow, 'of' | 'search' | 'kind' | 'subKind' | 'serial' | 'lot' | 'recordType'>;

class Types {
  /** Those that a reference can name. */
  readonly records: readonly ComplexType[];
  private readonly complex: ReadonlyMap<string, ComplexType>;
  private readonly enumerations: ReadonlyMap<string, readonly string[]>;

  constructor({ schemas }: Contract) {
    const all = [...schemas.types].map(([key, type]) => ({ name: parseClark(key), type }));
    this.complex = new Map(all.flatMap(({ name, type }) => (type.kind === 'complex' ? [[name.local, type]] : [])));
    this.enumerations = new Map(
      all.flatMap(({ name, type }) => (type.kind === 'simple' ? [[name.local, type.facets.enumeration ?? []]] : [])),
    );
    const referred = new Set(this.values('RecordType'));
    this.records = all.flatMap(({ name, type }) =>
      type.kind === 'complex' && !type.abstract && isRecord(type) && referred.has(lowered(name.local)) ? [type] : [],
    );
  }

  /** The search that lists records of the type, and the criteria that leave out the others. */
  searchOf({ ns, local }: QName, prefix: (name: QName) => string): Search {
    if (this.isSearch(`${local}Search`, local)) {
      const { name } = this.complex.get(`${local}Search`)!;
      return name!.ns === ns ? {} : { search: `${prefix(name!)}:${name!.local}` };
    }
    const shared = this.shared(local, ns);
    if (shared === undefined) return { search: null };
    const { name } = this.complex.get(`${shared.of}Search`)!;
    return { ...shared, search: `${prefix(name!)}:${name!.local}` };
  }

  private shared(local: string, ns: string): (Search & { readonly of: string }) | undefined {
    const kind = `_${lowered(local)}`;
    const transactions = this.values('TransactionType');
    if (this.isSearch('TransactionSearch', 'Transaction')) {
      if (transactions.includes(kind)) return { of: 'Transaction', kind };
      if (/\.transactions\./.test(ns)) return { of: 'Transaction', recordType: local.toLowerCase() };
    }
    return this.item(local);
  }

  /** `LotNumberedAssemblyItem`: an assembly with numbers of lots; `ServiceSaleItem`: a service for sale. */
  private item(local: string): (Search & { readonly of: string }) | undefined {
    const [, numbers, name, purpose] =
      /^(Serialized|LotNumbered)?(\w+?)(Purchase|Resale|Sale)?(?:Item|(?<=Group))$/.exec(local) ?? [];
    if (name === undefined || !this.isSearch('ItemSearch', 'Item')) return undefined;
    const kind = [`_${lowered(name)}`, `_${lowered(name)}Item`].find((value) =>
      this.values('ItemType').includes(value),
    );
    if (kind === undefined) return undefined;
    const hasNumbers = this.complex.has(`Serialized${name}Item`);
    return {
      of: 'Item',
      kind,
      ...(purpose && { subKind: `_for${purpose}` }),
      ...(hasNumbers && { serial: numbers === 'Serialized', lot: numbers === 'LotNumbered' }),
    };
  }

  private isSearch(search: string, of: string): boolean {
    const names = [search, `${search}Advanced`, `${search}Row`, `${of}SearchBasic`, `${of}SearchRowBasic`];
    return names.every((name) => this.complex.has(name));
  }

  private values(name: string): readonly string[] {
    return this.enumerations.get(name) ?? [];
  }
}

function isRecord(type: ComplexType): boolean {
  for (let base = type.base; base?.kind === 'complex'; base = base.base)
    if (base.name?.local === 'Record' && /^urn:core_/.test(base.name.ns)) return true;
  return false;
}

function lowered(name: string): string {
  return name[0].toLowerCase() + name.slice(1);
}
