// From an operation to a REST request, by the rows of `inference.ts`. Every choice has its reason.
import { type Action, actionOf, type Noun, nounOf, verbOf } from './actions.ts';
import {
  fitsPath,
  fitsQuery,
  type IdsOfOthers,
  idOf,
  isIdOf,
  onlyOne,
  ownerOf,
  ownerWords,
  withoutOwner,
} from './ids.ts';
import { changeWords, type Method, notNouns, type PathForm, resetWords, type VerbRow } from './inference.ts';
import { isPlural, kebab, plural, singular, trimmed, wordsOf } from './names.ts';
import type { Input, ListedOperation } from './operations.ts';

/** One way to write the rule of an operation. */
export interface Route {
  readonly method: Method;
  /** Below the base path; begins with a slash. */
  readonly path: string;
  /** Names of placeholders. */
  readonly query: readonly string[];
  readonly status?: number;
  /** Resource-style, not the name of the operation. */
  readonly isResource: boolean;
  /** Words of the resource: rules with the same ones stand together. */
  readonly group: string;
  readonly reason: string;
}

export interface RouteOptions {
  /** Path of its port. */
  readonly prefix?: string;
  /** What verbs without a noun are about, where the name of the port says nothing. */
  readonly subject?: readonly string[];
  readonly idsOfOthers?: IdsOfOthers;
}

/** The routes of an operation, the best one first. The last one is free for any operation. */
export function routesOf(
  listed: ListedOperation,
  { prefix = '', subject, idsOfOthers = new Map() }: RouteOptions = {},
): Route[] {
  const { name, portType } = listed.operation;
  const found = actionOf(name, portType.local, subject);
  const words = trimmed(wordsOf(name));
  const below = found?.ofPort && prefix !== '' ? prefix.slice(0, prefix.lastIndexOf('/')) : prefix;
  const routes = found ? resourceRoutes(listed, found, idsOfOthers) : actionRoutes(listed);
  return [...routes.map((route) => under(below, route)), under(prefix, operationRoute(listed, words, found))];
}

function under(prefix: string, route: Route): Route {
  return { ...route, path: prefix + route.path };
}

/** Inputs that name a resource without ending in a word for ids: the only ones of an operation that finds it. */
export function idsOf(all: readonly ListedOperation[]): IdsOfOthers {
  const ids = all.flatMap(({ operation, inputs }): [string, readonly string[]][] => {
    const found = actionOf(operation.name, operation.portType.local, undefined);
    const id =
      found?.row.withId === '/nouns/{id}' && found.row.method === 'GET' ? onlyOne(found.noun, inputs) : undefined;
    return id ? [[id.nameWords.join(' '), found!.noun.nameWords]] : [];
  });
  return new Map(ids);
}

function resourceRoutes(
  { inputs }: ListedOperation,
  { row: verbRow, verb, noun, owner: whole }: Action,
  idsOfOthers: IdsOfOthers,
): Route[] {
  if (noun.nameWords.length === 0 || notNouns.includes(noun.nameWords[0])) return [];
  if (verbRow.method === 'PUT' && resetWords.includes(noun.nameWords.at(-1)!)) return [resetRoute(noun)];
  const row = rowFor(verbRow, inputs);
  const above = whole.length === 0 ? '' : `/${kebab(plural(whole))}`;
  // The one input of SetHostname is its value.
  const isValue = inputs.length === 1 && (row.method === 'PUT' || row.method === 'PATCH');
  const isOne = row.withId === '/nouns/{id}' && !isValue && !(isPlural(noun.nameWords) && row.method === 'GET');
  const id = isOne ? idOf(noun, inputs) : undefined;
  const owner = id === undefined ? ownerOf(noun, inputs, row, verb, idsOfOthers) : undefined;
  const bound = [id, owner?.input].filter((input) => input !== undefined);
  const below = owner ? withoutOwner(noun, owner) : noun;
  const form = id ? row.withId : isOfMany(noun, inputs) ? '/nouns' : row.withoutId;
  const path = above + (owner ? owner.path : '') + pathOf(row, form, below, id);
  const rest = inputs.filter((input) => !bound.includes(input));
  const reasons = [
    `"${verb}" is ${row.method}`,
    ...(id ? [`${id.key} is the id`] : []),
    ...(owner ? [owner.reason] : []),
  ];
  const base = { group: kebab(whole.length === 0 ? noun.pluralWords : plural(whole)), isResource: true };
  const action = `/${kebab(wordsOf(verb))}`;
  if (row.method !== 'GET' && row.method !== 'DELETE')
    return withAction(
      { ...base, method: row.method, path, query: [], status: row.status, reason: reasons.join('; ') },
      noun,
      above,
      action,
    );
  const left = rest.filter((input) => !fitsQuery(input));
  if (left.length === 0) {
    const query = rest.map(({ variable }) => variable!);
    if (query.length > 0) reasons.push(`${query.length === 1 ? 'one input' : `${query.length} inputs`} in the query`);
    return withAction({ ...base, method: row.method, path, query, reason: reasons.join('; ') }, noun, above, action);
  }
  const cause = `POST, since ${left
    .map(({ key }) => key)
    .slice(0, 2)
    .join(' and ')} cannot stand in a query`;
  return [
    {
      ...base,
      method: 'POST',
      path: above + pathOf(row, '/nouns', noun, undefined) + action,
      query: [],
      reason: cause,
    },
  ];
}

/** `UpdateItem(itemChanges)` says what changes, not what is then there. */
function rowFor(row: VerbRow, inputs: readonly Input[]): VerbRow {
  const changes = inputs.some(({ nameWords }) => changeWords.includes(nameWords.at(-1)!));
  return row.method === 'PUT' && changes ? { ...row, method: 'PATCH' } : row;
}

/** `SetUser(user[])` is about several. */
function isOfMany({ nameWords }: Noun, inputs: readonly Input[]): boolean {
  const noun = singular(nameWords).join(' ');
  return inputs.some((input) => {
    const words = changeWords.includes(input.nameWords.at(-1)!) ? input.nameWords.slice(0, -1) : input.nameWords;
    return input.list === true && singular(words).join(' ') === noun;
  });
}

/** To set a default is to undo what was set. */
function resetRoute({ nameWords, pluralWords }: Noun): Route {
  const reason = 'it resets, and gives no value';
  return {
    method: 'POST',
    path: `/${kebab(nameWords)}`,
    query: [],
    isResource: true,
    group: kebab(pluralWords),
    reason,
  };
}

/** `ApproveOrder(orderId)`: any first word may be a verb where an input is the id of what follows it, or says whose it is. */
function actionRoutes({ operation, inputs }: ListedOperation): Route[] {
  const words = trimmed(wordsOf(operation.name), 2);
  const [verb, ...rest] = words;
  const usable = inputs.filter((input) => fitsPath(input) && input.required);
  const noun = rest.length === 0 || notNouns.includes(rest[0]) ? undefined : nounOf(rest);
  const id = noun && usable.find((input) => isIdOf(input, noun));
  if (noun && id) {
    const action = [verb, ...rest.slice(noun.nameWords.length)];
    return [actionRoute(noun.pluralWords, id, action, `${id.key} is the id of what to ${verb}`)];
  }
  const [owner, ...others] = usable.filter((input) => ownerWords(input).length > 0);
  if (owner === undefined || others.length > 0) return [];
  return [actionRoute(plural(ownerWords(owner)), owner, words, `${owner.key} is the id of what it belongs to`)];
}

function actionRoute(nouns: readonly string[], id: Input, action: readonly string[], reason: string): Route {
  const path = `/${kebab(nouns)}/{${id.variable}}/${kebab(action)}`;
  return { method: 'POST', path, query: [], isResource: true, group: kebab(nouns), reason };
}

/** The path itself; where another operation has it, the same below the words after `by`, or below the verb. */
function withAction(route: Route, { pluralWords, by }: Noun, above: string, action: string): Route[] {
  const nouns = `${above}/${kebab(pluralWords)}`;
  const id = /\{[^}]*\}$/.exec(route.path)?.[0];
  const below = by.length > 0 ? `/by-${kebab(by)}${id ? `/${id}` : ''}` : id ? undefined : action;
  return below === undefined
    ? [route]
    : [route, { ...route, path: nouns + below, reason: `${route.reason}; its path was taken` }];
}

function pathOf(row: VerbRow, form: PathForm, noun: Noun, id: Input | undefined): string {
  const { nameWords: words, pluralWords } = noun;
  const nouns = `/${kebab(pluralWords)}`;
  if (form === '/nouns/{id}') return `${nouns}/{${id!.variable}}`;
  return form === '/nouns' || row.method === 'POST' ? nouns : `/${kebab(words)}`;
}

/** A question without a noun keeps its inputs in the query. */
function operationRoute({ inputs }: ListedOperation, words: readonly string[], found: Action | undefined): Route {
  const verb = verbOf(words);
  const isAlone = verb?.rest.every((word) => notNouns.includes(word));
  const asks = verb?.row.method === 'GET' && isAlone && inputs.every(fitsQuery);
  const path = `/${kebab(words)}`;
  const group = kebab(words.length > 1 ? plural(words.slice(1)) : words);
  if (asks)
    return {
      method: 'GET',
      path,
      query: inputs.map(({ variable }) => variable!),
      isResource: true,
      group,
      reason: `"${words[0]}" is GET`,
    };
  const reason = found || verb ? 'no resource in its name' : `no rule for the verb "${words[0]}"`;
  return { method: 'POST', path, query: [], isResource: false, group, reason };
}
