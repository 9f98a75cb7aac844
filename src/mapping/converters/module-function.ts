// `{name|fn}`, `{name|fn(a, b)}`: a pair of functions of the mapping's module. Its arguments are values of other variables.
import { type FunctionPair, pair } from '../../pattern/converters/pair.ts';
import type { ConverterEntry, Parameter } from '../model/converter-entry.ts';

/** Of functions that do not name theirs. */
export const ANY_VARIABLES: readonly Parameter[] = [
  { name: 'argument', kind: 'variable', optional: true, repeated: true },
];

export function moduleFunction(keyword: string, functions: FunctionPair): ConverterEntry {
  return {
    keyword,
    parameters: functions.parameters?.map((name): Parameter => ({ name, kind: 'variable' })) ?? ANY_VARIABLES,
    docs: 'by the name of a pair in `module.ts`: what `out(variable, …)` makes, and `in(place, …)` takes back; undefined is outside of the domain',
    value: { makes: 'any', compile: ({ variables }) => pair(functions, variables) },
  };
}
