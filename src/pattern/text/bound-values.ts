// A hole with its variable: converts between the text or JSON in a message and the binding.
import { SoapstoneError } from '../../errors/errors.ts';
import { mustBeOneOf } from '../../json/expected-words.ts';
import type { Json } from '../../json/value.ts';
import { isEmptyObject, sameJson, stringOf } from '../../json/walk.ts';
import { type Bindings, type Converter, type Text, textOfScalar } from './converter.ts';
import { belowMount } from './mount.ts';

export type { Bindings } from './converter.ts';

export interface Bound {
  /** As written, for messages. */
  readonly name: string;
  readonly variable: number;
  /** Where callers put the value, if elsewhere: for messages about values that cannot be filled in. */
  readonly clientPath?: string;
  /** Bound by the gateway: values of messages are ignored. */
  readonly supplied: boolean;
  /** Makes the value of a supplied hole. */
  readonly supply?: () => Json;
  /** The constant value of a supplied hole. */
  readonly fixed?: Json;
  /** The value is the base path, which is below the mount path for clients. */
  readonly base?: boolean;
  /** Absence matches. */
  readonly optional: boolean;
  /** All other members of an object, perhaps none: `{}` means the same as absence. */
  readonly hollow?: boolean;
  /** Absence is no match. */
  readonly required?: boolean;
  /** Value of the variable on absence. */
  readonly default?: Json;
  /** The contract requires the place: a default is written like any other value. */
  readonly needed?: boolean;
  /** Written where the variable has no value. */
  readonly fill?: Json;
  /** Written in place of the variable's value, where it has one. It is demanded when matching, and binds nothing. */
  readonly constant?: Json;
  /** From the variable outwards. */
  readonly chain: readonly Converter[];
  /** Lexical form of the variable in a text without converters. */
  readonly text: Text;
}

/** Its converters read other variables. */
export function isLate({ chain }: Bound): boolean {
  return chain.some(({ late }) => late);
}

/** Outcome of a match step. */
export const OK = 0;
/** The value is outside of a converter's domain: another rule may match. */
export const OUTSIDE = 1;
/** The variable has another value already. */
export const CONFLICT = 2;

export function bind(hole: Bound, value: Json, bindings: Bindings): number {
  if (hole.supplied || (hole.hollow && isEmptyObject(value))) return OK;
  const existing = bindings[hole.variable];
  if (existing === undefined) {
    bindings[hole.variable] = value;
    return OK;
  }
  return sameJson(existing, value) ? OK : CONFLICT;
}

/** JSON at the place → variable. */
export function bindJson(hole: Bound, place: Json, bindings: Bindings): number {
  if (hole.constant !== undefined) return sameJson(place, hole.constant) ? OK : OUTSIDE;
  const value = hole.chain.length === 0 ? place : inward(hole, place, bindings);
  return value === undefined ? OUTSIDE : bind(hole, value, bindings);
}

/** Text at the place → variable. Throws SoapstoneError CODEC_* when the text is not of the variable's type. */
export function bindText(hole: Bound, text: string, bindings: Bindings): number {
  if (hole.constant !== undefined) return text === textOfScalar(hole.constant) ? OK : OUTSIDE;
  const value = hole.chain.length === 0 ? hole.text.fromText(text) : inward(hole, stringOf(text), bindings);
  return value === undefined ? OUTSIDE : bind(hole, value, bindings);
}

/** Binds absence. False: the hole requires a value. */
export function bindAbsent(hole: Bound, bindings: Bindings): boolean {
  if (hole.default !== undefined) bindings[hole.variable] ??= hole.default;
  return hole.optional || hole.supplied || hole.default !== undefined;
}

/** The value to fill with. Supplied values are made once per exchange. */
export function filledValue(hole: Bound, bindings: Bindings): Json | undefined {
  const value = bindings[hole.variable] ?? hole.fill;
  if (hole.constant !== undefined) return value && hole.constant;
  if (value !== undefined || !hole.supplied) return value;
  if (hole.supply === undefined) return hole.base && hole.fixed ? belowMount(hole.fixed) : hole.fixed;
  return (bindings[hole.variable] = hole.supply());
}

/** Has the hole no value, or its default? */
export function fillsNothing(hole: Bound, value: Json | undefined): value is undefined {
  if (value === undefined) return true;
  return !hole.needed && isDefault(hole, value);
}

/** Would it write its default, or nothing? */
export function fillsDefault(hole: Bound, bindings: Bindings): boolean {
  const value = filledValue(hole, bindings);
  return value === undefined || isDefault(hole, value);
}

function isDefault(hole: Bound, value: Json): boolean {
  return hole.default !== undefined && sameJson(value, hole.default);
}

/** Variable → JSON at the place. */
export function toJson(hole: Bound, value: Json, bindings: Bindings): Json {
  return hole.chain.length === 0 ? value : outward(hole, value, bindings);
}

/** Variable → text at the place. */
export function toText(hole: Bound, value: Json, bindings: Bindings): string {
  return hole.chain.length === 0 ? hole.text.toText(value) : textOfScalar(outward(hole, value, bindings));
}

/** Reason why a value is OUTSIDE. */
export function outsideOf(holes: readonly Bound[]): string {
  const values = holes.length === 1 ? holes[0].chain.findLast((c) => !c.joins)?.values : undefined;
  return values === undefined ? 'not a value that can stand here' : mustBeOneOf(values);
}

/** Reason why a text does not match. */
export function whyNot(outcome: number, holes: readonly Bound[]): string {
  return outcome === CONFLICT ? 'differs from another value of the same name' : outsideOf(holes);
}

function inward(hole: Bound, place: Json, bindings: Bindings): Json | undefined {
  let value: Json | undefined = place;
  for (let i = hole.chain.length - 1; i >= 0 && value !== undefined; i--) value = hole.chain[i].in(value, bindings);
  return value;
}

function outward(hole: Bound, variable: Json, bindings: Bindings): Json {
  let value: Json | undefined = variable;
  for (let i = 0; i < hole.chain.length && value !== undefined; i++) value = hole.chain[i].out(value, bindings);
  if (value === undefined) {
    throw new SoapstoneError('CODEC_TYPE', 'this value has no form on the other side', {
      path: hole.clientPath ?? `{${hole.name}}`,
      variables: [hole.variable],
    });
  }
  return value;
}

/** The same error with the variables of `holes`. `path`: used where the error has none. */
export function aboutHoles(error: unknown, holes: readonly Bound[], path?: string): unknown {
  if (!(error instanceof SoapstoneError) || error.variables !== undefined) return error;
  const variables = holes.map((hole) => hole.variable);
  return new SoapstoneError(error.code, error.message, { ...error, path: error.path ?? path, variables, cause: error });
}

/** The SoapstoneError that a step throws, if any. */
export function problemOf(step: () => void): SoapstoneError[] {
  try {
    step();
    return [];
  } catch (e) {
    if (!(e instanceof SoapstoneError)) throw e;
    return [e];
  }
}
