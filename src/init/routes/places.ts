// The paths that the resource of an operation may have: its own, and what stands below the collection.

import type { PathForm, VerbRow } from '../inference/verbs.ts';
import { kebab, plural, wordsOf } from '../naming/names.ts';
import { fitsPath } from '../operations/input-places.ts';
import type { Input, ListedOperation } from '../operations/operations.ts';
import type { Action, Noun } from './actions.ts';
import { isIdOf } from './ids.ts';
import { type KnownNouns, singularKey } from './known-nouns.ts';
import { type Plan, planOf } from './plan.ts';
import type { NewRoute } from './route.ts';

/** `SaveOrder` has a better right to its path than `UpdateOrder`, `DeleteOrder` than `CancelOrder`; `GetOrders` than `GetOrderList`, that one than `GetOrders(state)`, this than `GetOrder`, that one than `SearchOrders(state)`, and that than `GetOrderByState`. */
export const WEAK = { none: -1, partial: 1, list: 2, condition: 3, common: 4, search: 5, by: 6 };

export interface Place {
  readonly plan: Plan;
  readonly verb: string;
  readonly noun: Noun;
  /** The form that other operations give the noun. */
  readonly common?: PathForm;
  readonly group: string;
  readonly path: string;
  /** Of the noun without an id, and without its owner. */
  readonly nouns: string;
  /** Of the same below its owner. */
  readonly ownNouns: string;
  /** Other operations of the port have many of the owner. */
  readonly isBelowKnown: boolean;
  /** What stands below one of these: `/search`. */
  readonly action: string;
  /** Inputs that the path leaves. */
  readonly remainingInputs: readonly Input[];
  readonly reasons: readonly string[];
}

export function placeOf(
  listed: ListedOperation,
  action: Action,
  port: KnownNouns,
  common: PathForm | undefined,
): Place {
  const { verb, noun, owner: whole } = action;
  const plan = planOf(listed, action, port);
  const { row, id, wholeId, owner, below } = plan;
  const removed = row.method === 'DELETE' && !owner ? sourceOf(noun, plan.rest) : undefined;
  // `RemoveContactFromGroup(contactId { … }, groupId { … })` is an action: its body says from which.
  const source = plan.left.length > 0 && !removed?.input ? undefined : removed;
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
  return {
    plan,
    verb,
    noun,
    common,
    group: kebab(whole.length === 0 ? noun.pluralWords : whole),
    path,
    nouns: above + pathOf(row, common ?? '/nouns', noun, undefined),
    ownNouns: above + (owner?.path ?? '') + pathOf(row, '/nouns', below, undefined),
    isBelowKnown: owner !== undefined && port.forms.get(singularKey(owner.nameWords)) === '/nouns',
    // `GetAllOrders` gives `/orders/all`.
    action: `/${kebab(wordsOf(verb).slice(verb.includes(' ') ? 1 : 0, 2))}${removed && !source ? `-from-${kebab(noun.by)}` : ''}`,
    remainingInputs,
    reasons,
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

/** The path itself; where another operation has it, the same below the condition, `by-number` or `from-dhcp`, and below the verb. */
export function withAction(route: NewRoute, { by, link, isSelected }: Noun, nouns: string, action: string): NewRoute[] {
  const resourcePath = route.path.replace(/\/content$/, '');
  const id = /\{[^}]*\}$/.exec(resourcePath)?.[0];
  // What is added to something is there already.
  const isJoined = route.method === 'POST' && link === 'to';
  const byPath = isJoined
    ? [{ ...route, path: `${nouns}${action}-to-${kebab(by)}`, style: 'action' as const, status: undefined }]
    : by.length > 0
      ? [{ ...route, path: `${nouns}/${isSelected ? 'by' : link}-${kebab(by)}${id ? `/${id}` : ''}` }]
      : [];
  const byVerb = { ...route, path: (id ? resourcePath : nouns) + action, style: 'action' as const };
  // `SaveBook` beside `ReplaceBook` acts on the one book.
  if (id && route.method !== 'GET')
    return [route, ...byPath, { ...byVerb, method: 'POST', status: undefined, query: [] }];
  return [route, ...byPath, ...(route.method === 'DELETE' ? [] : [byVerb])];
}

export function pathOf(row: VerbRow, form: PathForm, noun: Noun, id: Input | undefined): string {
  const { nameWords: tokens, pluralWords } = noun;
  const nouns = `/${kebab(pluralWords)}`;
  if (id && form.startsWith('/nouns/')) return form.replace('/nouns', nouns).replace('{id}', `{${id.variable}}`);
  return form === '/nouns' || row.method === 'POST' ? nouns : `/${kebab(tokens)}`;
}
