// Which input of an operation is the id of its resource, or of what that belongs to.
import type { Noun } from './actions.ts';
import { joiningVerbs } from './inference.ts';
import {
  credentialWords,
  heldIdWords,
  identifierWords,
  idWords,
  messageAttributeWords,
  messageWords,
  ownerIdWords,
  ownerNumberWords,
  personalWords,
  secretNames,
  secretWords,
  strongIdWords,
} from './inference-ids.ts';
import { pageWords } from './inference-responses.ts';
import type { PathForm, VerbRow } from './inference-verbs.ts';
import { endsWith, isPlural, kebab, plural, pluralIn, singular, singularIn } from './names.ts';
import type { Input, ListedOperation } from './operations.ts';

export function fitsQuery({ simple, variable, nameWords: tokens }: Input): boolean {
  return simple && variable !== undefined && !isSecret(tokens) && !isPersonal(tokens);
}

/** Inputs of a question: what an object of values holds may stand in a query too. */
export function spread(inputs: readonly Input[]): Input[] {
  return inputs.flatMap((input) => (input.flat && !input.isCredential ? withoutTotal(input.flat) : [input]));
}

/** `paging { pageNumber, pageSize, totalRecords? }` of requests and responses: the service alone says how many there are. */
function withoutTotal(inputs: readonly Input[]): readonly Input[] {
  const isNamed = ({ nameWords }: Input, phrases: readonly string[]) => phrases.includes(nameWords.join(' '));
  if (!inputs.some((input) => isNamed(input, pageWords.number))) return inputs;
  return inputs.filter((input) => input.required || !isNamed(input, pageWords.total));
}

/** The input that names one resource: `OrderId` or `id` of GetOrder, `zip` of GetForecastByZip. */
export function idOf(noun: Noun, inputs: readonly Input[]): Input | undefined {
  const usable = inputs.filter(fitsPath);
  // `code` of GetLandmarkByCity is that of the city.
  const isOfBy = noun.isSelected === true && !idWords.includes(noun.by.at(-1)!);
  return (
    (noun.by.length > 0 ? usable.find(({ nameWords: tokens }) => sameEnd(tokens, noun.by)) : undefined) ??
    namedIdOf(noun, inputs) ??
    (isOfBy ? undefined : usable.find(({ nameWords: tokens }) => tokens.length === 1 && idWords.includes(tokens[0]))) ??
    onlyOne(noun, inputs)
  );
}

/** `OrderId`, or `order`. */
export function namedIdOf(noun: Noun, inputs: readonly Input[]): Input | undefined {
  const one = singularIn(noun.language, noun.nameWords);
  const tails = one.flatMap((_, i) => linked(one.slice(i), noun));
  const named = [...idWords, ''].flatMap((token) => tails.map((tail) => [...tail, token].join(' ').trim()));
  return inputs.find((input) => fitsPath(input) && named.includes(input.nameWords.join(' ')));
}

/** As they stand before another word: `kunden nummer`, `sendungs nummer`. */
function linked(tokens: readonly string[], { language }: Noun): (readonly string[])[] {
  const links = language === 'german' ? ['', 'n', 'en', 's', 'es'] : [''];
  return links.map((link) => [...tokens.slice(0, -1), tokens.at(-1)! + link]);
}

/** `msisdn` of GetSubscriber: the one required value, and its response has it too. */
export function keyIn({ inputs, outcome }: ListedOperation, noun: Noun): Input | undefined {
  const required = inputs.filter((input) => input.required);
  const [input] = required;
  const isKey =
    required.length === 1 &&
    fitsPath(input) &&
    !inputs.some(({ nameWords }) => idWords.includes(nameWords.at(-1)!)) &&
    (outcome?.values.includes(input.nameWords.join(' ')) || identifierWords.includes(input.nameWords.join('')));
  return isKey && noun.by.length === 0 && !isPlural(noun.nameWords) && !idOf(noun, inputs) ? input : undefined;
}

/** `partyId` of GetCustomer, whose response has it and no id of its own, where an object that is saved has it too. */
export function savedKeyIn(
  { inputs, outcome }: ListedOperation,
  { nameWords }: Noun,
  saved: readonly string[] = [],
): Input | undefined {
  const [input, second] = inputs.filter(({ required }) => required);
  if (input === undefined || second || !fitsPath(input) || !ownerIdWords.includes(input.nameWords.at(-1)!))
    return undefined;
  const [name, values] = [input.nameWords.join(' '), outcome?.values ?? []];
  const own = heldIdWords.flatMap((token) => [token, `${singularKey(nameWords)} ${token}`]);
  const isPart = endsWith(nameWords.slice(0, input.nameWords.length - 1), [input.nameWords.slice(0, -1).join(' ')]);
  return values.includes(name) && saved.includes(name) && !values.some((value) => own.includes(value)) && !isPart
    ? input
    : undefined;
}

export function isIdentifier({ nameWords }: Input): boolean {
  return identifierWords.includes(nameWords.join(' '));
}

/** The required input that reads of the noun find it by. */
export function keyOf(inputs: readonly Input[], key: string | undefined): Input | undefined {
  return inputs.find((input) => input.required && fitsPath(input) && input.nameWords.join(' ') === key);
}

/** `shipmentNumber` of updateShipmentOrder: it shares a word with a collection, and names no other one. */
export function nearIdOf({ nameWords }: Noun, inputs: readonly Input[], forms: NounForms): Input | undefined {
  const noun = nameWords.join(' ');
  if (forms.get(singularKey(nameWords)) !== '/nouns' || isPlural(nameWords)) return undefined;
  const near = inputs.filter((input) => {
    const { nameWords: tokens, required } = input;
    const about = tokens.slice(0, -1).join(' ');
    const isShared = about !== '' && (` ${noun} `.startsWith(` ${about} `) || ` ${noun}`.endsWith(` ${about}`));
    // `ptzConfigurationToken` of GetConfiguration.
    const isLonger = about.endsWith(` ${noun}`) && heldIdWords.includes(tokens.at(-1)!);
    const isNear = isLonger || (isShared && strongIdWords.includes(tokens.at(-1)!));
    return required && fitsPath(input) && isNear && !forms.has(about);
  });
  return near.length === 1 ? near[0] : undefined;
}

/** `orderId` of UpdateOrder { order { orderId, lines } }. */
export function insideIdOf(noun: Noun, inside?: readonly Input[], key?: string): Input | undefined {
  return namedInside(noun, inside, key).find(fitsPath);
}

/** The same, also where no path can have it. The best one first. */
export function namedInside({ nameWords }: Noun, inside: readonly Input[] = [], key?: string): Input[] {
  const one = singular(nameWords);
  // `UserRole { userId, roleId }` joins two: neither id is its own.
  const isJoint = one.some((_, i) => i > 0 && inside.some((input) => isIdOf(input, { nameWords: one.slice(0, i) })));
  const tails = isJoint ? [one] : one.map((_, i) => one.slice(i));
  const named = heldIdWords.flatMap((token) => [...tails, []].map((tail) => [...tail, token].join(' ')));
  return [...named, ...(key === undefined ? [] : [key])].flatMap((text) =>
    inside.filter((input) => input.nameWords.join(' ') === text),
  );
}

/** `/noun` or `/nouns`, by the words of the noun in the singular: one name for each. Those of what stands alone also by `aloneKey`. */
export type NounForms = ReadonlyMap<string, PathForm>;

/** The key of a noun that an operation has without an owner. */
export function aloneKey(nameWords: readonly string[]): string {
  return `/${singularKey(nameWords)}`;
}

export function singularKey(tokens: readonly string[]): string {
  return singular(tokens).join(' ');
}

/** `sObjectType` of describeSObject: the only input, and named like the resource. */
export function onlyOne({ nameWords: noun }: Noun, inputs: readonly Input[]): Input | undefined {
  const [input] = inputs;
  const isNamed = inputs.length === 1 && noun.every((token, i) => token === input.nameWords[i]);
  return isNamed && input.required && fitsPath(input) ? input : undefined;
}

export function fitsPath(input: Input): boolean {
  const { scalar, variable, nameWords: tokens, mayBeAbsent, isMeasure = false, isJobId = false } = input;
  const isCredential = endsWith(tokens, credentialWords) && !isJobId;
  const isKnown = scalar && variable !== undefined && !mayBeAbsent && !isMeasure;
  return isKnown && !isSecret(tokens) && !isPersonal(tokens) && !isCredential && !isOfMessage(input);
}

/** What authorities and banks know a person by: addresses stand in logs. */
function isPersonal(tokens: readonly string[]): boolean {
  return endsWith(tokens, personalWords);
}

/** `@EchoToken`: it comes back in the response, and names nothing. */
function isOfMessage({ key, nameWords }: Input): boolean {
  const name = nameWords.join(' ');
  return messageWords.includes(name) || (key.startsWith('@') && messageAttributeWords.includes(name));
}

function isSecret(tokens: readonly string[]): boolean {
  const name = tokens.join(' ');
  return secretNames.includes(name) || secretWords.some((phrase) => ` ${name} `.includes(` ${phrase} `));
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
  port: KnownNouns,
): Owner | undefined {
  if (method === 'POST' && !joiningVerbs.includes(verb)) return parentOf(tokens, inputs, port);
  // What is added may have an id too.
  const isItself = (owner: readonly string[]) =>
    method === 'POST' && endsWith(singularIn(language, tokens), [owner.join(' ')]);
  const wordsFor = (input: Input) => keyedOwner(tokens, input, port) ?? ownerWords(input, port.idsOfOthers, port.forms);
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
    const input = named ?? (owner === about && noun.isSelected && bare.length === 1 ? bare[0] : undefined);
    if (input === undefined) continue;
    const path = `/${kebab(plural(owner))}/{${input.variable}}`;
    return { nameWords: owner, input, path, reason: `${input.key} is the id of what it belongs to` };
  }
  return undefined;
}

export function isBareId(input: Input): boolean {
  return fitsPath(input) && input.nameWords.length === 1 && idWords.includes(input.nameWords[0]);
}

/** The one required id without a name of its own. */
export function wholeIdOf(inputs: readonly Input[]): Input | undefined {
  const ids = inputs.filter((input) => input.required && isBareId(input) && isWholeId(input));
  return ids.length === 1 ? ids[0] : undefined;
}

function isWholeId({ nameWords: [token] }: Input): boolean {
  return ownerIdWords.includes(token) || strongIdWords.includes(token);
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

/** What other operations of the port say of nouns. */
export interface KnownNouns {
  readonly idsOfOthers: IdsOfOthers;
  readonly keys: KeysOfNouns;
  readonly forms: NounForms;
  readonly parents?: ParentsOfNouns;
}

/** What stands above a noun in the paths of all operations that list it. */
export interface Parent {
  readonly nameWords: readonly string[];
  /** Of the input that is its id. */
  readonly idWords: string;
}

/** By words of the noun in the singular: `reading` → `meter`, by `meter no`. */
export type ParentsOfNouns = ReadonlyMap<string, Parent>;

/** Words of a noun in the singular → the words of the input that finds it: `subscriber` → `msisdn`. */
export type KeysOfNouns = ReadonlyMap<string, string>;

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

export function isIdOf(
  { nameWords: tokens }: Pick<Input, 'nameWords'>,
  { nameWords }: Pick<Noun, 'nameWords'>,
): boolean {
  const noun = singular(nameWords).join(' ');
  return idWords.some((token) => tokens.join(' ') === `${noun} ${token}`);
}
