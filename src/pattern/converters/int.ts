import { SoapstoneError } from '../../errors/errors.ts';
import { scalarText } from '../../json/walk.ts';
import type { Converter, Ends } from '../text/converter.ts';

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

/** `{id|int32}`: the same, of 32 bits. Anything else is refused, in a path too: no other rule is meant. */
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
