// The words of JSON patterns, and what is likely a slip in one.
import { editDistance } from '../../contract/model/suggest.ts';

const WORDS = ['$absent', '$each', '$join', '$rest', '$type', '$use'];
/** Members that APIs do have, and those of the codec's own JSON (docs/dialect.md). */
const MEMBERS: ReadonlySet<string> = new Set([
  ...['$ref', '$user'],
  ...['$type', '$$type', '$value', '$nil', '$items', '$mixed', '$any', '$name'],
]);

/** The word that is meant by `key`: one letter is wrong, missing or too many, two have changed places, or the case is another. */
export function wordMeant(key: string): string | undefined {
  if (!key.startsWith('$') || MEMBERS.has(key)) return undefined;
  const lower = key.toLowerCase();
  return WORDS.find((word) => word !== key && (editDistance(lower, word, 1) <= 1 || letters(lower) === letters(word)));
}

function letters(word: string): string {
  return [...word].toSorted().join('');
}
