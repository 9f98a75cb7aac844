import { scalarText } from '../../json/walk.ts';
import type { Converter, Ends } from '../converter.ts';

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

function isInteger(text: string): boolean {
  return text.length <= MOST_DIGITS && CANONICAL.test(text);
}
