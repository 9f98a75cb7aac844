// Results of the calls that `each` makes: a list with the variables of the single call and the outcome of each call.

import { suggest } from '../../../errors/suggest.ts';
import { builtinValue, type VariableType } from '../../model/variables.ts';
import type { CallRow } from '../../syntax/calls.ts';
import type { Row } from '../../syntax/row.ts';
import { namesInResponse, namesInSoapResponse } from '../names-in.ts';
import type { RuleEnvironment } from '../rule.ts';
import type { Scope, Variable } from '../scope.ts';
import {
  fieldsOfItems,
  type ItemsCall,
  listFields,
  namesInCallRequest,
  requestTrees,
  singleNames,
} from './each-names.ts';

/** Members of a result that the flow fills: the outcome of its call. */
const OUTCOME = ['ok', 'status', 'code', 'detail'] as const;

interface Results {
  readonly results: readonly string[];
  readonly outcome: ReadonlySet<string>;
}

/** The members of the results. They share their types with the variables of the single call. */
export function typeResults(
  row: Row,
  flow: ItemsCall,
  into: Variable,
  scope: Scope,
  { ctx }: RuleEnvironment,
  after: readonly CallRow[],
): Results {
  const { report } = ctx;
  const uses = usesOfResults(row, flow, after);
  const whole = uses.some((fields) => fields.length === 0);
  const listed = [...new Set(uses.flat())];
  const outcome: readonly string[] = OUTCOME;
  for (const name of listed.filter((field) => !outcome.includes(field) && scope.get(field) === undefined)) {
    const hint = suggest(name, [...scope.names, ...OUTCOME]) ?? `also known: ${OUTCOME.join(', ')}`;
    report.add('MAPPING_NAMES', `the single call has no variable {${name}}`, flow.into.place, hint);
  }
  const names = whole ? [...new Set([...singleNames(row, flow), ...listed])] : listed;
  if (into.type === undefined) {
    const outcomeFields = OUTCOME.map((name): [string, VariableType] => [name, outcomeType(name, ctx.codec)]);
    scope.typed(
      into,
      { kind: 'items', fields: new Map([...outcomeFields, ...names.flatMap((n) => typeOf(scope, n))]) },
      flow.place,
    );
  } else typeFields(into, scope, flow);
  const outcomes = whole ? OUTCOME : listed.filter((name) => outcome.includes(name));
  return { results: names.filter((name) => scope.get(name) !== undefined), outcome: new Set(outcomes) };
}

/** A success has no status, code and detail: where the contract requires them, nothing could be written. */
export function demandOutcome(
  { into }: ItemsCall,
  results: readonly string[],
  scope: Scope,
  { ctx: { report } }: RuleEnvironment,
): void {
  const fields = scope.inner.get(into.value);
  for (const name of OUTCOME.filter((member) => member !== 'ok' && !results.includes(member))) {
    const use = fields
      ?.get(name)
      ?.uses.find((u) => u.side === 'soap.response' && !u.optional && !u.fallback && !u.filled);
    if (use === undefined) continue;
    const path = `${into.value}.${name}`;
    const value = name === 'status' ? '200' : 'OK';
    report.add(
      'MAPPING_MISSING',
      `an item that succeeded has no {${path}}, but the contract requires it`,
      use.place,
      `say what is written then: "{${path}:${value}}"`,
    );
  }
}

/** The members that each pattern with the results names; none where it has them as a whole. */
export function usesOfResults(row: Row, flow: ItemsCall, after: readonly CallRow[]): string[][] {
  const list = flow.into.value;
  const responseNames = flow.soap ? namesInResponse(row) : namesInSoapResponse(row.soap);
  const inCalls = after
    .filter((call) => namesInCallRequest(call).includes(list))
    .map((call) => fieldsOfItems(requestTrees(call), list));
  const inResponse = listFields(row, flow, list, true);
  return responseNames.includes(list) || inCalls.length === 0 ? [inResponse, ...inCalls] : inCalls;
}

/** A variable of the call takes precedence over a name of the flow. */
export function isOutcome(name: string, scope: Scope): boolean {
  return OUTCOME.some((member) => member === name) && scope.get(name) === undefined;
}

function outcomeType(name: (typeof OUTCOME)[number], codec: RuleEnvironment['ctx']['codec']): VariableType {
  if (name === 'ok') return builtinValue(codec, 'boolean');
  return name === 'status' ? builtinValue(codec, 'int') : { kind: 'text', list: false };
}

export function typeFields({ type }: Variable, scope: Scope, flow: ItemsCall): void {
  if (type?.kind !== 'items') return;
  for (const [name, field] of type.fields) {
    const variable = scope.get(name);
    if (variable) scope.typed(variable, field, flow.over.place);
  }
}

export function typeOf(scope: Scope, name: string): [string, VariableType][] {
  const type = scope.get(name)?.type;
  return type ? [[name, type]] : [];
}
