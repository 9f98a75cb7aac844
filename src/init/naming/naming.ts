// How the operations of one port are named: what nearly all names begin with says nothing about each.

import { byWords, notNouns } from '../inference/nouns.ts';
import { type Language, languages } from '../inference/verbs.ts';
import { otherVerbs } from '../inference/words.ts';
import { operationWords, wordsOf } from './names.ts';
import { isVerb, languagesOfVerb, verbOf } from './verbs.ts';

/** An operation, and how its port names operations. */
export interface NamedOperation {
  readonly operation: { readonly name: string };
  readonly naming: Naming;
}

export interface Naming {
  /** What nearly all names begin with: `FE` of FECompConsultar and FEDummy. */
  readonly prefix: string;
  /** First words of several names, each before a verb: `param` of ParamGetCountries. */
  readonly families: readonly string[];
  /** Of several verbs. */
  readonly language?: Language;
  /** At least half of the names say what they are about: the name of the port does not, for the others. */
  readonly hasNouns?: boolean;
}

/** Names that a prefix must have, of all and in number. */
const NEARLY_ALL = 0.8;
const FEWEST = 3;
/** Names that show a family, or a language. */
const SEVERAL = 2;

export function namingOf(names: readonly string[]): Naming {
  const prefix = sharedPrefix(names);
  const all = names.map((name) => operationWords(withoutPrefix(name, prefix), 2));
  const inFamilies = all.filter((tokens) => isFamily(tokens)).map(([first]) => first);
  const families = [...new Set(inFamilies)].filter(
    (token) => inFamilies.filter((other) => other === token).length >= SEVERAL,
  );
  const isAlone = (tokens: readonly string[]) => verbOf(tokens)?.rest.length === 0;
  const hasNouns = names.length > 0 && all.filter(isAlone).length * 2 <= names.length;
  return { hasNouns, prefix, families, language: languageOf(all) };
}

/** The name itself where it has no such prefix. */
export function withoutPrefix(name: string, prefix: string): string {
  return name.startsWith(prefix) && name.length > prefix.length
    ? name.slice(prefix.length).replace(/^[_.-]+/, '')
    : name;
}

/** Without the prefix, and without a version or the kind of a message at its end: `ReadRQ`. */
export function bareName({ operation: { name }, naming: { prefix } }: NamedOperation): string {
  return withoutPrefix(name, prefix).replace(VERSION, '').replace(MESSAGE_KIND, '');
}

/** `v2` of `getPerson_v2` and `GetOrderV2`; none of `GetIPv6`. */
export function versionOf({ operation: { name } }: NamedOperation): string | undefined {
  return VERSION.exec(name)?.[0].replace(/^[_.]/, '').toLowerCase();
}

const VERSION = /(?:(?<=[\p{L}\p{N}])[_.][vV]|(?<=\p{Ll})V)\d{1,3}$/u;

/** RQ and RS, as OpenTravel names requests and responses. */
const MESSAGE_KIND = /(?<=\p{Ll})R[QS]$/u;

function isFamily([first, second, third]: readonly string[]): boolean {
  const isWord = third !== undefined && !isVerb(first) && !otherVerbs.includes(first) && !byWords.includes(first);
  return isWord && isVerb(second) && !byWords.includes(third) && !notNouns.includes(third);
}

/** The one that most verbs are of, at either end of a name. */
function languageOf(all: readonly (readonly string[])[]): Language | undefined {
  const spoken = all.flatMap((tokens) => [...new Set([tokens[0], tokens.at(-1)!].flatMap(languagesOfVerb))]);
  const counts = languages.map((language) => spoken.filter((candidate) => candidate === language).length);
  const most = Math.max(...counts);
  return most >= SEVERAL ? languages[counts.indexOf(most)] : undefined;
}

/** The longest one that hides nothing: no verb, and no noun of a verb alone (`Order` of OrderGet and OrderCancel). */
function sharedPrefix(names: readonly string[]): string {
  const least = Math.max(FEWEST, Math.ceil(names.length * NEARLY_ALL));
  const [first = '', ...others] = commonStarts(names, least);
  return [first, ...others].find((prefix) => prefix !== '' && isEmpty(prefix, names)) ?? '';
}

/** Starts of at least so many names, the longest first. */
function commonStarts(names: readonly string[], least: number): string[] {
  const sorted = names.toSorted();
  const starts = sorted.flatMap((name, i) => {
    const far = sorted.at(i + least - 1);
    if (i + least > sorted.length || far === undefined) return [];
    return [name.slice(0, sameLetters(name, far))];
  });
  const all = new Set(starts.flatMap((start) => Array.from(start, (_, i) => start.slice(0, i + 1))));
  return [...all].toSorted((a, b) => b.length - a.length);
}

function sameLetters(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length++;
  return length;
}

function isEmpty(prefix: string, names: readonly string[]): boolean {
  const tokens = wordsOf(prefix);
  const users = names.filter((name) => name.startsWith(prefix));
  const rests = users.map((name) => name.slice(prefix.length));
  return (
    tokens.length > 0 &&
    !tokens.some((token) => isVerb(token) || otherVerbs.includes(token) || byWords.includes(token)) &&
    rests.every((rest) => /^[\p{Lu}\p{N}_.-]/u.test(rest)) &&
    users.some((name) => wordsOf(name)[tokens.length - 1] === tokens.at(-1)) &&
    !rests.some(isAboutPrefix)
  );
}

/** What a verb alone, or a condition, is about stands in the prefix: `OrderGet`, `ordersByCustomer`. */
function isAboutPrefix(rest: string): boolean {
  const tokens = operationWords(rest);
  const isLink = (token: string | undefined) =>
    token === undefined || byWords.includes(token) || notNouns.includes(token);
  const found = verbOf(tokens);
  return found === undefined ? isLink(tokens[0]) : isLink(found.rest[0]);
}
