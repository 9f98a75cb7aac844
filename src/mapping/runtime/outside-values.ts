// Variables of a fault rule that its own patterns do not bind: what the error says under the names of `rest.errors`, values of the failed request, and defaults.

import { SoapstoneError } from '../../errors/errors.ts';
import type { FaultInit } from '../../fault/fault.ts';
import type { RequestValues } from '../../fault/table.ts';
import { fromJs, type Json } from '../../json/value.ts';
import { scalarText } from '../../json/walk.ts';
import type { Bindings } from '../../pattern/text/bound-values.ts';
import type { Text } from '../../pattern/text/converter.ts';

export interface OutsideVariable {
  readonly name: string;
  readonly number: number;
  /** Lexical form of its type; undefined where it is not simple. */
  readonly text?: Text;
}

export interface DefaultValue {
  readonly number: number;
  readonly value: Json;
}

/** Where the values of a fault rule come from, beside its patterns. */
export interface OutsideValues {
  /** Variables of the SOAP side alone. */
  readonly toSoap: readonly OutsideVariable[];
  /** Variables of the REST side alone. */
  readonly toRest: readonly OutsideVariable[];
  /** Defaults of the SOAP side. They are written where a variable has no value, or none that fits. */
  readonly defaults: readonly DefaultValue[];
  /** The whole detail of the REST side. As in a reason, the title stands in for it where the contract requires a value. */
  readonly titled?: OutsideVariable;
}

/** The values of the request, by the names of the fault rule. */
export function bindRequest(variables: readonly OutsideVariable[], bindings: Bindings, request?: RequestValues): void {
  for (const { name, number, text } of variables) {
    const value = request?.bindings[request.variables.indexOf(name)];
    if (value) bindings[number] ??= converted(value, text);
  }
}

/** Bindings to try for the SOAP side, best first. A value that does not fit the contract gives way to a default. */
export function* soapBindings(
  { toSoap, defaults, titled }: OutsideValues,
  known: Bindings,
  init: FaultInit,
  request?: RequestValues,
): Generator<Bindings> {
  const all = known.slice();
  for (const { name, number, text } of toSoap) {
    const value = errorValue(name, init);
    if (value) all[number] ??= converted(value, text);
  }
  bindRequest(toSoap, all, request);
  for (const { number, value } of defaults) all[number] ??= value;
  yield all;
  const title = titled && all[titled.number] === undefined ? converted(fromJs(init.title), titled.text) : undefined;
  const full = titled && title ? all.with(titled.number, title) : all;
  if (full !== all) yield full;
  for (const { number, value } of defaults) if (full[number] !== value) yield full.with(number, value);
  if (defaults.length > 1) yield defaults.reduce((bindings, { number, value }) => bindings.with(number, value), full);
  if (toSoap.length > 0) yield known;
}

/** What an error says under a name of `rest.errors`. */
function errorValue(name: string, { status, code, title, detail, data, rest }: FaultInit): Json | undefined {
  if (name === 'data') return data;
  const texts: Readonly<Record<string, string | number | undefined>> = rest?.texts ?? { code, detail };
  const text =
    name === 'status' ? status : name === 'title' ? title : Object.hasOwn(texts, name) ? texts[name] : undefined;
  return text === undefined ? undefined : fromJs(String(text));
}

/** undefined: the value is not of the type. */
function converted(value: Json, text: Text | undefined): Json | undefined {
  const scalar = scalarText(value);
  if (text === undefined || scalar === undefined) return value;
  try {
    return text.fromText(scalar);
  } catch (error) {
    if (error instanceof SoapstoneError) return undefined;
    throw error;
  }
}
