// Which input of an operation is the id of its resource, or of what that belongs to.

import {
  heldIdWords,
  identifierWords,
  idWords,
  objectWords,
  ownerIdWords,
  placeWords,
  strongIdWords,
} from '../inference/ids.ts';
import { endsWith, isPlural, singular, singularIn } from '../naming/names.ts';
import { fitsPath } from '../operations/input-places.ts';
import type { Input, ListedOperation } from '../operations/operations.ts';
import type { Outcome } from '../operations/outcomes.ts';
import type { Noun } from './actions.ts';
import { type NounForms, singularKey } from './known-nouns.ts';

/** The input that names one resource: `OrderId` or `id` of GetOrder, `zip` of GetForecastByZip. */
export function idOf(noun: Noun, inputs: readonly Input[]): Input | undefined {
  const usable = inputs.filter((input) => fitsPath(input) && !isPlace(input, noun));
  // `code` of GetLandmarkByCity is that of the city.
  const isOfBy = noun.isSelected === true && !idWords.includes(noun.by.at(-1)!);
  return (
    (noun.by.length > 0 ? usable.find(({ nameWords: tokens }) => sameEnd(tokens, noun.by)) : undefined) ??
    namedIdOf(noun, inputs) ??
    (isOfBy ? undefined : usable.find(({ nameWords: tokens }) => tokens.length === 1 && idWords.includes(tokens[0]))) ??
    onlyOne(noun, inputs)
  );
}

/** `postalCode` of GetForecastByPostalCode: a place has many forecasts. */
function isPlace({ nameWords }: Input, noun: Noun): boolean {
  return (
    endsWith(nameWords, placeWords) &&
    !endsWith(nameWords, [singular(noun.nameWords).join(' ')]) &&
    !isIdOf({ nameWords }, noun)
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

/** `msisdn` of GetSubscriber: the one required value, and its response has it too, also beside a list of other things. */
export function keyIn({ inputs, outcome }: ListedOperation, noun: Noun): Input | undefined {
  const required = inputs.filter((input) => input.required);
  const [input] = required;
  const isKey =
    required.length === 1 &&
    fitsPath(input) &&
    !inputs.some(({ nameWords }) => idWords.includes(nameWords.at(-1)!)) &&
    (recordOf(outcome, noun).includes(input.nameWords.join(' ')) || identifierWords.includes(input.nameWords.join('')));
  return isKey && noun.by.length === 0 && !isPlural(noun.nameWords) && !idOf(noun, inputs) ? input : undefined;
}

/** Names of the values of the one object, unless its list is of such nouns: then it is no one of them. */
function recordOf(outcome: Outcome | undefined, { nameWords }: Noun): readonly string[] {
  const { values = [], items = [], records: [record] = [values] } = outcome ?? {};
  const isListed = items.some((item) => endsWith(item.split(' '), [singularKey(nameWords)]));
  return isListed ? [] : record;
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
  const idNames = heldIdWords.flatMap((token) => [token, `${singularKey(nameWords)} ${token}`]);
  const isPart = endsWith(nameWords.slice(0, input.nameWords.length - 1), [input.nameWords.slice(0, -1).join(' ')]);
  return values.includes(name) && saved.includes(name) && !values.some((value) => idNames.includes(value)) && !isPart
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
  // `UserRole { name }`, where DeleteUserRole takes a `userRole`.
  if (key === one.join(' ')) named.push('name');
  return [...named, ...(key === undefined ? [] : [key])].flatMap((text) =>
    inside.filter((input) => input.nameWords.join(' ') === text),
  );
}

/** `sObjectType` of describeSObject: the only input, and named like the resource. */
export function onlyOne({ nameWords: noun }: Noun, inputs: readonly Input[]): Input | undefined {
  const [input] = inputs;
  const isNamed = inputs.length === 1 && noun.every((token, i) => token === input.nameWords[i]);
  return isNamed && input.required && fitsPath(input) ? input : undefined;
}

function sameEnd(tokens: readonly string[], by: readonly string[]): boolean {
  const [a, b] = [tokens.join(' '), by.join(' ')];
  return endsWith(tokens, [b]) || endsWith(by, [a]);
}

export function isBareId(input: Input): boolean {
  return fitsPath(input) && input.nameWords.length === 1 && idWords.includes(input.nameWords[0]);
}

/** The one required id without a name of its own. */
export function wholeIdOf(inputs: readonly Input[]): Input | undefined {
  const ids = inputs.filter((input) => input.required && isBareId(input) && isWholeId(input));
  return ids.length === 1 ? ids[0] : undefined;
}

/** The same, the one that is named like the whole, or the object of a method: `Order_Close(id)`, `order_close(orderNo)`, `IOrder_close(_this)`. */
export function idOfWhole(nameWords: readonly string[], inputs: readonly Input[]): Input | undefined {
  const usable = inputs.filter((input) => input.required && fitsPath(input));
  return (
    usable.find((input) => objectWords.includes(input.nameWords.join(' '))) ??
    wholeIdOf(usable) ??
    usable.find((input) => isIdOf(input, { nameWords }))
  );
}

function isWholeId({ nameWords: [token] }: Input): boolean {
  return ownerIdWords.includes(token) || strongIdWords.includes(token);
}

export function isIdOf(
  { nameWords: tokens }: Pick<Input, 'nameWords'>,
  { nameWords }: Pick<Noun, 'nameWords'>,
): boolean {
  const noun = singular(nameWords).join(' ');
  return idWords.some((token) => tokens.join(' ') === `${noun} ${token}`);
}
