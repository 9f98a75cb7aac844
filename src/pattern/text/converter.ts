// A bijection between a value in a message and the value of a variable; texts without a type.

import { SoapstoneError } from '../../errors/errors.ts';
import { type Json, json } from '../../json/value.ts';
import { scalarText, stringOf } from '../../json/walk.ts';

/** Values of a rule's variables, by number. */
export type Bindings = (Json | undefined)[];

/** Both directions return undefined for a value outside of the domain. `bindings`: for arguments that are variables. */
export interface Converter {
  /** Message → variable. */
  in(place: Json, bindings?: Bindings): Json | undefined;
  /** Variable → message. */
  out(variable: Json, bindings?: Bindings): Json | undefined;
  /** All possible values in the message, where they are few. */
  readonly values?: readonly string[];
  /** It reads other variables, which must be bound before. */
  readonly late?: boolean;
  /** Joins a list to one text. */
  readonly joins?: true;
  /** Of a joined list without escapes: what stands between items as it is, also where items are percent-encoded. */
  readonly separator?: string;
}

/** Stands in for a wrong converter. */
export const identity: Converter = { in: (place) => place, out: (variable) => variable };

/**
 * Lexical form ⇄ JSON value of one simple type. `fromText` throws SoapstoneError for a text that is not of the type;
 * `toText` for a value that is no scalar of it.
 */
export interface Text {
  fromText(text: string): Json;
  toText(value: Json): string;
}

/** The two ends of a converter, known when the rule is compiled. */
export interface Ends {
  /** Text form of the value in the message. */
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
