// The words of JSON patterns, and what is likely a slip in one.
import { editDistance } from '../../errors/suggest.ts';

const KEYWORDS = ['$absent', '$each', '$join', '$rest', '$type', '$use'];
/** Members that APIs do have, and those of the codec's own JSON (docs/reference/dialect.md). */
const MEMBERS: ReadonlySet<string> = new Set([
  ...['$ref', '$user'],
  ...['$type', '$$type', '$value', '$nil', '$items', '$mixed', '$any', '$name'],
]);

/** The word that is meant by `key`: one letter is wrong, missing or too many, two have changed places, or the case is another. */
export function wordMeant(key: string): string | undefined {
  if (!key.startsWith('$') || MEMBERS.has(key)) return undefined;
  const lower = key.toLowerCase();
  return KEYWORDS.find(
    (keyword) => keyword !== key && (editDistance(lower, keyword, 1) <= 1 || letters(lower) === letters(keyword)),
  );
}

function letters(text: string): string {
  return [...text].toSorted().join('');
}
