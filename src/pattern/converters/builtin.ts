// The converters of every mapping: bool, int, int32, csv, quoted and table.

import { SoapstoneError } from '../../errors/errors.ts';
import { arrayOf } from '../../json/array.ts';
import { ARRAY, type Json } from '../../json/value.ts';
import { itemsOf, kindOf, scalarText, stringOf } from '../../json/walk.ts';
import { type Converter, type Ends, textOfScalar } from '../text/converter.ts';

/** `{flag|bool}`: `true` or `false` at the place, whatever the variable's own type is. */
export function bool(ends: Ends): Converter {
  return {
    in: (place) => {
      const text = scalarText(place);
      return text === 'true' || text === 'false' ? ends.variable.fromText(text) : undefined;
    },
    out: (variable) => {
      const text = ends.variable.toText(variable);
      return text === 'true' || text === 'false' ? ends.place.fromText(text) : undefined;
    },
  };
}

const CANONICAL = /^(?:0|-?[1-9][0-9]*)$/;
const MOST_DIGITS = 40;

/** `{id|int}`: an integer in its canonical form, whatever the variable's own type is. */
export function int(ends: Ends): Converter {
  return {
    in: (place) => {
      const text = scalarText(place);
      return text !== undefined && isInteger(text) ? ends.variable.fromText(text) : undefined;
    },
    out: (variable) => {
      const text = ends.variable.toText(variable);
      return isInteger(text) ? ends.place.fromText(text) : undefined;
    },
  };
}

const LEAST = -(2 ** 31);
const LARGEST = 2 ** 31 - 1;

/** `{id|int32}`: the same, of 32 bits. Anything else is refused, in a path too. */
export function int32(ends: Ends): Converter {
  const plain = int(ends);
  return {
    in: (place) => {
      const text = scalarText(place);
      if (text !== undefined && isInt32(text)) return ends.variable.fromText(text);
      throw notInt32();
    },
    out: (variable) => {
      if (isInt32(ends.variable.toText(variable))) return plain.out(variable);
      throw notInt32();
    },
  };
}

function notInt32(): SoapstoneError {
  return new SoapstoneError('CODEC_TYPE', `must be a whole number from ${LEAST} to ${LARGEST}`);
}

function isInt32(text: string): boolean {
  return isInteger(text) && Number(text) >= LEAST && Number(text) <= LARGEST;
}

function isInteger(text: string): boolean {
  return text.length <= MOST_DIGITS && CANONICAL.test(text);
}

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

/**
 * `{message|quoted}`: a quoted string of a header field (RFC 9110 §5.6.4). What such a field cannot hold is percent-encoded UTF-8, and so is
 * the percent sign.
 */
export const quoted: Converter = {
  in: (place) => {
    const match = /^"((?:[\x20-\x21\x23-\x5b\x5d-\x7e]|\\[\x20-\x7e])*)"$/.exec(textOfScalar(place));
    if (match === null) return undefined;
    try {
      return stringOf(decodeURIComponent(match[1].replace(/\\(.)/g, '$1')));
    } catch {
      return undefined;
    }
  },
  out: (variable) => {
    const text = textOfScalar(variable).toWellFormed();
    const visible = text.replace(/[^\x20-\x7e]|%/gu, encodeURIComponent);
    return stringOf(`"${visible.replace(/["\\]/g, '\\$&')}"`);
  },
};

/** One row of a two-column view of a table, each value in the JSON form of its end. */
export interface TablePair {
  readonly place: Json;
  readonly variable: Json;
}

/** `{type|table(name.column)}`. Values are found by their text; the columns are known to be bijections. */
export function table(pairs: readonly TablePair[]): Converter {
  const byPlace = new Map(pairs.map((p) => [scalarText(p.place), p.variable]));
  const byVariable = new Map(pairs.map((p) => [scalarText(p.variable), p.place]));
  return {
    values: pairs.map((p) => scalarText(p.place) ?? ''),
    in: (place) => byPlace.get(scalarText(place)),
    out: (variable) => byVariable.get(scalarText(variable)),
  };
}
