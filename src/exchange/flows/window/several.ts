// A window over several searches: their items in any of them, in all, in none. Each search is read to its end; only then is anything known of the whole.
import { SoapstoneError } from '../../../errors.ts';
import { type Json, json, textOf } from '../../../json/value.ts';
import { itemsOf, member, scalarText } from '../../../json/walk.ts';
import type { PagesPlan } from '../../../mapping/flow/plan.ts';
import type { Rule } from '../../../mapping/rule.ts';
import type { Calls } from '../../calls.ts';
import type { Keeper } from '../keeper.ts';
import { numberOf } from '../numbers.ts';
import { type Asked, type Begin, type Found, type Search, Window } from './window.ts';

/** What one search is read by. */
export type WindowOf = (asked: Asked) => Window;

type Several = NonNullable<PagesPlan<Rule>['several']>;
type Items = Map<string, Json>;

/** Windows that all searches of one request may take. */
const WINDOWS = 100;

/** The question stands for several: an object with `$any` or `$all`. */
export function isSeveral({ of }: Several, { bindings }: Asked): boolean {
  const question = bindings[of];
  return question !== undefined && ['$any', '$all'].some((key) => member(question, key) !== undefined);
}

export class SeveralWindow extends Window {
  private readonly asked: Asked;
  private readonly several: Several;
  private readonly windowOf: WindowOf;
  private windows = 0;

  constructor(plan: PagesPlan<Rule>, several: Several, asked: Asked, calls: Calls, keeper: Keeper, windowOf: WindowOf) {
    super(plan, asked, calls, keeper);
    this.asked = asked;
    this.several = several;
    this.windowOf = windowOf;
  }

  protected async collect(): Promise<Found> {
    const found = await this.any(this.asked.bindings[this.several.of] as Json);
    const all = [...found].toSorted(([a], [b]) => inOrder(a, b)).map(([, item]) => item);
    this.search = { cursor: null, size: 0, total: all.length, pages: null, next: 0 };
    const end = this.offset + this.limit;
    return {
      items: all.slice(this.offset, end),
      after: Math.min(end, all.length),
      more: this.limit > 0 ? end < all.length : this.offset < all.length,
    };
  }

  private async any(question: Json): Promise<Items> {
    const choices = member(question, '$any');
    if (choices === undefined) return this.all(question);
    const found: Items = new Map();
    for (const choice of itemsOf(choices)) for (const [key, item] of await this.all(choice)) found.set(key, item);
    return found;
  }

  private async all(choice: Json): Promise<Items> {
    const demands = member(choice, '$all');
    if (demands === undefined) return this.one(choice);
    const [first, ...others] = itemsOf(demands);
    const found = await this.one(first);
    // All are asked for, even where nothing is left: a search that is refused is refused whatever there is.
    for (const other of others) {
      const both = await this.one(other);
      for (const key of found.keys()) if (!both.has(key)) found.delete(key);
    }
    const without = member(choice, '$none');
    for (const other of without ? itemsOf(without) : [])
      for (const key of (await this.one(other)).keys()) found.delete(key);
    return found;
  }

  /** Whatever the caller's window, searches are read in the largest ones. */
  private async one(question: Json): Promise<Items> {
    const { plan, asked, several } = this;
    const items: Items = new Map();
    for (let offset = 0; ; offset += plan.most) {
      if (++this.windows > WINDOWS)
        throw new SoapstoneError('BAD_QUERY', 'this question takes too many pages of several searches; ask for less', {
          path: '?limit',
        });
      const bindings = asked.bindings.slice();
      bindings[several.of] = question;
      bindings[plan.limit] = numberOf(plan.most);
      bindings[plan.offset] = numberOf(offset);
      const window = this.windowOf({ rule: asked.rule, bindings });
      const { items: found, more, last } = await window.found();
      // The reply is one to the whole question, and so are the links in it.
      this.last = last.with(several.of, asked.bindings[several.of]);
      // A copy: what was cut from the reply would keep the whole of it.
      for (const item of found) items.set(this.keyOf(item), json(Buffer.from(textOf(item))));
      if (!more || found.length === 0) return items;
    }
  }

  private keyOf(item: Json): string {
    const { by } = this.several;
    const value = member(item, by);
    const key = value && scalarText(value);
    if (key !== undefined) return key;
    throw new SoapstoneError('UPSTREAM_BODY', `an item without "${by}" cannot be found again in another search`, {
      path: `{${this.plan.first.variables[this.plan.items]}}`,
    });
  }

  /** Nothing of the whole is kept: its searches are, each by itself. */
  protected override async recall(): Promise<void> {}

  protected begun(_: Begin): Search {
    throw new Error('several searches are begun one by one');
  }
}

/** Whole numbers by their value, before all other texts. */
function inOrder(a: string, b: string): number {
  const [isA, isB] = [a, b].map((text) => /^-?\d{1,15}$/.test(text));
  if (isA && isB) return Number(a) - Number(b);
  if (isA !== isB) return isA ? -1 : 1;
  return a < b ? -1 : 1;
}
