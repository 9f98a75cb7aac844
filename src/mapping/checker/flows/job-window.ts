// `pages` of a job: its result is a window of a list. How many, whether there are further ones and the links are reckoned by the flow.
import type { Operation } from '../../../contract/model/contract.ts';
import type { WindowRoles } from '../../model/flow-plan.ts';
import { didYouMean } from '../../syntax/did-you-mean.ts';
import type { Row } from '../../syntax/row.ts';
import type { WindowRole, WindowRow } from '../../syntax/window.ts';
import { namesInReply, namesInRequest, namesInSoapReply } from '../names-in.ts';
import { checkNames } from '../paired-names.ts';
import type { BuiltRule, RuleBuilder, RuleEnvironment } from '../rule.ts';
import { LINKS, typeRoles } from './pages.ts';

/** The rule of the result. */
export function buildWindow(
  builder: RuleBuilder,
  pages: WindowRow,
  operations: readonly Operation[],
  env: RuleEnvironment,
): BuiltRule {
  builder.planSoap();
  builder.planRest();
  typeRoles(pages, builder.scope, env);
  const { row, scope } = builder;
  const reckoned = (['limit', 'offset', 'count', 'more', 'links'] as const).flatMap(
    (role) => pages.get(role)?.value ?? [],
  );
  checkNames(scope, row.only, env.ctx, new Set([...reckoned, ...LINKS]));
  return builder.compile(builder, operations);
}

/** `names`: of the variables of the result. */
export function windowRoles(pages: WindowRow, names: readonly string[]): WindowRoles {
  const number = (name: string | undefined) => {
    const found = name === undefined ? -1 : names.indexOf(name);
    return found < 0 ? undefined : found;
  };
  const roles = Object.fromEntries([...pages].map(([role, { value }]) => [role, number(value)]));
  const [next, previous] = LINKS;
  return {
    ...(roles as Record<'items' | 'limit' | 'offset', number>),
    nextLink: number(next),
    previousLink: number(previous),
  };
}

/** `asks`: the row whose request is that for the window. */
export function checkWindow(pages: WindowRow, asks: Row, result: Row, { ctx }: RuleEnvironment): void {
  const asked = namesInRequest(asks).filter((name) => namesInRequest(result).includes(name));
  const shown = namesInReply(result);
  const found = namesInSoapReply(result.soap);
  const stands: Record<WindowRole, readonly [string, readonly string[]]> = {
    items: ['the SOAP reply of the result', found],
    total: ['the SOAP reply of the result', found],
    limit: ['both requests, of the rule and of the result', asked],
    offset: ['both requests, of the rule and of the result', asked],
    count: ['the REST reply', shown],
    more: ['the REST reply', shown],
    links: ['the REST reply', shown],
  };
  for (const [role, { value, place }] of pages) {
    const [where, names] = stands[role];
    if (names.includes(value)) continue;
    const hint = didYouMean(value, names) ?? `it names ${[...new Set(names)].join(', ') || 'nothing'}`;
    ctx.report.add('MAPPING_NAMES', `{${value}} does not stand in ${where}`, place, hint);
  }
}
