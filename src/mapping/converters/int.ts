// `{id|int}`: an integer in its canonical form, whatever the variable's own type is.
import { scalarText } from '../../json/walk.ts';
import type { Converter, Ends } from '../../pattern/text/converter.ts';
import type { ConverterEntry } from '../model/converter-entry.ts';
import { type Domain, outsideDomain } from './domain.ts';

const CANONICAL = /^(?:0|-?[1-9][0-9]*)$/;
const MOST_DIGITS = 40;
export const INTEGERS: Domain = {
  label: 'an integer',
  texts: ['0', '1', '-1', '2024'],
  all: false,
  has: /^-?\d+$/,
};

export function isInteger(text: string): boolean {
  return text.length <= MOST_DIGITS && CANONICAL.test(text);
}

export function integer(ends: Ends): Converter {
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

export const int: ConverterEntry = {
  keyword: 'int',
  parameters: [],
  docs: 'an integer in canonical form: `7`, never `07`',
  value: {
    makes: 'integer',
    bare: true,
    single: true,
    selects: true,
    compile: ({ ends }) => integer(ends),
    mistake: (use) => outsideDomain(INTEGERS, use),
    schema: () => ({ type: 'integer' }),
    defaultJson: Number,
  },
};
