// `{ids|list}`: a list as OpenAPI writes it in one parameter, without escapes.
import { XML_STRING } from '../../codec/schema/xml-characters.ts';
import { arrayOf } from '../../json/array.ts';
import { ARRAY } from '../../json/value.ts';
import { itemsOf, kindOf, scalarText } from '../../json/walk.ts';
import type { Converter, Ends } from '../../pattern/text/converter.ts';
import type { ConverterCall } from '../../pattern/text/hole.ts';
import type { ConverterEntry, ConverterUse } from '../model/converter-entry.ts';
import { listMistake } from './csv.ts';

/** Separators by the names of the table. */
const SEPARATORS: ReadonlyMap<string, string> = new Map([
  ['comma', ','],
  ['space', ' '],
  ['tab', '\t'],
  ['pipe', '|'],
]);

/** Of a call of this converter. */
function separatorOf(names: readonly string[]): string | undefined {
  return SEPARATORS.get(names[0] ?? 'comma');
}

/** The style of a list in one parameter (OpenAPI 3.1 §4.8.12.3). Tabs have none. */
const STYLES: ReadonlyMap<string, 'form' | 'spaceDelimited' | 'pipeDelimited'> = new Map([
  [',', 'form'],
  [' ', 'spaceDelimited'],
  ['|', 'pipeDelimited'],
]);

export interface JoinedForm {
  readonly separator: string;
  readonly style: 'form' | 'spaceDelimited' | 'pipeDelimited' | undefined;
}

/** How the last converter of a placeholder joins a list, where it is this one. */
export function joinedForm(call: ConverterCall | undefined): JoinedForm | undefined {
  if (call?.name !== 'list') return undefined;
  const separator = separatorOf(call.args.map(({ value }) => value)) ?? ',';
  return { separator, style: STYLES.get(separator) };
}

/** A list between commas: a query tells a comma of an item, which is percent-encoded there, from those between items. */
export function isCommaList(call: ConverterCall | undefined): boolean {
  return joinedForm(call)?.separator === ',';
}

/**
 * Items that hold the separator, or white space at an end that readers of headers drop (RFC 9110 §5.6.1), are outside of the domain; so is the
 * list of one empty text, since the empty text is the empty list. `ends.variable` is the text of one item.
 */
export function separatedText(ends: Ends, separator: string): Converter {
  return {
    joins: true,
    separator,
    in: (place) => {
      const text = scalarText(place);
      if (text === undefined) return undefined;
      const items = text === '' ? [] : text.split(separator).map((item) => item.trim());
      return arrayOf(items.map((item) => ends.variable.fromText(item)));
    },
    out: (variable) => {
      if (kindOf(variable) !== ARRAY) return undefined;
      const items = itemsOf(variable).map((item) => ends.variable.toText(item));
      const isWritable = items.every((item) => item === item.trim() && !item.includes(separator));
      if (!isWritable || (items.length === 1 && items[0] === '')) return undefined;
      return ends.place.fromText(items.join(separator));
    },
  };
}

function compile({ ends, names, place, report }: ConverterUse): Converter {
  const separator = separatorOf(names);
  if (separator === undefined)
    report.add(
      'MAPPING_PATTERN',
      `"list" has no separator "${names[0]}"`,
      place,
      `write ${[...SEPARATORS.keys()].map((name) => `list(${name})`).join(', ')}`,
    );
  return separatedText(ends, separator ?? ',');
}

export const list: ConverterEntry = {
  keyword: 'list',
  parameters: [
    {
      name: 'separator',
      kind: 'name',
      optional: true,
      docs: '`comma` (the default), `space`, `tab` or `pipe`',
    },
  ],
  docs: 'a list as [OpenAPI](wsdl.md#lists) writes it in one parameter: `a,b`, without backslashes; `list(space)`, `list(tab)` and `list(pipe)` have other separators',
  value: {
    makes: 'texts',
    joins: true,
    compile,
    mistake: (use) => listMistake('list', use),
    schema: () => XML_STRING,
  },
};
