// Words of names: GetOrdersByID → get orders by id. Knows nothing about contracts.
import { compoundEnds, idWords, leadingIdWords, notAfterId } from '../inference/ids.ts';
import { emptyEnds, emptyWords, endsInAs, endsInBy, pluralEnds, plurals, unchanged } from '../inference/nouns.ts';
import type { Language } from '../inference/verbs.ts';

/** A boundary: small to capital, capitals to a word, letters to what is neither letter nor digit. Plural capitals stay together (IDs), and so does Dot1X. */
const WORD =
  /\p{Lu}?\p{Ll}+\p{N}+\p{Lu}(?=\p{Lu}\p{Ll}|[^\p{L}\p{N}]|$)|\p{Lu}+s(?!\p{Ll})|\p{Lu}+(?!\p{Ll})\p{N}*|\p{Lu}?[\p{Ll}\p{Lo}\p{Lm}]+\p{N}*|\p{N}+/gu;

/** In small letters. */
export function wordsOf(name: string): string[] {
  return (name.match(WORD) ?? []).map((token) => token.toLowerCase());
}

/** The words of an input, the word of an id last: `idPersona` is an id of a persona as `personaId` is. */
export function inputWords(name: string): string[] {
  const tokens = wordsOf(name.replace(/^@/, '')).flatMap(withoutCompound);
  const [first, ...tail] = tokens;
  const isId = leadingIdWords.includes(first) && tail.length > 0 && !idWords.includes(tokens.at(-1)!);
  return isId && !notAfterId.includes(tokens.at(-1)!) ? [...tail, first] : tokens;
}

/** `sendungs nummer` of `sendungsnummer`. */
function withoutCompound(token: string): string[] {
  const end = compoundEnds.find((ending) => token.endsWith(ending) && token.length > ending.length + 2);
  return end === undefined ? [token] : [token.slice(0, -end.length), end];
}

/** Words without those at the end that say nothing. */
export function trimmed(tokens: readonly string[], least = 1, empty = emptyWords): string[] {
  const rest = [...tokens];
  while (rest.length > least && empty.includes(rest.at(-1)!)) rest.pop();
  return rest;
}

/** Words of an operation's name. */
export function operationWords(name: string, least = 1): string[] {
  return trimmed(wordsOf(withCapitalBy(name)), least, emptyEnds);
}

/** `AvailabilitybyRate` means `AvailabilityByRate`. */
function withCapitalBy(name: string): string {
  return name.replace(/(\p{Lu}?\p{Ll}{3,})by(?=\p{Lu})/gu, (whole, before: string) =>
    endsInBy.includes(whole.toLowerCase()) ? whole : `${before}By`,
  );
}

/** A letter before a word is a part of it: `SObject`, `eMail`. */
export function kebab(tokens: readonly string[]): string {
  const [first = '', ...rest] = tokens;
  return /^\p{L}$/u.test(first) ? first + rest.join('-') : tokens.join('-');
}

export function camel(tokens: readonly string[]): string {
  return tokens.map((token, i) => (i === 0 ? token : token.charAt(0).toUpperCase() + token.slice(1))).join('');
}

/** The HTTP header of a value: `X-Session-Id`. */
export function fieldName(name: string): string {
  return `X-${wordsOf(name)
    .map((token) => token.charAt(0).toUpperCase() + token.slice(1))
    .join('-')}`;
}

/** Is the last word a plural already? */
export function isPlural(tokens: readonly string[]): boolean {
  const last = tokens.at(-1) ?? '';
  return (
    unchanged.includes(last) ||
    Object.values(plurals).includes(last) ||
    /[^aisu]s\d*$|us?es$/.test(last) ||
    isPluralOfA(last) ||
    /[^e]ed$/.test(last)
  );
}

export function plural(tokens: readonly string[]): string[] {
  const last = tokens.at(-1);
  if (last === undefined || isPlural(tokens)) return [...tokens];
  return [...tokens.slice(0, -1), pluralOf(last)];
}

function pluralOf(token: string): string {
  if (plurals[token]) return plurals[token];
  if (/[^aeiou]y$/.test(token)) return `${token.slice(0, -1)}ies`;
  return /(s|x|z|ch|sh)$/.test(token) ? `${token}es` : `${token}s`;
}

/** Of a noun of one word; longer ones stay, since their first word is the noun. */
export function pluralIn(language: Language, tokens: readonly string[]): string[] {
  const [token] = tokens;
  const row = tokens.length === 1 ? pluralEnds[language].find(([end]) => token.endsWith(end)) : undefined;
  return row ? [token.slice(0, token.length - row[0].length) + row[1]] : [...tokens];
}

/** English where no language is named. */
export function singularIn(language: Language | undefined, tokens: readonly string[]): string[] {
  const last = tokens.at(-1);
  const rows = language === undefined ? undefined : pluralEnds[language];
  if (rows === undefined || last === undefined) return singular(tokens);
  // Longer ends first: `ciudades` is no plural of `ciudade`.
  const row = rows.toSorted(([, a], [, b]) => b.length - a.length).find(([, many]) => last.endsWith(many));
  return row ? [...tokens.slice(0, -1), last.slice(0, last.length - row[1].length) + row[0]] : [...tokens];
}

export function singular(tokens: readonly string[]): string[] {
  const last = tokens.at(-1);
  if (last === undefined) return [];
  const irregular = Object.entries(plurals).find(([, many]) => many === last)?.[0];
  return [...tokens.slice(0, -1), irregular ?? singularOf(last)];
}

/** `areas`, `personas`. */
function isPluralOfA(token: string): boolean {
  return token.length > 3 && token.endsWith('as') && !endsInAs.includes(token);
}

function singularOf(token: string): string {
  if (unchanged.includes(token)) return token;
  if (/[^aeiou]ies$/.test(token)) return `${token.slice(0, -3)}y`;
  if (/(ss|x|z|ch|sh|[^o]us)es$/.test(token)) return token.slice(0, -2);
  return /[^aisu]s$/.test(token) || isPluralOfA(token) ? token.slice(0, -1) : token;
}

/** Is it one of the phrases, at the end of the words? */
export function endsWith(tokens: readonly string[], phrases: readonly string[]): boolean {
  const text = ` ${tokens.join(' ')}`;
  return phrases.some((phrase) => text.endsWith(` ${phrase}`));
}
