// A bijection between what stands at a place of a message and the value of a variable, and values that are texts without a type.

import { SoapstoneError } from '../../errors/errors.ts';
import { type Json, json } from '../../json/value.ts';
import { scalarText, stringOf } from '../../json/walk.ts';

/** Both ways give undefined for a value outside of the bijection's domain. */
export interface Converter {
  /** What stands at the place → the variable's value. */
  in(place: Json): Json | undefined;
  /** The variable's value → what stands at the place. */
  out(variable: Json): Json | undefined;
  /** What may stand at the place, where that is few. */
  readonly values?: readonly string[];
  /** Makes one text of a list of what stood there before. */
  readonly joins?: true;
}

/**
 * Lexical form ⇄ JSON value of one simple type. `fromText` throws SoapstoneError for a text that is not of the type;
 * `toText` for a value that is no scalar of it.
 */
export interface Text {
  fromText(text: string): Json;
  toText(value: Json): string;
}

/** What a converter stands between, known when the rule is compiled. */
export interface Ends {
  /** JSON form of the values at the place; the lexical form is what the converter's texts are. */
  readonly place: Text;
  readonly variable: Text;
}

/** The scalar's text, or CODEC_TYPE. */
export function textOfScalar(value: Json): string {
  const text = scalarText(value);
  if (text === undefined) throw new SoapstoneError('CODEC_TYPE', 'a text, a number or a boolean should stand here');
  return text;
}

/** Texts without a type of their own: JSON strings. */
export const stringText: Text = { fromText: stringOf, toText: textOfScalar };

/** JSON numbers and booleans as they are spelled. The text must be one. */
export const bareText: Text = { fromText: (text) => json(Buffer.from(text)), toText: textOfScalar };
