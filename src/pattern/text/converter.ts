// A bijection between what stands at a place of a message and the value of a variable.
import type { Json } from '../../json/value.ts';

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
