// What a resource belongs to, by the inputs and the words of its operation: what stands above it in a path.

import { idWords, ownerIdWords, ownerNumberWords } from '../inference/ids.ts';
import { informingWords } from '../inference/nouns.ts';
import type { VerbRow } from '../inference/verbs.ts';
import { joiningVerbs } from '../inference/words.ts';
import { endsWith, kebab, plural, pluralIn, singularIn } from '../naming/names.ts';
import { fitsPath } from '../operations/input-places.ts';
import type { Input } from '../operations/operations.ts';
import type { Noun } from './actions.ts';
import { isBareId, isIdOf } from './ids.ts';
import { type IdsOfOthers, type KnownNouns, type NounForms, singularKey } from './known-nouns.ts';

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
  port: KnownNouns,
): Owner | undefined {
  if (method === 'POST' && !joiningVerbs.includes(verb)) return parentOf(tokens, inputs, port);
  // What is added may have an id too.
  const isItself = (owner: readonly string[]) =>
    method === 'POST' && endsWith(singularIn(language, tokens), [owner.join(' ')]);
  const wordsFor = (input: Input) =>
    keyedOwner(tokens, input, port) ??
    port.nearIds?.get(input.nameWords.join(' ')) ??
    ownerWords(input, port.idsOfOthers, port.forms);
  const owners = inputs.filter((input) => {
    const owner = wordsFor(input);
    return fitsPath(input) && owner.length > 0 && !isItself(owner);
  });
  const [input] = owners;
  if (owners.length !== 1 || !input.required) return undefined;
  const owner = wordsFor(input);
  if (singularIn(language, tokens).join(' ') === owner.join(' ')) return undefined;
  return {
    nameWords: owner,
    input,
    path: `/${kebab(language === undefined ? plural(owner) : pluralIn(language, owner))}/{${input.variable}}`,
    reason: `${input.key} is the id of what it belongs to`,
  };
}

/** `outage` of ChangeOutageStatus(mrid), where a read finds outages by it. */
function keyedOwner(
  tokens: readonly string[],
  input: Input,
  { keys }: Pick<KnownNouns, 'keys'>,
): readonly string[] | undefined {
  if (isBareId(input)) return undefined;
  const starts = tokens.slice(0, -1).map((_, i) => tokens.slice(0, i + 1));
  return starts.find((owner) => keys.get(singularKey(owner)) === input.nameWords.join(' '));
}

/** What other operations list the noun below, where a required input is the id of that. */
export function parentOf(
  nameWords: readonly string[],
  inputs: readonly Input[],
  { parents }: Pick<KnownNouns, 'parents'>,
): Owner | undefined {
  const parent = parents?.get(singularKey(nameWords));
  const input = inputs.find((one) => one.required && fitsPath(one) && one.nameWords.join(' ') === parent?.idWords);
  if (parent === undefined || input === undefined) return undefined;
  const path = `/${kebab(plural(parent.nameWords))}/{${input.variable}}`;
  return { nameWords: parent.nameWords, input, path, reason: `${input.key} is the id of what it belongs to` };
}

/** `GetLandmarkByCity(code)`, `GetHotelInfo(hotelCode)`: a collection of the port that the name itself says it belongs to. May be optional. */
export function selectingOwner(noun: Noun, inputs: readonly Input[], { forms }: KnownNouns): Owner | undefined {
  const isCollection = (tokens: readonly string[]) => tokens.length > 0 && forms.get(singularKey(tokens)) === '/nouns';
  const itself = singularKey(noun.nameWords);
  const [about, bare] = [withoutIdWord(noun.by), inputs.filter(isBareId)];
  const starts = noun.nameWords.slice(0, -1).map((_, i) => noun.nameWords.slice(0, i + 1));
  for (const owner of [about, ...starts]) {
    if (!isCollection(owner) || singularKey(owner) === itself) continue;
    const named = inputs.find((input) => fitsPath(input) && isIdOf(input, { nameWords: owner }));
    const isBare = owner === about ? noun.isSelected === true : informedOf(noun.nameWords)?.length === owner.length;
    const input = named ?? (isBare && bare.length === 1 ? bare[0] : undefined);
    if (input === undefined) continue;
    const path = `/${kebab(plural(owner))}/{${input.variable}}`;
    return { nameWords: owner, input, path, reason: `${input.key} is the id of what it belongs to` };
  }
  return undefined;
}

/** `phone call` of `phone call information`. */
export function informedOf(nameWords: readonly string[]): readonly string[] | undefined {
  return nameWords.length > 1 && informingWords.includes(nameWords.at(-1)!) ? nameWords.slice(0, -1) : undefined;
}

/** `city` of `city code`. */
function withoutIdWord(tokens: readonly string[]): readonly string[] {
  return tokens.length > 1 && idWords.includes(tokens.at(-1)!) ? tokens.slice(0, -1) : tokens;
}

/** `/certificates/{certificateId}/information` of the noun `certificate information`. */
export function withoutOwner(noun: Noun, { nameWords: owner }: Owner): Noun {
  const isPrefix = noun.nameWords.length > owner.length && owner.every((token, i) => token === noun.nameWords[i]);
  if (!isPrefix) return noun;
  const cut = (tokens: readonly string[]) => tokens.slice(owner.length);
  return { ...noun, nameWords: cut(noun.nameWords), pluralWords: cut(noun.pluralWords) };
}

/** `customer` of `CustomerId`; none for names and codes, which are more often conditions. */
export function ownerWords(
  { nameWords: tokens }: Input,
  idsOfOthers: IdsOfOthers = new Map(),
  forms: NounForms = new Map(),
): readonly string[] {
  const resource = idsOfOthers.get(tokens.join(' '));
  if (resource !== undefined) return resource;
  const [about, last] = [tokens.slice(0, -1), tokens.at(-1)!];
  if (about.length === 0) return [];
  if (ownerIdWords.includes(last)) return about;
  return ownerNumberWords.includes(last) ? (numberedNoun(about, forms) ?? []) : [];
}

/** `order`, or the one collection that ends so: `lab order` of `orderNumber`. */
function numberedNoun(about: readonly string[], forms: NounForms): readonly string[] | undefined {
  const name = about.join(' ');
  const nouns = [...forms].flatMap(([noun, form]) => (form === '/nouns' && !noun.startsWith('/') ? [noun] : []));
  if (nouns.includes(name)) return about;
  const [near, second] = nouns.filter((noun) => noun.endsWith(` ${name}`));
  return second === undefined ? near?.split(' ') : undefined;
}
