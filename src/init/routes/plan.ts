// Where an operation stands: below an id, below what it belongs to, as one thing or as many.

import { idWords } from '../inference/ids.ts';
import { holderWords, notNouns } from '../inference/nouns.ts';
import type { PathForm, VerbRow } from '../inference/verbs.ts';
import { changeWords, replacingVerbs } from '../inference/words.ts';
import { endsWith, isPlural, singular } from '../naming/names.ts';
import { fitsPath, fitsQuery, spread } from '../operations/input-places.ts';
import type { Input, ListedOperation } from '../operations/operations.ts';
import type { Outcome } from '../operations/outcomes.ts';
import type { Action, Noun } from './actions.ts';
import { idOf, idOfWhole, isIdOf, keyOf, namedIdOf, nearIdOf, onlyOne } from './ids.ts';
import { aloneKey, type KeysOfNouns, type KnownNouns, singularKey } from './known-nouns.ts';
import { absentIdIn, idInObject, nestedIdOf, objectOf } from './object-ids.ts';
import { type Owner, ownerOf, parentOf, selectingOwner, withoutOwner } from './owners.ts';

/** What belongs to something is another noun than what stands alone. */
export function formKey({ owner: whole }: Action, { owner, below }: Pick<Plan, 'owner' | 'below'>): string {
  return [...whole, ...(owner?.nameWords ?? []), singularKey(below.nameWords)].join(' ');
}

export function isNoun({ nameWords, isOwnWord = false }: Noun): boolean {
  return nameWords.length > 0 && (isOwnWord || !notNouns.includes(nameWords[0]));
}

/** Where an operation stands, before its path is written. */
export interface Plan {
  readonly row: VerbRow;
  readonly id?: Input;
  /** The object that has the id. */
  readonly holder?: Input;
  /** Of the whole whose part the noun is: `Account_GetEntries(number)`. */
  readonly wholeId?: Input;
  readonly owner?: Owner;
  /** The noun without the words of its owner. */
  readonly below: Noun;
  readonly form: PathForm;
  readonly rest: readonly Input[];
  /** Of a question: inputs that no query can hold. */
  readonly left: readonly Input[];
}

export function planOf(
  whole: ListedOperation,
  { row: verbRow, verb, noun, isPart, owner: above }: Action,
  port: KnownNouns,
): Plan {
  const wholeId = isPart ? idOfWhole(above, whole.inputs) : undefined;
  const listed = wholeId ? { ...whole, inputs: whole.inputs.filter((input) => input !== wholeId) } : whole;
  const { inputs } = listed;
  const row = rowFor(verbRow, inputs);
  const selecting = row.method === 'GET' ? selectingOwner(noun, inputs, port) : undefined;
  const id = selecting ? undefined : idFor(listed, row, verb, noun, port);
  const owner =
    id === undefined
      ? (selecting ?? ownerUnlessAlone(ownerOf(noun, inputs, row, verb, port), noun, row, port))
      : parentOf(
          noun.nameWords,
          inputs.filter((input) => input !== id),
          port,
        );
  const bound = [id, owner?.input].filter((input) => input !== undefined);
  const below = owner ? withoutOwner(noun, owner) : noun;
  const isMany = isOfMany(noun, inputs) || (row.method === 'GET' && isListOf(below, listed.outcome));
  const form = id ? row.withId : isMany ? '/nouns' : row.withoutId;
  const rest = inputs.filter((input) => !bound.includes(input));
  const isQuestion = row.method === 'GET' || row.method === 'DELETE';
  const spreadInputs = isQuestion ? spread(rest) : rest;
  return {
    row,
    id,
    holder: id ? inputs.find(({ inside }) => inside?.includes(id)) : undefined,
    wholeId,
    owner,
    below,
    form,
    rest: spreadInputs,
    left: isQuestion ? spreadInputs.filter((input) => !fitsQuery(input)) : [],
  };
}

/** `SetClock(deviceToken)` beside `GetClock()`: the noun has a path of its own, and nothing else says that there are devices. */
function ownerUnlessAlone(
  owner: Owner | undefined,
  noun: Noun,
  { method }: VerbRow,
  { forms, nearIds }: KnownNouns,
): Owner | undefined {
  const isAlone = method !== 'GET' && forms.get(aloneKey(noun.nameWords)) === '/noun';
  const isNear = owner !== undefined && nearIds?.has(owner.input.nameWords.join(' '));
  const isKnown = owner !== undefined && !isNear && forms.get(singularKey(owner.nameWords)) === '/nouns';
  return isAlone && !isKnown ? undefined : owner;
}

function idFor(
  { inputs, outcome, wrapper }: ListedOperation,
  row: VerbRow,
  verb: string,
  noun: Noun,
  { forms, keys, parents, createdNouns }: KnownNouns,
): Input | undefined {
  const isUpdate = row.method === 'PUT' || row.method === 'PATCH';
  if (row.withId === '/nouns') return undefined;
  // `GetInsured(insuredId)`: the noun is its own plural.
  if (isPlural(noun.nameWords) && row.method === 'GET')
    return singular(noun.nameWords).join() === noun.nameWords.join()
      ? inputs.find((input) => input.required && fitsPath(input) && isIdOf(input, noun))
      : undefined;
  const key = keys.get(singularKey(noun.nameWords));
  const isCollection = forms.get(singularKey(noun.nameWords)) === '/nouns';
  const above = parentOf(noun.nameWords, inputs, { parents })?.input;
  const candidates = inputs.length === 1 ? inputs : inputs.filter((input) => input !== above);
  const object = isUpdate && (inputs.length === 1 || isCollection) ? objectOf(noun, candidates) : undefined;
  const values = wrapper && !wrapper.list ? inputs : object?.inside;
  // `SetMask(mask { token? })` adds none where `CreateMask` does.
  const isChange =
    row.isPartial === true ||
    row.method === 'PATCH' ||
    (replacingVerbs.includes(verb) && createdNouns?.has(singularKey(noun.nameWords)));
  const isOneOfMany = isCollection && isUpdate && isChange;
  const nested =
    (object ? nestedIdOf(row, noun, object, key) : undefined) ??
    (isOneOfMany ? absentIdIn(noun, values, key) : undefined);
  // The one input of SetHostname is its value.
  if (nested || (isUpdate && inputs.length === 1)) return nested;
  if (row.method === 'GET' && outcome?.isList) return namedIdOf(noun, inputs) ?? onlyOne(noun, inputs);
  const found = idOf(noun, inputs);
  const id = isUpdate && found && isPartOf(found, noun, inputs, keys) ? undefined : found;
  // An optional `name` of an update is a value, and one beside `orderId`.
  const isNamed =
    isUpdate && inputs.some((input) => input !== id && (isIdOf(input, noun) || input.nameWords.join(' ') === key));
  const isValue = isUpdate && id?.nameWords.length === 1 && (!id.required || isNamed);
  return (
    (isValue ? undefined : id) ??
    keyOf(inputs, key) ??
    nearIdOf(noun, inputs, forms) ??
    (isUpdate && isCollection ? idInObject(noun, inputs, key) : undefined)
  );
}

/** `status` of UpdateClaimStatus(claimNumber, status) is the value: another input is the id of what it belongs to. So is `sealNo` of UpdateContainerSeal(containerNo, sealNo), which has no other value after the id. */
function isPartOf(found: Input, { nameWords }: Noun, inputs: readonly Input[], keys: KeysOfNouns): boolean {
  const noun = singular(nameWords);
  const isId = idWords.includes(found.nameWords.at(-1)!) && found.nameWords.length > 1;
  const valueWords =
    isId && inputs.length === 2 && inputs[1] === found ? found.nameWords.slice(0, -1) : found.nameWords;
  const isValue = valueWords.length < noun.length && endsWith(noun, [valueWords.join(' ')]);
  const whole = noun.slice(0, noun.length - valueWords.length);
  const isOfWhole = (input: Input) =>
    isIdOf(input, { nameWords: whole }) || keys.get(singularKey(whole)) === input.nameWords.join(' ');
  return isValue && inputs.some((input) => input !== found && input.required && isOfWhole(input));
}

/** `UpdateItem(itemChanges)` and `SetHold(actionType)`, which may be `Remove`, say what changes, not what is then there. */
function rowFor(row: VerbRow, inputs: readonly Input[]): VerbRow {
  const changes = inputs.some(({ nameWords, isCommand }) => isCommand || endsWith(nameWords, changeWords));
  return row.method === 'PUT' && changes ? { ...row, method: 'PATCH' } : row;
}

/** `SetUser(user[])` is about several. */
function isOfMany({ nameWords }: Noun, inputs: readonly Input[]): boolean {
  const noun = singular(nameWords).join(' ');
  return inputs.some((input) => {
    const tokens = changeWords.includes(input.nameWords.at(-1)!) ? input.nameWords.slice(0, -1) : input.nameWords;
    return input.list === true && singular(tokens).join(' ') === noun;
  });
}

/** `GetCountry` answers countries, `GetBackup` the files of one. What stands beside a list must not make it another thing. */
function isListOf({ nameWords }: Noun, outcome: Outcome | undefined): boolean {
  const { isList = false, items = [] } = outcome ?? {};
  if (nameWords.length === 0 || holderWords.includes(nameWords.at(-1)!)) return false;
  const last = singularKey(nameWords.slice(-1));
  const isParts = items.some((item) => item.split(' ').slice(0, -1).includes(last));
  return (isList && !isParts) || items.some((item) => endsWith(item.split(' '), [singularKey(nameWords)]));
}
