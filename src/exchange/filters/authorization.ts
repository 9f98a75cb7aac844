// Refuses callers that lack what a rule demands. Knows nothing about credentials: what a caller has was settled when it was authenticated.
import { SoapstoneError } from '../../errors/errors.ts';
import { asSaid, Fault, toFault } from '../../fault/fault.ts';
import type { Access, Grants, Requirement } from '../../rule/access.ts';
import type { Exchange, Filter } from '../../rule/exchange.ts';
import type { Rule } from '../../rule/rule.ts';

export interface AuthorizationOptions {
  /** What rules demand, by their ids. */
  readonly accesses: ReadonlyMap<string, Access>;
  /** For WWW-Authenticate of clients without a credential; '' for none. */
  readonly challenges: string;
  /** The realm of Bearer tokens, where clients may have some. */
  readonly bearerRealm?: string;
  /** The side that clients see. */
  readonly present: 'rest' | 'soap';
}

/** Throws the Fault of a caller that may not use the rule of the exchange. */
export type Authorize = (exchange: Pick<Exchange, 'rule' | 'caller'>) => void;

/** Before anything is sent, looked up or cached: a refused request has no effect. */
export function authorization(authorize: Authorize): Filter {
  return (next) => async (exchange) => {
    authorize(exchange);
    return next(exchange);
  };
}

export function authorizer({ accesses, challenges, bearerRealm, present }: AuthorizationOptions): Authorize {
  return ({ rule, caller }) => {
    const access = accesses.get(rule.id);
    if (access === undefined || (present === 'soap' && continues(rule))) return;
    if (caller !== undefined && isGranted(access, caller.grants)) return;
    const fault =
      caller === undefined
        ? unauthenticated(challenges)
        : forbidden(lackingOf(access, caller.grants), challengeOf(access, caller.grants, bearerRealm));
    // Rows of the table may have words of their own for it, as for responses of a service.
    throw present === 'soap' ? rule.faults.fromRest(asSaid(fault)) : fault;
  };
}

/**
 * A further page, the second of two requests, a job that goes on: the caller was authorized for the first request, whose state is in its own part
 * of the store. Which rule that was, only the store says; a request that continues nothing goes to another rule, and is authorized there.
 */
function continues({ flow: ofRest, soapFlow }: Pick<Rule, 'flow' | 'soapFlow'>): boolean {
  const flow = soapFlow ?? ofRest;
  return flow !== undefined && 'kin' in flow && flow.phase !== 'first' && flow.phase !== 'keep';
}

/** Whether the caller has all that is demanded. */
export function isGranted({ scope, roles, claims }: Access, grants: Grants | undefined): boolean {
  if (scope && !holds(scope, grants?.scope)) return false;
  if (roles && !holds(roles, grants?.roles)) return false;
  return claims?.every(([name, values]) => holds(values, grants?.claim(name))) ?? true;
}

/** All that the caller lacks, in words for the caller. */
function lackingOf({ scope, roles, claims = [] }: Access, grants: Grants | undefined): string {
  const lacks: string[] = [];
  if (scope && !holds(scope, grants?.scope)) lacks.push(`the scope ${named(scope)}`);
  if (roles && !holds(roles, grants?.roles)) lacks.push(`the role ${named(roles)}`);
  // Values may name tenants and people: they are not shown.
  for (const [name, values] of claims)
    if (!holds(values, grants?.claim(name))) lacks.push(`a value of the claim ${name} that is allowed`);
  return lacks.join(', and ');
}

function holds({ texts, any }: Requirement, present: readonly string[] = []): boolean {
  if (texts.length === 0) return true;
  return any ? texts.some((text) => present.includes(text)) : texts.every((text) => present.includes(text));
}

function named({ texts, any }: Requirement): string {
  return texts.join(any ? ' or ' : ' and ');
}

function unauthenticated(challenges: string): Fault {
  const cause = 'there is no credential';
  const { init } = toFault(new SoapstoneError('UNAUTHENTICATED', 'the request has no valid credential', { cause }));
  return new Fault({ ...init, headers: challenges === '' ? undefined : { 'www-authenticate': challenges } });
}

function forbidden(lacking: string, challenge: string | undefined): Fault {
  const { init } = toFault(new SoapstoneError('FORBIDDEN', `the caller needs ${lacking}`));
  return new Fault({ ...init, headers: challenge === undefined ? undefined : { 'www-authenticate': challenge } });
}

/** RFC 6750 §3.1. Another token helps only a caller that has one, and lacks a scope. */
function challengeOf({ scope }: Access, grants: Grants | undefined, realm: string | undefined): string | undefined {
  if (realm === undefined || !grants?.areOfToken || scope === undefined || holds(scope, grants.scope)) return undefined;
  return `Bearer realm=${quoted(realm)}, error="insufficient_scope", scope=${quoted(scope.texts.join(' '))}`;
}

/** RFC 9110 §5.6.4. Scopes of settings may have any character. */
function quoted(text: string): string {
  return `"${text.replace(/[^\x20-\x7e]/g, '?').replace(/["\\]/g, '\\$&')}"`;
}
