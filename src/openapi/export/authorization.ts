// What rules demand of callers, as operations say it: names in security requirements, and the response of a refusal.
import { record } from '../../codec/schema/json-schema.ts';
import type { Access, Requirement } from '../../rule/access.ts';
import { withResponses } from './added-responses.ts';
import type { OperationObject } from './document-types.ts';
import type { RuleProblems } from './problems.ts';

/** How the operations of one path and method are secured. */
export interface Gate {
  readonly schemes: ReadonlyMap<string, object>;
  readonly optional: boolean;
  /** Of its rules; undefined for one that demands nothing. */
  readonly accesses: (Access | undefined)[];
}

type Security = NonNullable<OperationObject['security']>;

/** OpenAPI 3.1.0 §4.8.30: of schemes other than OAuth 2 the names are roles, which scopes of a JWT are here. */
export function securityOf({ schemes, optional, accesses }: Gate): Security {
  const alternatives = accesses.flatMap((access) => alternativesOf(access));
  const distinct = [...new Map(alternatives.map((names) => [names.join(' '), names])).values()];
  const ways = [...schemes.keys()].flatMap((name) => distinct.map((names) => record([[name, names]])));
  const isForAll = optional && distinct.some((names) => names.length === 0);
  return [...ways, ...(isForAll ? [record<readonly string[]>([])] : [])];
}

/** The operation in a document with this security: it says its own where that is another (OpenAPI 3.1.0 §4.8.10). */
export function withSecurityApart(all: Security, { security = [], ...operation }: OperationObject): OperationObject {
  return JSON.stringify(security) === JSON.stringify(all) ? operation : { ...operation, security };
}

/** One of the lists is enough. */
function alternativesOf({ scope, roles }: Access = {}): readonly (readonly string[])[] {
  return listsOf(scope).flatMap((some) => listsOf(roles).map((others) => [...some, ...others]));
}

function listsOf(requirement: Requirement | undefined): readonly (readonly string[])[] {
  if (requirement === undefined) return [[]];
  return requirement.any ? requirement.texts.map((text) => [text]) : [requirement.texts];
}

/** With the response for callers without a valid credential. A fault of the service may have its status. */
export function authenticated(operation: OperationObject, problems: RuleProblems): OperationObject {
  const { 401: existing, ...responses } = operation.responses;
  if (existing !== undefined && !('description' in existing)) return operation;
  const refusal = problems.coded('UNAUTHENTICATED');
  const both = existing && { ...existing, description: `${refusal.description}; ${existing.description}` };
  return withResponses({ ...operation, responses }, [['401', both ?? refusal]]);
}

/** With the response for callers that lack what the rule demands. */
export function restricted(operation: OperationObject, access: Access, problems: RuleProblems): OperationObject {
  const { 403: existing, ...responses } = operation.responses;
  if (existing !== undefined && !('description' in existing)) return operation;
  const { description, ...response } = existing ?? problems.coded('FORBIDDEN');
  const text = [description, `The caller needs ${wordsOf(access).join('; ')}`].join('. ');
  return withResponses({ ...operation, responses }, [['403', { description: text, ...response }]]);
}

function wordsOf({ scope, roles, claims = [] }: Access): readonly string[] {
  return [
    ...textOf('scope', scope),
    ...textOf('role', roles),
    ...claims.map(([name]) => `an allowed value of the claim ${name}`),
  ];
}

function textOf(name: string, { texts, any }: Requirement = { texts: [], any: false }): readonly string[] {
  return texts.length === 0 ? [] : [`the ${name} ${texts.join(any ? ' or ' : ' and ')}`];
}
