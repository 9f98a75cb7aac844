// Which input of an operation is the id of its resource, or of what that belongs to.
import type { Noun } from './actions.ts';
import {
  credentialWords,
  idWords,
  joiningVerbs,
  ownerIdWords,
  ownerNumberWords,
  type PathForm,
  secretWords,
  strongIdWords,
  type VerbRow,
} from './inference.ts';
import { endsWith, kebab, plural, pluralIn, singular, singularIn } from './names.ts';
import type { Input } from './operations.ts';

export function fitsQuery({ simple, variable, nameWords: tokens }: Input): boolean {
  return simple && variable !== undefined && !isSecret(tokens);
}

/** The input that names one resource: `OrderId` or `id` of GetOrder, `zip` of GetForecastByZip. */
export function idOf(noun: Noun, inputs: readonly Input[]): Input | undefined {
  const usable = inputs.filter(fitsPath);
  const one = singularIn(noun.language, noun.nameWords);
  const tails = one.map((_, i) => one.slice(i));
  const named = [...idWords, ''].flatMap((token) => tails.map((tail) => [...tail, token].join(' ').trim()));
  return (
    (noun.by.length > 0 ? usable.find(({ nameWords: tokens }) => sameEnd(tokens, noun.by)) : undefined) ??
    usable.find(({ nameWords: tokens }) => named.includes(tokens.join(' '))) ??
    usable.find(({ nameWords: tokens }) => tokens.length === 1 && idWords.includes(tokens[0])) ??
    onlyOne(noun, inputs)
  );
}

/** `shipmentNumber` of updateShipmentOrder: it shares a word with a collection, and names no other one. */
export function nearIdOf({ nameWords }: Noun, inputs: readonly Input[], forms: NounForms): Input | undefined {
  const noun = nameWords.join(' ');
  if (forms.get(singularKey(nameWords)) !== '/nouns') return undefined;
  const near = inputs.filter((input) => {
    const { nameWords: tokens, required } = input;
    const about = tokens.slice(0, -1).join(' ');
    const isShared = about !== '' && (` ${noun} `.startsWith(` ${about} `) || ` ${noun}`.endsWith(` ${about}`));
    return required && fitsPath(input) && isShared && strongIdWords.includes(tokens.at(-1)!) && !forms.has(about);
  });
  return near.length === 1 ? near[0] : undefined;
}

/** `orderId` of UpdateOrder { order { orderId, lines } }. */
export function insideIdOf({ nameWords }: Noun, inside: readonly Input[] = []): Input | undefined {
  const one = singular(nameWords);
  const tails = one.map((_, i) => one.slice(i));
  const named = strongIdWords.flatMap((token) => [...tails, []].map((tail) => [...tail, token].join(' ')));
  return named
    .map((text) => inside.find((input) => input.nameWords.join(' ') === text && fitsPath(input)))
    .find(Boolean);
}

/** `/noun` or `/nouns`, by the words of the noun in the singular: one name for each. */
export type NounForms = ReadonlyMap<string, PathForm>;

export function singularKey(tokens: readonly string[]): string {
  return singular(tokens).join(' ');
}

/** `sObjectType` of describeSObject: the only input, and named like the resource. */
export function onlyOne({ nameWords: noun }: Noun, inputs: readonly Input[]): Input | undefined {
  const [input] = inputs;
  const isNamed = inputs.length === 1 && noun.every((token, i) => token === input.nameWords[i]);
  return isNamed && input.required && fitsPath(input) ? input : undefined;
}

export function fitsPath({ scalar, variable, nameWords: tokens, isJobId = false }: Input): boolean {
  const isCredential = endsWith(tokens, credentialWords) && !isJobId;
  return scalar && variable !== undefined && !isSecret(tokens) && !isCredential;
}

function isSecret(tokens: readonly string[]): boolean {
  return tokens.some((token) => secretWords.includes(token));
}

function sameEnd(tokens: readonly string[], by: readonly string[]): boolean {
  const [a, b] = [tokens.join(' '), by.join(' ')];
  return endsWith(tokens, [b]) || endsWith(by, [a]);
}

export interface Owner {
  readonly nameWords: readonly string[];
  readonly input: Input;
  readonly path: string;
  readonly reason: string;
}

/** `ListOrders(customerId)` lists what belongs to one customer. Only a required input, and the only one of its kind. */
export function ownerOf(
  { nameWords: tokens, language }: Noun,
  inputs: readonly Input[],
  { method }: VerbRow,
  verb: string,
  { idsOfOthers, forms }: KnownNouns,
): Owner | undefined {
  if (method === 'POST' && !joiningVerbs.includes(verb)) return undefined;
  // What is added may have an id too.
  const isItself = (owner: readonly string[]) =>
    method === 'POST' && endsWith(singularIn(language, tokens), [owner.join(' ')]);
  const owners = inputs.filter((input) => {
    const owner = ownerWords(input, idsOfOthers, forms);
    return fitsPath(input) && owner.length > 0 && !isItself(owner);
  });
  const [input] = owners;
  if (owners.length !== 1 || !input.required) return undefined;
  const owner = ownerWords(input, idsOfOthers, forms);
  if (singularIn(language, tokens).join(' ') === owner.join(' ')) return undefined;
  return {
    nameWords: owner,
    input,
    path: `/${kebab(language === undefined ? plural(owner) : pluralIn(language, owner))}/{${input.variable}}`,
    reason: `${input.key} is the id of what it belongs to`,
  };
}

/** `/certificates/{certificateId}/information` of the noun `certificate information`. */
export function withoutOwner(noun: Noun, { nameWords: owner }: Owner): Noun {
  const isPrefix = noun.nameWords.length > owner.length && owner.every((token, i) => token === noun.nameWords[i]);
  if (!isPrefix) return noun;
  const cut = (tokens: readonly string[]) => tokens.slice(owner.length);
  return { ...noun, nameWords: cut(noun.nameWords), pluralWords: cut(noun.pluralWords) };
}

/** What other operations of the port say of nouns. */
export interface KnownNouns {
  readonly idsOfOthers: IdsOfOthers;
  readonly forms: NounForms;
}

/** Words of an input → the resource that another operation finds by it: `s object` by `s object type`. */
export type IdsOfOthers = ReadonlyMap<string, readonly string[]>;

/** `customer` of `CustomerId`; none for names and codes, which are more often conditions. */
export function ownerWords(
  { nameWords: tokens }: Input,
  idsOfOthers: IdsOfOthers = new Map(),
  forms: NounForms = new Map(),
): readonly string[] {
  const resource = idsOfOthers.get(tokens.join(' '));
  if (resource !== undefined) return resource;
  const [about, last] = [tokens.slice(0, -1), tokens.at(-1)!];
  const isNumber = ownerNumberWords.includes(last) && forms.get(about.join(' ')) === '/nouns';
  return about.length > 0 && (ownerIdWords.includes(last) || isNumber) ? about : [];
}

export function isIdOf({ nameWords: tokens }: Input, { nameWords }: Noun): boolean {
  const noun = singular(nameWords).join(' ');
  return idWords.some((token) => tokens.join(' ') === `${noun} ${token}`);
}
