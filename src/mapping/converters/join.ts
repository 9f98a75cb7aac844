// `{a|join(fn, b, c)}`: one place, several variables. The functions see the variables as one list.
import { SoapstoneError } from '../../errors/errors.ts';
import { suggest } from '../../errors/suggest.ts';
import { fromJs, type Json } from '../../json/value.ts';
import { convertValue, type FunctionPair, readerOf } from '../../pattern/converters/pair.ts';
import { type Bindings, type Bound, bind, filledValue, OK } from '../../pattern/text/bound-values.ts';
import { type Converter, identity } from '../../pattern/text/converter.ts';
import type { ConverterEntry, ConverterUse } from '../model/converter-entry.ts';

function compile({ names: [name], functions, placeholder, variables, place, report }: ConverterUse): Converter {
  const pair = functions.get(name);
  if (pair) return joined(pair, placeholder, variables);
  const hint = suggest(name, functions.keys()) ?? 'export it from module.ts as { in, out }';
  report.add('MAPPING_UNKNOWN_CONVERTER', `unknown function "${name}"`, place, hint);
  return identity;
}

function joined(functions: FunctionPair, placeholder: Bound, bounds: readonly Bound[]): Converter {
  return {
    in: (place, bindings = []) => split(functions, bounds, place, bindings),
    out: (variable, bindings = []) => together(functions, [placeholder, ...bounds], variable, bindings),
  };
}

/** Binds the other variables, and returns the value of the first. */
function split(functions: FunctionPair, bounds: readonly Bound[], place: Json, bindings: Bindings): Json | undefined {
  const values = convertValue(functions.in, readerOf(functions)(place));
  if (!Array.isArray(values) || values[0] === undefined) return undefined;
  const fits = bounds.every((bound, i) => {
    const value = values[i + 1];
    return value === undefined || bind(bound, fromJs(value), bindings) === OK;
  });
  return fits ? fromJs(values[0]) : undefined;
}

function together(
  functions: FunctionPair,
  holes: readonly Bound[],
  variable: Json,
  bindings: Bindings,
): Json | undefined {
  const read = readerOf(functions);
  const values = holes.map((hole, i) => {
    const value = i === 0 ? variable : filledValue(hole, bindings);
    return value === undefined ? undefined : read(value);
  });
  try {
    const joined = convertValue(functions.out, values);
    return joined === undefined ? undefined : fromJs(joined);
  } catch (error) {
    if (!(error instanceof SoapstoneError)) throw error;
    const path = [...new Set(holes.map(({ clientPath, name }) => clientPath ?? `{${name}}`))].join(', ');
    throw new SoapstoneError(error.code, error.message, { path, variables: holes.map((hole) => hole.variable) });
  }
}

export const join: ConverterEntry = {
  keyword: 'join',
  parameters: [
    { name: 'function', kind: 'name' },
    { name: 'variable', kind: 'variable', binds: true, repeated: true },
  ],
  docs: 'one value of several variables, by a pair of functions of `module.ts` that sees them as one list',
  value: { makes: 'any', compile },
};
