// `{name|fn}`, `{name|fn(a, b)}`: a pair of functions of the mapping's module. Its arguments are values of other variables.
import { type FunctionPair, pair } from '../../pattern/converters/pair.ts';
import type { ConverterEntry } from '../model/converter-entry.ts';

export function moduleFunction(keyword: string, functions: FunctionPair): ConverterEntry {
  return {
    keyword,
    parameters: [{ name: 'argument', kind: 'variable', optional: true, repeated: true }],
    docs: 'by the name of a pair in `module.ts`: what `out(variable, …)` makes, and `in(place, …)` takes back; undefined is outside of the domain',
    value: { makes: 'any', compile: ({ variables }) => pair(functions, variables) },
  };
}
