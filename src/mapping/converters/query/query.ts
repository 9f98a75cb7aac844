// `{criteria|query(result, items)}`: a filter in one text ⇄ criteria of a search, typed by the contract.
import type { JsonSchema } from '../../../codec/schema/json-schema.ts';
import type { ComplexType } from '../../../contract/model/model.ts';
import { parseExactly } from '../../../json/exact-numbers.ts';
import { fromJs, type Json, textOf } from '../../../json/value.ts';
import { scalarText, stringOf } from '../../../json/walk.ts';
import { convertValue } from '../../../pattern/converters/pair.ts';
import { type Converter, identity } from '../../../pattern/text/converter.ts';
import type { ConfiguredValue, ConverterEntry, ConverterUse, Option, TableSite } from '../../model/converter-entry.ts';
import type { Fields } from '../../syntax/fields.ts';
import { Filters } from './filters.ts';
import { readOptions } from './options.ts';
import type { Query, Searches } from './searches.ts';
import { MOST_CHARACTERS } from './text.ts';

function configure(fields: Fields, site: TableSite): ConfiguredValue {
  const filters = new Filters(readOptions(fields, site), site);
  return {
    compile: (use) => {
      const search = searchOf(use);
      const filter = search && filters.of(search, use);
      return filter ? converter(() => filter.searches, use.joinsSearches) : identity;
    },
    reportUnused: (report) => filters.reportUnused(report),
    describe: ({ type, namesByParameter, joinsSearches }) => {
      const search = criteriaOf(type);
      const filter = search && filters.find(search, namesByParameter);
      return filter?.description(joinsSearches);
    },
  };
}

/** The type whose members are the criteria. */
function searchOf({ type, placeholder, place, report }: ConverterUse): ComplexType | undefined {
  const criteria = criteriaOf(type);
  // A name that the SOAP side lacks is reported as that.
  if (criteria !== undefined || type === undefined) return criteria;
  const message = `{${placeholder.name}} has no members in the contract that "query" could ask for`;
  report.add('MAPPING_TYPE', message, place, 'bind it to the criteria of the search: an element, or $rest');
  return undefined;
}

function criteriaOf(type: ConverterUse['type']): ComplexType | undefined {
  if (type?.kind === 'rest') return type.type;
  return type?.kind === 'value' && type.type.kind === 'complex' && !type.list ? type.type : undefined;
}

/** Criteria with more bytes of JSON are refused unread: hardly any of them are a filter of a permitted length. */
const MOST_JSON = 16 * MOST_CHARACTERS;

function converter(searches: () => Searches, several: boolean): Converter {
  const read = (text: unknown) => (several ? searches().read(String(text)) : searches().readOne(String(text)));
  const write = (query: unknown) => {
    const { start, end } = query as Json;
    const text = end - start > MOST_JSON ? undefined : searches().write(parseExactly(textOf(query as Json)) as Query);
    if (text !== undefined && text.length <= MOST_CHARACTERS) return text;
    throw new RangeError(`a filter has ${MOST_CHARACTERS} characters at most, and these criteria take more`);
  };
  return {
    in: (place) => {
      const text = scalarText(place);
      return text === undefined ? undefined : fromJs(convertValue(read, text));
    },
    out: (variable) => stringOf(String(convertValue(write, variable))),
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
    docs: 'the members of a criterion: operator, value, and the second value of a range (`[ "@operator", value, value2 ]`). Without it, those that the contract leaves no choice about',
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
