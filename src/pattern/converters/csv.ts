import { arrayOf } from '../../json/array.ts';
import { ARRAY } from '../../json/value.ts';
import { itemsOf, kindOf, scalarText } from '../../json/walk.ts';
import type { Converter, Ends } from '../text/converter.ts';

/**
 * `{tags|csv}`: one text ⇄ a list. A comma or backslash inside an item is written with a backslash before it; the empty text is the empty
 * list, so a list of one empty text has no form (outside of the domain). `ends.variable` is the text of one item.
 */
export function csv(ends: Ends): Converter {
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
