// Words of names: GetOrdersByID → get orders by id. Knows nothing about contracts.
import { emptyEnds, emptyWords, pluralEnds, plurals, unchanged } from './inference.ts';

/** A boundary: small to capital, capitals to a word, letters to what is neither letter nor digit. Plural capitals stay together (IDs), and so does Dot1X. */
const WORD =
  /\p{Lu}?\p{Ll}+\p{N}+\p{Lu}(?=\p{Lu}\p{Ll}|[^\p{L}\p{N}]|$)|\p{Lu}+s(?!\p{Ll})|\p{Lu}+(?!\p{Ll})\p{N}*|\p{Lu}?[\p{Ll}\p{Lo}\p{Lm}]+\p{N}*|\p{N}+/gu;

/** In small letters. */
export function wordsOf(name: string): string[] {
  return (name.match(WORD) ?? []).map((word) => word.toLowerCase());
}

/** Words without those at the end that say nothing. */
export function trimmed(words: readonly string[], least = 1, empty = emptyWords): string[] {
  const rest = [...words];
  while (rest.length > least && empty.includes(rest.at(-1)!)) rest.pop();
  return rest;
}

/** Words of an operation's name. */
export function operationWords(name: string, least = 1): string[] {
  return trimmed(wordsOf(name), least, emptyEnds);
}

/** A letter before a word is a part of it: `SObject`, `eMail`. */
export function kebab(words: readonly string[]): string {
  const [first = '', ...rest] = words;
  return /^\p{L}$/u.test(first) ? first + rest.join('-') : words.join('-');
}

export function camel(words: readonly string[]): string {
  return words.map((word, i) => (i === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1))).join('');
}

/** Is the last word a plural already? */
export function isPlural(words: readonly string[]): boolean {
  const last = words.at(-1) ?? '';
  return (
    unchanged.includes(last) ||
    Object.values(plurals).includes(last) ||
    /[^aisu]s$|us?es$/.test(last) ||
    /[^e]ed$/.test(last)
  );
}

export function plural(words: readonly string[]): string[] {
  const last = words.at(-1);
  if (last === undefined || isPlural(words)) return [...words];
  return [...words.slice(0, -1), pluralOf(last)];
}

function pluralOf(word: string): string {
  if (plurals[word]) return plurals[word];
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`;
  return /(s|x|z|ch|sh)$/.test(word) ? `${word}es` : `${word}s`;
}

/** Of a noun of one word; longer ones stay, since their first word is the noun. */
export function pluralIn(language: string, words: readonly string[]): string[] {
  const [word] = words;
  const row = words.length === 1 ? pluralEnds[language]?.find(([end]) => word.endsWith(end)) : undefined;
  return row ? [word.slice(0, word.length - row[0].length) + row[1]] : [...words];
}

/** English where no language is named. */
export function singularIn(language: string | undefined, words: readonly string[]): string[] {
  const last = words.at(-1);
  const rows = language === undefined ? undefined : pluralEnds[language];
  if (rows === undefined || last === undefined) return singular(words);
  // Longer ends first: `ciudades` is no plural of `ciudade`.
  const row = rows.toSorted(([, a], [, b]) => b.length - a.length).find(([, many]) => last.endsWith(many));
  return row ? [...words.slice(0, -1), last.slice(0, last.length - row[1].length) + row[0]] : [...words];
}

export function singular(words: readonly string[]): string[] {
  const last = words.at(-1);
  if (last === undefined) return [];
  const irregular = Object.entries(plurals).find(([, many]) => many === last)?.[0];
  return [...words.slice(0, -1), irregular ?? singularOf(last)];
}

function singularOf(word: string): string {
  if (unchanged.includes(word)) return word;
  if (/[^aeiou]ies$/.test(word)) return `${word.slice(0, -3)}y`;
  if (/(ss|x|z|ch|sh|[^o]us)es$/.test(word)) return word.slice(0, -2);
  return /[^aisu]s$/.test(word) ? word.slice(0, -1) : word;
}

/** Is it one of the phrases, at the end of the words? */
export function endsWith(words: readonly string[], phrases: readonly string[]): boolean {
  const text = ` ${words.join(' ')}`;
  return phrases.some((phrase) => text.endsWith(` ${phrase}`));
}
