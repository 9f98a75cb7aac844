// From an operation to a REST request, by the rows of `inference/`. Every choice has its reason.

import { heldIdWords } from '../inference/ids.ts';
import { byWords, quantityWords } from '../inference/nouns.ts';
import type { PathForm, VerbRow } from '../inference/verbs.ts';
import { endingVerbs, replacingVerbs, resetWords } from '../inference/words.ts';
import { endsWith, isPlural, kebab, operationWords, plural, pluralIn, singular, wordsOf } from '../naming/names.ts';
import { versionOf, withoutPrefix } from '../naming/naming.ts';
import { fitsPath } from '../operations/input-places.ts';
import type { Input, ListedOperation } from '../operations/operations.ts';
import { actionRoutes, operationRoute } from './action-routes.ts';
import { type Action, actionOf, type Noun } from './actions.ts';
import { isBareId, isIdOf } from './ids.ts';
import { type KnownNouns, singularKey } from './known-nouns.ts';
import { phraseRoutes } from './phrase-routes.ts';
import { formKey, isNoun, mayAdd, type Plan, planOf } from './plan.ts';
import type { NewRoute, Route } from './route.ts';

export interface RouteOptions extends Partial<KnownNouns> {
  /** Path of its port. */
  readonly prefix?: string;
  /** What verbs without a noun are about, where the name of the port says nothing. */
  readonly subject?: readonly string[];
}

/** The routes of an operation, the best one first. The last one is free for any operation. */
export function routesOf(
  listed: ListedOperation,
  { prefix = '', subject, idsOfOthers = new Map(), keys = new Map(), forms = new Map(), parents }: RouteOptions = {},
): Route[] {
  const { name } = listed.operation;
  const found = actionOf(listed, subject);
  const tokens = operationWords(withoutPrefix(name, listed.naming.prefix));
  const below = found?.ofPort && prefix !== '' ? prefix.slice(0, prefix.lastIndexOf('/')) : prefix;
  const port = { idsOfOthers, keys, forms, parents };
  const routes = found ? foundRoutes(listed, found, port) : [...phraseRoutes(listed), ...actionRoutes(listed, port)];
  const version = versionOf(listed);
  const above = version === undefined ? below : `${below}/${version}`;
  const byName = [tokens, operationWords(name)].slice(0, listed.naming.prefix === '' ? 1 : 2);
  return [
    ...routes.map((route) => under(above, withReasons(listed, route))),
    ...byName.map((all) => under(prefix, withReasons(listed, operationRoute(listed, all, found)))),
  ];
}

function withReasons(listed: ListedOperation, route: NewRoute): NewRoute {
  const { sessions = [], headers = [] } = listed;
  const full = withResults(listed, route);
  const reasons = [
    full.reason,
    ...(sessions.length === 0
      ? []
      : [`${keysText(sessions)} ${sessions.length === 1 ? 'says' : 'say'} who calls: headers`]),
    ...(headers.length === 0
      ? []
      : [`${keysText(headers)} ${headers.length === 1 ? 'is' : 'are'} of any request: headers`]),
  ];
  return { ...full, reason: reasons.join('; ') };
}

function keysText(inputs: readonly Input[]): string {
  const keys = inputs.map(({ key }) => key);
  return keys.length < 2 ? keys.join() : `${keys.slice(0, -1).join(', ')} and ${keys.at(-1)!}`;
}

function under(prefix: string, route: NewRoute): Route {
  return { ...route, path: prefix + route.path, segment: route.path.split('/')[1] };
}

/** RFC 4918 §13: the status says nothing of the items, which say each whether it succeeded. */
const MULTI_STATUS = 207;

function withResults({ outcome }: ListedOperation, route: NewRoute): NewRoute {
  return outcome?.hasResults && route.method !== 'GET'
    ? { ...route, status: MULTI_STATUS, reason: `${route.reason}; each item of the response says whether it succeeded` }
    : route;
}

/** `SaveOrder` has a better right to its path than `UpdateOrder`, `DeleteOrder` than `CancelOrder`; `GetOrders` than `GetOrderList`, that one than `GetOrders(state)`, this than `GetOrder`, that one than `SearchOrders(state)`, and that than `GetOrderByState`. */
const WEAK = { partial: 1, list: 2, condition: 3, common: 4, search: 5, by: 6 };

/** Where a noun has one name for all operations, its own one is the next. */
function foundRoutes(listed: ListedOperation, action: Action, port: KnownNouns): NewRoute[] {
  const { noun, thing } = action;
  if (!isNoun(noun)) return [];
  if (thing) {
    const routes = foundRoutes(listed, thing, port);
    if (planOf(listed, thing, port).id) return routes;
    const common = port.forms.get(formKey(action, planOf(listed, action, port)));
    const [first, ...next] = resourceRoutes(listed, { ...action, verb: 'list' }, port, common);
    return [{ ...first, weakness: WEAK.list }, ...next, ...routes];
  }
  const several = severalRoute(action, port);
  if (several) return [several, ...resourceRoutes(listed, action, port, undefined)];
  const plan = planOf(listed, action, port);
  const common = port.forms.get(formKey(action, plan));
  const routes = resourceRoutes(listed, action, port, undefined);
  if (common === undefined) return routes;
  const [first, ...next] = resourceRoutes(listed, action, port, common);
  return routes[0].path === first.path ? [first, ...next] : [{ ...first, weakness: WEAK.common }, ...routes];
}

function resourceRoutes(
  listed: ListedOperation,
  action: Action,
  port: KnownNouns,
  common: PathForm | undefined,
): NewRoute[] {
  const { verb, noun, owner: whole } = action;
  if (action.row.method === 'PUT' && resetWords.includes(noun.nameWords.at(-1)!)) return [resetRoute(noun)];
  const plan = planOf(listed, action, port);
  const { row, id, wholeId, owner, below, left } = plan;
  const source = row.method === 'DELETE' && !owner ? sourceOf(noun, plan.rest) : undefined;
  const remainingInputs = plan.rest.filter((input) => input !== source?.input);
  const above =
    (whole.length === 0 ? '' : `/${kebab(whole)}`) + (wholeId ? `/{${wholeId.variable}}` : '') + (source?.path ?? '');
  const form = plan.form === '/noun' ? (common ?? plan.form) : plan.form;
  const path = above + (owner ? owner.path : '') + pathOf(row, form, below, id);
  const reasons = [
    `"${verb}" is ${row.method}`,
    ...(id ? [`${id.key} is the id`] : []),
    ...(wholeId ? [`${wholeId.key} is the id of what it belongs to`] : []),
    ...(owner ? [owner.reason] : []),
    ...(source ? [`it is taken out of ${noun.by.join(' ')}, not deleted`] : []),
  ];
  const base = { group: kebab(whole.length === 0 ? noun.pluralWords : whole), style: 'resource' as const };
  const nouns = above + pathOf(row, common ?? '/nouns', noun, undefined);
  // `GetAllOrders` gives `/orders/all`.
  const action_ = `/${kebab(wordsOf(verb).slice(verb.includes(' ') ? 1 : 0, 2))}`;
  if (row.method !== 'GET' && row.method !== 'DELETE') {
    const route = { ...base, method: row.method, path, query: [], status: row.status, reason: reasons.join('; ') };
    const [first, ...next] = withAction(
      row.method === 'POST' && noun.by.length > 0 ? { ...route, weakness: WEAK.by } : route,
      noun,
      nouns,
      action_,
    );
    if (mayAdd(listed, plan, noun, port.keys.get(singularKey(noun.nameWords))))
      return onCollection(
        { ...first, path: above + (owner?.path ?? '') + pathOf(row, '/nouns', below, undefined) },
        'its id may be absent',
        row,
        action_,
      );
    if ((common === '/nouns' || plan.form === '/nouns') && changesSome(plan, verb, listed.inputs))
      return onCollection(
        first,
        `changes those ${kebab(below.pluralWords)} that it takes`,
        { ...row, isPartial: row.isPartial === true || replacingVerbs.includes(verb) },
        action_,
      );
    if (common === '/nouns' && isOneOfMany(plan, path, nouns) && !replacingVerbs.includes(verb))
      return onCollection(first, 'changes one of many, and its path has no id', row, action_);
    // What a short row does not find inside of the object stays in the body.
    const isInside = id !== undefined && !listed.inputs.includes(id);
    if (isInside) {
      const inBody = {
        ...first,
        path: above + pathOf(row, common ?? row.withoutId, below, undefined),
        reason: reasons[0],
      };
      next.push(
        row.method === 'PUT' && common === '/nouns' && inBody.path === nouns
          ? oneOfMany(inBody, { ...row, isPartial: true })
          : inBody,
      );
    }
    if (row.method !== 'PUT' || !row.isPartial) return [first, ...next];
    const reason = [`"${verb}" is PATCH beside a PUT`, ...reasons.slice(1)].join('; ');
    const patch = { ...first, method: 'PATCH' as const, reason };
    return [{ ...first, weakness: WEAK.partial }, patch, ...next];
  }
  if (left.length === 0) {
    const query = remainingInputs.map((input) => queryName(input, row.method === 'DELETE' && !path.includes('{')));
    if (query.length > 0) reasons.push(`${query.length === 1 ? 'one input' : `${query.length} inputs`} in the query`);
    // `GetOrder` has a better right to what `GetOrderByState` asks.
    // What picks several by their ids leaves the path to what lists all.
    const several = remainingInputs.find(({ required, list }) => required && list);
    const condition = several ? undefined : onlyCondition(plan);
    const picked = several ?? condition;
    const isSearch = several !== undefined || (row.isSearch === true && query.length > 0 && !owner);
    const isEnding = endingVerbs.includes(verb);
    const weakness =
      noun.by.length > 0 && !id && !owner
        ? WEAK.by
        : isSearch
          ? WEAK.search
          : isEnding
            ? WEAK.partial
            : condition
              ? WEAK.condition
              : 0;
    const route = { ...base, method: row.method, path, query, weakness, reason: reasons.join('; ') };
    const isPicking = picked && row.method === 'GET';
    return [
      ...withAction(route, noun, nouns, isPicking ? `/by-${kebab(singular(picked.nameWords))}` : action_),
      ...(id || wholeId || byWords.includes(noun.nameWords[0]) ? [] : [withBody({ ...route, path: nouns + action_ })]),
    ];
  }
  const keys = left.map(({ key }) => key).slice(0, 2);
  const reason = `POST, since ${keys.join(' and ')} cannot stand in a query`;
  return [{ ...base, style: 'action', method: 'POST', path: nouns + action_, query: [], reason }];
}

/** `state` of GetOrders(state): what lists all has a better right to the path. */
function onlyCondition({ row, owner, id, form, rest }: Plan): Input | undefined {
  const [input, second] = rest;
  const isList = row.method === 'GET' && !row.isSearch && form === '/nouns' && !owner && !id;
  return isList && input?.required && !second && !isBareId(input) ? input : undefined;
}

/** For a question or a removal that cannot have the path, or that `check` refuses. */
function withBody(route: NewRoute): NewRoute {
  return {
    ...route,
    style: 'action',
    method: 'POST',
    query: [],
    weakness: undefined,
    reason: 'POST, with all inputs in its body',
  };
}

/** `RemoveContactFromList` deletes no contact: what it is removed from stands above, with its id where an input has that. */
function sourceOf(
  { by, link }: Noun,
  inputs: readonly Input[],
): { readonly path: string; readonly input?: Input } | undefined {
  if (link !== 'from' || by.length === 0) return undefined;
  const input = inputs.find((one) => one.required && fitsPath(one) && isIdOf(one, { nameWords: by }));
  return { path: input ? `/${kebab(plural(by))}/{${input.variable}}` : `/${kebab(by)}`, input };
}

/** `UpdatePatient(patient)` where other operations list patients: a PUT would replace all of them. */
function isOneOfMany({ row, id, form }: Plan, path: string, nouns: string): boolean {
  return row.method === 'PUT' && id === undefined && form === '/noun' && path === nouns;
}

/** What changes a part is PATCH, what also adds is POST. */
function oneOfMany(
  route: NewRoute,
  { isPartial }: VerbRow,
  what = 'changes one of many, and its path has no id',
): NewRoute {
  const method = isPartial ? 'PATCH' : 'POST';
  return { ...route, method, weakness: WEAK.partial, reason: `${route.reason}, but ${what}: ${method}` };
}

/** The same; where another operation has that, an action on the collection, and never a PUT, which would replace all. */
function onCollection(route: NewRoute, what: string, row: VerbRow, action: string): NewRoute[] {
  const first = oneOfMany(route, row, what);
  return [first, { ...first, method: 'POST', path: route.path + action, style: 'action' }];
}

/** `SetUser(user[])`, `UpdateUsers(user[])`: other users stay as they are. `SetUsers(user[])` gives all. */
function changesSome({ row, id, below }: Plan, verb: string, inputs: readonly Input[]): boolean {
  const isAll = replacingVerbs.includes(verb) && isPlural(below.nameWords);
  const isIt = ({ nameWords, list, simple }: Input) =>
    list === true && !simple && endsWith(singular(below.nameWords), [singular(nameWords).join(' ')]);
  return row.method === 'PUT' && id === undefined && !isAll && inputs.some(isIt);
}

/** `!`: to delete something without saying which is no request, whatever the contract allows. `isDeleted`: no path says which. */
function queryName({ variable, nameWords, required }: Input, isDeleted: boolean): string {
  const isId = isDeleted && !required && heldIdWords.includes(singular(nameWords).at(-1)!);
  return `${variable!}${isId ? '!' : ''}`;
}

/** `CreateMultipleOrders` where other operations list or add orders: a part of the collection. */
function severalRoute({ row, verb, noun }: Action, { forms }: KnownNouns): NewRoute | undefined {
  const [quantity, ...nameWords] = noun.nameWords;
  const isKnown = nameWords.length > 0 && forms.get(singularKey(nameWords)) === '/nouns';
  if (row.method !== 'POST' || !isKnown || !quantityWords.includes(quantity)) return undefined;
  const group = kebab(noun.language === undefined ? plural(nameWords) : pluralIn(noun.language, nameWords));
  const reason = `"${verb}" is ${row.method}; "${quantity}" of ${group}`;
  return {
    method: row.method,
    path: `/${group}/${quantity}`,
    query: [],
    status: row.status,
    style: 'resource',
    group,
    reason,
  };
}

/** To set a default is to undo what was set. */
function resetRoute({ nameWords, pluralWords }: Noun): NewRoute {
  const reason = 'it resets, and gives no value';
  return {
    method: 'POST',
    path: `/${kebab(nameWords)}`,
    query: [],
    style: 'action',
    group: kebab(pluralWords),
    reason,
  };
}

/** The path itself; where another operation has it, the same below the condition, `by-number` or `from-dhcp`, and below the verb. */
function withAction(route: NewRoute, { by, link, isSelected }: Noun, nouns: string, action: string): NewRoute[] {
  const id = /\{[^}]*\}$/.exec(route.path)?.[0];
  const byPath =
    by.length > 0 ? [{ ...route, path: `${nouns}/${isSelected ? 'by' : link}-${kebab(by)}${id ? `/${id}` : ''}` }] : [];
  const byVerb = { ...route, path: (id ? route.path : nouns) + action, style: 'action' as const };
  // `SaveBook` beside `ReplaceBook` acts on the one book.
  if (id && route.method !== 'GET') return [route, ...byPath, { ...byVerb, method: 'POST', status: undefined }];
  return [route, ...byPath, ...(route.method === 'DELETE' ? [] : [byVerb])];
}

function pathOf(row: VerbRow, form: PathForm, noun: Noun, id: Input | undefined): string {
  const { nameWords: tokens, pluralWords } = noun;
  const nouns = `/${kebab(pluralWords)}`;
  if (id && form.startsWith('/nouns/')) return form.replace('/nouns', nouns).replace('{id}', `{${id.variable}}`);
  return form === '/nouns' || row.method === 'POST' ? nouns : `/${kebab(tokens)}`;
}
