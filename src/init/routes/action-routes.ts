// Routes of operations whose verb is none of HTTP: actions on a resource, and the name of the operation.

import { ownerIdWords, twinWords } from '../inference/ids.ts';
import { notNouns } from '../inference/nouns.ts';
import type { PathForm } from '../inference/verbs.ts';
import { actionVerbs, contentVerbs, makingVerbs, reportingVerbs, silentWords } from '../inference/words.ts';
import { kebab, operationWords, plural, wordsOf } from '../naming/names.ts';
import { bareName } from '../naming/naming.ts';
import { verbOf } from '../naming/verbs.ts';
import { fitsPath, fitsQuery, spread } from '../operations/input-places.ts';
import type { Input, ListedOperation } from '../operations/operations.ts';
import type { Outcome } from '../operations/outcomes.ts';
import { type Action, type Noun, nounOf } from './actions.ts';
import { askingRoute, contentRoute, isAsking, isOpenQuestion } from './asking.ts';
import { insideIdOf, isBareId, isIdentifier, isIdOf, keyOf, wholeIdOf } from './ids.ts';
import { type KnownNouns, type NounForms, singularKey } from './known-nouns.ts';
import { type Owner, ownerWords, parentOf, withoutOwner } from './owners.ts';
import type { NewRoute } from './route.ts';

/** `ApproveOrder(orderId)`: any first word may be a verb where an input is the id of what follows it, or says whose it is. */
export function actionRoutes(listed: ListedOperation, port: KnownNouns): NewRoute[] {
  const tokens = operationWords(bareName(listed), 2);
  const routes = postRoutes(listed, port);
  const isContent = listed.outcome?.isFile === true && contentVerbs.includes(tokens[0]);
  if (!isContent && !isAsking(tokens, listed.inputs)) return routes;
  const asking = routes.map((route) => askingRoute(listed, route));
  return isContent ? [...asking.flatMap((route) => contentRoute(route, tokens[0])), ...asking] : asking;
}

function postRoutes({ operation, naming, inputs, wrapper, outcome }: ListedOperation, port: KnownNouns): NewRoute[] {
  const { idsOfOthers, keys, forms } = port;
  const name = bareName({ operation, naming });
  const part = partRoute(name, inputs, forms);
  if (part) return [part];
  const tokens = operationWords(name, 2);
  const [verb, ...rest] = knownNounLast(verbFirst(tokens), inputs, forms);
  const usable = inputs.filter((input) => fitsPath(input) && input.required);
  const isNoNoun = rest.length === 0 || (notNouns.includes(rest[0]) && !forms.has(rest[0]));
  const noun = isNoNoun ? undefined : nounOf(rest);
  const key = noun && keys.get(singularKey(noun.nameWords));
  const form = noun && forms.get(singularKey(rest));
  const taken = wrapper ?? inputs[0];
  const isNamedSo = noun !== undefined && taken?.nameWords.join(' ') === noun.nameWords.join(' ');
  // `SubmitClaim(claim)` carries the claim; `post` is what HTTP says itself.
  const isTaken = isNamedSo && !taken.simple;
  const isReported =
    reportingVerbs.includes(verb) && isTaken && hasIdOf(taken, wrapper ? inputs : taken.inside!, outcome, key);
  const isMaking = isReported || (makingVerbs.includes(verb) && (form === '/nouns' || isTaken || verb === 'post'));
  const bare = form === '/nouns' || actionVerbs.includes(verb) ? usable.filter(isBareOwnerId) : [];
  // `BookAppointment { appointment { appointmentId } }`: what is made has no id yet.
  const isWhole = isMaking && isNamedSo;
  const id =
    noun &&
    !isWhole &&
    (usable.find((input) => isIdOf(input, noun)) ??
      keyOf(inputs, key) ??
      onlyInside(noun, inputs, key) ??
      (bare.length === 1 ? bare[0] : undefined));
  // `CheckVat(vatNumber)` is about the value itself.
  const isValue = form === undefined && isAsking(tokens, inputs) && id && !ownerIdWords.includes(id.nameWords.at(-1)!);
  if (isValue) return [];
  const whole = noun && id && wholeBefore(id, usable, port);
  if (whole && !port.parents?.has(singularKey(noun.nameWords)))
    return [actionRoute(whole.nouns, whole.input, tokens, `${whole.input.key} is the id of what it acts on`)];
  if (noun && id) {
    const action = [verb, ...rest.slice(noun.nameWords.length)];
    const route = actionRoute(noun.pluralWords, id, action, `${id.key} is the id of what to ${verb}`);
    const parent = parentOf(
      noun.nameWords,
      usable.filter((input) => input !== id),
      port,
    );
    return [parent ? { ...route, path: parent.path + route.path } : route];
  }
  const making = noun && isMaking ? [makingRoute(verb, noun, parentOf(noun.nameWords, inputs, port))] : [];
  const common = noun && form && !silentWords.includes(verb) ? [commonRoute(verb, noun, form)] : [];
  const owners = rest.length === 0 ? usable : usable.filter((input) => !isCaller(input, forms));
  const [owner, second] = owners.filter((input) => wholeOf(input, port).length > 0);
  const below =
    making.length > 0 && owner && second === undefined ? madeBelow(making[0], inputs, noun!, owner, port) : undefined;
  if (below) return [below, ...making];
  const many = common.length > 0 ? [] : idListRoutes(tokens, inputs, forms);
  if (owner === undefined || second) return [...making, ...common, ...many];
  const ownerNoun = wholeOf(owner, port);
  const nouns = plural(ownerNoun);
  const action = withoutOwnerWords(tokens, ownerNoun);
  const owned = actionRoute(nouns, owner, action, `${owner.key} is the id of what it belongs to`);
  // `MergeCustomers(survivorId)`: nothing says that there are survivors.
  const isKnown = idsOfOthers.has(owner.nameWords.join(' ')) || forms.has(singularKey(ownerNoun));
  return [...making, ...(isKnown || making.length > 0 ? [owned, ...common] : [...common, owned])];
}

/** `AssignCrew(outageId, crewId)` acts on the outage: the one id before that names a collection of the port, or by which reads find one. */
function wholeBefore(
  id: Input,
  usable: readonly Input[],
  { keys, forms }: KnownNouns,
): { readonly nouns: readonly string[]; readonly input: Input } | undefined {
  const before = usable.slice(0, Math.max(0, usable.indexOf(id)));
  const [whole, second] = before.flatMap((input) => {
    const nouns = [...keys].flatMap(([noun, key]) => (key === input.nameWords.join(' ') ? [noun.split(' ')] : []));
    const owner = nouns.length === 1 ? nouns[0] : ownerWords(input, undefined, forms);
    return forms.get(singularKey(owner)) === '/nouns' ? [{ nouns: plural(owner), input }] : [];
  });
  return second === undefined ? whole : undefined;
}

/** `transfer` of `visitTransfer(visitId)`. */
function withoutOwnerWords(tokens: readonly string[], owner: readonly string[]): readonly string[] {
  const isPrefix = tokens.length > owner.length && owner.every((token, i) => token === tokens[i]);
  return isPrefix ? tokens.slice(owner.length) : tokens;
}

/** `DoubleLockDoor` where other operations list doors: the words before them are the verb. */
function knownNounLast(tokens: readonly string[], inputs: readonly Input[], forms: NounForms): readonly string[] {
  const isKnown = tokens.length < 3 || forms.has(singularKey(tokens.slice(1)));
  if (isKnown || wholeIdOf(inputs) === undefined) return tokens;
  const starts = tokens.flatMap((_, i) => (i > 0 && forms.get(singularKey(tokens.slice(i))) === '/nouns' ? [i] : []));
  const [start = 1] = starts;
  return [kebab(tokens.slice(0, start)), ...tokens.slice(start)];
}

/** `Quotation_UpgradeToOrder(id)` where other operations list or find quotations. */
function partRoute(name: string, inputs: readonly Input[], forms: NounForms): NewRoute | undefined {
  const [, owner, action] = /^(\p{L}[\p{L}\p{N}]*)[_.](.+)$/u.exec(name) ?? [];
  if (owner === undefined || forms.get(singularKey(wordsOf(owner))) !== '/nouns') return undefined;
  const [nouns, tokens] = [plural(wordsOf(owner)), operationWords(action)];
  const id = wholeIdOf(inputs);
  if (id) return actionRoute(nouns, id, tokens, `${id.key} is the id of what it belongs to`);
  const reason = `"${kebab(tokens)}" is an action on what other operations have as ${kebab(nouns)}`;
  return {
    method: 'POST',
    path: `/${kebab(nouns)}/${kebab(tokens)}`,
    query: [],
    style: 'action',
    group: kebab(nouns),
    reason,
  };
}

/** The response has a value that the record begins with, that reads find it by, or that is named as an id. */
function hasIdOf(
  { nameWords }: Input,
  inside: readonly Input[],
  outcome: Outcome | undefined,
  readKey: string | undefined,
): boolean {
  // Attributes stand before elements, whatever they are.
  const first = inside.find(({ key }) => !key.startsWith('@')) ?? inside.at(0);
  const ids = inside
    .filter((input) => input === first || isIdOf(input, { nameWords }) || input.nameWords.join(' ') === readKey)
    .map((input) => input.nameWords.join(' '));
  return (
    outcome?.values.some((value) => ids.includes(value) || isIdOf({ nameWords: value.split(' ') }, { nameWords })) ??
    false
  );
}

/** `applicationId` says who calls, unless the port has applications. */
function isCaller({ nameWords }: Input, forms: NounForms): boolean {
  return twinWords.includes(nameWords.join(' ')) && !forms.has(singularKey(nameWords.slice(0, -1)));
}

/** What an id, or an identifier of the field, belongs to. */
function wholeOf(input: Input, { idsOfOthers, nearIds, forms }: KnownNouns): readonly string[] {
  const near = nearIds?.get(input.nameWords.join(' '));
  if (near) return near;
  return isIdentifier(input) ? ownerWords(input, idsOfOthers) : ownerWords(input, undefined, forms);
}

function isBareOwnerId(input: Input): boolean {
  return isBareId(input) && ownerIdWords.includes(input.nameWords[0]);
}

/** `msisdn` of ActivateSubscriber { subscriber { msisdn, name } }. */
function onlyInside(noun: Noun, inputs: readonly Input[], key: string | undefined): Input | undefined {
  const isOne =
    inputs.length === 1 && !inputs[0].list && singularKey(inputs[0].nameWords) === singularKey(noun.nameWords);
  const id = isOne ? insideIdOf(noun, inputs[0].inside, key) : undefined;
  return id?.required ? id : undefined;
}

/** `MoveItem(itemIds)` where other operations list or find items: an action on the collection. */
function commonRoute(verb: string, { nameWords, pluralWords }: Noun, form: PathForm): NewRoute {
  const [group, nouns] = [kebab(pluralWords), kebab(form === '/nouns' ? pluralWords : nameWords)];
  const reason = `"${verb}" is an action on what other operations have as ${nouns}`;
  return { method: 'POST', path: `/${nouns}/${verb}`, query: [], style: 'action', group, reason };
}

/** `SystemReboot` reboots. */
export function verbFirst(tokens: readonly string[]): readonly string[] {
  const last = tokens.at(-1)!;
  return tokens.length > 1 && actionVerbs.includes(last) && !actionVerbs.includes(tokens[0])
    ? [last, ...tokens.slice(0, -1)]
    : tokens;
}

/** `MarkAsJunk(itemIds)` where other operations list or find items. */
function idListRoutes(tokens: readonly string[], inputs: readonly Input[], forms: NounForms): NewRoute[] {
  const found = inputs.flatMap(({ nameWords, key, required }) => {
    const about = nameWords.slice(0, -1);
    const isIds = required && ['id', 'ids'].includes(nameWords.at(-1)!) && about.length > 0;
    return isIds && forms.get(singularKey(about)) === '/nouns' ? [{ nouns: kebab(plural(about)), key }] : [];
  });
  if (found.length !== 1) return [];
  const [{ nouns, key }] = found;
  const path = `/${nouns}/${kebab(tokens)}`;
  return [{ method: 'POST', path, query: [], style: 'action', group: nouns, reason: `${key} has ids of ${nouns}` }];
}

function makingRoute(verb: string, noun: Noun, parent: Owner | undefined): NewRoute {
  const nouns = kebab(noun.pluralWords);
  const reason = [`"${verb}" adds to ${nouns}`, ...(parent ? [parent.reason] : [])].join('; ');
  const below = parent ? `${parent.path}/${kebab(withoutOwner(noun, parent).pluralWords)}` : `/${nouns}`;
  // `CreateItem` has a better right to the path than `UploadItems`.
  const weakness = 1;
  return { method: 'POST', path: below, query: [], status: 201, style: 'resource', group: nouns, weakness, reason };
}

/** `MakePayment(claimNumber, payment)` where the port has claims: what is made is an object beside the one id. */
function madeBelow(
  route: NewRoute,
  inputs: readonly Input[],
  { nameWords }: Noun,
  owner: Input,
  port: KnownNouns,
): NewRoute | undefined {
  const ownerNoun = wholeOf(owner, port);
  const isObject = ({ nameWords: tokens, simple }: Input) => !simple && tokens.join(' ') === nameWords.join(' ');
  const isKnown = port.forms.get(singularKey(ownerNoun)) === '/nouns';
  if (!isKnown || !inputs.some(isObject) || route.path.includes('{')) return undefined;
  const path = `/${kebab(plural(ownerNoun))}/{${owner.variable}}${route.path}`;
  return { ...route, path, reason: `${route.reason}; ${owner.key} is the id of what it belongs to` };
}

function actionRoute(nouns: readonly string[], id: Input, action: readonly string[], reason: string): NewRoute {
  const path = `/${kebab(nouns)}/{${id.variable}}/${kebab(action)}`;
  return { method: 'POST', path, query: [], style: 'action', group: kebab(nouns), reason };
}

/** A question without a noun keeps its inputs in the query. */
export function operationRoute(
  { inputs }: ListedOperation,
  tokens: readonly string[],
  found: Action | undefined,
): NewRoute {
  const [verb, questions] = [verbOf(tokens), spread(inputs)];
  const isAlone = verb?.rest.every((token) => notNouns.includes(token));
  const isQuestion = isAsking(tokens, inputs) ? inputs.every(isOpenQuestion) : verb?.row.method === 'GET' && isAlone;
  const asks = isQuestion && questions.every(fitsQuery);
  const path = `/${kebab(tokens)}`;
  const group = kebab(tokens.length > 1 ? plural(tokens.slice(1)) : tokens);
  if (asks)
    return {
      method: 'GET',
      path,
      query: questions.map(({ variable }) => variable!),
      style: 'name',
      group,
      reason: `"${tokens[0]}" is GET`,
    };
  const reason = found || verb ? unfitReason(found) : `no rule for the verb "${tokens[0]}"`;
  return { method: 'POST', path, query: [], style: 'name', group, reason };
}

function unfitReason(action: Action | undefined): string {
  return action && action.noun.nameWords.length > 0 && !notNouns.includes(action.noun.nameWords[0])
    ? 'no path of its resource is free, or fits'
    : 'no resource in its name';
}
