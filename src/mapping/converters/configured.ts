// `converters:` of a table: options of converters, and further names for converters with other options.
import { suggest } from '../../errors/suggest.ts';
import type { ConverterCall } from '../../pattern/text/hole.ts';
import type {
  CompileMessage,
  CompileValue,
  ConfiguredValue,
  ConverterEntry,
  DescribedUse,
  MessageConverter,
  TableSite,
} from '../model/converter-entry.ts';
import { Fields, fieldsOf } from '../syntax/fields.ts';
import type { Vocabulary } from '../syntax/keywords.ts';
import type { Report } from '../syntax/report.ts';
import { holdsWhen, type Setting } from '../syntax/settings.ts';
import type { YamlEntry, YamlNode } from '../syntax/yaml.ts';
import { namesByParameter } from './call.ts';
import { builtIn, CONVERTERS, optionKeys, optionsOf } from './registry.ts';

/** A converter of bodies with its options. */
export interface ConfiguredConverter {
  readonly entry: ConverterEntry;
  readonly message: MessageConverter;
  readonly compile: CompileMessage;
}

const CONFIGURABLE = CONVERTERS.flatMap((entry) => (optionsOf(entry).length > 0 ? [entry.keyword] : []));

type Site = Omit<TableSite, 'place'>;

export class ConfiguredConverters {
  private readonly site: Site;
  private readonly byName = new Map<string, ConfiguredConverter>();
  /** Converters of values with options. */
  private readonly values = new Map<string, ConfiguredValue>();

  constructor(entries: readonly YamlEntry[], settings: ReadonlyMap<string, Setting>, site: Site) {
    this.site = site;
    for (const entry of entries) this.addDeclared(entry, settings);
  }

  /** undefined: no converter of bodies. */
  get(name: string): ConfiguredConverter | undefined {
    const configured = this.byName.get(name);
    const entry = configured ? undefined : builtIn(name);
    return entry?.message ? this.add(name, entry, this.noOptions) : configured;
  }

  /** undefined: no converter of values with options. */
  compileOf(name: string): CompileValue | undefined {
    const configure = builtIn(name)?.value?.configure;
    const configured = this.values.get(name) ?? configure?.(this.noOptions, { ...this.site, place: undefined });
    if (configured) this.values.set(name, configured);
    return configured?.compile;
  }

  /** Reports options that no rule has a use for, when all rules are compiled. Takes long: for `check`. */
  reportUnused(report: Report): void {
    for (const value of this.values.values()) value.reportUnused(report);
  }

  /** What clients may write where the converter stands; undefined: its type says it. */
  describe(call: ConverterCall, use: Omit<DescribedUse, 'namesByParameter'>): string | undefined {
    return this.values.get(call.name)?.describe({ ...use, namesByParameter: namesByParameter(call) });
  }

  private get noOptions(): Fields {
    return new Fields(new Map(), '', this.site.report);
  }

  private addDeclared(entry: YamlEntry, settings: ReadonlyMap<string, Setting>): void {
    const { report } = this.site;
    const keyword = keywordOf(entry);
    const converter = builtIn(keyword);
    if (converter === undefined || optionsOf(converter).length === 0) {
      const hint = suggest(keyword, CONFIGURABLE) ?? `write of: with one of ${CONFIGURABLE.join(', ')}`;
      report.add('MAPPING_UNKNOWN_CONVERTER', `no converter "${keyword}" has options`, entry.place, hint);
      return;
    }
    const fields = this.mergedFields(entry, optionKeys(converter), settings);
    if (converter.message) this.add(entry.key, converter, fields, entry);
    else if (entry.key === keyword)
      this.values.set(keyword, converter.value!.configure!(fields, { ...this.site, place: entry.place }));
    else
      report.add(
        'MAPPING_UNSUPPORTED',
        `options of "${keyword}" have no name of their own`,
        entry.place,
        `write ${keyword}:`,
      );
  }

  private add(name: string, entry: ConverterEntry, fields: Fields, declared?: YamlEntry): ConfiguredConverter {
    const message = entry.message!;
    const compile = message.configure(fields, { ...this.site, place: declared?.place });
    const configured = { entry, message, compile };
    this.byName.set(name, configured);
    return configured;
  }

  /** One map, or several of which those count whose `when` holds. */
  private mergedFields({ key, value }: YamlEntry, words: Vocabulary, settings: ReadonlyMap<string, Setting>) {
    const { report } = this.site;
    const merged = new Map<string, YamlEntry>();
    for (const node of value.kind === 'list' ? value.items : [value]) {
      const fields = fieldsOf(node, words, `"${key}"`, report);
      if (!holdsWhen(fields.get('when'), settings, report)) continue;
      for (const field of fields.values()) {
        if (merged.has(field.key)) report.add('MAPPING_DUPLICATE', `"${key}" sets "${field.key}" twice`, field.place);
        if (field.key !== 'when') merged.set(field.key, field);
      }
    }
    return new Fields(merged, `"${key}"`, report);
  }
}

/** The converter that the name stands for. */
function keywordOf({ key, value }: YamlEntry): string {
  const nodes: readonly YamlNode[] = value.kind === 'list' ? value.items : [value];
  const of = nodes.flatMap((node) => (node.kind === 'map' ? node.entries.filter((e) => e.key === 'of') : []))[0];
  return of?.value.kind === 'scalar' ? of.value.source : key;
}
