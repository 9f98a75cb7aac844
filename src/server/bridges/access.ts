// What each rule of a bridge demands of callers: the table says so, and the settings.
import type { AuthSettings, FrontSettings } from '../../auth/settings/settings.ts';
import { SoapstoneError } from '../../errors/errors.ts';
import { type Authorize, authorizer } from '../../exchange/filters/authorization.ts';
import type { Mapping, MappingRule } from '../../mapping/model/mapping.ts';
import { ruleSelector } from '../../mapping/model/rule-selector.ts';
import type { Access } from '../../rule/access.ts';
import type { BridgeSettings } from '../settings/settings.ts';
import { frontSide } from './exposed-rules.ts';

/** What the rules of a bridge demand. `isTrial`: without kinds of credentials, nothing. @throws SoapstoneError SETTINGS */
export function accessesIn(
  { auth }: BridgeSettings,
  { rules }: Pick<Mapping, 'rules'>,
  isTrial: boolean,
): ReadonlyMap<string, Access> {
  if (isTrial && (auth?.front.length ?? 0) === 0) return new Map();
  const accesses = accessesOf(auth, rules);
  checkAccesses(accesses, auth);
  return accesses;
}

/** undefined: no rule demands anything of callers. */
export function authorizeOf(
  { auth, present }: BridgeSettings,
  accesses: ReadonlyMap<string, Access>,
  challenges = '',
): Authorize | undefined {
  if (accesses.size === 0) return undefined;
  const bearer = auth?.front.find((front) => front.kind === 'bearer');
  return authorizer({ accesses, challenges, bearerRealm: bearer?.realm, present: frontSide(present) });
}

/** By rule id; a rule that demands nothing is absent. @throws SoapstoneError SETTINGS for a pattern that fits no rule, or only open ones. */
export function accessesOf(auth: AuthSettings | undefined, rules: readonly MappingRule[]): ReadonlyMap<string, Access> {
  const { access: usual, rules: entries = [] } = auth?.authorization ?? {};
  const accesses = new Map<string, Access>();
  const special = specialOf(entries, rules);
  for (const { id, open, access: ofTable } of rules) {
    if (open || (usual ?? ofTable ?? special.get(id)) === undefined) continue;
    const access = { ...usual, ...ofTable, ...special.get(id) };
    if (demandsAnything(access)) accesses.set(id, access);
  }
  return accesses;
}

/** The first entry that fits a rule counts. */
function specialOf(
  entries: NonNullable<AuthSettings['authorization']>['rules'],
  rules: readonly MappingRule[],
): ReadonlyMap<string, Access> {
  const special = new Map<string, Access>();
  for (const { rule: patterns, access, place } of entries)
    for (const pattern of patterns) {
      const fitting = rules.filter(ruleSelector(pattern, rules, 'auth', place));
      if (fitting.every(({ open }) => open))
        throw new SoapstoneError(
          'SETTINGS',
          `auth: "${pattern}" fits only rules with auth: none, which are for everybody`,
          { place },
        );
      for (const { id } of fitting) if (!special.has(id)) special.set(id, access);
    }
  return special;
}

function demandsAnything({ scope, roles, claims = [] }: Access): boolean {
  return [scope, roles, ...claims.map(([, values]) => values)].some((one) => one !== undefined && one.texts.length > 0);
}

/** @throws SoapstoneError SETTINGS where nobody could ever have what a rule demands. */
function checkAccesses(accesses: ReadonlyMap<string, Access>, auth: AuthSettings | undefined): void {
  const [id] = accesses.keys();
  if (id === undefined || auth?.front.some(isJudgedHere)) return;
  throw new SoapstoneError(
    'SETTINGS',
    `auth: the rule ${id} demands scope, roles or claims, and nobody is authenticated`,
    {
      suggestion:
        'set front of the setting auth to kinds of credentials that the gateway judges, such as bearer with jwks',
    },
  );
}

function isJudgedHere(front: FrontSettings): boolean {
  if (front.kind === 'none') return false;
  if (front.kind === 'bearer') return front.jwt !== undefined;
  return !('judge' in front) || front.judge === 'gateway';
}
