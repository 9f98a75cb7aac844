// `{criteria|query(result, items)}`: a filter in one text ⇄ criteria of a search, typed by the contract.
import type { JsonSchema } from '../../../codec/schema/json-schema.ts';
import type { ComplexType } from '../../../contract/model/model.ts';
import { fromJs } from '../../../json/value.ts';
import { scalarText, stringOf } from '../../../json/walk.ts';
import { convertValue } from '../../../pattern/converters/pair.ts';
import { type Converter, identity } from '../../../pattern/text/converter.ts';
import type { ConverterEntry, ConverterUse, Option, TableSite } from '../../model/converter-entry.ts';
import type { Fields } from '../../syntax/fields.ts';
import { Conditions } from './conditions.ts';
import { FieldReader, type QueryTypes } from './fields.ts';
import { unionsOf } from './forms.ts';
import { readOptions, typeNamed } from './options.ts';
import { type Query, Searches } from './searches.ts';
import { exactJs } from './values.ts';

function configure(fields: Fields, site: TableSite): (use: ConverterUse) => Converter {
  const options = readOptions(fields, site);
  const reader = new FieldReader(site.codec, options);
  const unions = unionsOf(options.operators);
  const bySearch = new Map<ComplexType, Map<string, Searches>>();
  /** Made when a filter is first read or written: fields of some searches are hundreds. */
  const searchesOf = (types: QueryTypes, names: string): Searches => {
    const byNames = bySearch.get(types.search) ?? new Map<string, Searches>();
    bySearch.set(types.search, byNames);
    const searches =
      byNames.get(names) ?? new Searches(new Conditions(reader.fieldsOf(types), options.criterion), unions);
    byNames.set(names, searches);
    return searches;
  };
  return (use) => {
    const search = searchOf(use);
    const { place, report, codec, names } = use;
    const types = names.map((name) => typeNamed(name, place, codec, report));
    if (search === undefined || types.includes(undefined)) return identity;
    const [result, items] = types;
    const key = names.join();
    return converter(() => searchesOf({ search, result, items }, key), use.joinsSearches);
  };
}

/** The type whose members are the criteria. */
function searchOf({ type, placeholder, place, report }: ConverterUse): ComplexType | undefined {
  if (type?.kind === 'rest') return type.type;
  if (type?.kind === 'value' && type.type.kind === 'complex' && !type.list) return type.type;
  // A name that the SOAP side lacks is reported as that.
  if (type === undefined) return undefined;
  const message = `{${placeholder.name}} has no members in the contract that "query" could ask for`;
  report.add('MAPPING_TYPE', message, place, 'bind it to the criteria of the search: an element, or $rest');
  return undefined;
}

function converter(searches: () => Searches, several: boolean): Converter {
  const read = (text: unknown) => (several ? searches().read(String(text)) : searches().readOne(String(text)));
  const write = (query: unknown) => searches().write(query as Query);
  return {
    in: (place) => {
      const text = scalarText(place);
      return text === undefined ? undefined : fromJs(convertValue(read, text));
    },
    out: (variable) => stringOf(String(convertValue(write, exactJs(variable)))),
  };
}

const TEXT: JsonSchema = { type: 'string' };
const NAMES: JsonSchema = { type: 'object', additionalProperties: TEXT };

const OPTIONS: readonly Option[] = [
  {
    key: 'operators',
    docs: "words of filters, and what each means: [forms of conditions](#filters). Without them, the contract's operators in capitals",
    schema: {
      type: 'object',
      additionalProperties: { anyOf: [TEXT, { type: 'array', minItems: 1, items: TEXT }] },
    },
  },
  {
    key: 'member',
    docs: 'the members of a criterion: operator, value, and the second value of a range (`[ "@operator", value, value2 ]`)',
    schema: { type: 'array', minItems: 2, maxItems: 3, items: TEXT },
  },
  {
    key: 'rename',
    docs: 'by the type of a search, or `*`: other names for its fields',
    schema: { type: 'object', additionalProperties: NAMES },
  },
  {
    key: 'values',
    docs: 'by the type of a search: enumerations that fields hold; by a type of criteria that hold texts: `"_{x}"`, how values of enumerations are spelt there',
    schema: { type: 'object', additionalProperties: { anyOf: [TEXT, NAMES] } },
  },
];

export const query: ConverterEntry = {
  keyword: 'query',
  parameters: [
    {
      name: 'result',
      kind: 'type',
      optional: true,
      docs: 'the type of what is found: its members say which values a field of the same name may have',
    },
    {
      name: 'items',
      kind: 'type',
      optional: true,
      docs: 'the type of items that are [looked at](#items-that-are-looked-at): its members say which fields can be tested',
    },
  ],
  docs: 'a filter in one text, whose variable is the criteria of a search: [filters](#filters)',
  value: { makes: 'any', partial: true, options: OPTIONS, configure },
};
