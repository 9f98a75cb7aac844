// What the operations of a port say together about its nouns: which are collections, and what finds one of them.

import { ownerIdWords, ownerNumberWords } from '../inference/ids.ts';
import { byWords } from '../inference/nouns.ts';
import type { Method, PathForm } from '../inference/verbs.ts';
import { actionVerbs, statusWords } from '../inference/words.ts';
import { endsWith, isPlural, operationWords, singular } from '../naming/names.ts';
import { bareName } from '../naming/naming.ts';
import { fitsPath } from '../operations/input-places.ts';
import type { Input, ListedOperation } from '../operations/operations.ts';
import { verbFirst } from './action-routes.ts';
import { actionOf, type Noun } from './actions.ts';
import { isBareId, isIdentifier, isIdOf, keyIn, onlyOne, savedKeyIn, wholeIdOf } from './ids.ts';
import {
  aloneKey,
  type IdsOfOthers,
  type KeysOfNouns,
  type KnownNouns,
  type NounForms,
  type Parent,
  type ParentsOfNouns,
  singularKey,
} from './known-nouns.ts';
import { informedOf } from './owners.ts';
import { formKey, isNoun, planOf } from './plan.ts';

/** `CreateDeclaration` answers `mrn` alone: what finds the declaration, where a read asks for it alone. By words of the noun. */
function madeValues(all: readonly ListedOperation[]): ReadonlyMap<string, string> {
  const values = all.flatMap((listed): [string, string][] => {
    const action = actionOf(listed);
    const answered = listed.outcome?.values ?? [];
    const isMade = action?.row.method === 'POST' && answered.length === 1 && isNoun(action.noun);
    return isMade ? [[singularKey(action.noun.nameWords), answered[0]]] : [];
  });
  return new Map(values);
}

/** Names of the values of what is created, saved or changed, by words of the noun. */
function savedValues(all: readonly ListedOperation[]): ReadonlyMap<string, readonly string[]> {
  const values = all.flatMap((listed): [string, readonly string[]][] => {
    const action = actionOf(listed);
    const { inputs, wrapper } = listed;
    const held = wrapper ? inputs : inputs.length === 1 ? (inputs[0].inside ?? []) : [];
    const isSaved = action && ['POST', 'PUT', 'PATCH'].includes(action.row.method) && isNoun(action.noun);
    return isSaved ? [[singularKey(action.noun.nameWords), held.map(({ nameWords }) => nameWords.join(' '))]] : [];
  });
  return new Map(values);
}

function madeKeyIn(
  { inputs }: ListedOperation,
  { nameWords }: Noun,
  createdValues: ReadonlyMap<string, string>,
): Input | undefined {
  const [input, second] = inputs.filter(({ required }) => required);
  const isMade =
    input && second === undefined && createdValues.get(singularKey(nameWords)) === input.nameWords.join(' ');
  return isMade && fitsPath(input) ? input : undefined;
}

/** Inputs that name a resource without ending in a word for ids: the only ones of an operation that finds it, and identifiers of the field. */
export function idsOf(all: readonly ListedOperation[]): IdsOfOthers {
  const [createdValues, saved] = [madeValues(all), savedValues(all)];
  const ids = all.flatMap((listed): [string, readonly string[]][] => {
    const noun = nounOfRead(listed);
    const key = noun && keyIn(listed, noun);
    const id =
      noun &&
      (onlyOne(noun, listed.inputs) ??
        (key && isIdentifier(key) ? key : undefined) ??
        madeKeyIn(listed, noun, createdValues) ??
        savedKeyIn(listed, noun, saved.get(singularKey(noun.nameWords))));
    return id && !isBareId(id) ? [[id.nameWords.join(' '), noun.nameWords]] : [];
  });
  return new Map(ids);
}

/** What reads find a resource by, where its name says no id. */
export function keysOf(all: readonly ListedOperation[]): KeysOfNouns {
  const [createdValues, saved] = [madeValues(all), savedValues(all)];
  const keys = all.flatMap((listed): [string, string][] => {
    const noun = nounOfRead(listed);
    const key =
      noun &&
      (madeKeyIn(listed, noun, createdValues) ??
        keyIn(listed, noun) ??
        savedKeyIn(listed, noun, saved.get(singularKey(noun.nameWords))) ??
        objectKeyIn(listed));
    return key ? [[singularKey(noun.nameWords), key.nameWords.join(' ')]] : [];
  });
  return new Map([...all.flatMap(ownNames), ...keys]);
}

/** `ItemId` of GetMeeting { ItemId { @Id, @ChangeKey } }. */
function objectKeyIn({ wrapper, inputs }: ListedOperation): Input | undefined {
  return wrapper && ownerIdWords.includes(wrapper.nameWords.at(-1)!) && wholeIdOf(inputs) ? wrapper : undefined;
}

/** `userRole` of DeleteUserRole: the noun itself says which one. */
function ownNames(listed: ListedOperation): [string, string][] {
  const found = actionOf(listed);
  if (found === undefined || found.row.method !== 'DELETE' || !isNoun(found.noun)) return [];
  const noun = singularKey(found.noun.nameWords);
  const [input, second] = listed.inputs;
  const isOwn = input && second === undefined && fitsPath(input) && input.nameWords.join(' ') === noun;
  return isOwn ? [[noun, noun]] : [];
}

/** Ids of what an operation finds by the last words of its noun alone: `interfaceToken` of SetNetworkInterfaces. */
export function nearIdsOf(
  all: readonly ListedOperation[],
  subject: readonly string[] | undefined,
  port: KnownNouns,
): IdsOfOthers {
  const found = all.flatMap((listed): [string, readonly string[]][] => {
    const action = actionOf(listed, subject);
    const id = action && isNoun(action.noun) ? planOf(listed, action, port).id : undefined;
    const about = id?.nameWords.slice(0, -1).join(' ');
    if (!action || !id || !about || port.forms.has(about)) return [];
    const noun = singular(action.noun.nameWords);
    const isNear = noun.join(' ') !== about && endsWith(noun, [about]) && port.forms.get(noun.join(' ')) === '/nouns';
    return isNear ? [[id.nameWords.join(' '), noun]] : [];
  });
  const byId = Map.groupBy(found, ([id]) => id);
  return new Map(
    [...byId].flatMap(([id, same]): [string, readonly string[]][] =>
      new Set(same.map(([, noun]) => noun.join(' '))).size === 1 ? [[id, same[0][1]]] : [],
    ),
  );
}

/** Nouns that operations create or add. */
export function createdNouns(
  all: readonly ListedOperation[],
  subject: readonly string[] | undefined,
): ReadonlySet<string> {
  const nouns = all.flatMap((listed) => {
    const found = actionOf(listed, subject);
    return found?.row.method === 'POST' && isNoun(found.noun) ? [singularKey(found.noun.nameWords)] : [];
  });
  return new Set(nouns);
}

/** Nouns whose read has the id that it asks for and a `status`, or has a read of its own for it: `GetPaymentStatus(paymentId)`. */
export function nounsWithStatus(
  all: readonly ListedOperation[],
  subject: readonly string[] | undefined,
): ReadonlySet<string> {
  const nouns = all.flatMap((listed) => {
    const action = actionOf(listed, subject);
    if (action?.row.withId !== '/nouns/{id}' || action.row.method !== 'GET' || !isNoun(action.noun)) return [];
    const { nameWords } = action.noun;
    const wholeWords = nameWords.slice(0, -1);
    const isStatus =
      statusWords.includes(nameWords.at(-1)!) &&
      listed.inputs.some((input) => isIdOf(input, { nameWords: wholeWords }));
    if (isStatus) return [singularKey(wholeWords)];
    return listed.outcome?.records?.some((names) => hasStatus(names, listed, action.noun))
      ? [singularKey(nameWords)]
      : [];
  });
  return new Set(nouns);
}

/** `state` alone is also where somebody lives. */
function hasStatus(names: readonly string[], { inputs }: ListedOperation, { nameWords }: Noun): boolean {
  const phrases = statusWords.map((token) => `${singularKey(nameWords)} ${token}`);
  const hasId = inputs.some((input) => input.required && names.includes(input.nameWords.join(' ')));
  return hasId && ['status', ...phrases].some((name) => names.includes(name));
}

function nounOfRead(listed: ListedOperation): Noun | undefined {
  const found = actionOf(listed);
  return found?.row.withId === '/nouns/{id}' && found.row.method === 'GET' && isNoun(found.noun)
    ? found.noun
    : undefined;
}

/** Of nouns that all reads of many find below one other or, where nothing reads them, all that adds them. */
export function parentsOf(
  all: readonly ListedOperation[],
  subject: readonly string[] | undefined,
  port: KnownNouns,
): ParentsOfNouns {
  const placed = all.flatMap((listed): PlacedNoun[] => {
    const found = actionOf(listed, subject);
    if (found === undefined || !isNoun(found.noun) || found.isPart) return [];
    const { id, owner, form } = planOf(listed, found, port);
    const parent = owner && { nameWords: owner.nameWords, idWords: owner.input.nameWords.join(' ') };
    const isOfMany = id === undefined && (form === '/nouns' || isPlural(found.noun.nameWords));
    return [{ noun: singularKey(found.noun.nameWords), parent, method: found.row.method, isOfMany }];
  });
  const reads = placed.filter(({ method }) => method === 'GET');
  const read = new Set(reads.map(({ noun }) => noun));
  const adds = placed.filter(({ method, noun }) => method === 'POST' && !read.has(noun));
  const lists = [...reads.filter(({ isOfMany }) => isOfMany), ...adds];
  const byNoun = Map.groupBy(lists, ({ noun }) => noun);
  return new Map(
    [...byNoun].flatMap(([noun, [{ parent: first }, ...next]]): [string, Parent][] =>
      first && next.every(({ parent }) => parent?.idWords === first.idWords) ? [[noun, first]] : [],
    ),
  );
}

interface PlacedNoun {
  /** In the singular. */
  readonly noun: string;
  readonly parent?: Parent;
  readonly method: Method;
  readonly isOfMany: boolean;
}

export interface PortOptions extends Partial<Omit<KnownNouns, 'forms'>> {
  /** What verbs without a noun are about. */
  readonly subject?: readonly string[];
}

/** A noun is a collection everywhere, where one operation of the port lists it, adds to it or finds one by its id. */
export function nounForms(
  all: readonly ListedOperation[],
  { subject, idsOfOthers = new Map(), keys = new Map() }: PortOptions = {},
): NounForms {
  const forms = new Map<string, PathForm>();
  for (const listed of all) {
    const found = actionOf(listed, subject);
    if (found === undefined || !isNoun(found.noun)) continue;
    // `GetPriceList(priceListId)` finds one thing.
    if (found.thing && planOf(listed, found.thing, { idsOfOthers, keys, forms: new Map() }).id) continue;
    const plan = planOf(listed, found, { idsOfOthers, keys, forms: new Map() });
    // What is selected by an object is one of many.
    const isMany =
      plan.left.some(({ isCredential }) => !isCredential) || plan.form !== '/noun' || plan.row.method === 'POST';
    const formKeys = [formKey(found, plan), ...(plan.owner ? [] : [aloneKey(plan.below.nameWords)])];
    for (const key of formKeys) if (isMany || !forms.has(key)) forms.set(key, isMany ? '/nouns' : '/noun');
  }
  for (const noun of numberedOwners(all)) if (!forms.has(noun)) forms.set(noun, '/nouns');
  for (const [noun, form] of formsByActions(all)) if (!forms.has(noun)) forms.set(noun, form);
  return forms;
}

/** `account` of GetAccountBalance(accountNo): a read asks for what belongs to it, and takes its number. */
function numberedOwners(all: readonly ListedOperation[]): string[] {
  return all.flatMap((listed) => {
    const found = actionOf(listed);
    if (found?.row.method !== 'GET' || !isNoun(found.noun)) return [];
    const { nameWords } = found.noun;
    const starts = nameWords.slice(0, -1).map((_, i) => nameWords.slice(0, i + 1));
    return listed.inputs.flatMap((input) => {
      // `GetSerialNumber(serialNumber)` finds the number itself.
      const isItself = input.nameWords.join(' ') === singularKey(nameWords);
      const isNumber =
        input.required && !isItself && fitsPath(input) && ownerNumberWords.includes(input.nameWords.at(-1)!);
      const owner = isNumber ? starts.find((start) => isIdOf(input, { nameWords: start })) : undefined;
      return owner ? [singularKey(owner)] : [];
    });
  });
}

/** `phone call` of GetPhoneCallInformation(id). */
function informed(all: readonly ListedOperation[]): { readonly noun: string; readonly isMany: true }[] {
  return all.flatMap((listed) => {
    const found = actionOf(listed);
    const owner = found?.row.method === 'GET' ? informedOf(found.noun.nameWords) : undefined;
    return owner && wholeIdOf(listed.inputs) ? [{ noun: singularKey(owner), isMany: true }] : [];
  });
}

/** What two operations act upon, or one does and another informs of it: `DisableApp(id)`, `InstallApp`. One of many where one of them takes its id. */
function formsByActions(all: readonly ListedOperation[]): Map<string, PathForm> {
  const acted = all.flatMap(({ operation, naming, inputs }) => {
    const [verb, ...noun] = verbFirst(operationWords(bareName({ operation, naming }), 2));
    const isAction = actionVerbs.includes(verb) && noun.length > 0 && !byWords.includes(noun[0]);
    return isAction ? [{ noun: singularKey(noun), isMany: isPlural(noun) || wholeIdOf(inputs) !== undefined }] : [];
  });
  acted.push(...informed(all));
  const several = [...Map.groupBy(acted, ({ noun }) => noun)].filter(([, same]) => same.length > 1);
  return new Map(several.map(([noun, same]) => [noun, same.some(({ isMany }) => isMany) ? '/nouns' : '/noun']));
}
