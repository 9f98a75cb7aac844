// Inputs that say in whose session a request is made: HTTP headers of rules, never a part of an address.
import { credentialWords, loginWords, sessionWords } from './inference-ids.ts';
import { endsWith, operationWords } from './names.ts';
import type { Input, ListedOperation } from './operations.ts';

/** The same operations with their sessions apart from what they ask for. */
export function withSessions(all: readonly ListedOperation[]): ListedOperation[] {
  const names = sessionNames(all);
  const isSession = (input: Input) => isUsable(input) && names.has(nameOf(input));
  if (names.size === 0) return [...all];
  return all.map((listed) => {
    const sessions = isLogin(listed) ? [] : listed.inputs.filter(isSession);
    return sessions.length === 0
      ? listed
      : { ...listed, sessions, inputs: listed.inputs.filter((input) => !sessions.includes(input)) };
  });
}

/** What most operations take and a login answers, or what is named like a session. */
function sessionNames(all: readonly ListedOperation[]): Set<string> {
  const logins = all.filter(isLogin);
  const answered = new Set(logins.flatMap(({ outcome }) => (outcome?.values.length === 1 ? outcome.values : [])));
  const takers = all.filter((listed) => !logins.includes(listed) && listed.inputs.length > 0);
  const inputs = takers.flatMap((listed) => [...new Set(listed.inputs.filter(isUsable).map(nameOf))]);
  const counts = [...Map.groupBy(inputs, (name) => name)].filter(([, { length }]) => length * 2 > takers.length);
  const isNamed = (name: string) => sessionWords.includes(name) || credentialWords.includes(name);
  return new Set(
    counts.filter(([name, { length }]) => answered.has(name) || (isNamed(name) && length > 1)).map(([name]) => name),
  );
}

/** Of the operation that begins a session. */
export function isLogin({ operation: { name } }: Pick<ListedOperation, 'operation'>): boolean {
  const text = ` ${operationWords(name).join(' ')} `;
  return loginWords.some((phrase) => text.includes(` ${phrase} `)) && !endsWith(operationWords(name), ['out']);
}

function isUsable({ scalar, variable, isJobId = false }: Input): boolean {
  return scalar && variable !== undefined && !isJobId;
}

function nameOf({ nameWords }: Input): string {
  return nameWords.join(' ');
}
