// A filter ⇄ searches. One search joins criteria by AND, one for each field; what it cannot say is several of them, whose items are put together.
import type { Conditions, Demand, Demanded } from './conditions.ts';
import type { Field } from './field.ts';
import { parseFilter, type Term, wrong } from './text.ts';

/** JSON of the search's type. */
type Criteria = Readonly<Record<string, unknown>>;

/** A search, and what its items are tested for. */
interface Tested {
  readonly $of: Criteria;
  readonly $where: Criteria;
}

type Search = Criteria | Tested;

/** Items that all of these find, and none of those. */
interface Together {
  readonly $all: readonly Search[];
  readonly $none?: readonly Search[];
}

type Choice = Search | Together;

/** What `pages.distinct` reads. */
export type Query = Choice | { readonly $any: readonly Choice[] };

/** Searches that one filter may need. */
const MOST_SEARCHES = 20;

export class Searches {
  private readonly conditions: Conditions;
  /** Operators of two criteria that one criterion says: `low high` → its operator. */
  private readonly ranges = new Map<string, string>();

  private readonly unions: ReadonlySet<string>;

  /** `unions`: operators of criteria that find what one of their values finds. */
  constructor(conditions: Conditions, unions: ReadonlySet<string>) {
    this.conditions = conditions;
    this.unions = unions;
    for (const { forms } of conditions.fields.all.values())
      for (const { form } of forms.values())
        if (form.bounds && form.operator !== undefined) this.ranges.set(form.bounds.join(' '), form.operator);
  }

  get fields(): Conditions['fields'] {
    return this.conditions.fields;
  }

  /** Throws RangeError that names the character of the text. */
  read(text: string): Query {
    const term = parseFilter(text);
    if (term === undefined) return {};
    const query = this.queryOf(this.choicesOf(term));
    if (searchesIn(query).length > MOST_SEARCHES) throw tooMany(term.at);
    return query;
  }

  /** The same, where nothing can put several searches together. */
  readOne(text: string): Criteria {
    const term = parseFilter(text);
    if (term === undefined) return {};
    const choices = this.choicesOf(term);
    const query = this.queryOf(choices);
    if (isOne(query)) return query;
    const [first, second] = choices;
    const tested = choices.flat().find(({ test }) => test !== undefined);
    if (tested)
      throw wrong(tested.at, 'this takes a look at the records that are found, and here stands for one search');
    const apart = second?.[0] ?? first.find((_, i) => this.piecesOf(first.slice(0, i + 1)).length > 1) ?? first[0];
    throw wrong(
      apart.at,
      'this takes several searches, and here stands for one: one condition for each field, joined by AND',
    );
  }

  /** The canonical text. Throws RangeError for criteria that no filter can say. */
  write(query: Query | null): string {
    if (query === null) throw new RangeError('criteria that are nil have no form in a filter');
    const choices = '$any' in query ? (query.$any as readonly Choice[]) : [query as Choice];
    return choices.map((choice) => this.writeChoice(choice)).join(' OR ');
  }

  private writeChoice(choice: Choice): string {
    const { $all, $none = [] } = partsOf(choice);
    const said = (searches: readonly Search[], none: boolean) =>
      searches.flatMap((one) => demandedIn(one).map(([key, demanded]) => this.conditions.write(key, demanded, none)));
    // What no value of a field may be is said once.
    return [...said($all, false), ...new Set(said($none, true))].join(' AND ');
  }

  /** One of these must hold as a whole: AND is carried into OR. */
  private choicesOf(term: Term): Demand[][] {
    if (term.kind === 'condition') return this.conditions.read(term);
    const parts = term.terms.map((one) => this.choicesOf(one));
    if (term.kind === 'or') return parts.flat();
    return parts.reduce((all, next) => {
      if (all.length * next.length > MOST_SEARCHES) throw tooMany(term.at);
      if (next.length > 1) return all.flatMap((one) => next.map((two) => [...one, ...two]));
      // Most terms have one choice: copies would take quadratic time.
      for (const one of all) for (const demand of next[0]) one.push(demand);
      return all;
    });
  }

  /** The form that each query has once. Choices that are no more than values of one field are one list of them. */
  private queryOf(choices: readonly (readonly Demand[])[]): Query {
    const found = new Map<string, Choice>();
    const lists = new Map<string, Lists>();
    for (const choice of choices) {
      const one = this.togetherOf(choice);
      const list = this.listIn(one);
      const text =
        list === undefined ? JSON.stringify(one) : `list ${list.key} ${list.field.typed?.value} ${list.operator}`;
      if (!found.has(text)) found.set(text, one);
      if (list === undefined) continue;
      const before = lists.get(text) ?? { ...list, parts: [] };
      before.parts.push(list.values);
      lists.set(text, before);
    }
    for (const [text, { key, field, operator, parts }] of lists)
      if (parts.length > 1) {
        const values = new Map(parts.flat().map((value) => [JSON.stringify(value), value]));
        found.set(text, { [key]: this.conditions.criterion(field, operator, [...values.values()]) });
      }
    const all = [...found.values()];
    return all.length === 1 ? all[0] : { $any: all };
  }

  /** A search for one of the values of a list of one field, and no more. */
  private listIn(one: Choice): List | undefined {
    if (!isOne(one)) return undefined;
    const [[key, criterion], ...more] = Object.entries(one);
    const field = this.conditions.fields.ofCriterion(key, criterion)!;
    if (more.length > 0 || !field.many) return undefined;
    const { operator, values } = this.conditions.partsOf(field, criterion)!;
    return operator !== undefined && this.unions.has(operator) ? { key, field, operator, values } : undefined;
  }

  private togetherOf(choice: readonly Demand[]): Choice {
    const pieces = this.piecesOf(choice.filter(({ none }) => !none)).map(searchOf);
    const none = unique(
      choice.filter((demand) => demand.none).map((demand) => searchOf(new Map([[demand.key, demand]]))),
    );
    if (none.length > 0) return { $all: pieces.length > 0 ? pieces : [{}], $none: none };
    return pieces.length === 1 ? pieces[0] : { $all: pieces };
  }

  /** Criteria with one criterion for each field; what has its place in the first of them is not in another. */
  private piecesOf(demands: readonly Demand[]): Piece[] {
    const pieces: Piece[] = [];
    for (const demand of demands) {
      const { key, at } = demand;
      const text = textOf(demand);
      if (pieces.some((piece) => piece.has(key) && textOf(piece.get(key)!) === text)) continue;
      const range = pieces.find((piece) => piece.has(key) && this.rangeOf(piece.get(key)!, demand) !== undefined);
      const free = range ?? pieces.find((piece) => !piece.has(key));
      if (free) free.set(key, range ? this.rangeOf(range.get(key)!, demand)! : demand);
      else pieces.push(new Map([[key, demand]]));
      if (pieces.length > MOST_SEARCHES) throw tooMany(at);
    }
    // Ranges that were found may say what another criterion says.
    const again = pieces.flatMap((piece) => [...piece.values()]);
    return again.length < demands.length ? this.piecesOf(again) : pieces;
  }

  /** One criterion for two on one field. */
  private rangeOf(a: Demand, b: Demand): Demand | undefined {
    if (this.ranges.size === 0 || a.test || b.test) return undefined;
    const field = this.conditions.fields.ofCriterion(a.key, a.criterion)!;
    if (this.conditions.fields.ofCriterion(b.key, b.criterion)?.typed !== field.typed) return undefined;
    const [one, two] = [a, b].map(({ criterion }) => this.conditions.partsOf(field, criterion));
    for (const [low, high] of [
      [one, two],
      [two, one],
    ]) {
      const operator = this.ranges.get(`${low?.operator} ${high?.operator}`);
      if (operator === undefined || !field.operators?.has(operator) || !field.ranges) continue;
      const values = [...(low?.values ?? []), ...(high?.values ?? [])];
      return { key: a.key, at: a.at, criterion: this.conditions.criterion(field, operator, values) };
    }
    return undefined;
  }
}

interface List {
  readonly key: string;
  readonly field: Field;
  readonly operator: string;
  readonly values: readonly unknown[];
}

interface Lists extends List {
  readonly parts: (readonly unknown[])[];
}

type Piece = Map<string, Demand>;

const tooMany = (at: number) =>
  wrong(
    at,
    `this takes more than ${MOST_SEARCHES} searches, since each joins conditions on different fields by AND alone`,
  );

function textOf({ criterion, test }: Demanded): string {
  return JSON.stringify([criterion, test]);
}

function searchOf(piece: Piece): Search {
  const criteria = Object.fromEntries(
    [...piece].flatMap(([key, { criterion }]) => (criterion === undefined ? [] : [[key, criterion]])),
  );
  const tests = [...piece].flatMap(([key, { test }]) => (test === undefined ? [] : [[key, test]]));
  return tests.length === 0 ? criteria : { $of: criteria, $where: Object.fromEntries(tests) };
}

/** What `searchOf` made it of. */
function demandedIn(search: Search): (readonly [string, Demanded])[] {
  if (!isTested(search)) return Object.entries(search).map(([key, criterion]) => [key, { criterion }]);
  const { $of, $where } = search;
  const keys = new Set([...Object.keys($of), ...Object.keys($where)]);
  return [...keys].map((key) => [key, { criterion: $of[key], test: $where[key] as Demanded['test'] }]);
}

function isTested(search: object): search is Tested {
  return '$where' in search;
}

/** One search that says it all. */
function isOne(query: Query): query is Criteria {
  return !('$any' in query) && !('$all' in query) && !isTested(query);
}

function partsOf(choice: Choice): Together {
  return '$all' in choice ? (choice as Together) : { $all: [choice as Search] };
}

function searchesIn(query: Query): readonly Search[] {
  if ('$any' in query) return (query.$any as readonly Query[]).flatMap(searchesIn);
  const { $all, $none = [] } = partsOf(query as Choice);
  return [...$all, ...$none];
}

function unique(all: readonly Search[]): Search[] {
  return [...new Map(all.map((one) => [JSON.stringify(one), one])).values()];
}
