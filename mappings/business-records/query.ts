// `q` ⇄ searches. One search joins criteria by AND, one for each field; what it cannot say is several of them, whose records are put together.
import { conditionOf, conditionWithout, type Criteria, type Criterion, type Demand, demandsOf, isOpen } from './criteria.ts';
import type { Fields } from './fields.ts';
import { askedFor, criteriaOf, isLooked, type Looked } from './looked-at.ts';
import { parseQuery, type Term, wrong } from './query-text.ts';

/** Records that all of these find, and none of those. */
export interface Together {
  readonly $all: readonly Search[];
  readonly $none?: readonly Search[];
}

/** One search, perhaps with a look at its records. */
export type Search = Criteria | Looked;

export type Choice = Search | Together;

/** What `pages.several` of the mapping language reads. */
export type Query = Choice | { readonly $any: readonly Choice[] };

/** Searches that one query may need. */
const MOST_SEARCHES = 20;

/** Throws RangeError that names the character of the text. */
export function queryIn(text: string, fields: Fields): Query {
  const term = parseQuery(text);
  const query = queryOfChoices(choicesOf(term, fields), fields);
  if (searchesOf(query).length > MOST_SEARCHES) throw tooMany(term.at);
  return query;
}

/** The same, where nothing can put several searches together. */
export function criteriaIn(text: string, fields: Fields): Criteria {
  const choices = choicesOf(parseQuery(text), fields);
  const query = queryOfChoices(choices, fields);
  if (isOne(query)) return query;
  const [first, second] = choices;
  const looked = choices.flat().find((demand) => !isOne(togetherOf([{ ...demand, none: undefined }], fields)));
  if (looked) throw wrong(looked.at, 'this takes a look at the records that are found, and here stands for one search');
  const apart = second?.[0] ?? first.find((_, i) => piecesOf(first.slice(0, i + 1)).length > 1) ?? first[0];
  throw wrong(apart.at, 'this takes several searches, and here stands for one: one condition for each field, joined by AND');
}

/** One search that says it all. */
export function isOne(query: Query): query is Criteria {
  return !('$any' in query) && !('$all' in query) && !isLooked(query);
}

function searchesOf(query: Query): readonly Search[] {
  if ('$any' in query) return (query.$any as readonly Query[]).flatMap(searchesOf);
  const { $all, $none = [] } = partsOf(query as Choice);
  return [...$all, ...$none];
}

const partsOf = (choice: Choice): Together => ('$all' in choice ? (choice as Together) : { $all: [choice as Search] });

/** One of these must hold as a whole: AND is carried into OR. */
function choicesOf(term: Term, fields: Fields): Demand[][] {
  if (term.kind === 'condition') return demandsOf(term, fields);
  const parts = term.terms.map((part) => choicesOf(part, fields));
  if (term.kind === 'or') return parts.flat();
  return parts.reduce((all, part) => {
    if (all.length * part.length > MOST_SEARCHES) throw tooMany(term.at);
    return all.flatMap((one) => part.map((other) => [...one, ...other]));
  });
}

const tooMany = (at: number) =>
  wrong(at, `this takes more than ${MOST_SEARCHES} searches, since each joins conditions on different fields by AND alone`);

/** The form that each query has once. Choices that are no more than values of one field are one list of them. */
export function queryOfChoices(choices: readonly (readonly Demand[])[], fields: Fields): Query {
  const found = new Map<string, Choice>();
  const lists = new Map<string, Map<string, unknown>[]>();
  for (const choice of choices) {
    const one = togetherOf(choice, fields);
    const name = listIn(one);
    const text = name === undefined ? JSON.stringify(one) : `list ${name}`;
    if (!found.has(text)) found.set(text, one);
    if (name === undefined) continue;
    const values = (one as Criteria)[name].searchValue as unknown[];
    const before = lists.get(name);
    const keyed = new Map(values.map((value) => [JSON.stringify(value), value]));
    if (before) before.push(keyed);
    else lists.set(name, [keyed]);
  }
  for (const [name, parts] of lists)
    if (parts.length > 1) found.set(`list ${name}`, { [name]: { '@operator': 'anyOf', searchValue: [...new Map(parts.flatMap((part) => [...part])).values()] } });
  const all = [...found.values()];
  return all.length === 1 ? all[0] : { $any: all };
}

/** The field, where this is no more than a list of its values. */
function listIn(one: Choice): string | undefined {
  if (!isOne(one)) return undefined;
  const [[name, criterion], ...more] = Object.entries(one);
  return more.length === 0 && criterion['@operator'] === 'anyOf' ? name : undefined;
}

function togetherOf(choice: readonly Demand[], fields: Fields): Choice {
  const asked = (criteria: Criteria) => askedFor(criteria, (name) => isOpen(fields.get(name)!));
  const pieces = piecesOf(choice.filter(({ none }) => !none)).map(asked);
  const none = unique(choice.filter((demand) => demand.none).map(({ name, criterion }) => asked({ [name]: criterion })));
  if (none.length > 0) return { $all: pieces.length > 0 ? pieces : [{}], $none: none };
  return pieces.length === 1 ? pieces[0] : { $all: pieces };
}

function unique(all: readonly Search[]): Search[] {
  const texts = all.map((one) => JSON.stringify(one));
  return all.filter((_, i) => texts.indexOf(texts[i]) === i);
}

/** Criteria with one criterion for each field; what has its place in the first of them is not in another. */
function piecesOf(demands: readonly Demand[]): Criteria[] {
  const pieces: Map<string, Criterion>[] = [];
  for (const { name, criterion, at } of demands) {
    const text = JSON.stringify(criterion);
    if (pieces.some((piece) => piece.has(name) && JSON.stringify(piece.get(name)) === text)) continue;
    const range = pieces.find((piece) => piece.has(name) && rangeOf(piece.get(name)!, criterion) !== undefined);
    const free = range ?? pieces.find((piece) => !piece.has(name));
    if (free) free.set(name, range ? rangeOf(range.get(name)!, criterion)! : criterion);
    else pieces.push(new Map([[name, criterion]]));
    if (pieces.length > MOST_SEARCHES) throw tooMany(at);
  }
  // Ranges that were found may say what another criterion says.
  const again = pieces.flatMap((piece) => [...piece].map(([name, criterion]) => ({ name, criterion, at: demands[0].at })));
  return again.length < demands.length ? piecesOf(again) : pieces.map((piece) => Object.fromEntries(piece));
}

/** Two conditions on one field that one criterion says. */
const RANGES: ReadonlyMap<string, readonly [string, string]> = new Map([
  ['between', ['greaterThanOrEqualTo', 'lessThanOrEqualTo']],
  ['within', ['onOrAfter', 'onOrBefore']],
]);

function rangeOf(a: Criterion, b: Criterion): Criterion | undefined {
  for (const [range, [low, high]] of RANGES) {
    const from = [a, b].find((c) => c['@operator'] === low);
    const to = [a, b].find((c) => c['@operator'] === high);
    if (from && to) return { '@operator': range, searchValue: from.searchValue, searchValue2: to.searchValue };
  }
  return undefined;
}

/** The canonical text. Throws RangeError for criteria that `q` cannot say. */
export function queryOut(query: Query, fields: Fields): string {
  const choices = '$any' in query ? (query.$any as readonly Choice[]) : [query as Choice];
  return choices.map((choice) => conditionsOf(choice, fields)).join(' OR ');
}

function conditionsOf(choice: Choice, fields: Fields): string {
  const { $all, $none = [] } = partsOf(choice);
  const criteriaIn = (searches: readonly Search[]) => searches.flatMap((one) => Object.entries(isLooked(one) ? criteriaOf(one) : one));
  const said = criteriaIn($all).map(([name, one]) => conditionOf(name, one, fields.get(name)));
  // A flag that is neither true nor false is said once.
  const none = criteriaIn($none).map(([name, one]) => conditionWithout(name, one, fields.get(name)));
  return [...said, ...new Set(none)].join(' AND ');
}
