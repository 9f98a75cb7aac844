// From an operation to a REST request, by the rows of `inference/`. Every choice has its reason.

import { everythingWords, quantityWords } from '../inference/nouns.ts';
import type { PathForm } from '../inference/verbs.ts';
import { makingVerbs, resetWords } from '../inference/words.ts';
import { kebab, operationWords, plural, pluralIn } from '../naming/names.ts';
import { versionOf, withoutPrefix } from '../naming/naming.ts';
import type { Input, ListedOperation } from '../operations/operations.ts';
import { actionRoutes, operationRoute } from './action-routes.ts';
import { type Action, actionOf, type Noun, nounOf } from './actions.ts';
import { changeRoutes } from './change-routes.ts';
import { type KnownNouns, singularKey } from './known-nouns.ts';
import { phraseRoutes } from './phrase-routes.ts';
import { placeOf, WEAK } from './places.ts';
import { formKey, isNoun, planOf } from './plan.ts';
import { questionRoutes } from './question-routes.ts';
import type { NewRoute, Route } from './route.ts';

export interface RouteOptions extends Partial<KnownNouns> {
  /** Path of its port. */
  readonly prefix?: string;
  /** What verbs without a noun are about, where the name of the port says nothing. */
  readonly subject?: readonly string[];
  /** Of an operation of a job. */
  readonly jobRoute?: NewRoute;
}

/** The routes of an operation, the best one first. The last one is free for any operation. */
export function routesOf(
  listed: ListedOperation,
  {
    prefix = '',
    subject,
    idsOfOthers = new Map(),
    keys = new Map(),
    forms = new Map(),
    nearIds,
    parents,
    createdNouns,
    nounsWithStatus,
    jobRoute,
  }: RouteOptions = {},
): Route[] {
  const { name } = listed.operation;
  const action = actionOf(listed, subject);
  const tokens = operationWords(withoutPrefix(name, listed.naming.prefix));
  // `UploadList` beside `DeleteList(listId)` lists nothing.
  const isMade = action?.verb === tokens.at(-1) && forms.has(action?.verb ?? '') && makingVerbs.includes(tokens[0]);
  const found = isMade ? undefined : action;
  const below = found?.ofPort && prefix !== '' ? prefix.slice(0, prefix.lastIndexOf('/')) : prefix;
  const port = { idsOfOthers, keys, forms, nearIds, parents, createdNouns, nounsWithStatus };
  const byVerb = found ? foundRoutes(listed, found, port) : [...phraseRoutes(listed), ...actionRoutes(listed, port)];
  const routes = jobRoute ? [jobRoute, ...byVerb] : byVerb;
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

function resourceRoutes(
  listed: ListedOperation,
  action: Action,
  port: KnownNouns,
  common: PathForm | undefined,
): NewRoute[] {
  const { row, noun } = action;
  if (row.method === 'PUT' && resetWords.includes(noun.nameWords.at(-1)!)) return [resetRoute(noun)];
  const place = placeOf(listed, action, port, common);
  return ['GET', 'DELETE'].includes(place.plan.row.method)
    ? questionRoutes(place, port.nounsWithStatus?.has(singularKey(noun.nameWords)))
    : changeRoutes(listed, place, port.keys.get(singularKey(noun.nameWords)));
}

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
  const everything = everythingRoutes(listed, action, port);
  if (everything.length > 0) return [...everything, ...resourceRoutes(listed, action, port, undefined)];
  const several = severalRoute(action, port);
  if (several) return [several, ...resourceRoutes(listed, action, port, undefined)];
  const plan = planOf(listed, action, port);
  const common = port.forms.get(formKey(action, plan));
  const routes = resourceRoutes(listed, action, port, undefined);
  if (common === undefined) return routes;
  const [first, ...next] = resourceRoutes(listed, action, port, common);
  return routes[0].path === first.path ? [first, ...next] : [{ ...first, weakness: WEAK.common }, ...routes];
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

/** `describeGlobal() -> sobjects[]`, where other operations have sobjects: all of them. It has a better right to the path than any other. */
function everythingRoutes(listed: ListedOperation, action: Action, port: KnownNouns): NewRoute[] {
  const { inputs, outcome } = listed;
  const isAll = inputs.length === 0 && everythingWords.includes(action.noun.nameWords.join(' '));
  if (!isAll || action.row.method !== 'GET') return [];
  // `sobjects` and `sObjects`.
  const joined = new Set(outcome?.items.map((item) => item.replaceAll(' ', '')));
  const noun = [...port.forms.keys()].find(
    (key) => port.forms.get(key) === '/nouns' && joined.has(key.replaceAll(' ', '')),
  );
  if (noun === undefined) return [];
  const [first] = resourceRoutes(listed, { ...action, noun: nounOf(plural(noun.split(' '))) }, port, '/nouns');
  return [{ ...first, weakness: WEAK.none }];
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
