// `each` of a call: a list on the side that the rule has, and one call for each of its items on the other side.

import type { Operation } from '../../../contract/model/contract.ts';
import { suggest } from '../../../errors/suggest.ts';
import type { ItemResults, ResultsUse } from '../../../rule/flow.ts';
import { isList, nameOfType, type VariableType } from '../../model/variables.ts';
import type { CallRow } from '../../syntax/calls.ts';
import type { EachRow } from '../../syntax/flow.ts';
import type { Row } from '../../syntax/row.ts';
import { namesInRequest, namesInSoapRequest } from '../names-in.ts';
import { checkNames } from '../paired-names.ts';
import { type BuiltRule, RuleBuilder, type RuleEnvironment } from '../rule.ts';
import type { Scope, Variable } from '../scope.ts';
import {
  fieldsOfItems,
  type ItemsCall,
  listFields,
  namesInCallResponse,
  requestTrees,
  responseTrees,
  singleNames,
} from './each-names.ts';
import { demandOutcome, isOutcome, typeFields, typeOf, typeResults } from './each-results.ts';
import { innerPlan } from './sub-request.ts';

export function buildEach(row: Row, flow: EachRow, operation: Operation, env: RuleEnvironment): BuiltRule | undefined {
  const builder = new RuleBuilder(row, operation, env);
  const { scope } = builder;
  builder.planSoap();
  const inner = flow.inner && innerPlan(flow.inner, builder, env);
  if (flow.inner === undefined) builder.planRest();
  else if (inner === undefined) return undefined;
  const { names, plan } = planItems(row, flow, scope, env);
  checkNames(scope, row.direction, env.ctx, names);
  const rule = builder.compile(builder, inner ? [inner.operation] : []);
  const single = inner ? { ...rule, faults: inner.faults } : rule;
  return { ...rule, flow: { ...plan, kind: 'each', single, inner: inner?.compile() } };
}

interface ItemsPlan {
  /** Names that the flow binds. */
  readonly names: ReadonlySet<string>;
  readonly plan: Omit<ItemResults<unknown>, 'single'>;
  /** Of the results: what the response names, and each call after it. */
  readonly inResponse?: ResultsUse;
  readonly inCalls: readonly (ResultsUse | undefined)[];
}

/** Call this when the patterns of the rule are planned. `before`, `after`: calls that are made before it, and after it. */
export function planItems(
  row: Row,
  flow: ItemsCall,
  scope: Scope,
  env: RuleEnvironment,
  before: readonly CallRow[] = [],
  after: readonly CallRow[] = [],
): ItemsPlan {
  const over = existing(flow.over, scope, env);
  const into = existing(flow.into, scope, env);
  const as = flow.as && existing(flow.as, scope, env);
  const fields = itemFields(row, flow, before);
  const request = requestNames(row, flow);
  refuseOverlap(fields, [...request, ...before.flatMap(namesInCallResponse)], flow, env);
  if (over) {
    demandList([...request, ...before.flatMap(namesInCallResponse)], flow, env);
    typeItems(flow, over, as, flow.as ? [] : fields, scope, env);
  }
  const { results, outcome } = into
    ? typeResults(row, flow, into, scope, env, after)
    : { results: [], outcome: new Set<string>() };
  demandOutcome(flow, results, scope, env);
  const use = (members: readonly string[]): ResultsUse | undefined => {
    const needsAll = !members.some((name) => isOutcome(name, scope));
    return into && members.length > 0 ? { variable: into.number, members: new Set(members), needsAll } : undefined;
  };
  return {
    inResponse: use(listFields(row, flow, flow.into.value, true)),
    inCalls: after.map((call) => use(fieldsOfItems(requestTrees(call), flow.into.value))),
    names: new Set([flow.over.value, flow.into.value, ...fields, ...singleNames(row, flow)]),
    plan: {
      over: over?.number ?? -1,
      brought: !request.includes(flow.over.value),
      as: as?.number,
      fields: scope.numbered(flow.as ? [] : fields),
      into: into?.number ?? -1,
      results: scope.numbered(results),
      outcome,
      parallel: flow.parallel,
      maxItems: flow.maxItems,
    },
  };
}

/** The variables of one item. */
export function itemFields(row: Row, flow: ItemsCall, before: readonly CallRow[]): readonly string[] {
  if (flow.as) return [flow.as.value];
  const inRequest = listFields(row, flow, flow.over.value);
  return inRequest.length > 0 ? inRequest : fieldsOfItems(before.flatMap(responseTrees), flow.over.value);
}

/** An item must not overwrite a variable of the request, or of a response before. */
function refuseOverlap(
  ofItem: readonly string[],
  bound: readonly string[],
  flow: ItemsCall,
  { ctx }: RuleEnvironment,
): void {
  for (const name of new Set(ofItem.filter((field) => bound.includes(field)))) {
    const message = `{${name}} is a field of each item of {${flow.over.value}} and also in the request`;
    ctx.report.add('MAPPING_NAMES', message, flow.place, 'use two different names');
  }
}

/** Variables of the request that the gateway receives. */
function requestNames(row: Row, flow: ItemsCall): string[] {
  return flow.soap && !flow.inner ? namesInRequest(row) : namesInSoapRequest(row.soap);
}

/** Without its list there, the rule would call nobody and respond with an empty list. */
function demandList(bound: readonly string[], flow: ItemsCall, { ctx }: RuleEnvironment): void {
  const { value, place } = flow.over;
  if (bound.includes(value)) return;
  const lists = bound.filter((name) => name !== flow.as?.value);
  const hint = suggest(value, lists) ?? `write "each" with a list of the request: ${lists.join(', ')}`;
  ctx.report.add(
    'MAPPING_NAMES',
    `{${value}} of "each" is not in the request`,
    place,
    lists.length > 0 ? hint : undefined,
  );
}

function existing(reference: EachRow['over'], scope: Scope, { ctx }: RuleEnvironment): Variable | undefined {
  const variable = scope.get(reference.value);
  if (variable === undefined) {
    const hint = suggest(reference.value, scope.names);
    ctx.report.add('MAPPING_NAMES', `no pattern of the rule has {${reference.value}}`, reference.place, hint);
  }
  return variable;
}

/** Gives list and items one type. The contract has the type of one of them. */
function typeItems(
  flow: ItemsCall,
  over: Variable,
  as: Variable | undefined,
  fields: readonly string[],
  scope: Scope,
  { ctx }: RuleEnvironment,
): void {
  const { report, codec } = ctx;
  if (over.type && !isList(over.type))
    report.add('MAPPING_TYPE', `{${over.name}} is ${nameOfType(over.type, codec)}, not a list`, flow.over.place);
  if (as === undefined) {
    const types = new Map(fields.flatMap((name): [string, VariableType][] => typeOf(scope, name)));
    if (fields.length === 0)
      report.add(
        'MAPPING_MISSING',
        '"each" needs a variable for one item',
        flow.place,
        `write each: NAME in ${flow.over.value}`,
      );
    else if (over.type === undefined) scope.typed(over, { kind: 'items', fields: types }, flow.over.place);
    else typeFields(over, scope, flow);
    return;
  }
  if (over.type === undefined && as.type?.kind === 'value')
    scope.typed(over, { ...as.type, list: true }, flow.over.place);
  else if (over.type?.kind === 'value') scope.typed(as, { ...over.type, list: false }, flow.over.place);
}
