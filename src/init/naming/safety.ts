// Is a name that asks all that its operation does? A GET must be safe: doubt is no read.

import { verbRows } from '../inference/verbs.ts';
import {
  actionVerbs,
  askingVerbs,
  changingVerbs,
  contentVerbs,
  joiningWords,
  makingVerbs,
  nounVerbs,
  reportingVerbs,
  shortJoiningWords,
} from '../inference/words.ts';
import { rowOfVerb } from './verbs.ts';

const changing = new Set([
  ...verbRows.filter(({ method }) => method !== 'GET').flatMap(({ verbs }) => verbs),
  ...[actionVerbs, changingVerbs, nounVerbs, makingVerbs, reportingVerbs].flat(),
]);

/** A word that may be a verb of change, although it may be a noun: `transfer`. */
export function mayChange(token: string): boolean {
  return changing.has(token) || isOfRow(token);
}

function isOfRow(token: string): boolean {
  const row = rowOfVerb(token);
  return row !== undefined && row.method !== 'GET';
}

/** The same where it is hardly a noun: `UploadList` uploads. */
export function mustChange(token: string): boolean {
  return mayChange(token) && !nounVerbs.includes(token);
}

/** `ValidateAndSubmit`, `GetMessagesAndDelete`: it asks, and does more. What is joined to a first verb is a verb, known or not. */
export function alsoChanges(tokens: readonly string[]): boolean {
  return tokens.some((token, i) => {
    const [previous, next] = [tokens[i - 1], tokens[i + 1]];
    if (previous === undefined || next === undefined) return false;
    const isJoint = joiningWords.includes(token);
    const isFirst = asks(previous) && !tokens.slice(0, i - 1).some(asks);
    if (isJoint && isFirst && !asks(next)) return true;
    return isJoint ? mayChange(next) : shortJoiningWords.includes(token) && isOfRow(next);
  });
}

function asks(token: string): boolean {
  return rowOfVerb(token)?.method === 'GET' || askingVerbs.includes(token) || contentVerbs.includes(token);
}
