// Likely slips in patterns: misspelt keywords, and placeholders without quotes.

import { editDistance } from '../../errors/suggest.ts';
import { PATTERN_KEYS } from './pattern-keys.ts';
import type { YamlNode } from './yaml.ts';

/** Members of real APIs and of the codec's JSON (docs/reference/dialect.md), which are no slips. */
const MEMBERS: ReadonlySet<string> = new Set([
  ...['$ref', '$user'],
  ...['$type', '$$type', '$value', '$nil', '$items', '$mixed', '$any', '$name'],
]);

/** The keyword that `key` means, if it differs by one letter, by two swapped letters, or by case. */
export function wordMeant(key: string): string | undefined {
  if (!key.startsWith('$') || MEMBERS.has(key)) return undefined;
  const lower = key.toLowerCase();
  return PATTERN_KEYS.keys.find(
    (keyword) => keyword !== key && (editDistance(lower, keyword, 1) <= 1 || letters(lower) === letters(keyword)),
  );
}

function letters(text: string): string {
  return [...text].toSorted().join('');
}

/** `{name}`, but not `{namespace}Name`. */
const HOLE = /\{\$?\w[\w.-]*(?:[?!]|=[^{}]*)?(?:\|[^{}]*)?\}$/;

export function isWholeHole(text: string): boolean {
  return HOLE.test(text);
}

/** `{id}` without quotes is a YAML map with the key `id`: returns the placeholder that was meant, or undefined. */
export function unquotedHole(node: YamlNode): string | undefined {
  if (node.kind !== 'map' || node.entries.length !== 1) return undefined;
  const [{ key, bare }] = node.entries;
  return bare && isWholeHole(`{${key}}`) ? `{${key}}` : undefined;
}
