// `pages`: a window (limit and offset) on the REST side, a first and a next operation on the SOAP side.
import type { Operation } from '../../../contract/model/contract.ts';
import type { PagesPlan } from '../../model/flow-plan.ts';
import type { Rule } from '../../model/rule.ts';
import { builtinValue, isList, nameOfType, type VariableType } from '../../model/variables.ts';
import { didYouMean } from '../../syntax/did-you-mean.ts';
import type { PageRole, PagesRow } from '../../syntax/flow.ts';
import type { Row, SoapRow } from '../../syntax/row.ts';
import { namesInReply, namesInRequest, namesInSoapReply, namesInSoapRequest } from '../names-in.ts';
import { checkNames } from '../paired-names.ts';
import { type BuiltRow, RuleBuilder, type RuleEnvironment } from '../rule.ts';
import type { Scope } from '../scope.ts';
import { kept, nextBuilder } from './next-page.ts';
import { PageItemsBuilder } from './page-items.ts';
import { SeveralBuilder } from './union-pages.ts';

/** Roles that the flow reckons itself, or keeps from one call to the next. */
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
export const LINKS = ['$next', '$previous'];

export function buildPages(row: Row, flow: PagesRow, operation: Operation, env: RuleEnvironment): BuiltRow[] {
  const first = new RuleBuilder(row, operation, env);
  const nexts = flow.next.flatMap((next, i) => nextBuilder(row, next, i, first, env) ?? []);
  if (nexts.length < flow.next.length) return [];
  const items = flow.each && new PageItemsBuilder(row, flow.each, first, env);
  const several = flow.several && new SeveralBuilder(row, flow, flow.several, first, env);
  first.planSoap();
  first.planRest();
  for (const next of nexts) next.planSoap();
  items?.plan(flow.roles.get('items'));
  several?.plan();
  typeRoles(flow.roles, first.scope, env);
  checkRoles(row, flow, nexts[0]?.row.soap, first.scope, env);
  const given = RECKONED.flatMap((role) => flow.roles.get(role)?.value ?? []);
  const known = [...given, ...given.map(kept), ...LINKS, ...(items?.given ?? []), ...(several?.given ?? [])];
  checkNames(first.scope, row.only, env.ctx, new Set(known));
  const operations = [operation, ...nexts.map((next) => next.operation), ...(several?.operations ?? [])];
  const one = first.compile(first, operations);
  const two = nexts.map((next) => next.compile(next, operations));
  const plan = {
    ...planOf(row, flow, first.scope, one, two[0], env),
    each: items?.compile(operations),
    several: several?.compile(operations),
  };
  return [
    { row, rule: { ...one, flow: { kind: 'pages', part: 'first', plan, kin: { rules: new Map() } } } },
    ...nexts.map((next, i) => {
      const flow = { kind: 'pages' as const, part: 'next' as const, plan, kin: { rules: new Map<string, Rule>() } };
      // What the gateway asks for itself is the first.
      const only = i === 0 ? two[i].only : ('soap-to-rest' as const);
      return { row: { ...next.row, only }, rule: { ...two[i], only, flow } };
    }),
  ];
}

/** What the contract does not say about the roles. */
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
    items: flow.each ? ['rest.reply', namesInReply(row)] : ['soap.reply', namesInSoapReply(row.soap)],
    total: ['soap.reply', namesInSoapReply(row.soap)],
    totalPages: ['soap.reply', namesInSoapReply(row.soap)],
    size: ['soap.request', namesInSoapRequest(row.soap)],
    index: [next ? 'the request of "next"' : 'soap.request', namesInSoapRequest(asks)],
    cursor: ['soap.reply', namesInSoapReply(row.soap)],
    count: ['a reply', [...namesInReply(row), ...namesInSoapReply(row.soap)]],
    more: ['a reply', [...namesInReply(row), ...namesInSoapReply(row.soap)]],
    links: ['rest.reply', namesInReply(row)],
  };
  for (const [role, { value, place }] of flow.roles) {
    const [where, names] = stands[role] ?? ['', [value]];
    if (names.includes(value)) continue;
    const hint = didYouMean(value, names) ?? `it names ${[...new Set(names)].join(', ') || 'nothing'}`;
    report.add('MAPPING_NAMES', `{${value}} does not stand in ${where}`, place, hint);
  }
  const cursor = flow.roles.get('cursor');
  if (next && cursor && !namesInSoapRequest(next).includes(kept(cursor.value)))
    report.add('MAPPING_NAMES', `{${cursor.value}} does not stand in the request of "next"`, next.place);
  const items = flow.roles.get('items');
  const type = items && scope.get(items.value)?.type;
  if (items && type && !isList(type))
    report.add('MAPPING_TYPE', `{${items.value}} is ${nameOfType(type, codec)}, not a list`, items.place);
  const wanted = next ? 'cursor' : 'index';
  if (!flow.roles.has(wanted)) {
    const message = next ? '"next" needs a cursor to go on from' : '"pages" has neither "next" nor "index"';
    report.add('MAPPING_MISSING', message, flow.place, `write ${wanted}: NAME`);
  }
}

function planOf(
  row: Row,
  flow: PagesRow,
  scope: Scope,
  one: Rule,
  two: Rule | undefined,
  { ctx }: RuleEnvironment,
): PagesPlan<Rule> {
  const numbers = Object.fromEntries([...flow.roles].map(([role, { value }]) => [role, scope.get(value)?.number]));
  const cursor = flow.roles.get('cursor');
  const window = ['limit', 'offset'].map((role) => flow.roles.get(role as PageRole)?.value);
  const said = namesInRequest(row).filter((name) => !name.startsWith('$') && !window.includes(name));
  // What the head of the request says beside the pattern, such as its host, is a part of the question.
  const search = [...said, ...scope.names.filter((name) => ctx.gateway.get(name)?.take)];
  return {
    ...(numbers as Record<'items' | 'limit' | 'offset', number>),
    first: one,
    next: two ?? one,
    cursorNeeded: scope.get(cursor?.value ?? '')?.uses.some((u) => u.spot === 'soap.reply' && !u.optional) ?? false,
    kept: cursor && scope.get(kept(cursor.value))?.number,
    nextLink: scope.get('$next')?.number,
    previousLink: scope.get('$previous')?.number,
    fixed: flow.fixed,
    from: flow.from,
    smallest: flow.smallest,
    largest: flow.largest,
    most: flow.most,
    keep: flow.keep,
    query: search.flatMap((name) => scope.get(name)?.number ?? []),
  };
}
