// `pages` of a job: its result is a window of a list. How many, whether there are further ones and the links are reckoned by the flow.

import type { Operation } from '../../../contract/model/contract.ts';
import { suggest } from '../../../errors/suggest.ts';
import type { WindowRoles } from '../../../rule/flow.ts';
import type { Row } from '../../syntax/row.ts';
import type { WindowRole, WindowRow } from '../../syntax/window.ts';
import { namesInRequest, namesInResponse, namesInSoapResponse } from '../names-in.ts';
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
  checkNames(scope, row.direction, env.ctx, new Set([...reckoned, ...LINKS]));
  return builder.compile(builder, operations);
}

/** `names`: of the variables of the result. */
export function windowRoles(pages: WindowRow, names: readonly string[]): WindowRoles {
  const number = (name: string | undefined) => {
    const index = name === undefined ? -1 : names.indexOf(name);
    return index < 0 ? undefined : index;
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
  const requestNames = namesInRequest(asks).filter((name) => namesInRequest(result).includes(name));
  const responseNames = namesInResponse(result);
  const resultNames = namesInSoapResponse(result.soap);
  const stands: Record<WindowRole, readonly [string, readonly string[]]> = {
    items: ['the SOAP response of the result', resultNames],
    total: ['the SOAP response of the result', resultNames],
    limit: ['both requests (rule and result)', requestNames],
    offset: ['both requests (rule and result)', requestNames],
    count: ['the REST response', responseNames],
    more: ['the REST response', responseNames],
    links: ['the REST response', responseNames],
  };
  for (const [role, { value, place }] of pages) {
    const [location, names] = stands[role];
    if (names.includes(value)) continue;
    const hint = suggest(value, names) ?? `its variables: ${[...new Set(names)].join(', ') || 'none'}`;
    ctx.report.add('MAPPING_NAMES', `{${value}} must be in ${location}`, place, hint);
  }
}
