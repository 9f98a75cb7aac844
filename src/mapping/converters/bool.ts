// `{flag|bool}`: `true` or `false` at the place, whatever the variable's own type is.
import { scalarText } from '../../json/walk.ts';
import type { Converter, Ends } from '../../pattern/text/converter.ts';
import type { ConverterEntry } from '../model/converter-entry.ts';
import { type Domain, outsideDomain } from './domain.ts';

const FLAGS: Domain = { label: 'true or false', texts: ['true', 'false'], all: true, has: /^(?:true|false)$/ };

export function flag(ends: Ends): Converter {
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

export const bool: ConverterEntry = {
  keyword: 'bool',
  parameters: [],
  docs: '`true` or `false`',
  value: {
    makes: 'boolean',
    bare: true,
    single: true,
    selects: true,
    compile: ({ ends }) => flag(ends),
    mistake: (use) => outsideDomain(FLAGS, use),
    schema: () => ({ type: 'boolean' }),
    defaultJson: (text) => text === 'true',
  },
};
