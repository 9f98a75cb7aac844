// `pages`: a window (limit and offset) on the REST side, a first and a next operation on the SOAP side.

import type { Operation } from '../../../contract/model/contract.ts';
import { suggest } from '../../../errors/suggest.ts';
import type { PagesPlan } from '../../../rule/flow.ts';
import type { MappingRule } from '../../model/mapping.ts';
import { builtinValue, isList, nameOfType, type VariableType } from '../../model/variables.ts';
import type { Located } from '../../syntax/fields.ts';
import { LINKS, PAGE_NAMES, type PageName, type PagesRow, pageRole } from '../../syntax/pages.ts';
import type { Report } from '../../syntax/report.ts';
import type { Row, SoapRow } from '../../syntax/row.ts';
import { compileFurther, planFurther } from '../further-requests.ts';
import {
  namesInRequest,
  namesInResponse,
  namesInSoapRequest,
  namesInSoapResponse,
  questionNames,
} from '../names-in.ts';
import { checkNames } from '../paired-names.ts';
import { type BuiltRow, RuleBuilder, type RuleEnvironment } from '../rule.ts';
import type { Scope } from '../scope.ts';
import { CompleteBuilder } from './complete.ts';
import { nextBuilder, requestCursor } from './page-calls.ts';
import { SeveralBuilder } from './union-pages.ts';

/** Variables that the flow computes or stores, not the service alone. */
const RECKONED: readonly string[] = PAGE_NAMES.filter((name) => name !== 'items' && name !== 'total');
const CURSOR = 'cursor';

export function buildPages(row: Row, flow: PagesRow, operation: Operation, env: RuleEnvironment): BuiltRow[] {
  const first = new RuleBuilder(row, operation, env);
  const nexts = flow.next.flatMap((next, i) => nextBuilder(row, next, i, first, env) ?? []);
  if (nexts.length < flow.next.length) return [];
  const complete = flow.complete && new CompleteBuilder(row, flow.complete, first, env);
  const several = flow.several && new SeveralBuilder(row, flow, flow.several, first, env);
  first.planSoap();
  first.planRest();
  const further = planFurther(first, env);
  for (const next of nexts) next.planSoap();
  complete?.plan();
  several?.plan();
  typePageNames(first.scope, env);
  if (flow.token) checkToken(flow.token, row, first.scope, env);
  checkPageNames(row, flow, nexts[0]?.row.soap, first.scope, env);
  const flowNames = [
    ...RECKONED,
    requestCursor(CURSOR),
    ...LINKS,
    ...(flow.token ? [flow.token.value] : []),
    ...(complete?.flowNames ?? []),
    ...(several?.flowNames ?? []),
  ];
  checkNames(first.scope, row.direction, env.ctx, new Set(flowNames), complete?.addedNames);
  const operations = [operation, ...nexts.map((next) => next.operation), ...(several?.operations ?? [])];
  const firstRule = first.compile(first, operations);
  const nextRules = nexts.map((next) => next.compile(next, operations, firstRule));
  const called = (builder: RuleBuilder, rule: MappingRule): MappingRule => {
    if (complete === undefined) return rule;
    return { ...rule, response: { ...rule.response, soap: complete.smallerResponse(builder) } };
  };
  const next = nextRules[0] && called(nexts[0], nextRules[0]);
  const plan = {
    ...planOf(row, flow, first.scope, called(first, firstRule), next, complete?.queryNames ?? [], env),
    complete: complete?.compile(operations),
    several: several?.compile(operations, firstRule),
  };
  const flowOf = (phase: 'first' | 'next') => ({
    kind: 'pages' as const,
    phase,
    plan,
    kin: { rules: new Map<string, MappingRule>() },
  });
  const rule = { ...firstRule, flow: flowOf('first') };
  return [
    { row, rule },
    ...compileFurther(further, first, rule, env),
    ...nexts.map((next, i) => {
      // The gateway itself uses only the first.
      const direction = i === 0 ? nextRules[i].direction : ('soap-to-rest' as const);
      return { row: { ...next.row, direction }, rule: { ...nextRules[i], direction, flow: flowOf('next') } };
    }),
  ];
}

/** Types the variables of pages that the contract does not type. */
export function typePageNames(scope: Scope, { ctx }: RuleEnvironment): void {
  for (const name of PAGE_NAMES) {
    const variable = scope.get(name);
    if (variable === undefined || variable.type !== undefined || name === 'items' || name === CURSOR) continue;
    const { place } = variable.uses[0];
    if (name === 'links') {
      scope.typed(variable, { kind: 'items', fields: linkFields(ctx) }, place);
      continue;
    }
    const builtin = name === 'more' ? 'boolean' : 'nonNegativeInteger';
    scope.typed(variable, builtinValue(ctx.codec, builtin), place);
  }
}

/** Clients that begin have none, and a REST service behind gets none. */
function checkToken({ value: name, place }: Located<string>, row: Row, scope: Scope, { ctx }: RuleEnvironment): void {
  const variable = scope.get(name);
  if (variable === undefined || variable.uses.some(({ side, optional }) => side !== 'rest.request' || !optional)) {
    const hint = `write "?${name}={${name}?}"`;
    ctx.report.add(
      'MAPPING_NAMES',
      `"token" names an optional variable of rest.request alone, not {${name}}`,
      place,
      hint,
    );
    return;
  }
  scope.typed(variable, builtinValue(ctx.codec, 'string'), row.place);
}

function linkFields({ codec }: RuleEnvironment['ctx']): ReadonlyMap<string, VariableType> {
  return new Map(['rel', 'href'].map((name) => [name, builtinValue(codec, 'string')]));
}

/** Where each of them stands, if it does. */
type Stands = Readonly<Record<PageName, readonly [string, readonly string[]]>>;

function checkPageNames(row: Row, flow: PagesRow, next: SoapRow | undefined, scope: Scope, env: RuleEnvironment): void {
  const { report, codec } = env.ctx;
  const asks = namesInSoapRequest(next ?? row.soap);
  const responses: Stands[PageName] = ['a response', [...namesInResponse(row), ...namesInSoapResponse(row.soap)]];
  const stands: Stands = {
    limit: ['rest.request', namesInRequest(row)],
    offset: ['rest.request', namesInRequest(row)],
    items: ['soap.response', namesInSoapResponse(row.soap)],
    total: ['soap.response', namesInSoapResponse(row.soap)],
    pages: ['soap.response', namesInSoapResponse(row.soap)],
    size: ['soap.request', namesInSoapRequest(row.soap)],
    page: [next ? 'the request of "next"' : 'soap.request', asks],
    cursor: ['soap.response', namesInSoapResponse(row.soap)],
    count: responses,
    more: responses,
    links: ['rest.response', namesInResponse(row)],
  };
  const needed = ['items', 'limit', 'offset'];
  for (const [name, [location, names]] of Object.entries(stands)) {
    const variable = scope.get(name);
    if (names.includes(name) || (!variable && !needed.includes(name))) continue;
    const hint = suggest(name, names) ?? `its variables: ${[...new Set(names)].join(', ') || 'none'}`;
    report.add('MAPPING_NAMES', `{${name}} must be in ${location}`, variable?.uses[0]?.place ?? flow.place, hint);
  }
  if (next && !asks.includes(requestCursor(CURSOR)))
    report.add('MAPPING_NAMES', '{cursor} must be in the request of "next"', next.place);
  if (next && scope.get(CURSOR) === undefined)
    report.add('MAPPING_MISSING', '"next" needs {cursor} in soap.response', flow.place);
  if (flow.unpaged) checkUnpaged(row, flow, report);
  else if (!next && scope.get('page') === undefined && !asks.includes('offset'))
    report.add('MAPPING_MISSING', '"pages" needs "next", or {page} or {offset} in soap.request', flow.place);
  checkOffset(row, flow, asks, report);
  const items = scope.get('items');
  if (items?.type && !isList(items.type))
    report.add('MAPPING_TYPE', `{items} is ${nameOfType(items.type, codec)}, not a list`, flow.place);
}

/** A service that takes the offset takes the limit, and nothing else that says where a page is. */
function checkOffset({ soap }: Row, { unpaged, place }: PagesRow, asks: readonly string[], report: Report): void {
  const names = [...new Set([...namesInSoapRequest(soap), ...asks])];
  if (!names.includes('offset')) return;
  const unfit = {
    page: 'a service goes by {page} or by {offset}',
    size: 'beside {offset} the service takes {limit}, not {size}',
  };
  for (const [name, message] of Object.entries(unfit))
    if (names.includes(name)) report.add('MAPPING_NAMES', message, place);
  if (names.includes(requestCursor(CURSOR)))
    report.add('MAPPING_NAMES', 'a service goes by {cursor} or by {offset}', place);
  if (unpaged) report.add('MAPPING_NAMES', 'with "size: all" the service takes no {offset}', place);
}

/** SOAP clients get the list as it is. */
function checkUnpaged({ direction }: Row, { next, complete, place }: PagesRow, report: Report): void {
  if (direction !== 'rest-to-soap')
    report.add('MAPPING_SHAPE', '"size: all" is for REST clients alone', place, 'add only: rest-to-soap');
  if (next.length > 0 || complete)
    report.add('MAPPING_SHAPE', '"size: all" has no further calls', place, 'leave out "next" and "complete"');
}

function planOf(
  row: Row,
  flow: PagesRow,
  scope: Scope,
  first: MappingRule,
  next: MappingRule | undefined,
  queryNames: readonly string[],
  { ctx }: RuleEnvironment,
): PagesPlan<MappingRule> {
  const numbers = Object.fromEntries(PAGE_NAMES.map((name) => [pageRole(name), scope.get(name)?.number]));
  const token = flow.token?.value;
  const soapNames = namesInSoapRequest(row.soap);
  const byOffset = soapNames.includes('offset');
  const searchNames = questionNames(row).filter((name) => name !== token);
  // Values of the request head, such as the host, are part of the query too.
  const ofHead = scope.names.filter((name) => ctx.gateway.get(name)?.take);
  const search = new Set([...searchNames, ...queryNames, ...ofHead]);
  return {
    ...(numbers as Record<'items' | 'limit' | 'offset', number>),
    first,
    next: next ?? first,
    byOffset,
    ...(byOffset && soapNames.includes('limit') && { size: numbers['limit'] }),
    cursorNeeded: scope.get(CURSOR)?.uses.some((u) => u.side === 'soap.response' && !u.optional) ?? false,
    requestCursor: scope.get(requestCursor(CURSOR))?.number,
    token: token === undefined ? undefined : scope.get(token)?.number,
    nextLink: scope.get('$next')?.number,
    previousLink: scope.get('$previous')?.number,
    unpaged: flow.unpaged,
    fixed: flow.fixed,
    from: flow.from,
    defaultSize: flow.defaultSize,
    smallest: flow.smallest,
    largest: flow.largest,
    maxLimit: flow.maxLimit,
    keep: flow.keep,
    query: [...search].flatMap((name) => scope.get(name)?.number ?? []),
  };
}
