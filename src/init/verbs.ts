// Which verb of `inference.ts` a name begins with.
import { listMarks, silentWords, type VerbRow, verbRows } from './inference.ts';

export interface FoundVerb {
  readonly row: VerbRow;
  readonly verb: string;
  readonly rest: readonly string[];
  /** Set where the verb is not English: `spanish` or `foreign`. */
  readonly language?: string;
}

/** `get all orders` and `get list of orders` list. */
export function verbOf(tokens: readonly string[]): FoundVerb | undefined {
  const [verb, ...after] = withoutSilent(tokens);
  const row = verbRows.find((one) => languageOf(one, verb) !== undefined);
  if (row === undefined) return undefined;
  // What is added is new: `AddNewContact`.
  const nouns = row.method === 'POST' && after.length > 1 && after[0] === 'new' ? after.slice(1) : after;
  const mark = listMarks.find((phrase) => ` ${nouns.join(' ')} `.startsWith(` ${phrase} `));
  const language = row.verbs.includes(verb) ? undefined : languageOf(row, verb);
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
  return verbRows.some((row) => languageOf(row, token) !== undefined);
}

function languageOf(row: VerbRow, verb: string): string | undefined {
  return (['verbs', 'spanish', 'foreign'] as const).find((language) => row[language]?.includes(verb));
}
