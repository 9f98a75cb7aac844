// The filters of a table: one for each search of its rules, and for each type of what is found.
import type { ComplexType } from '../../../contract/model/model.ts';
import type { ConverterUse, TableSite } from '../../model/converter-entry.ts';
import type { Report } from '../../syntax/report.ts';
import { Conditions } from './conditions.ts';
import { describeFilter } from './describe.ts';
import { FieldReader, type QueryFields, type QueryTypes } from './fields.ts';
import { unionsOf } from './forms.ts';
import { complexTypeNamed, type QueryOptions } from './options.ts';
import { Searches } from './searches.ts';
import { reportUnused } from './unused.ts';

/** Arguments. */
const TYPES = ['result', 'items'];

function keyOf(names: ConverterUse['namesByParameter']): string {
  return TYPES.map((name) => names.get(name)).join();
}

/** Fields of some searches are hundreds: they are found when they are first used. */
class Filter {
  readonly types: QueryTypes;
  private readonly make: () => Searches;
  private cached: Searches | undefined = undefined;
  /** By whether one filter may take several searches. */
  private readonly descriptions = new Map<boolean, string>();

  constructor(types: QueryTypes, make: () => Searches) {
    this.types = types;
    this.make = make;
  }

  get searches(): Searches {
    return (this.cached ??= this.make());
  }

  get fields(): QueryFields {
    return this.searches.fields;
  }

  /** What clients may write, of rules that share the filter once. */
  description(several: boolean): string {
    const text = this.descriptions.get(several) ?? describeFilter(this.fields, several);
    this.descriptions.set(several, text);
    return text;
  }
}

export class Filters {
  private readonly options: QueryOptions;
  private readonly site: TableSite;
  private readonly reader: FieldReader;
  private readonly unions: ReadonlySet<string>;
  private readonly bySearch = new Map<ComplexType, Map<string, Filter>>();

  constructor(options: QueryOptions, site: TableSite) {
    this.options = options;
    this.site = site;
    this.reader = new FieldReader(site.codec, options);
    this.unions = unionsOf(options.operators);
  }

  /** undefined: a mistake is reported. */
  of(
    search: ComplexType,
    { namesByParameter, place, report, codec }: Pick<ConverterUse, 'namesByParameter' | 'place' | 'report' | 'codec'>,
  ) {
    const names = TYPES.map((name) => namesByParameter.get(name));
    const requested = names.map((name) => name && complexTypeNamed(name, place, codec, report));
    if (requested.some((type, i) => type === undefined && names[i] !== undefined)) return undefined;
    const [result, items] = requested.map((type) => type || undefined);
    this.checkCriterion(search, { place, report });
    const filters = this.bySearch.get(search) ?? new Map<string, Filter>();
    this.bySearch.set(search, filters);
    const types = { search, result, items };
    const filter = this.find(search, namesByParameter) ?? new Filter(types, () => this.searches(types));
    filters.set(keyOf(namesByParameter), filter);
    return filter;
  }

  /** That of a rule which is compiled. */
  find(search: ComplexType, names: ConverterUse['namesByParameter']): Filter | undefined {
    return this.bySearch.get(search)?.get(keyOf(names));
  }

  private searches(types: QueryTypes): Searches {
    const [keys = []] = this.options.criterionOf(types.search);
    return new Searches(new Conditions(this.reader.fieldsOf(types), keys), this.unions);
  }

  /** The contract may leave a choice. */
  private checkCriterion(search: ComplexType, { place, report }: Pick<ConverterUse, 'place' | 'report'>): void {
    const choices = this.options
      .criterionOf(search)
      .map((keys) => `[ ${keys.filter((key) => key !== '').join(', ')} ]`);
    if (choices.length < 2) return;
    const message = `the contract does not say which members of a criterion are its operator and its value`;
    report.add('MAPPING_MISSING', message, place, `write converters: { query: { member: ${choices.join(' or ')} } }`);
  }

  /** What no filter of a rule can have. Takes the fields of all searches. */
  reportUnused(report: Report): void {
    const filters = [...this.bySearch.values()].flatMap((all) => [...all.values()]);
    const searches = filters.map(({ types, fields }) => ({ search: types.search, fields }));
    reportUnused(this.options.entries, searches, this.site.codec, report);
  }
}
