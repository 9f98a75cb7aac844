// From an operation to a REST request, by the rows of `inference.ts`. Every choice has its reason.
import {
  byWords,
  credentialWords,
  emptyWords,
  idWords,
  listMarks,
  type Method,
  notNouns,
  otherVerbs,
  type PathForm,
  secretWords,
  type VerbRow,
  verbRows,
} from './inference.ts';
import { endsWith, isPlural, kebab, plural, singular, trimmed, wordsOf } from './names.ts';
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

interface Noun {
  readonly nameWords: readonly string[];
  /** After `by`, `for`, `of` …: `zip` of GetForecastByZip. */
  readonly by: readonly string[];
}

/** The routes of an operation, the best one first. The last one is free for any operation. `prefix`: path of its port. */
export function routesOf(listed: ListedOperation, prefix = ''): Route[] {
  const { name, portType } = listed.operation;
  const found = actionOf(name, portType.local);
  const words = trimmed(wordsOf(name));
  const below = found?.ofPort && prefix !== '' ? prefix.slice(0, prefix.lastIndexOf('/')) : prefix;
  const routes = found ? resourceRoutes(listed, found) : [];
  return [...routes.map((route) => under(below, route)), under(prefix, operationRoute(listed, words, found))];
}

function under(prefix: string, route: Route): Route {
  return { ...route, path: prefix + route.path };
}

/** What an operation does to which resource. */
interface Action {
  readonly row: VerbRow;
  readonly verb: string;
  readonly noun: Noun;
  /** Words of the resource that it is a part of: `Account` of `Account_GetEntries`. */
  readonly owner: readonly string[];
  /** The port has named the resource: the operation has a verb alone. */
  readonly ofPort?: boolean;
}

/** `GetOrder`, `Order_Get`, `OrderGet`, or `get` of a port `Orders`. */
function actionOf(name: string, port: string): Action | undefined {
  const words = trimmed(wordsOf(name));
  const first = verbOf(words);
  if (first && first.rest.length > 0) return { ...first, noun: nounOf(first.rest), owner: [] };
  const parts = /^(\p{L}[\p{L}\p{N}]*)[_.](.+)$/u.exec(name);
  const second = parts ? verbOf(trimmed(wordsOf(parts[2]))) : undefined;
  if (parts && second) return partOf(wordsOf(parts[1]), second);
  if (first) return ofPort(first, trimmed(wordsOf(port)));
  const last = otherVerbs.includes(words[0]) ? undefined : verbOf(words.slice(-1));
  return last && words.length > 1 ? { ...last, noun: nounOf(words.slice(0, -1)), owner: [] } : undefined;
}

/** `Account_GetById` is about accounts, `Account_GetEntries` about what they have. */
function partOf(owner: readonly string[], found: FoundVerb): Action {
  const isItself = found.rest.length === 0 || byWords.includes(found.rest[0]) || notNouns.includes(found.rest[0]);
  if (!isItself) return { ...found, noun: nounOf(found.rest), owner };
  return {
    ...found,
    noun: nounOf([...owner, ...found.rest.filter((word) => !notNouns.includes(word) || byWords.includes(word))]),
    owner: [],
  };
}

function ofPort(found: FoundVerb, port: readonly string[]): Action | undefined {
  return emptyWords.includes(port[0])
    ? undefined
    : { ...found, noun: { nameWords: port, by: [] }, owner: [], ofPort: true };
}

interface FoundVerb {
  readonly row: VerbRow;
  readonly verb: string;
  readonly rest: readonly string[];
}

/** `get all orders` and `get list of orders` list. */
function verbOf(words: readonly string[]): FoundVerb | undefined {
  const [verb, ...rest] = words[0] === 'do' ? words.slice(1) : words;
  const row = verbRows.find(({ verbs }) => verbs.includes(verb));
  if (row === undefined || (words[0] === 'do' && rest.length === 0)) return undefined;
  const mark = listMarks.find((phrase) => ` ${rest.join(' ')} `.startsWith(` ${phrase} `));
  if (row.method !== 'GET' || mark === undefined) return { row, verb, rest };
  const list = verbRows.find(({ verbs }) => verbs.includes('list'))!;
  return { row: list, verb: `${verb} ${mark}`, rest: rest.slice(mark.split(' ').length) };
}

/** `order by number` is found by its number. Other such words belong to the noun. */
function nounOf(words: readonly string[]): Noun {
  const at = words.findIndex((word, i) => i > 0 && byWords.includes(word));
  if (at < 0 || at === words.length - 1) return { nameWords: words, by: [] };
  return { nameWords: words.slice(0, at), by: words.slice(at + 1) };
}

function resourceRoutes({ inputs }: ListedOperation, { row, verb, noun, owner: whole }: Action): Route[] {
  if (noun.nameWords.length === 0 || notNouns.includes(noun.nameWords[0])) return [];
  const above = whole.length === 0 ? '' : `/${kebab(plural(whole))}`;
  // The one input of SetHostname is its value.
  const isValue = inputs.length === 1 && (row.method === 'PUT' || row.method === 'PATCH');
  const isOne = row.withId === '/nouns/{id}' && !isValue && !(isPlural(noun.nameWords) && row.method === 'GET');
  const id = isOne ? idOf(noun, inputs) : undefined;
  const owner = id === undefined ? ownerOf(noun, inputs, row) : undefined;
  const bound = [id, owner?.input].filter((input) => input !== undefined);
  const path = above + (owner ? owner.path : '') + pathOf(row, id ? row.withId : row.withoutId, noun, id);
  const rest = inputs.filter((input) => !bound.includes(input));
  const reasons = [
    `"${verb}" is ${row.method}`,
    ...(id ? [`${id.key} is the id`] : []),
    ...(owner ? [owner.reason] : []),
  ];
  const base = { group: kebab(plural(whole.length === 0 ? noun.nameWords : whole)), isResource: true };
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

/** The path itself; where another operation has it, the same below the words after `by`, or below the verb. */
function withAction(route: Route, { nameWords: words, by }: Noun, above: string, action: string): Route[] {
  const nouns = `${above}/${kebab(plural(words))}`;
  const id = /\{[^}]*\}$/.exec(route.path)?.[0];
  const below = by.length > 0 ? `/by-${kebab(by)}${id ? `/${id}` : ''}` : id ? undefined : action;
  return below === undefined
    ? [route]
    : [route, { ...route, path: nouns + below, reason: `${route.reason}; its path was taken` }];
}

function pathOf(row: VerbRow, form: PathForm, { nameWords: words }: Noun, id: Input | undefined): string {
  const nouns = `/${kebab(plural(words))}`;
  if (form === '/nouns/{id}') return `${nouns}/{${id!.variable}}`;
  return form === '/nouns' || row.method === 'POST' ? nouns : `/${kebab(words)}`;
}

function fitsQuery({ simple, variable, nameWords: words }: Input): boolean {
  return simple && variable !== undefined && !isSecret(words);
}

/** The input that names one resource: `OrderId` or `id` of GetOrder, `zip` of GetForecastByZip. */
function idOf(noun: Noun, inputs: readonly Input[]): Input | undefined {
  const usable = inputs.filter(fitsPath);
  const one = singular(noun.nameWords);
  const tails = one.map((_, i) => one.slice(i));
  const named = [...idWords, ''].flatMap((word) => tails.map((tail) => [...tail, word].join(' ').trim()));
  return (
    (noun.by.length > 0 ? usable.find(({ nameWords: words }) => sameEnd(words, noun.by)) : undefined) ??
    usable.find(({ nameWords: words }) => named.includes(words.join(' '))) ??
    usable.find(({ nameWords: words }) => words.length === 1 && idWords.includes(words[0]))
  );
}

function fitsPath({ scalar, variable, nameWords: words }: Input): boolean {
  return scalar && variable !== undefined && !isSecret(words) && !endsWith(words, credentialWords);
}

function isSecret(words: readonly string[]): boolean {
  return words.some((word) => secretWords.includes(word));
}

function sameEnd(words: readonly string[], by: readonly string[]): boolean {
  const [a, b] = [words.join(' '), by.join(' ')];
  return endsWith(words, [b]) || endsWith(by, [a]);
}

interface Owner {
  readonly input: Input;
  readonly path: string;
  readonly reason: string;
}

/** `ListOrders(customerId)` lists what belongs to one customer. Only a required input, and the only one of its kind. */
function ownerOf({ nameWords: words }: Noun, inputs: readonly Input[], { method }: VerbRow): Owner | undefined {
  if (method === 'POST') return undefined;
  const owners = inputs.filter((input) => fitsPath(input) && ownerWords(input).length > 0);
  const [input] = owners;
  if (owners.length !== 1 || !input.required) return undefined;
  const owner = ownerWords(input);
  if (singular(words).join(' ') === owner.join(' ')) return undefined;
  return {
    input,
    path: `/${kebab(plural(owner))}/{${input.variable}}`,
    reason: `${input.key} is the id of what it belongs to`,
  };
}

/** `customer` of `CustomerId`; none for names and codes, which are more often conditions. */
function ownerWords({ nameWords: words }: Input): readonly string[] {
  return words.length > 1 && ['id', 'token', 'key', 'guid', 'uuid'].includes(words.at(-1)!) ? words.slice(0, -1) : [];
}

/** A question without a noun keeps its inputs in the query. */
function operationRoute({ inputs }: ListedOperation, words: readonly string[], found: Action | undefined): Route {
  const verb = verbOf(words);
  const asks = verb?.row.method === 'GET' && verb.rest.length === 0 && inputs.every(fitsQuery);
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
