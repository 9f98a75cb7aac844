// The id of what an operation changes, where an object that it takes has it.

import { ownerIdWords } from '../inference/ids.ts';
import { holdingWords } from '../inference/nouns.ts';
import type { VerbRow } from '../inference/verbs.ts';
import { endsWith, singular } from '../naming/names.ts';
import { fitsPath } from '../operations/input-places.ts';
import type { Input, ListedOperation } from '../operations/operations.ts';
import type { Noun } from './actions.ts';
import { insideIdOf, isIdOf, namedInside, wholeIdOf } from './ids.ts';

/** The one input, or the object of that name beside flags: `SetConfiguration(ptzConfiguration, forcePersistence)`, `SetVideoSourceConfiguration(configuration, …)`. */
export function objectOf({ nameWords }: Noun, inputs: readonly Input[]): Input | undefined {
  if (inputs.length === 1) return inputs[0].list ? undefined : inputs[0];
  const noun = singular(nameWords);
  const [object, second] = inputs.filter((input) => !input.simple);
  if (object === undefined || second || object.list) return undefined;
  const isIt =
    endsWith(object.nameWords, [noun.join(' ')]) ||
    endsWith(noun, [object.nameWords.join(' ')]) ||
    holdingWords.includes(object.nameWords.join(' '));
  return isIt && inputs.every((input) => input === object || !fitsPath(input)) ? object : undefined;
}

/** `@Id` of SetImGroup { groupId { @Id, @ChangeKey }, newName }: the object is an id, and what makes it one. */
export function idInObject({ nameWords }: Noun, inputs: readonly Input[], key: string | undefined): Input | undefined {
  const noun = singular(nameWords);
  const [object, second] = inputs.filter(({ nameWords: tokens, simple, required, list }) => {
    const about = tokens.slice(0, -1).join(' ');
    const isIt = tokens.join(' ') === key || (about !== '' && endsWith(noun, [about]));
    return !simple && required && !list && ownerIdWords.includes(tokens.at(-1)!) && isIt;
  });
  return object && second === undefined ? wholeIdOf(object.inside ?? []) : undefined;
}

/** `claimNumber` of UpdateClaim { claim { claimNumber?, policyNumber } }: a change without it says not which one, whatever the contract allows. */
export function absentIdIn(
  noun: Noun,
  values: readonly Input[] | undefined,
  key: string | undefined,
): Input | undefined {
  const [id] = namedInside(noun, values, key);
  return id && fitsPath({ ...id, mayBeAbsent: false }) ? id : undefined;
}

/** Where the contract lets it be absent, a save may also add. */
export function nestedIdOf(
  { method, isPartial = false }: VerbRow,
  noun: Noun,
  { inside }: Input,
  key: string | undefined,
): Input | undefined {
  const id = insideIdOf(noun, inside, key);
  return method === 'PUT' && !isPartial && !id?.required ? undefined : id;
}

/** Its id may be absent: then there is a new one. */
export function mayAdd(
  { inputs, wrapper }: ListedOperation,
  { row: { method }, id }: { readonly row: VerbRow; readonly id?: Input },
  noun: Noun,
  key: string | undefined,
): boolean {
  if (method !== 'PUT' || id !== undefined) return false;
  const object = inputs.length === 1 ? inputs[0].inside : undefined;
  const ids = inputs.filter((input) => isIdOf(input, noun));
  // `PutSponsor(sponsorReference? { … }, sponsorData)`: an object is the id.
  const isAbsent = !wrapper && ids.some(({ simple, required, list }) => !simple && !required && !list);
  return isAbsent || namedInside(noun, wrapper ? inputs : (object ?? ids), key).at(0)?.mayBeAbsent === true;
}
