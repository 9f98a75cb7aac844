// Inputs that say in whose session a request is made: HTTP headers of rules, never a part of an address.

import {
  credentialWords,
  passwordTwinWords,
  secretNames,
  secretWords,
  sessionWords,
  twinWords,
} from '../inference/ids.ts';
import { heldBy } from '../operations/holders.ts';
import { isLogin } from '../operations/logins.ts';
import type { Input, ListedOperation } from '../operations/operations.ts';
import { actionOf } from '../routes/actions.ts';

/** The same operations with their sessions apart from what they ask for. */
export function withSessions(all: readonly ListedOperation[]): ListedOperation[] {
  const takers = all.filter((listed) => !isLogin(listed) && listed.inputs.length > 0);
  const names = sessionNames(all, takers);
  const holders = holderNames(takers);
  if (names.size === 0 && holders.size === 0) return [...all];
  return all.map((listed) => {
    if (isLogin(listed)) return listed;
    const sources = listed.inputs.flatMap((input): { input: Input; sessions: readonly Input[] }[] => {
      if (isHolder(input) && holders.has(nameOf(input))) return [{ input, sessions: heldBy(input) }];
      return isUsable(input) && names.has(nameOf(input))
        ? [{ input, sessions: [{ ...input, nameWords: nameOf(input).split(' ') }] }]
        : [];
    });
    if (sources.length === 0) return listed;
    const inputs = listed.inputs.filter((input) => !sources.some((source) => source.input === input));
    return { ...listed, sessions: sources.flatMap(({ sessions }) => sessions), inputs };
  });
}

/** What is a key or token by its name; what most operations take and a login answers, or is named like a session or a password; its twins. */
function sessionNames(all: readonly ListedOperation[], takers: readonly ListedOperation[]): Set<string> {
  const logins = all.filter(isLogin);
  const answered = new Set(logins.flatMap(({ outcome }) => (outcome?.values.length === 1 ? outcome.values : [])));
  const common = commonNames(takers, isUsable);
  const isNamed = (name: string) =>
    [sessionWords, credentialWords, secretWords, secretNames].some((phrases) => phrases.includes(name));
  const isSession = (name: string) => answered.has(name) || (isNamed(name) && !isResource(name, takers));
  const sessions = [...common.keys()].filter(isSession);
  const isBeside = (names: readonly string[], takersOf: readonly ListedOperation[]) =>
    names.some((name) => isSame(common.get(name)!, takersOf));
  const passwords = sessions.filter((name) => secretWords.includes(name));
  const twins = [...common].filter(
    ([name, same]) =>
      (twinWords.includes(name) && isBeside(sessions, same)) ||
      (passwordTwinWords.includes(name) && isBeside(passwords, same)),
  );
  const keys = takers.flatMap(({ inputs }) => inputs.filter(isUsable).map(nameOf)).filter(isKey);
  return new Set([...sessions, ...twins.map(([name]) => name), ...keys]);
}

/** `DeleteDoor(token)`, `GetDoors(token[])`: what a resource is found by, not who calls. */
function isResource(name: string, takers: readonly ListedOperation[]): boolean {
  return takers.some((listed) => {
    const { inputs } = listed;
    const isOnly = inputs.length === 1 && nameOf(inputs[0]) === name;
    return (
      (isOnly && actionOf(listed)?.row.method === 'DELETE') ||
      inputs.some((input) => input.list && nameOf(input) === name)
    );
  });
}

/** `apiKey`, `accessToken`. */
function isKey(name: string): boolean {
  return credentialWords.includes(name) && /\b(?:key|token)$/.test(name);
}

/** `Auth { Token, Sign, Cuit }` of most operations. */
function holderNames(takers: readonly ListedOperation[]): Set<string> {
  return new Set(commonNames(takers, isHolder).keys());
}

function isHolder({ isCredential, flat = [] }: Input): boolean {
  return isCredential === true && flat.length > 0 && flat.every(({ scalar }) => scalar);
}

/** Names of inputs that most operations have, but not one alone, with these operations. */
function commonNames(
  takers: readonly ListedOperation[],
  isOf: (input: Input) => boolean,
): Map<string, readonly ListedOperation[]> {
  const uses = takers.flatMap((listed) =>
    [...new Set(listed.inputs.filter(isOf).map(nameOf))].map((name) => ({ name, listed })),
  );
  const groups = [...Map.groupBy(uses, ({ name }) => name)].map(
    ([name, same]) => [name, same.map(({ listed }) => listed)] as const,
  );
  return new Map(groups.filter(([, { length }]) => length > 1 && length * 2 > takers.length));
}

function isSame(some: readonly ListedOperation[], all: readonly ListedOperation[]): boolean {
  return some.length === all.length && some.every((listed) => all.includes(listed));
}

function isUsable({ scalar, variable, isJobId = false }: Input): boolean {
  return scalar && variable !== undefined && !isJobId;
}

/** Without the letters that some put before a text: `sPassword`. */
function nameOf({ nameWords }: Input): string {
  const [first, ...tail] = nameWords;
  return (tail.length > 0 && ['s', 'str'].includes(first) ? tail : nameWords).join(' ');
}
