// What the names of a contract say beyond methods and paths, for one who sees it the first time. Knows nothing about tables.
import type { Contract } from '../contract/model/contract.ts';
import { docsCommand } from '../errors/docs-reference.ts';
import { withSessions } from './headers/sessions.ts';
import { fieldName } from './naming/names.ts';
import { withoutEmptyAbsence } from './operations/absence.ts';
import { type ListedOperation, listOperations, plainCodec } from './operations/operations.ts';
import { particularMembers } from './operations/particular-members.ts';
import { failureKind } from './proposals/failures.ts';
import { hasOpenFailure, patternsOf } from './proposals/hints.ts';

/** Names in a line. */
const SHOWN_NAMES = 3;

/**
 * Failures inside of responses of success, pages and credentials among the inputs: a line for each kind that the contract has.
 *
 * @param who says more: a file, or the command that writes it
 */
export function recognised(contract: Contract, who: string): string[] {
  const codec = plainCodec(contract);
  const all = withSessions(withoutEmptyAbsence(listOperations(contract, codec)));
  const patterns = all.map((listed) => ({ listed, ...patternsOf(listed, codec) }));
  const errors = patterns.filter(({ listed }) => failureKind(listed, codec) === 'sure');
  const failing = patterns.filter(({ listed }) => hasOpenFailure(listed, codec));
  const paged = patterns.filter(({ hasPages }) => hasPages);
  const credentials = new Map(
    all.flatMap(({ sessions = [] }) => sessions.map(({ key, nameWords }) => [fieldName(nameWords.join(' ')), key])),
  );
  const { groups, wildcards } = particularMembers(contract, codec);
  const holders = (all: readonly { readonly name: string }[]) => [...new Set(all.map(({ name }) => name))];
  return [
    ...line(
      `failures inside of responses${signOf(errors)}`,
      namesOf(errors),
      'clients get errors, of logins 401, of others 422',
    ),
    ...line(
      `perhaps failures inside of responses${signOf(failing)}`,
      namesOf(failing),
      `clients get a success; ${who} says how to make errors of them`,
    ),
    ...line('pages', namesOf(paged), `${who} says how to take limit and offset`),
    ...line(
      'credentials among the inputs',
      [...credentials.values()],
      `clients send ${[...credentials.keys()].join(', ')}`,
    ),
    ...line('lists of several elements', holders(groups), `bodies have them as $items (${docsCommand('dialect')})`),
    ...line(
      'elements that the contract does not declare',
      holders(wildcards).map((name) => `in ${name}`),
      `bodies have them as $any (${docsCommand('dialect')})`,
    ),
  ];
}

function signOf(matches: readonly { readonly flag?: string }[]): string {
  const [flag] = matches.flatMap(({ flag: name }) => name ?? []);
  return flag === undefined ? '' : ` (${flag}: false)`;
}

function line(kind: string, names: readonly string[], remedy: string): string[] {
  if (names.length === 0) return [];
  const remainder = names.length > SHOWN_NAMES ? ` and ${names.length - SHOWN_NAMES} more` : '';
  return [`${kind}: ${names.slice(0, SHOWN_NAMES).join(', ')}${remainder}; ${remedy}`];
}

function namesOf(matches: readonly { readonly listed: ListedOperation }[]): string[] {
  return matches.map(({ listed }) => listed.operation.name);
}
