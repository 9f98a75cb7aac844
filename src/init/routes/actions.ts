// What an operation does to which resource, by the words of its name and of its port.

import { genericWords, heldIdWords, idWords } from '../inference/ids.ts';
import { byWords, emptyWords, listThings, notNouns, selectingWords } from '../inference/nouns.ts';
import { type Language, type VerbRow, verbRows } from '../inference/verbs.ts';
import { classVerbs, notBeforeVerbs, otherVerbs } from '../inference/words.ts';
import { endsWith, operationWords, plural, pluralIn, singular, trimmed, wordsOf } from '../naming/names.ts';
import { bareName } from '../naming/naming.ts';
import { type FoundVerb, verbOf } from '../naming/verbs.ts';
import type { Input, ListedOperation } from '../operations/operations.ts';

export interface Noun {
  readonly nameWords: readonly string[];
  /** For many of it. */
  readonly pluralWords: readonly string[];
  /** Set where it is not English. */
  readonly language?: Language;
  /** After `by`, `for`, `of` …: `zip` of GetForecastByZip. */
  readonly by: readonly string[];
  /** That word. */
  readonly link?: string;
  /** They stand after `by`, not after another such word. */
  readonly isSelected?: boolean;
  /** Its word says elsewhere how many there are; here an input is its id: `list` of DeleteList(listId). */
  readonly isOwnWord?: boolean;
}

/** An operation, and how its port names operations. */
export type NamedOperation = Pick<ListedOperation, 'operation' | 'naming' | 'inputs'>;

/** What an operation does to which resource. */
export interface Action {
  readonly row: VerbRow;
  readonly verb: string;
  readonly noun: Noun;
  /** What stands above it in paths: `accounts` of `Account_GetEntries`, `param` of ParamGetCountries. */
  readonly owner: readonly string[];
  /** `owner` is a resource with an id: `Account_GetEntries(number)`. */
  readonly isPart?: boolean;
  /** Its name ends in `list`: the same where such a list is a thing of its own. */
  readonly thing?: Action;
  /** The port has named the resource: the operation has a verb alone. */
  readonly ofPort?: boolean;
}

/** `GetOrder`, `Order_Get`, `OrderGet`, `ParamGetCountries`, or `get` of a port `Orders`. */
export function actionOf(
  { operation, naming, inputs }: NamedOperation,
  subject?: readonly string[],
): Action | undefined {
  const name = bareName({ operation, naming });
  // `GetServices` is about services.
  const tokens = operationWords(name, 2);
  const { language } = naming;
  const first = verbOf(tokens, language);
  const owned = methodOf(name);
  if (first && first.rest.length > 0 && !owned?.isOfClass) {
    const [listing, action] = [listOf(first), withOwnWord(of(first, language), inputs)];
    return listing ? { ...of(listing, language), thing: action } : action;
  }
  const second = owned && verbOf(owned.method, language);
  if (owned && second) return partOf(owned.owner, second, language);
  if (owned?.isOfClass) return undefined;
  const inFamily = naming.families.includes(tokens[0]) ? verbOf(tokens.slice(1), language) : undefined;
  if (inFamily && inFamily.rest.length > 0) return { ...of(inFamily, language), owner: tokens.slice(0, 1) };
  const port = naming.hasNouns ? [] : trimmed(wordsOf(operation.portType.local));
  if (first) return ofPort(first, port) ?? ofSubject(first, subject);
  const isLastVerb = !otherVerbs.includes(tokens[0]) && !notBeforeVerbs.includes(tokens.at(-2) ?? '');
  const last = isLastVerb ? verbOf(tokens.slice(-1), language) : undefined;
  return last && tokens.length > 1
    ? { ...last, noun: nounOf(tokens.slice(0, -1), last.language ?? language), owner: [] }
    : undefined;
}

/** `Account_Get`, `Account.Get`. `isOfClass`: of a class whose name begins as a question does, `SearchProfile_Delete`. */
function methodOf(name: string) {
  const signs = /^(\p{L}[\p{L}\p{N}]*)[_.](.+)$/u.exec(name);
  if (!signs) return undefined;
  const [owner, method] = [wordsOf(signs[1]), operationWords(signs[2])];
  const isAddition = byWords.includes(method[0]) || /^v?\d/.test(method[0]);
  return {
    owner,
    method,
    isOfClass: owner.length > 1 && classVerbs.includes(owner[0]) && !isAddition,
  };
}

function of(found: FoundVerb, language: Language | undefined): Action {
  return { ...found, noun: nounOf(found.rest, found.language ?? language), owner: [] };
}

/** `list` of DownloadList(listId) is the noun. */
function withOwnWord(action: Action, inputs: readonly Input[]): Action {
  const [token, ...next] = action.noun.nameWords;
  const names = heldIdWords.map((id) => `${token} ${id}`);
  const isOwnWord =
    next.length === 0 &&
    notNouns.includes(token) &&
    inputs.some(({ nameWords }) => names.includes(nameWords.join(' ')));
  return isOwnWord ? { ...action, noun: { ...action.noun, isOwnWord } } : action;
}

/** `get city list by country` lists cities. */
function listOf(found: FoundVerb): FoundVerb | undefined {
  const { row, rest } = found;
  const at = rest.findIndex((token, i) => token === 'list' && (i === rest.length - 1 || byWords.includes(rest[i + 1])));
  if (row.method !== 'GET' || at < 1 || listThings.includes(rest[at - 1])) return undefined;
  const list = verbRows.find(({ verbs }) => verbs.includes('list'))!;
  return { ...found, row: list, rest: rest.toSpliced(at, 1) };
}

/** `Account_GetById` is about accounts, `Account_GetEntries` about what they have. */
function partOf(owner: readonly string[], found: FoundVerb, language: Language | undefined): Action {
  const isItself = found.rest.length === 0 || byWords.includes(found.rest[0]) || notNouns.includes(found.rest[0]);
  if (!isItself)
    return { ...found, noun: nounOf(found.rest, found.language ?? language), owner: plural(owner), isPart: true };
  return {
    ...found,
    noun: nounOf([...owner, ...selectingList(found.rest)]),
    owner: [],
  };
}

/** `by number list` is by numbers. */
function selectingList(tokens: readonly string[]): readonly string[] {
  const nameWords = tokens.filter((token) => !notNouns.includes(token) || byWords.includes(token));
  const isList = tokens.at(-1) === 'list' && nameWords.length > 1 && byWords.includes(nameWords[0]);
  return isList ? plural(nameWords) : nameWords;
}

function ofPort(found: FoundVerb, port: readonly string[]): Action | undefined {
  return port.length === 0 || emptyWords.includes(port[0])
    ? undefined
    : { ...found, noun: { nameWords: port, pluralWords: plural(port), by: [] }, owner: [], ofPort: true };
}

/** `query` and `search` have a language of their own: they stay what they are. */
function ofSubject(found: FoundVerb, subject: readonly string[] | undefined): Action | undefined {
  const isSearch = found.row.method === 'GET' && found.row.withId === '/nouns';
  return subject === undefined || isSearch ? undefined : { ...found, noun: nounOf(subject), owner: [] };
}

/** `sObjects` of a port with `create(sObjects)`: the one input of an operation without a noun that is no value. */
export function subjectOf(all: readonly ListedOperation[]): readonly string[] | undefined {
  for (const { operation, naming, inputs, wrapper } of all) {
    const found = verbOf(wordsOf(bareName({ operation, naming })));
    const objects = wrapper ? [wrapper] : inputs.filter(({ simple }) => !simple);
    if (found?.rest.length !== 0 || found.row.method === 'GET' || objects.length !== 1) continue;
    const [{ nameWords }] = objects;
    if (!genericWords.includes(nameWords.at(-1)!) && !idWords.includes(nameWords.at(-1)!)) return nameWords;
  }
  return undefined;
}

/** `order by number` is found by its number. Other such words belong to the noun. */
export function nounOf(tokens: readonly string[], language?: Language): Noun {
  const at = tokens.findIndex((token, i) => i > 0 && byWords.includes(token));
  const hasBy = at > 0 && at < tokens.length - 1;
  const nameWords = hasBy ? tokens.slice(0, at) : tokens;
  // `UpdateItemInRecoverableItems` is about recoverable items.
  const isAmong = hasBy && tokens[at] === 'in' && endsWith(singular(tokens), [singular(nameWords).join(' ')]);
  if (isAmong) return nounOf(tokens.slice(at + 1), language);
  return {
    nameWords,
    pluralWords: language === undefined ? plural(nameWords) : pluralIn(language, nameWords),
    language,
    by: hasBy ? tokens.slice(at + 1) : [],
    link: hasBy ? tokens[at] : undefined,
    isSelected: hasBy && selectingWords.includes(tokens[at]),
  };
}
