// Likely slips in patterns: misspelt keywords, and placeholders without quotes.

import { editDistance } from '../../errors/suggest.ts';
import type { YamlNode } from './yaml.ts';

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

/** `{name}`, as against `{namespace}Name`. */
const HOLE = /\{\$?\w[\w.-]*(?:[?!]|=[^{}]*)?(?:\|[^{}]*)?\}$/;

export function isWholeHole(text: string): boolean {
  return HOLE.test(text);
}

/** The hole that was meant; undefined for any other node. */
export function unquotedHole(node: YamlNode): string | undefined {
  if (node.kind !== 'map' || node.entries.length !== 1) return undefined;
  const [{ key, bare }] = node.entries;
  return bare && isWholeHole(`{${key}}`) ? `{${key}}` : undefined;
}
