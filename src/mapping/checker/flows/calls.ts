// `calls`: several calls on one side of the rule. Each may use what earlier responses have bound.
import type { Operation } from '../../../contract/model/contract.ts';
import { suggest } from '../../../errors/suggest.ts';
import type { CallPart } from '../../../rule/flow.ts';
import type { CallRow } from '../../syntax/calls.ts';
import type { CallsRow } from '../../syntax/flow.ts';
import type { Row } from '../../syntax/row.ts';
import { namesInRequest, namesInSoapRequest } from '../names-in.ts';
import { checkNames } from '../paired-names.ts';
import { type BuiltRow, type BuiltRule, operationOf, RuleBuilder, type RuleEnvironment } from '../rule.ts';
import { itemFields, planItems } from './each.ts';
import { type ItemsCall, namesInCallRequest, namesInCallResponse } from './each-names.ts';

/** `operation`: of the last call, or of the rule itself. `ruleOperations`: further operations of the rule, for its fault rules. */
export function buildCalls(
  row: Row,
  flow: CallsRow,
  operation: Operation,
  env: RuleEnvironment,
  ruleOperations: readonly Operation[] = [],
): BuiltRow[] {
  const main = new RuleBuilder(row, operation, env);
  const builders = flow.prior.flatMap((call, i) => partBuilder(call, i, row, flow, main, env) ?? []);
  if (builders.length < flow.prior.length) return [];
  const names = checkOrder(row, flow, env);
  const repeated = repeatedCall(row, flow, builders);
  const plan = () => {
    for (const part of builders) flow.side === 'soap' ? part.planSoap() : part.planRest();
  };
  const check = (more: Iterable<string> = []) =>
    checkNames(main.scope, row.direction, env.ctx, new Set([...names, ...main.flowNames, ...more]));
  // In the other direction the rule has its own call alone.
  const both = row.direction === undefined;
  if (!both) plan();
  main.planSoap();
  main.planRest();
  const items =
    repeated && planItems(repeated.row, repeated.call, main.scope, env, repeated.earlierCalls, repeated.laterCalls);
  check(items?.names);
  if (both) plan();
  const operations = [...[...builders, main].map((part) => part.operation), ...ruleOperations];
  const rule = main.compile(main, operations);
  // A part that is to be streamed reports what it lacks.
  const restOf = flow.side === 'soap' && !row.stream ? rule : undefined;
  const parts = builders.map((part, i): CallPart<BuiltRule> => {
    const built = part.compile(flow.side === 'soap' ? part : main, operations, restOf);
    const { when } = flow.prior[i];
    return {
      rule: flow.side === 'soap' ? withRest(built, rule) : built,
      when: when && main.scope.get(when.value)?.number,
    };
  });
  const all = [...parts, { rule }].map((part, i): CallPart<BuiltRule> => {
    if (!items || i < repeated!.index) return part;
    if (i > repeated!.index) return { ...part, results: items.inCalls[i - repeated!.index - 1] };
    return { ...part, each: { ...items.plan, single: part.rule } };
  });
  return [{ row, rule: { ...rule, flow: { kind: 'calls', side: flow.side, parts: all, results: items?.inResponse } } }];
}

interface RepeatedCall {
  readonly index: number;
  readonly row: Row;
  readonly call: ItemsCall;
  readonly earlierCalls: readonly CallRow[];
  readonly laterCalls: readonly CallRow[];
}

/** The call with `each`. */
function repeatedCall(row: Row, flow: CallsRow, builders: readonly RuleBuilder[]): RepeatedCall | undefined {
  const calls = allCalls(row, flow);
  const index = calls.findIndex(({ each }) => each);
  if (index < 0) return undefined;
  const { each, soap, place } = calls[index];
  const call = { ...each!, place, ...(flow.side === 'soap' && { soap }) };
  const [earlierCalls, laterCalls] = [calls.slice(0, index), calls.slice(index + 1)];
  return { index, row: builders[index]?.row ?? row, call, earlierCalls, laterCalls };
}

/** The last one has the sides of the rule. */
function allCalls(row: Row, { prior, side, each, place }: CallsRow): readonly CallRow[] {
  const last: CallRow = side === 'soap' ? { soap: row.soap, place: row.soap.place, each } : { rest: row, place, each };
  return [...prior, last];
}

/** undefined (and reported) when the contract has no such operation. */
function partBuilder(
  call: CallRow,
  i: number,
  row: Row,
  { side }: CallsRow,
  main: RuleBuilder,
  env: RuleEnvironment,
): RuleBuilder | undefined {
  const direction = side === 'soap' ? 'rest-to-soap' : 'soap-to-rest';
  const part: Row = { ...row, id: `${row.id}.${i + 1}`, direction, ...call.rest, soap: call.soap ?? row.soap };
  const operation = call.soap ? operationOf(call.soap, env) : main.operation;
  return operation && new RuleBuilder(call.rest ? { ...part, body: call.rest.body } : part, operation, env, main.scope);
}

function withRest(part: BuiltRule, { restSide, request, response }: BuiltRule): BuiltRule {
  return {
    ...part,
    restSide,
    request: { ...part.request, rest: request.rest },
    response: { ...part.response, rest: response.rest },
  };
}

/** Reports variables that a call uses before they are bound. Returns the names that calls use or bind beside both sides of the rule. */
function checkOrder(row: Row, flow: CallsRow, { ctx }: RuleEnvironment): ReadonlySet<string> {
  const bound = new Set(flow.side === 'soap' ? namesInRequest(row) : namesInSoapRequest(row.soap));
  const flowNames = new Set(flow.prior.flatMap(({ when }) => when?.value ?? []));
  const calls = allCalls(row, flow);
  for (const [i, call] of calls.entries()) {
    const { each, soap, place } = call;
    const items = each && { ...each, place, ...(flow.side === 'soap' && { soap }) };
    const ofItem = items ? itemFields(row, items, calls.slice(0, i)) : [];
    for (const name of new Set(used(call))) {
      if (bound.has(name) || ofItem.includes(name) || name.startsWith('$')) continue;
      const hint = suggest(name, bound) ?? `bound before it: ${[...bound].join(', ') || 'nothing'}`;
      ctx.report.add('MAPPING_NAMES', `call ${i + 1} uses {${name}}, which nothing before it binds`, call.place, hint);
      flowNames.add(name);
    }
    for (const name of namesInCallResponse(call)) {
      if (!bound.has(name)) flowNames.add(name);
      bound.add(name);
    }
  }
  return flowNames;
}

function used(call: CallRow): string[] {
  const { when, each } = call;
  return [...namesInCallRequest(call), ...(when ? [when.value] : []), ...(each ? [each.over.value] : [])];
}
