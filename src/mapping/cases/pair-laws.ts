// Tries a pair of functions of module.ts on the values that the pair declares: `in` must read back what `out` writes.
import { fromJs, type Json, textOf, toJs } from '../../json/value.ts';
import { sameJson } from '../../json/walk.ts';
import { Draw } from '../../pattern/converters/draw.ts';
import type { FunctionPair } from '../../pattern/converters/pair.ts';

/** Values drawn from a generator, small ones first. */
const DRAWN = 200;
/** An iterable of values may be endless. */
const MAX_VALUES = 1000;
const LONGEST = 200;

export interface PairOutcome {
  readonly name: string;
  /** The number of tried values; undefined: the pair declares none. */
  readonly tried: number | undefined;
  /** Undefined: the laws hold. */
  readonly problem: string | undefined;
}

export function tryPair(name: string, pair: FunctionPair): PairOutcome {
  if (pair.laws === undefined) return { name, tried: undefined, problem: undefined };
  let tried = 0;
  let problem: string | undefined;
  try {
    for (const value of valuesOf(pair.laws)) {
      tried++;
      problem = broken(pair, value);
      if (problem !== undefined) break;
    }
  } catch (error) {
    problem = `its laws cannot produce values: ${reason(error)}`;
  }
  if (tried === 0) problem ??= 'its laws have no values';
  return { name, tried, problem };
}

function* valuesOf(laws: NonNullable<FunctionPair['laws']>): Iterable<unknown> {
  if (typeof laws === 'function') {
    for (let i = 0; i < DRAWN; i++) yield laws(new Draw(i, Math.ceil(i / 10)));
    return;
  }
  let left = MAX_VALUES;
  for (const value of laws) {
    if (left-- === 0) return;
    yield value;
  }
}

/** The functions get values from JSON, as in the gateway. */
function broken(pair: FunctionPair, sample: unknown): string | undefined {
  const [value, ...args] = pair.parameters?.length ? (sample as unknown[]) : [sample];
  try {
    const variable = fromJs(value);
    const place = pair.out(toJs(variable), ...args);
    if (place === undefined) return `out(${show(variable)}) is undefined for a declared value`;
    const output = fromJs(place);
    const read = pair.in(toJs(output), ...args);
    if (read === undefined || !sameJson(fromJs(read), variable))
      return `in(out(v)) = v does not hold: ${show(variable)} is written as ${show(output)} and read as ${show(read === undefined ? undefined : fromJs(read))}`;
    const secondOutput = fromJs(pair.out(toJs(fromJs(read)), ...args));
    return sameJson(secondOutput, output)
      ? undefined
      : `${show(variable)} is written as ${show(output)}, then as ${show(secondOutput)}`;
  } catch (error) {
    return `${show(fromJs(value))}: ${reason(error)}`;
  }
}

function show(value: Json | undefined): string {
  const text = value === undefined ? 'undefined' : textOf(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
