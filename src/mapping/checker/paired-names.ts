// Law 1: both sides of a pair name the same variables, except where a default or a direction makes one unnecessary.

import { nearest, suggest } from '../../errors/suggest.ts';
import type { Direction } from '../../rule/rule.ts';
import type { GatewayVariables } from '../model/supplied.ts';
import type { Report } from '../syntax/report.ts';
import { isOuter } from '../syntax/tree-names.ts';
import { bindsNothing, type Scope, type Side, type Use, type Variable } from './scope.ts';

/** `flowNames`: names that the rule's flow binds itself. `memberNames`: those of members of a list's items. */
export function checkNames(
  scope: Scope,
  direction: Direction | undefined,
  { report, gateway }: CheckContext,
  flowNames: ReadonlySet<string> = new Set(),
  memberNames: ReadonlyMap<string, ReadonlySet<string>> = new Map(),
): void {
  for (const variable of scope.all()) {
    // A list without a name was reported before. A variable of the rule is checked there.
    if (flowNames.has(variable.name) || variable.name === '' || isOuter(variable.name)) continue;
    if (variable.name.startsWith('$')) checkSupplied(variable, scope, gateway, report);
    else checkVariable(variable, scope, direction, report);
  }
  for (const [list, items] of scope.inner)
    if (!flowNames.has(list)) checkNames(items, direction, { report, gateway }, memberNames.get(list));
}

interface CheckContext {
  readonly report: Report;
  readonly gateway: GatewayVariables;
}

function sessionHint(name: string): string | undefined {
  if (!name.startsWith('$session.')) return undefined;
  return 'values of a session stand in header parts under "auth" alone; for a body, make the login the first of two "calls" of the rule';
}

function checkSupplied({ name, uses }: Variable, scope: Scope, gateway: GatewayVariables, report: Report): void {
  const gatewayVariable = gateway.get(name);
  const [{ place }] = uses;
  if ((gatewayVariable?.take || gatewayVariable?.isCredential) && scope.ofItems)
    report.add('MAPPING_UNSUPPORTED', `{${name}} is not supported inside $each`, place, 'put it outside of the list');
  if (gatewayVariable) return;
  const hint =
    sessionHint(name) ?? suggest(name, gateway.keys()) ?? `known variables: ${[...gateway.keys()].join(', ')}`;
  report.add('MAPPING_NAMES', `unknown variable {${name}}`, place, hint);
}

function checkVariable(variable: Variable, scope: Scope, direction: Direction | undefined, report: Report): void {
  for (const use of variable.uses) if (use.filled) checkFill(variable, use, direction, report);
  if (variable.uses.every(({ of }) => of !== undefined && of !== '$add')) return reportUnbound(variable, scope, report);
  const inRequest = stands(variable, 'rest.request') || stands(variable, 'soap.request');
  const toSoap = direction !== 'soap-to-rest';
  const toRest = direction !== 'rest-to-soap';
  // Each line names a pattern that is filled, and the one that must bind its variables before.
  const both = direction === undefined;
  if (toSoap) filled(variable, 'soap.request', 'rest.request', scope, report, both);
  if (toRest) filled(variable, 'rest.request', 'soap.request', scope, report);
  if (toSoap) demanded(variable, 'soap.request', 'rest.request', report);
  if (toRest && !inRequest) demanded(variable, 'soap.response', 'rest.response', report);
  if (inRequest) return;
  if (toSoap) filled(variable, 'rest.response', 'soap.response', scope, report);
  if (toRest) filled(variable, 'soap.response', 'rest.response', scope, report, both);
}

function reportUnbound({ name, uses }: Variable, scope: Scope, report: Report): void {
  const hint = scope.suggest(name) ?? `write "{${name}}" where its value stands`;
  report.add('MAPPING_NAMES', `no pattern of the rule has {${name}}`, uses[0].place, hint);
}

/** A misspelt name makes two unpaired names that suggest each other. Only the one of the REST side is reported. */
function reportedOnRest({ name }: Variable, pair: 'request' | 'response', scope: Scope): boolean {
  const [rest, soap]: Side[] = [`rest.${pair}`, `soap.${pair}`];
  const counterpart = scope.get(nearest(name, namesAt(scope, rest, soap)) ?? '');
  if (counterpart === undefined || counterpart.uses.every((use) => use.side !== rest || use.fallback)) return false;
  const inRequest = stands(counterpart, 'rest.request') || stands(counterpart, 'soap.request');
  return (pair === 'request' || !inRequest) && nearest(counterpart.name, namesAt(scope, soap, rest)) === name;
}

function stands(variable: Variable, side: Side): boolean {
  return variable.uses.some((use) => use.side === side && !bindsNothing(use));
}

/** What `$add` writes is not read. */
function binds(variable: Variable, side: Side): boolean {
  return variable.uses.some((use) => use.side === side && !bindsNothing(use) && use.of !== '$add');
}

/** Without uses that bind nothing. */
function usesAt({ uses }: Variable, side: Side): Use[] {
  return uses.filter((use) => use.side === side && !bindsNothing(use));
}

/** `both`: the other direction may report the same mistake, for another name. */
function filled(variable: Variable, side: Side, from: Side, scope: Scope, report: Report, both = false): void {
  if (!stands(variable, side) || binds(variable, from)) return;
  const uses = usesAt(variable, side);
  if (uses.every((use) => use.fallback || use.filled)) return;
  if (side === 'rest.request' && isViewed(variable) && uses.every((use) => use.optional)) return;
  // The other side may bind the list as a whole; its items then have any fields.
  if (scope.ofItems && !scope.all().some((v) => stands(v, from))) return;
  if (both && reportedOnRest(variable, side.endsWith('request') ? 'request' : 'response', scope)) return;
  const near = report.suggest(variable.name, () => namesAt(scope, from, side));
  const hint =
    near ??
    `add it to ${from}, give it a default {${variable.name}=…} or {${variable.name}:…}, or set only: ${directionWithout(side)}`;
  report.add('MAPPING_NAMES', `{${variable.name}} is in ${side} but not in ${from}`, uses[0].place, hint);
}

/** A view shows REST clients the whole where they do not say what they want; so does the service behind. Converters may have an argument without a value. */
function isViewed({ uses }: Variable): boolean {
  return uses.some(({ of }) => of?.startsWith('|'));
}

/**
 * A fill default is for a name that only this side knows: what the other side says comes back unchanged then. It is a mistake where it would
 * never be written.
 */
function checkFill(variable: Variable, use: Use, direction: Direction | undefined, report: Report): void {
  const { name, uses } = variable;
  const known = uses.find(({ side, of }) => of === undefined && side.slice(0, 4) !== use.side.slice(0, 4));
  const never = use.side === 'rest.request' || use.side === 'soap.response' ? 'rest-to-soap' : 'soap-to-rest';
  const hint = 'remove the ":" and what follows, or write :: for a colon';
  if (known)
    report.add(
      'MAPPING_NAMES',
      `{${name}} is also in ${known.side}, so its fill default is not allowed`,
      use.place,
      hint,
    );
  else if (direction === never)
    report.add(
      'MAPPING_NAMES',
      `the fill default of {${name}} is never written: the rule runs ${never}`,
      use.place,
      hint,
    );
}

/** Reports a value that one side may omit and the other requires. */
function demanded(variable: Variable, side: Side, from: Side, report: Report): void {
  if (!variable.uses.some((use) => use.side === side && !use.optional && !use.fallback)) return;
  const uses = variable.uses.filter(
    (use) => use.side === from && use.of !== '$add' && (use.of === 'constant' || !bindsNothing(use)),
  );
  if (uses.length === 0 || !uses.every((use) => use.optional)) return;
  const message = `{${variable.name}?} is optional, but the contract requires it in ${side}`;
  report.add('MAPPING_MISSING', message, uses[0].place, `give it a default: {${variable.name}=…}`);
}

/** Names that only the other side has: candidates for a misspelt name. */
function namesAt(scope: Scope, from: Side, side: Side): string[] {
  return scope
    .all()
    .filter((v) => stands(v, from) && !stands(v, side))
    .map((v) => v.name);
}

function directionWithout(side: Side): Direction {
  return side === 'soap.request' || side === 'rest.response' ? 'soap-to-rest' : 'rest-to-soap';
}
