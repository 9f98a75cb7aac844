// Routes of what is created, saved or changed.

import type { VerbRow } from '../inference/verbs.ts';
import { puttingVerbs, replacingVerbs } from '../inference/words.ts';
import { endsWith, isPlural, kebab, singular } from '../naming/names.ts';
import type { Input, ListedOperation } from '../operations/operations.ts';
import { mayAdd } from './object-ids.ts';
import { type Place, pathOf, WEAK, withAction } from './places.ts';
import type { NewRoute } from './route.ts';

/** @param key words of the input that reads of the noun find it by */
export function changeRoutes(listed: ListedOperation, place: Place, key: string | undefined): NewRoute[] {
  const { plan, verb, noun, path, nouns, action } = place;
  const { row } = plan;
  const route: NewRoute = {
    group: place.group,
    style: 'resource',
    method: row.method,
    path,
    query: [],
    status: row.status,
    reason: place.reasons.join('; '),
    ...(row.method === 'POST' && noun.by.length > 0 ? { weakness: WEAK.by } : {}),
  };
  const [first, ...next] = withAction(route, noun, nouns, action);
  const some = changedSome(listed, place, key);
  if (some) {
    const place = { ...first, path: some.path ?? path };
    return onCollection(
      place,
      some.reason,
      { ...row, isPartial: row.isPartial === true || some.isPartial === true },
      action,
    );
  }
  const ways = inObject(listed, place, first);
  const [best, ...others] = [...ways.slice(0, 1), ...(ways.length > 0 ? [] : [first]), ...next, ...ways.slice(1)];
  if (row.method !== 'PUT' || !row.isPartial) return [best, ...others];
  const reason = [`"${verb}" is PATCH beside a PUT`, ...place.reasons.slice(1)].join('; ');
  return [{ ...best, weakness: WEAK.partial }, { ...best, method: 'PATCH', reason }, ...others];
}

interface ChangedSome {
  /** Says why it is no PUT. */
  readonly reason: string;
  readonly path?: string;
  /** Also where the verb is that of a PUT. */
  readonly isPartial?: boolean;
}

/** A PUT of the collection would replace all. */
function changedSome(listed: ListedOperation, place: Place, key: string | undefined): ChangedSome | undefined {
  const { plan, verb, noun, common, ownNouns } = place;
  if (mayAdd(listed, plan, noun, key)) return { reason: 'its id may be absent', path: ownNouns };
  const isMany = common === '/nouns' || plan.form === '/nouns';
  if (isMany && takesSome(place, listed.inputs))
    return {
      reason: `changes those ${kebab(plan.below.pluralWords)} that it takes`,
      isPartial: replacingVerbs.includes(verb),
    };
  const isKept = replacingVerbs.includes(verb) && !puttingVerbs.includes(verb);
  return common === '/nouns' && isOneOfMany(place) && !isKept ? { reason: ONE_OF_MANY } : undefined;
}

const ONE_OF_MANY = 'changes one of many, and its path has no id';

/** `SetUser(user[])`, `UpdateUsers(user[])`: other users stay as they are. `SetUsers(user[])` gives all. */
function takesSome({ plan: { row, id, below }, verb }: Place, inputs: readonly Input[]): boolean {
  const isAll = replacingVerbs.includes(verb) && isPlural(below.nameWords);
  const isIt = ({ nameWords, list, simple }: Input) =>
    list === true && !simple && endsWith(singular(below.nameWords), [singular(nameWords).join(' ')]);
  return row.method === 'PUT' && id === undefined && !isAll && inputs.some(isIt);
}

/** `UpdatePatient(patient)` where other operations list patients. */
function isOneOfMany({ plan: { row, id, form }, path, nouns }: Place): boolean {
  return row.method === 'PUT' && id === undefined && form === '/noun' && path === nouns;
}

/** What changes a part is PATCH, what also adds is POST. */
function oneOfMany(route: NewRoute, { isPartial }: VerbRow, what: string): NewRoute {
  const method = isPartial ? 'PATCH' : 'POST';
  return { ...route, method, weakness: WEAK.partial, reason: `${route.reason}, but ${what}: ${method}` };
}

/** The same; where another operation has that, an action on the collection, and never a PUT. */
function onCollection(route: NewRoute, what: string, row: VerbRow, action: string): NewRoute[] {
  const first = oneOfMany(route, row, what);
  return [first, { ...first, method: 'POST', path: route.path + action, style: 'action' }];
}

/** Ways to a path whose id an object has: a short row where it is the one input, a long one, and at last no id in the path. */
function inObject(
  { inputs }: ListedOperation,
  { plan, nouns, common, ownNouns, reasons }: Place,
  route: NewRoute,
): NewRoute[] {
  const { row, id, holder, below } = plan;
  if (id === undefined || inputs.includes(id)) return [];
  const long = holder?.required ? [{ ...route, heldId: { object: holder.key, id: id.key } }] : [];
  const above = ownNouns.slice(0, ownNouns.length - pathOf(row, '/nouns', below, undefined).length);
  const inBody = { ...route, path: above + pathOf(row, common ?? row.withoutId, below, undefined), reason: reasons[0] };
  const isOne = row.method === 'PUT' && common === '/nouns' && inBody.path === nouns;
  return [
    ...(inputs.length === 1 ? [route] : []),
    ...long,
    ...(inputs.length === 1 || holder ? [] : [route]),
    isOne ? oneOfMany(inBody, { ...row, isPartial: true }, ONE_OF_MANY) : inBody,
  ];
}
