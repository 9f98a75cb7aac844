// `{tags|csv}`: one text ⇄ a list.
import { XML_STRING } from '../../codec/schema/xml-characters.ts';
import { arrayOf } from '../../json/array.ts';
import { ARRAY } from '../../json/value.ts';
import { itemsOf, kindOf, scalarText } from '../../json/walk.ts';
import type { Converter, Ends } from '../../pattern/text/converter.ts';
import type { CheckedUse, ConverterEntry, Mistake } from '../model/converter-entry.ts';
import { isList, itemTextOf, nameOfType } from '../model/variables.ts';
import { holdsMany } from './domain.ts';

/**
 * A comma or backslash inside an item is written with a backslash before it; the empty text is the empty list, so a list of one empty text has
 * no form (outside of the domain). `ends.variable` is the text of one item.
 */
export function listText(ends: Ends): Converter {
  return {
    joins: true,
    in: (place) => {
      const text = scalarText(place);
      const items = text === undefined ? undefined : split(text);
      return items && arrayOf(items.map((item) => ends.variable.fromText(item)));
    },
    out: (variable) => {
      if (kindOf(variable) !== ARRAY) return undefined;
      const items = itemsOf(variable).map((item) => ends.variable.toText(item));
      return items.length === 1 && items[0] === '' ? undefined : ends.place.fromText(join(items));
    },
  };
}

function split(text: string): string[] | undefined {
  if (text === '') return [];
  const items: string[] = [];
  let item = '';
  for (let i = 0; i < text.length; i++) {
    if (text[i] === ',') {
      items.push(item);
      item = '';
    } else if (text[i] === '\\') {
      const next = text[++i];
      if (next !== ',' && next !== '\\') return undefined;
      item += next;
    } else item += text[i];
  }
  return [...items, item];
}

function join(items: readonly string[]): string {
  return items.map((item) => item.replaceAll('\\', '\\\\').replaceAll(',', '\\,')).join(',');
}

/** `keyword`: the converter of lists that is used. */
export function listMistake(keyword: string, { text, name, type, first, codec }: CheckedUse): Mistake | undefined {
  if (!first || type === undefined) return undefined;
  if (isList(type) && itemTextOf(type, codec, 'rest') === undefined)
    return {
      message: `${text}: ${keyword} needs simple values, but the items of {${name}} are not simple`,
      hint: 'put them in a body, or bind them one by one with "each"',
    };
  if (type.kind === 'any' || holdsMany(type)) return undefined;
  return {
    message: `${text}: {${name}} is ${nameOfType(type, codec)}, not a list`,
    hint: `${keyword} is for lists: write {${name}}`,
  };
}

export const csv: ConverterEntry = {
  keyword: 'csv',
  parameters: [],
  docs: 'a list in one text: `a,b`; a comma or a backslash inside an item has a backslash before it',
  value: {
    makes: 'texts',
    joins: true,
    compile: ({ ends }) => listText(ends),
    mistake: (use) => listMistake('csv', use),
    schema: () => XML_STRING,
  },
};
