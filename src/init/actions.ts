// What an operation does to which resource, by the words of its name and of its port.
import {
  byWords,
  emptyWords,
  genericWords,
  listMarks,
  notBeforeVerbs,
  notNouns,
  otherVerbs,
  type VerbRow,
  verbRows,
} from './inference.ts';
import { plural, pluralIn, trimmed, wordsOf } from './names.ts';
import type { ListedOperation } from './operations.ts';

export interface Noun {
  readonly nameWords: readonly string[];
  /** For many of it. */
  readonly pluralWords: readonly string[];
  /** Set where it is not English: `spanish` and `foreign`, whose plurals are not known. */
  readonly language?: string;
  /** After `by`, `for`, `of` …: `zip` of GetForecastByZip. */
  readonly by: readonly string[];
}

/** What an operation does to which resource. */
export interface Action {
  readonly row: VerbRow;
  readonly verb: string;
  readonly noun: Noun;
  /** Words of the resource that it is a part of: `Account` of `Account_GetEntries`. */
  readonly owner: readonly string[];
  /** The port has named the resource: the operation has a verb alone. */
  readonly ofPort?: boolean;
}

/** `GetOrder`, `Order_Get`, `OrderGet`, or `get` of a port `Orders`. */
export function actionOf(name: string, port: string, subject: readonly string[] | undefined): Action | undefined {
  // `GetServices` is about services.
  const words = trimmed(wordsOf(name), 2);
  const first = verbOf(words);
  if (first && first.rest.length > 0) return { ...first, noun: nounOf(first.rest, first.language), owner: [] };
  const owned = /^(\p{L}[\p{L}\p{N}]*)[_.](.+)$/u.exec(name);
  const second = owned ? verbOf(trimmed(wordsOf(owned[2]))) : undefined;
  if (owned && second) return partOf(wordsOf(owned[1]), second);
  if (first) return ofPort(first, trimmed(wordsOf(port))) ?? ofSubject(first, subject);
  const isVerb = !otherVerbs.includes(words[0]) && !notBeforeVerbs.includes(words.at(-2) ?? '');
  const last = isVerb ? verbOf(words.slice(-1)) : undefined;
  return last && words.length > 1 ? { ...last, noun: nounOf(words.slice(0, -1)), owner: [] } : undefined;
}

/** `Account_GetById` is about accounts, `Account_GetEntries` about what they have. */
function partOf(owner: readonly string[], found: FoundVerb): Action {
  const isItself = found.rest.length === 0 || byWords.includes(found.rest[0]) || notNouns.includes(found.rest[0]);
  if (!isItself) return { ...found, noun: nounOf(found.rest), owner };
  return {
    ...found,
    noun: nounOf([...owner, ...found.rest.filter((word) => !notNouns.includes(word) || byWords.includes(word))]),
    owner: [],
  };
}

function ofPort(found: FoundVerb, port: readonly string[]): Action | undefined {
  return emptyWords.includes(port[0])
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
  for (const { operation, inputs, wrapper } of all) {
    const found = verbOf(wordsOf(operation.name));
    const objects = wrapper ? [wrapper] : inputs.filter(({ simple }) => !simple);
    if (found?.rest.length !== 0 || found.row.method === 'GET' || objects.length !== 1) continue;
    const [{ nameWords }] = objects;
    if (!genericWords.includes(nameWords.at(-1)!)) return nameWords;
  }
  return undefined;
}

interface FoundVerb {
  readonly row: VerbRow;
  readonly verb: string;
  readonly rest: readonly string[];
  readonly language?: string;
}

/** `get all orders` and `get list of orders` list. */
export function verbOf(words: readonly string[]): FoundVerb | undefined {
  const [verb, ...rest] = words[0] === 'do' ? words.slice(1) : words;
  const row = verbRows.find((one) => languageOf(one, verb) !== undefined);
  if (row === undefined || (words[0] === 'do' && rest.length === 0)) return undefined;
  const mark = listMarks.find((phrase) => ` ${rest.join(' ')} `.startsWith(` ${phrase} `));
  const language = row.verbs.includes(verb) ? undefined : languageOf(row, verb);
  if (row.method !== 'GET' || mark === undefined) return { row, verb, rest, language };
  const list = verbRows.find(({ verbs }) => verbs.includes('list'))!;
  return { row: list, verb: `${verb} ${mark}`, rest: rest.slice(mark.split(' ').length), language };
}

function languageOf(row: VerbRow, verb: string): string | undefined {
  return (['verbs', 'spanish', 'foreign'] as const).find((language) => row[language]?.includes(verb));
}

/** `order by number` is found by its number. Other such words belong to the noun. */
export function nounOf(words: readonly string[], language?: string): Noun {
  const at = words.findIndex((word, i) => i > 0 && byWords.includes(word));
  const hasBy = at > 0 && at < words.length - 1;
  const nameWords = hasBy ? words.slice(0, at) : words;
  return {
    nameWords,
    pluralWords: language === undefined ? plural(nameWords) : pluralIn(language, nameWords),
    language,
    by: hasBy ? words.slice(at + 1) : [],
  };
}
