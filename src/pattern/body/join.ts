// `$join`: one JSON value made of several variables.
import { SoapstoneError } from '../../errors/errors.ts';
import { fromJs, type Json, toJs } from '../../json/value.ts';
import { convertValue, type FunctionPair } from '../converters/pair.ts';
import { type Bindings, type Bound, bind, filledValue, OK } from '../text/bound-values.ts';
import { type BodyPart, type Filling, type Manner, refuse, refuseValue } from './part.ts';

/** `$join`: one place, several variables. The functions see the variables as one list. */
export class JoinPart implements BodyPart {
  private readonly functions: FunctionPair;
  private readonly holes: readonly Bound[];
  private readonly path: string;
  private readonly manner: Manner;

  constructor(functions: FunctionPair, holes: readonly Bound[], path: string, manner: Manner) {
    this.functions = functions;
    this.holes = holes;
    this.path = path;
    this.manner = manner;
  }

  match(value: Json, bindings: Bindings): boolean {
    try {
      if (splitJoined(this.functions, this.holes, value, bindings)) return true;
    } catch (error) {
      return refuseValue(this.manner, error, this.path);
    }
    return refuse(this.manner, 'CODEC_TYPE', 'not a value that can stand here', this.path);
  }

  absent(): boolean {
    return refuse(this.manner, 'CODEC_MISSING', 'required, but absent', this.path);
  }

  write(bindings: Bindings, filling: Filling): boolean {
    const value = joinUp(this.functions, this.holes, bindings);
    if (value === undefined) return false;
    filling.out.append(value.bytes, value.start, value.end);
    return true;
  }
}

export function joinUp(functions: FunctionPair, holes: readonly Bound[], bindings: Bindings): Json | undefined {
  const values = holes.map((hole) => {
    const value = filledValue(hole, bindings);
    return value === undefined ? undefined : toJs(value);
  });
  const place = joined(functions, holes, values);
  return place === undefined ? undefined : fromJs(place);
}

function joined(functions: FunctionPair, holes: readonly Bound[], values: readonly unknown[]): unknown {
  try {
    return convertValue(functions.out, values);
  } catch (error) {
    if (!(error instanceof SoapstoneError)) throw error;
    const path = [...new Set(holes.map(({ clientPath, name }) => clientPath ?? `{${name}}`))].join(', ');
    throw new SoapstoneError(error.code, error.message, { path, variables: holes.map(({ variable }) => variable) });
  }
}

export function splitJoined(
  functions: FunctionPair,
  holes: readonly Bound[],
  place: Json,
  bindings: Bindings,
): boolean {
  const values = convertValue(functions.in, toJs(place));
  if (!Array.isArray(values)) return false;
  return holes.every((hole, i) => values[i] === undefined || bind(hole, fromJs(values[i]), bindings) === OK);
}
