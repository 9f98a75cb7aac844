// `each` of a call: a list on the side that the rule has, and one call for each of its items on the other side.

import type { Operation } from '../../../contract/model/contract.ts';
import type { Place } from '../../../errors/errors.ts';
import { suggest } from '../../../errors/suggest.ts';
import { type EachTree, holesOf, type Tree } from '../../../pattern/tree.ts';
import type { ItemResults } from '../../../rule/flow.ts';
import { builtinValue, isList, nameOfType, type VariableType } from '../../model/variables.ts';
import type { CallRow, ItemsRow } from '../../syntax/calls.ts';
import type { EachRow } from '../../syntax/flow.ts';
import type { Row } from '../../syntax/row.ts';
import { namesInRequest, namesInResponse, namesInSoapRequest, namesInSoapResponse } from '../names-in.ts';
import { checkNames } from '../paired-names.ts';
import { type BuiltRule, RuleBuilder, type RuleEnvironment } from '../rule.ts';
import type { Scope, Variable } from '../scope.ts';
import { innerPlan } from './sub-request.ts';

/** Members of a result that the flow fills: the outcome of its call. */
const OUTCOME = ['ok', 'status', 'code', 'detail'] as const;

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

/** A call for each item, and the side that it has. `soap` absent: its REST side is that of the row. */
export type ItemsCall = ItemsRow & Pick<EachRow, 'soap' | 'inner'> & { readonly place: Place };

interface ItemsPlan {
  /** Names that the flow binds. */
  readonly names: ReadonlySet<string>;
  readonly plan: Omit<ItemResults<unknown>, 'single'>;
}

/** Call this when the patterns of the rule are planned. `before`: calls that are made before it. */
export function planItems(
  row: Row,
  flow: ItemsCall,
  scope: Scope,
  env: RuleEnvironment,
  before: readonly CallRow[] = [],
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
    ? typeResults(row, flow, into, scope, env)
    : { results: [], outcome: new Set<string>() };
  demandOutcome(flow, results, scope, env);
  return {
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

export function namesInCallResponse({ rest, soap, each }: CallRow): string[] {
  if (each) return [each.into.value];
  return [...(rest ? namesInResponse(rest) : []), ...(soap ? namesInSoapResponse(soap) : [])];
}

function responseTrees({ rest, soap }: CallRow): Tree[] {
  const inSoap = (soap?.response?.elements ?? []).map(({ value }) => value);
  return rest?.response.body ? [rest.response.body, ...inSoap] : inSoap;
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

/** Variables of the response to one call. They appear only in the results. */
function singleNames(row: Row, flow: ItemsCall): string[] {
  if (flow.inner) return namesInSoapResponse(flow.inner);
  return flow.soap ? namesInSoapResponse(row.soap) : namesInResponse(row);
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

function typeFields({ type }: Variable, scope: Scope, flow: ItemsCall): void {
  if (type?.kind !== 'items') return;
  for (const [name, field] of type.fields) {
    const variable = scope.get(name);
    if (variable) scope.typed(variable, field, flow.over.place);
  }
}

function typeOf(scope: Scope, name: string): [string, VariableType][] {
  const type = scope.get(name)?.type;
  return type ? [[name, type]] : [];
}

interface Results {
  readonly results: readonly string[];
  readonly outcome: ReadonlySet<string>;
}

/** The members of the results. They share their types with the variables of the single call. */
function typeResults(row: Row, flow: ItemsCall, into: Variable, scope: Scope, { ctx }: RuleEnvironment): Results {
  const { report } = ctx;
  const listed = listFields(row, flow, flow.into.value, true);
  const outcome: readonly string[] = OUTCOME;
  for (const name of listed.filter((field) => !outcome.includes(field) && scope.get(field) === undefined)) {
    const hint = suggest(name, [...scope.names, ...OUTCOME]) ?? `also known: ${OUTCOME.join(', ')}`;
    report.add('MAPPING_NAMES', `the single call has no variable {${name}}`, flow.into.place, hint);
  }
  const names = listed.length > 0 ? listed : [...new Set(singleNames(row, flow))];
  if (into.type === undefined) {
    const outcomeFields = OUTCOME.map((name): [string, VariableType] => [name, outcomeType(name, ctx.codec)]);
    scope.typed(
      into,
      { kind: 'items', fields: new Map([...outcomeFields, ...names.flatMap((n) => typeOf(scope, n))]) },
      flow.place,
    );
  } else typeFields(into, scope, flow);
  const outcomes = listed.length > 0 ? listed.filter((name) => OUTCOME.some((member) => member === name)) : OUTCOME;
  return { results: names.filter((name) => scope.get(name) !== undefined), outcome: new Set(outcomes) };
}

/** A success has no status, code and detail: where the contract requires them, nothing could be written. */
function demandOutcome(
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

function outcomeType(name: (typeof OUTCOME)[number], codec: RuleEnvironment['ctx']['codec']): VariableType {
  if (name === 'ok') return builtinValue(codec, 'boolean');
  return name === 'status' ? builtinValue(codec, 'int') : { kind: 'text', list: false };
}

/** The fields of a list that `$each` takes apart; none where the list is bound as a whole. */
function listFields({ body, response, soap }: Row, flow: ItemsCall, list: string, inResponse = false): string[] {
  const rest = inResponse ? response.body : body;
  const message = inResponse ? soap.response : soap.request;
  const trees = flow.soap ? (rest ? [rest] : []) : (message?.elements ?? []).map((entry) => entry.value);
  return fieldsOfItems(trees, list);
}

/** Names of the variables of one item of `list`. */
export function fieldsOfItems(trees: readonly Tree[], list: string): string[] {
  const eachTree = trees.flatMap(eaches).find((each) => each.list === list);
  const names = new Set<string>();
  if (eachTree) holesOf(eachTree.item, (hole) => hole.supplied || names.add(hole.name));
  return [...names];
}

function eaches(tree: Tree): EachTree[] {
  if (tree.kind === 'each') return [tree];
  if (tree.kind === 'object') return tree.entries.flatMap((entry) => eaches(entry.value));
  return tree.kind === 'list' ? tree.items.flatMap(eaches) : [];
}
