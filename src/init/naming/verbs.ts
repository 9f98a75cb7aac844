// Which verb of `inference/verbs.ts` a name begins with.

import { type Language, languages, type VerbRow, verbRows } from '../inference/verbs.ts';
import { checkedWords, listMarks, silentWords } from '../inference/words.ts';

export interface FoundVerb {
  readonly row: VerbRow;
  readonly verb: string;
  readonly rest: readonly string[];
  /** Set where the verb is not English. */
  readonly language?: Language;
}

/** `get all orders` and `get list of orders` list. `preferred`: the language of a verb that several have. */
export function verbOf(tokens: readonly string[], preferred?: Language): FoundVerb | undefined {
  const [verb, ...after] = withoutSilent(tokens);
  // `CheckDeployStatus` reads a status.
  const isRead = verb === 'check' && checkedWords.includes(after.at(-1)!);
  const row = verb === undefined ? undefined : rowOfVerb(isRead ? 'get' : verb);
  if (row === undefined) return undefined;
  // What is added is new: `AddNewContact`.
  const nouns = row.method === 'POST' && after.length > 1 && after[0] === 'new' ? after.slice(1) : after;
  // `ListOfCountries` lists countries.
  if (row.verbs.includes('list') && nouns[0] === 'of' && nouns.length > 1) return { row, verb, rest: nouns.slice(1) };
  const mark = listMarks.find((phrase) => ` ${nouns.join(' ')} `.startsWith(` ${phrase} `));
  const spoken = row.verbs.includes(verb) ? [] : languagesOf(row, verb);
  const language = spoken.find((language) => language === preferred) ?? spoken.at(0);
  if (row.method !== 'GET' || mark === undefined) return { row, verb, rest: nouns, language };
  const list = verbRows.find(({ verbs }) => verbs.includes('list'))!;
  return { row: list, verb: `${verb} ${mark}`, rest: nouns.slice(mark.split(' ').length), language };
}

/** `DoDirectUpdate`, `NewGetOrder`: the verb is the second word, where a noun follows it. */
function withoutSilent(tokens: readonly string[]): readonly string[] {
  const [first, second] = tokens;
  const isSilent = silentWords.includes(first) && tokens.length > 2 && isVerb(second);
  return isSilent ? tokens.slice(1) : tokens;
}

export function isVerb(token: string): boolean {
  return rowOfVerb(token) !== undefined;
}

export function rowOfVerb(token: string): VerbRow | undefined {
  return verbRows.find((row) => isIn(row, token));
}

/** The languages other than English that have the verb. */
export function languagesOfVerb(token: string): readonly Language[] {
  return verbRows.filter(({ verbs }) => !verbs.includes(token)).flatMap((row) => languagesOf(row, token));
}

function isIn(row: VerbRow, verb: string): boolean {
  return row.verbs.includes(verb) || languagesOf(row, verb).length > 0;
}

function languagesOf({ translations }: VerbRow, verb: string): readonly Language[] {
  const ascii = inAscii(verb);
  return languages.filter((language) => translations[language]?.includes(ascii));
}

/** `löschen` is `loeschen`, `créer` is `creer`. */
function inAscii(token: string): string {
  const german = token
    .replace(/[\u00e4\u00f6\u00fc]/g, (letter) => `${letter.normalize('NFD').charAt(0)}e`)
    .replaceAll('ß', 'ss');
  return german.replaceAll('ł', 'l').normalize('NFD').replace(/\p{M}/gu, '');
}
