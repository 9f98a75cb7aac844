// Security requirements (OpenAPI 3.1 §4.8.30) → the schemes that each operation sends: the first alternative that can be sent as a whole.
import { child, children, type Documents, isPlain, type Located } from './document.ts';
import type { Operation } from './model.ts';
import type { Notes } from './notes.ts';
import { headerOf, type Sending, sendingOf } from './security-schemes.ts';

/** Name of a scheme → how it is sent. */
export type Schemes = ReadonlyMap<string, Sending>;

export interface SecurityContext {
  /** Absolute URL of the API, undefined where it has none. */
  readonly server: string | undefined;
  readonly documents: Documents;
  readonly notes: Notes;
}

/** Operations whose `security` says the same. */
interface Demand {
  readonly at: Located;
  readonly operations: Operation[];
  /** Names of schemes that are sent together; an empty one: none is needed. */
  readonly alternatives: readonly (readonly string[])[];
}

/** The schemes that each operation sends. `requirements`: the `security` of each, its value undefined where nothing says one. */
export function chooseSchemes(
  root: Located,
  requirements: ReadonlyMap<Operation, Located>,
  context: SecurityContext,
): ReadonlyMap<Operation, Schemes> {
  const section = child(child(root, 'components'), 'securitySchemes');
  const demands = demandsOf(requirements, section, context.notes);
  const needed = new Set(demands.flatMap(({ alternatives }) => alternatives.flat()));
  const schemes = sendable(section, needed, context);
  const chosen = demands.map(({ operations, ...demand }) => {
    const sent = choose(demand, operations, schemes, context.notes);
    return operations.map((operation) => [operation, sent] as const);
  });
  return new Map(chosen.flat());
}

function demandsOf(requirements: ReadonlyMap<Operation, Located>, section: Located, notes: Notes): Demand[] {
  const isSilent = [...requirements.values()].every(({ value }) => value === undefined);
  const names = children(section).map(([name]) => name);
  if (isSilent && names.length > 0) {
    const assumed = names.map((name) => `"${name}"`).join(' or ');
    notes.add(section, 'assumptions', `no "security" says which credentials are needed: ${assumed} is assumed for all`);
  }
  const demands = new Map<string, Demand>();
  for (const [operation, at] of requirements) {
    const key = JSON.stringify(at.value) ?? '';
    const demand = demands.get(key) ?? {
      at: isSilent ? section : at,
      operations: [],
      alternatives: isSilent ? names.map((name) => [name]) : alternativesOf(at),
    };
    demand.operations.push(operation);
    demands.set(key, demand);
  }
  return [...demands.values()];
}

function alternativesOf(at: Located): string[][] {
  return children(at).flatMap(([, { value }]) => (isPlain(value) ? [Object.keys(value)] : []));
}

/** Those of the needed schemes that can be sent. The settings have one place for client credentials. */
function sendable(section: Located, needed: ReadonlySet<string>, context: SecurityContext): Schemes {
  const schemes = new Map<string, Sending>();
  let settings: string | undefined;
  for (const name of needed) {
    const at = child(section, name);
    const sending = sendingOf(context.documents.resolve(at) ?? at, context);
    const isSecond = typeof sending === 'object' && sending.kind === 'clientCredentials';
    if (isSecond) settings ??= sending.settings;
    const reason = reasonOf(at, isSecond && sending.settings !== settings, sending);
    if (reason !== undefined) context.notes.add(at, 'credentials', `the credentials "${name}" are left out: ${reason}`);
    else schemes.set(name, sending as Sending);
  }
  return schemes;
}

function reasonOf(at: Located, isSecond: boolean, sending: Sending | string): string | undefined {
  if (at.value === undefined) return 'no security scheme has this name';
  if (isSecond) return 'a bridge fetches tokens from one place, for one scope';
  return typeof sending === 'string' ? sending : undefined;
}

/** An alternative without credentials is the last choice: a service may do more for a caller whom it recognizes. */
function choose(
  { at, alternatives }: Omit<Demand, 'operations'>,
  operations: readonly Operation[],
  schemes: Schemes,
  notes: Notes,
): Schemes {
  const named = alternatives.filter((names) => names.length > 0);
  const names = named.find((candidate) => isSendable(candidate, schemes));
  const unsent = named.filter((candidate) => candidate !== names).map(describe);
  if (names === undefined) {
    if (named.length > 0 && named.length === alternatives.length)
      notes.add(at, 'credentials', `${titleOf(operations)} without credentials: ${unsent.join(' or ')} cannot be sent`);
    return new Map();
  }
  if (unsent.length > 0) notes.add(at, 'assumptions', `${describe(names)} is sent, not ${unsent.join(' or ')}`);
  return new Map(names.map((name) => [name, schemes.get(name)!]));
}

/** All can be sent, and no two in one header field. */
function isSendable(names: readonly string[], schemes: Schemes): boolean {
  const sendings = names.map((name) => schemes.get(name));
  const headers = sendings.flatMap((sending) => (sending && headerOf(sending)) ?? []);
  return !sendings.includes(undefined) && new Set(headers).size === headers.length;
}

function describe(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(' with ');
}

function titleOf([first, ...more]: readonly Operation[]): string {
  const { method, path } = first;
  if (more.length === 0) return `${method} ${path} is called`;
  return `${method} ${path} and ${more.length} more ${more.length === 1 ? 'operation' : 'operations'} are called`;
}
