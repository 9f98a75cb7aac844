// All converters of the language. A new one is a file of this folder and a line of CONVERTERS.
import type { FunctionPair } from '../../pattern/converters/pair.ts';
import type { ConverterEntry } from '../model/converter-entry.ts';
import { bool } from './bool.ts';
import { csv } from './csv.ts';
import { flags } from './flags/flags.ts';
import { int } from './int.ts';
import { int32 } from './int32.ts';
import { join } from './join.ts';
import { moduleFunction } from './module-function.ts';
import { quoted } from './quoted.ts';
import { table } from './table.ts';
import { tolerant } from './tolerant/tolerant.ts';
import { view } from './view/view.ts';

export const CONVERTERS: readonly ConverterEntry[] = [
  int,
  int32,
  bool,
  csv,
  quoted,
  table,
  join,
  view,
  tolerant,
  flags,
];

const byKeyword: ReadonlyMap<string, ConverterEntry> = new Map(CONVERTERS.map((entry) => [entry.keyword, entry]));

export function builtIn(name: string): ConverterEntry | undefined {
  return byKeyword.get(name);
}

/** `functions`: those of the mapping's module. */
export function converterOf(name: string, functions: ReadonlyMap<string, FunctionPair>): ConverterEntry | undefined {
  const pair = functions.get(name);
  return builtIn(name) ?? (pair && moduleFunction(name, pair));
}

export function converterNames(functions: ReadonlyMap<string, FunctionPair>): string[] {
  return [...byKeyword.keys(), ...functions.keys()];
}

/** `view(fields, whole, plain)` */
export function signature({ keyword, parameters }: Pick<ConverterEntry, 'keyword' | 'parameters'>): string {
  const names = parameters.map(({ name, repeated }) => (repeated ? `${name}, …` : name));
  return names.length === 0 ? keyword : `${keyword}(${names.join(', ')})`;
}
