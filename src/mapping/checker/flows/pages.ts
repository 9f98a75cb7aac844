// `pages`: a window (limit and offset) on the REST side, a first and a next operation on the SOAP side.

import type { Operation } from '../../../contract/model/contract.ts';
import { suggest } from '../../../errors/suggest.ts';
import type { PagesPlan } from '../../../rule/flow.ts';
import type { MappingRule } from '../../model/mapping.ts';
import { builtinValue, isList, nameOfType, type VariableType } from '../../model/variables.ts';
import { LINKS, type PageRole, type PagesRow } from '../../syntax/pages.ts';
import type { Row, SoapRow } from '../../syntax/row.ts';
import { compileFurther, planFurther } from '../further-requests.ts';
import { namesInRequest, namesInResponse, namesInSoapRequest, namesInSoapResponse } from '../names-in.ts';
import { checkNames } from '../paired-names.ts';
import { type BuiltRow, RuleBuilder, type RuleEnvironment } from '../rule.ts';
import type { Scope } from '../scope.ts';
import { CompleteBuilder } from './complete.ts';
import { nextBuilder, requestCursor } from './page-calls.ts';
import { SeveralBuilder } from './union-pages.ts';

/** Roles whose values the flow computes or stores. */
const RECKONED: readonly PageRole[] = [
  'limit',
  'offset',
  'size',
  'index',
  'cursor',
  'totalPages',
  'count',
  'more',
  'links',
];

export function buildPages(row: Row, flow: PagesRow, operation: Operation, env: RuleEnvironment): BuiltRow[] {
  const first = new RuleBuilder(row, operation, env);
  const nexts = flow.next.flatMap((next, i) => nextBuilder(row, next, i, first, env) ?? []);
  if (nexts.length < flow.next.length) return [];
  const items = flow.roles.get('items');
  const complete = flow.complete && items && new CompleteBuilder(row, flow.complete, items, first, env);
  const several = flow.several && new SeveralBuilder(row, flow, flow.several, first, env);
  first.planSoap();
  first.planRest();
  const further = planFurther(first, env);
  for (const next of nexts) next.planSoap();
  complete?.plan();
  several?.plan();
  typeRoles(flow.roles, first.scope, env);
  checkRoles(row, flow, nexts[0]?.row.soap, first.scope, env);
  const roleNames = RECKONED.flatMap((role) => flow.roles.get(role)?.value ?? []);
  const flowNames = [
    ...roleNames,
    ...roleNames.map(requestCursor),
    ...LINKS,
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

/** Types the roles that the contract does not type. */
export function typeRoles(roles: PagesRow['roles'], scope: Scope, { ctx }: RuleEnvironment): void {
  for (const [role, { value }] of roles) {
    const variable = scope.get(value);
    if (variable === undefined || variable.type !== undefined || role === 'items' || role === 'cursor') continue;
    const { place } = variable.uses[0];
    if (role === 'links') {
      scope.typed(variable, { kind: 'items', fields: linkFields(ctx) }, place);
      continue;
    }
    const builtin = role === 'more' ? 'boolean' : 'nonNegativeInteger';
    scope.typed(variable, builtinValue(ctx.codec, builtin), place);
  }
}

function linkFields({ codec }: RuleEnvironment['ctx']): ReadonlyMap<string, VariableType> {
  return new Map(['rel', 'href'].map((name) => [name, builtinValue(codec, 'string')]));
}

function checkRoles(row: Row, flow: PagesRow, next: SoapRow | undefined, scope: Scope, env: RuleEnvironment): void {
  const { report, codec } = env.ctx;
  const asks = next ?? row.soap;
  const stands: Partial<Record<PageRole, readonly [string, readonly string[]]>> = {
    limit: ['rest.request', namesInRequest(row)],
    offset: ['rest.request', namesInRequest(row)],
    items: ['soap.response', namesInSoapResponse(row.soap)],
    total: ['soap.response', namesInSoapResponse(row.soap)],
    totalPages: ['soap.response', namesInSoapResponse(row.soap)],
    size: ['soap.request', namesInSoapRequest(row.soap)],
    index: [next ? 'the request of "next"' : 'soap.request', namesInSoapRequest(asks)],
    cursor: ['soap.response', namesInSoapResponse(row.soap)],
    count: ['a response', [...namesInResponse(row), ...namesInSoapResponse(row.soap)]],
    more: ['a response', [...namesInResponse(row), ...namesInSoapResponse(row.soap)]],
    links: ['rest.response', namesInResponse(row)],
  };
  for (const [role, { value, place }] of flow.roles) {
    const [location, names] = stands[role] ?? ['', [value]];
    if (names.includes(value)) continue;
    const hint = suggest(value, names) ?? `its variables: ${[...new Set(names)].join(', ') || 'none'}`;
    report.add('MAPPING_NAMES', `{${value}} must be in ${location}`, place, hint);
  }
  const cursor = flow.roles.get('cursor');
  if (next && cursor && !namesInSoapRequest(next).includes(requestCursor(cursor.value)))
    report.add('MAPPING_NAMES', `{${cursor.value}} must be in the request of "next"`, next.place);
  const items = flow.roles.get('items');
  const type = items && scope.get(items.value)?.type;
  if (items && type && !isList(type))
    report.add('MAPPING_TYPE', `{${items.value}} is ${nameOfType(type, codec)}, not a list`, items.place);
  const requiredRole = next ? 'cursor' : 'index';
  if (!flow.roles.has(requiredRole)) {
    const message = next ? '"next" needs a cursor' : '"pages" needs "next" or "index"';
    report.add('MAPPING_MISSING', message, flow.place, `write ${requiredRole}: NAME`);
  }
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
  const numbers = Object.fromEntries([...flow.roles].map(([role, { value }]) => [role, scope.get(value)?.number]));
  const cursor = flow.roles.get('cursor');
  const window = ['limit', 'offset'].map((role) => flow.roles.get(role as PageRole)?.value);
  const searchNames = namesInRequest(row).filter((name) => !name.startsWith('$') && !window.includes(name));
  // Values of the request head, such as the host, are part of the query too.
  const ofHead = scope.names.filter((name) => ctx.gateway.get(name)?.take);
  const search = new Set([...searchNames, ...queryNames, ...ofHead]);
  return {
    ...(numbers as Record<'items' | 'limit' | 'offset', number>),
    first,
    next: next ?? first,
    cursorNeeded: scope.get(cursor?.value ?? '')?.uses.some((u) => u.side === 'soap.response' && !u.optional) ?? false,
    requestCursor: cursor && scope.get(requestCursor(cursor.value))?.number,
    nextLink: scope.get('$next')?.number,
    previousLink: scope.get('$previous')?.number,
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
