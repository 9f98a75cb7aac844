// Routes of what is read or deleted: its inputs stand in the path and the query, or in the body of a POST.

import { heldIdWords } from '../inference/ids.ts';
import { byWords } from '../inference/nouns.ts';
import { endingVerbs } from '../inference/words.ts';
import { kebab, singular } from '../naming/names.ts';
import type { Input } from '../operations/operations.ts';
import { isBareId } from './ids.ts';
import { type Place, WEAK, withAction } from './places.ts';
import type { Plan } from './plan.ts';
import type { NewRoute } from './route.ts';

/** @param hasStatus a read of the noun by its id says its status */
export function questionRoutes(place: Place, hasStatus = false): NewRoute[] {
  const { plan, noun, nouns, ownNouns, path, action, remainingInputs } = place;
  const { row, id, wholeId, left } = plan;
  if (left.length > 0) return [postRoute(place, (place.isBelowKnown ? ownNouns : nouns) + action)];
  const query = remainingInputs.map((input) => queryName(input, row.method === 'DELETE' && !path.includes('{')));
  const count = query.length === 1 ? 'one input' : `${query.length} inputs`;
  const reasons = [...place.reasons, ...(query.length > 0 ? [`${count} in the query`] : [])];
  const picked = pickedBy(place);
  const route: NewRoute = {
    group: place.group,
    style: 'resource',
    method: row.method,
    path,
    query,
    weakness: weaknessOf(place),
    reason: reasons.join('; '),
  };
  const below = picked && row.method === 'GET' ? `/by-${kebab(singular(picked.nameWords))}` : action;
  const isAsked = id === undefined && wholeId === undefined && !byWords.includes(noun.nameWords[0]);
  const routes = withAction(route, noun, nouns, below);
  const isKept = hasStatus && id !== undefined && endingVerbs.includes(place.verb);
  const reason = `"${place.verb}" is an action on what can be read afterwards: it has a status`;
  const ended = isKept ? routes.slice(-1).map((last) => ({ ...last, weakness: undefined, reason })) : [];
  return [...ended, ...routes, ...(isAsked ? [withBody({ ...route, path: nouns + action })] : [])];
}

function postRoute({ plan: { left }, group }: Place, path: string): NewRoute {
  const keys = left.map(({ key }) => key).slice(0, 2);
  const reason = `POST, since ${keys.join(' and ')} cannot stand in a query`;
  return { group, style: 'action', method: 'POST', path, query: [], reason };
}

/** What picks several by their ids, or has a condition, leaves the path to what lists all. */
function pickedBy({ plan, remainingInputs }: Place): Input | undefined {
  return severalIn(remainingInputs) ?? onlyCondition(plan);
}

function severalIn(inputs: readonly Input[]): Input | undefined {
  return inputs.find(({ required, list }) => required && list);
}

/** `GetOrder` has a better right to what `GetOrderByState` asks. */
function weaknessOf({ plan, verb, noun, remainingInputs }: Place): number {
  const { row, id, owner } = plan;
  const isSeveral = severalIn(remainingInputs) !== undefined;
  if (noun.by.length > 0 && !id && !owner) return WEAK.by;
  if (isSeveral || (row.isSearch === true && remainingInputs.length > 0 && !owner)) return WEAK.search;
  if (endingVerbs.includes(verb)) return WEAK.partial;
  return onlyCondition(plan) ? WEAK.condition : 0;
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

/** `!`: to delete something without saying which is no request, whatever the contract allows. `isDeleted`: no path says which. */
function queryName({ variable, nameWords, required }: Input, isDeleted: boolean): string {
  const isId = isDeleted && !required && heldIdWords.includes(singular(nameWords).at(-1)!);
  return `${variable!}${isId ? '!' : ''}`;
}
