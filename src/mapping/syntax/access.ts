// Reads what a rule demands of its callers: `auth: { scope: … }` of rules, and of settings.
import type { Place } from '../../errors/errors.ts';
import type { Access, Requirement } from '../../rule/access.ts';
import { define, kind, listOf, mapOf, SCALAR, TEXTS } from './keywords.ts';
import type { YamlEntry, YamlNode } from './yaml.ts';

const REQUIREMENT = define('requirement', {
  anyOf: [
    TEXTS,
    {
      type: 'object',
      required: ['any'],
      additionalProperties: false,
      properties: { any: listOf(SCALAR, 1) },
    },
  ],
});

export const ACCESS_KEYWORDS = {
  scope: kind(REQUIREMENT)('OAuth scopes, with spaces between them or as a list.'),
  roles: kind(REQUIREMENT)('Roles.'),
  claims: kind(mapOf(REQUIREMENT))('Claims of the token by name, and their values.'),
};

interface Entries {
  get(key: string): YamlEntry | undefined;
}

type AddProblem = (place: Place, message: string, suggestion?: string) => void;

/** `entries`: of a map with `ACCESS_KEYWORDS`, perhaps among others. */
export function readAccess(entries: Entries, problem: AddProblem): Access {
  const [scope, roles, claims] = ['scope', 'roles', 'claims'].map((key) => entries.get(key));
  return {
    ...(scope && { scope: scopeOf(readRequirement(scope, problem)) }),
    ...(roles && { roles: readRequirement(roles, problem) }),
    ...(claims && { claims: readClaims(claims, problem) }),
  };
}

/** RFC 6749 §3.3: a space separates scopes. */
function scopeOf({ texts, any }: Requirement): Requirement {
  return { texts: texts.flatMap((text) => text.split(' ').filter((one) => one !== '')), any };
}

function readClaims({ value }: YamlEntry, problem: AddProblem): Access['claims'] {
  if (value.kind === 'map') return value.entries.map((entry) => [entry.key, readRequirement(entry, problem)] as const);
  problem(value.place, 'claims must be a map of claims and values', 'claims: { tenant: acme }');
  return [];
}

function readRequirement({ key, value }: YamlEntry, problem: AddProblem): Requirement {
  const [first, ...others] = value.kind === 'map' ? value.entries : [];
  const isAny = first?.key === 'any' && others.length === 0;
  const node = isAny ? first.value : value;
  const texts = textsIn(node);
  if (texts === undefined || (isAny && texts.length === 0) || texts.includes(''))
    problem(value.place, `${key} must be a text, a list of texts, or { any: [ … ] }`);
  return { texts: texts ?? [], any: isAny };
}

function textsIn(node: YamlNode): readonly string[] | undefined {
  if (node.kind === 'map') return undefined;
  const items = node.kind === 'list' ? node.items : [node];
  const texts = items.flatMap((item) => (item.kind === 'scalar' && item.value !== null ? [item.source] : []));
  return texts.length === items.length ? texts : undefined;
}
