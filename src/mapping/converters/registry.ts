// All converters of the language. A new one is a file of this folder and a line of CONVERTERS.
import type { FunctionPair } from '../../pattern/converters/pair.ts';
import type { ConverterEntry, Option } from '../model/converter-entry.ts';
import { kind, type Vocabulary, vocabulary, when } from '../syntax/keywords.ts';
import { bool } from './bool.ts';
import { csv } from './csv.ts';
import { flags } from './flags/flags.ts';
import { int } from './int.ts';
import { int32 } from './int32.ts';
import { join } from './join.ts';
import { list } from './list.ts';
import { moduleFunction } from './module-function.ts';
import { partial } from './partial.ts';
import { query } from './query/query.ts';
import { quoted } from './quoted.ts';
import { table } from './table.ts';
import { tolerant } from './tolerant/tolerant.ts';
import { view } from './view/view.ts';

export const CONVERTERS: readonly ConverterEntry[] = [
  int,
  int32,
  bool,
  csv,
  list,
  quoted,
  table,
  join,
  query,
  view,
  tolerant,
  partial,
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

export function optionsOf({ message, value }: ConverterEntry): readonly Option[] {
  return message?.options ?? value?.options ?? [];
}

/** The keys of its options under `converters:`. */
export function optionKeys(entry: ConverterEntry): Vocabulary {
  const { keyword } = entry;
  const options = optionsOf(entry).map(({ key, docs, schema }) => [key, { docs: sentence(docs), schema }]);
  return vocabulary(
    `options.${keyword}`,
    `Options of \`${keyword}\``,
    `Options of the [converter](#converters) \`${keyword}\`.`,
    {
      of: kind({ const: keyword })('The converter, where the options have a name of their own.'),
      when: when('The [settings](#settings) under which they hold.'),
      ...Object.fromEntries(options),
    },
  );
}

function sentence(docs: string): string {
  return `${docs[0].toUpperCase()}${docs.slice(1)}.`;
}

/** `view(fields, whole, plain)` */
export function signature({ keyword, parameters }: Pick<ConverterEntry, 'keyword' | 'parameters'>): string {
  const names = parameters.map(({ name, repeated }) => (repeated ? `${name}, …` : name));
  return names.length === 0 ? keyword : `${keyword}(${names.join(', ')})`;
}
