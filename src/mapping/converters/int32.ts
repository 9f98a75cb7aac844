// `{id|int32}`: an integer of 32 bits. Anything else is refused, in a path too.
import { SoapstoneError } from '../../errors/errors.ts';
import { scalarText } from '../../json/walk.ts';
import type { Converter, Ends } from '../../pattern/text/converter.ts';
import type { ConverterEntry } from '../model/converter-entry.ts';
import { outsideDomain } from './domain.ts';
import { INTEGERS, integer, isInteger } from './int.ts';

const LEAST = -(2 ** 31);
const LARGEST = 2 ** 31 - 1;

function integer32(ends: Ends): Converter {
  const plain = integer(ends);
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

export const int32: ConverterEntry = {
  keyword: 'int32',
  parameters: [],
  docs: 'the same, of 32 bits; anything else is refused, in a path too',
  value: {
    makes: 'integer',
    bare: true,
    single: true,
    compile: ({ ends }) => integer32(ends),
    mistake: (use) => outsideDomain(INTEGERS, use),
    schema: () => ({ type: 'integer', format: 'int32' }),
    defaultJson: Number,
  },
};
