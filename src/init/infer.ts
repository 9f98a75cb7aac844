// From an operation to a REST request, by the rows of `inference.ts`. Every choice has its reason.
import { type Action, actionOf, type Noun, nounOf } from './actions.ts';
import {
  fitsPath,
  fitsQuery,
  type IdsOfOthers,
  idOf,
  insideIdOf,
  isIdOf,
  type KnownNouns,
  type NounForms,
  nearIdOf,
  type Owner,
  onlyOne,
  ownerOf,
  ownerWords,
  singularKey,
  withoutOwner,
} from './ids.ts';
import {
  changeWords,
  type Method,
  makingVerbs,
  notNouns,
  type PathForm,
  resetWords,
  type VerbRow,
} from './inference.ts';
import { isPlural, kebab, operationWords, plural, singular, wordsOf } from './names.ts';
import { withoutPrefix } from './naming.ts';
import type { Input, ListedOperation } from './operations.ts';
import { verbOf } from './verbs.ts';

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
  /** The first one of the path below its port. */
  readonly segment: string;
  /** Another operation has a better right to the path. */
  readonly isWeak?: boolean;
  readonly reason: string;
}

export interface RouteOptions extends Partial<KnownNouns> {
  /** Path of its port. */
  readonly prefix?: string;
  /** What verbs without a noun are about, where the name of the port says nothing. */
  readonly subject?: readonly string[];
}

/** The routes of an operation, the best one first. The last one is free for any operation. */
export function routesOf(
  listed: ListedOperation,
  { prefix = '', subject, idsOfOthers = new Map(), forms = new Map() }: RouteOptions = {},
): Route[] {
  const { name } = listed.operation;
  const found = actionOf(listed, subject);
  const tokens = operationWords(withoutPrefix(name, listed.naming.prefix));
  const below = found?.ofPort && prefix !== '' ? prefix.slice(0, prefix.lastIndexOf('/')) : prefix;
  const routes = found ? foundRoutes(listed, found, { idsOfOthers, forms }) : actionRoutes(listed, forms);
  const byName = [tokens, operationWords(name)].slice(0, listed.naming.prefix === '' ? 1 : 2);
  return [
    ...routes.map((route) => under(below, route)),
    ...byName.map((all) => under(prefix, operationRoute(listed, all, found))),
  ];
}

function under(prefix: string, route: NewRoute): Route {
  return { ...route, path: prefix + route.path, segment: route.path.split('/')[1] };
}

/** Before it stands below its port. */
type NewRoute = Omit<Route, 'segment'>;

/** Inputs that name a resource without ending in a word for ids: the only ones of an operation that finds it. */
export function idsOf(all: readonly ListedOperation[]): IdsOfOthers {
  const ids = all.flatMap((listed): [string, readonly string[]][] => {
    const { inputs } = listed;
    const found = actionOf(listed);
    const id =
      found?.row.withId === '/nouns/{id}' && found.row.method === 'GET' ? onlyOne(found.noun, inputs) : undefined;
    return id ? [[id.nameWords.join(' '), found!.noun.nameWords]] : [];
  });
  return new Map(ids);
}

/** A noun is a collection everywhere, where one operation of the port lists it, adds to it or finds one by its id. */
export function nounForms(
  all: readonly ListedOperation[],
  subject: readonly string[] | undefined,
  idsOfOthers: IdsOfOthers,
): NounForms {
  const forms = new Map<string, PathForm>();
  for (const listed of all) {
    const found = actionOf(listed, subject);
    if (found === undefined || found.thing || !isNoun(found.noun)) continue;
    const plan = planOf(listed, found, { idsOfOthers, forms: new Map() });
    const key = formKey(found, plan);
    // What is selected by an object is one of many.
    if (plan.left.some(({ isCredential }) => !isCredential) || plan.form !== '/noun' || plan.row.method === 'POST')
      forms.set(key, '/nouns');
    else if (!forms.has(key)) forms.set(key, '/noun');
  }
  return forms;
}

/** What belongs to something is another noun than what stands alone. */
function formKey({ owner: whole }: Action, { owner, below }: Pick<Plan, 'owner' | 'below'>): string {
  return [...whole, ...(owner?.nameWords ?? []), singularKey(below.nameWords)].join(' ');
}

function isNoun({ nameWords }: Noun): boolean {
  return nameWords.length > 0 && !notNouns.includes(nameWords[0]);
}

/** Where an operation stands, before its path is written. */
interface Plan {
  readonly row: VerbRow;
  readonly id?: Input;
  readonly owner?: Owner;
  /** The noun without the words of its owner. */
  readonly below: Noun;
  readonly form: PathForm;
  readonly rest: readonly Input[];
  /** Of a question: inputs that no query can hold. */
  readonly left: readonly Input[];
}

function planOf(listed: ListedOperation, { row: verbRow, verb, noun }: Action, port: KnownNouns): Plan {
  const { inputs } = listed;
  const row = rowFor(verbRow, inputs);
  const id = idFor(listed, row, noun, port);
  const owner = id === undefined ? ownerOf(noun, inputs, row, verb, port) : undefined;
  const bound = [id, owner?.input].filter((input) => input !== undefined);
  const below = owner ? withoutOwner(noun, owner) : noun;
  const form = id ? row.withId : isOfMany(noun, inputs) ? '/nouns' : row.withoutId;
  const rest = inputs.filter((input) => !bound.includes(input));
  const isQuestion = row.method === 'GET' || row.method === 'DELETE';
  return { row, id, owner, below, form, rest, left: isQuestion ? rest.filter((input) => !fitsQuery(input)) : [] };
}

function idFor(
  { inputs, inside }: ListedOperation,
  row: VerbRow,
  noun: Noun,
  { forms }: KnownNouns,
): Input | undefined {
  const isUpdate = row.method === 'PUT' || row.method === 'PATCH';
  if (row.withId !== '/nouns/{id}' || (isPlural(noun.nameWords) && row.method === 'GET')) return undefined;
  const nested = isUpdate && inputs.length === 1 && !inputs[0].list ? insideIdOf(noun, inside) : undefined;
  // The one input of SetHostname is its value.
  if (nested || (isUpdate && inputs.length === 1)) return nested;
  return idOf(noun, inputs) ?? nearIdOf(noun, inputs, forms);
}

/** Where a noun has one name for all operations, its own one is the next. */
function foundRoutes(listed: ListedOperation, action: Action, port: KnownNouns): NewRoute[] {
  const { noun, thing } = action;
  if (!isNoun(noun)) return [];
  if (thing) {
    const routes = foundRoutes(listed, thing, port);
    if (planOf(listed, thing, port).id) return routes;
    return [{ ...resourceRoutes(listed, action, port)[0], isWeak: true }, ...routes];
  }
  const plan = planOf(listed, action, port);
  const common = port.forms.get(formKey(action, plan));
  const routes = resourceRoutes(listed, action, { ...port, forms: new Map() });
  if (common === undefined) return routes;
  const [first, ...next] = resourceRoutes(listed, action, port);
  return routes[0].path === first.path ? [first, ...next] : [{ ...first, isWeak: true }, ...routes];
}

function resourceRoutes(listed: ListedOperation, action: Action, port: KnownNouns): NewRoute[] {
  const { verb, noun, owner: whole } = action;
  if (action.row.method === 'PUT' && resetWords.includes(noun.nameWords.at(-1)!)) return [resetRoute(noun)];
  const plan = planOf(listed, action, port);
  const { row, id, owner, below, rest, left } = plan;
  const above = whole.length === 0 ? '' : `/${kebab(whole)}`;
  const common = port.forms.get(formKey(action, plan));
  const form = plan.form === '/noun' ? (common ?? plan.form) : plan.form;
  const path = above + (owner ? owner.path : '') + pathOf(row, form, below, id);
  const reasons = [
    `"${verb}" is ${row.method}`,
    ...(id ? [`${id.key} is the id`] : []),
    ...(owner ? [owner.reason] : []),
  ];
  const base = { group: kebab(whole.length === 0 ? noun.pluralWords : whole), isResource: true };
  const nouns = above + pathOf(row, common ?? '/nouns', noun, undefined);
  const action_ = `/${kebab(wordsOf(verb))}`;
  if (row.method !== 'GET' && row.method !== 'DELETE')
    return withAction(
      { ...base, method: row.method, path, query: [], status: row.status, reason: reasons.join('; ') },
      noun,
      nouns,
      action_,
    );
  if (left.length === 0) {
    const query = rest.map(({ variable }) => variable!);
    if (query.length > 0) reasons.push(`${query.length === 1 ? 'one input' : `${query.length} inputs`} in the query`);
    return withAction({ ...base, method: row.method, path, query, reason: reasons.join('; ') }, noun, nouns, action_);
  }
  const keys = left.map(({ key }) => key).slice(0, 2);
  const reason = `POST, since ${keys.join(' and ')} cannot stand in a query`;
  return [{ ...base, method: 'POST', path: nouns + action_, query: [], reason }];
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
    const tokens = changeWords.includes(input.nameWords.at(-1)!) ? input.nameWords.slice(0, -1) : input.nameWords;
    return input.list === true && singular(tokens).join(' ') === noun;
  });
}

/** To set a default is to undo what was set. */
function resetRoute({ nameWords, pluralWords }: Noun): NewRoute {
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
function actionRoutes({ operation, naming, inputs }: ListedOperation, forms: NounForms): NewRoute[] {
  const tokens = operationWords(withoutPrefix(operation.name, naming.prefix), 2);
  const [verb, ...rest] = tokens;
  const usable = inputs.filter((input) => fitsPath(input) && input.required);
  const noun = rest.length === 0 || notNouns.includes(rest[0]) ? undefined : nounOf(rest);
  const id = noun && usable.find((input) => isIdOf(input, noun));
  if (noun && id) {
    const action = [verb, ...rest.slice(noun.nameWords.length)];
    return [actionRoute(noun.pluralWords, id, action, `${id.key} is the id of what to ${verb}`)];
  }
  const made =
    noun && makingVerbs.includes(verb) && forms.get(singularKey(rest)) === '/nouns' ? [makingRoute(verb, noun)] : [];
  const [owner, ...others] = usable.filter((input) => ownerWords(input).length > 0);
  if (owner === undefined || others.length > 0) return made;
  return [
    ...made,
    actionRoute(plural(ownerWords(owner)), owner, tokens, `${owner.key} is the id of what it belongs to`),
  ];
}

function makingRoute(verb: string, { pluralWords }: Noun): NewRoute {
  const nouns = kebab(pluralWords);
  const reason = `"${verb}" adds to what other operations have as ${nouns}`;
  return { method: 'POST', path: `/${nouns}`, query: [], status: 201, isResource: true, group: nouns, reason };
}

function actionRoute(nouns: readonly string[], id: Input, action: readonly string[], reason: string): NewRoute {
  const path = `/${kebab(nouns)}/{${id.variable}}/${kebab(action)}`;
  return { method: 'POST', path, query: [], isResource: true, group: kebab(nouns), reason };
}

/** The path itself; where another operation has it, the same below the words after `by`, or below the verb. */
function withAction(route: NewRoute, { by }: Noun, nouns: string, action: string): NewRoute[] {
  const id = /\{[^}]*\}$/.exec(route.path)?.[0];
  const below = by.length > 0 ? `/by-${kebab(by)}${id ? `/${id}` : ''}` : id ? undefined : action;
  return below === undefined
    ? [route]
    : [route, { ...route, path: nouns + below, reason: `${route.reason}; its path was taken` }];
}

function pathOf(row: VerbRow, form: PathForm, noun: Noun, id: Input | undefined): string {
  const { nameWords: tokens, pluralWords } = noun;
  const nouns = `/${kebab(pluralWords)}`;
  if (form === '/nouns/{id}') return `${nouns}/{${id!.variable}}`;
  return form === '/nouns' || row.method === 'POST' ? nouns : `/${kebab(tokens)}`;
}

/** A question without a noun keeps its inputs in the query. */
function operationRoute({ inputs }: ListedOperation, tokens: readonly string[], found: Action | undefined): NewRoute {
  const verb = verbOf(tokens);
  const isAlone = verb?.rest.every((token) => notNouns.includes(token));
  const asks = verb?.row.method === 'GET' && isAlone && inputs.every(fitsQuery);
  const path = `/${kebab(tokens)}`;
  const group = kebab(tokens.length > 1 ? plural(tokens.slice(1)) : tokens);
  if (asks)
    return {
      method: 'GET',
      path,
      query: inputs.map(({ variable }) => variable!),
      isResource: true,
      group,
      reason: `"${tokens[0]}" is GET`,
    };
  const reason = found || verb ? 'no resource in its name' : `no rule for the verb "${tokens[0]}"`;
  return { method: 'POST', path, query: [], isResource: false, group, reason };
}
