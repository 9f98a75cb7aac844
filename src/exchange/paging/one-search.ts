// One of the searches that a question stands for: how it is asked for, and which of its items it finds.
import { SoapstoneError } from '../../errors/errors.ts';
import type { Json } from '../../json/value.ts';
import { member } from '../../json/walk.ts';
import type { PagesPlan, SeveralPlan } from '../../mapping/model/flow-plan.ts';
import type { Rule } from '../../mapping/model/rule.ts';
import type { Asked } from './window.ts';

export interface OneSearch extends Asked {
  readonly plan: PagesPlan<Rule>;
  /** Of a search whose items are looked at; absent: it finds them all. */
  readonly fits?: (item: Json) => boolean;
}

/** `said`: a question of one search, or `{ $of: question, $where: condition }`. */
export function searchIn(
  said: Json,
  plan: PagesPlan<Rule>,
  { of, itemFilter: where }: SeveralPlan<Rule>,
  { rule, bindings }: Asked,
): OneSearch {
  const condition = where && member(said, '$where');
  if (condition === undefined) return { rule, plan, bindings: bindings.with(of, said) };
  const asked = bindings.with(of, member(said, '$of'));
  const fits = (item: Json) => where!.fits(item, condition);
  const { searchCalls: own } = where!;
  if (own === undefined) return { rule, plan, bindings: asked, fits };
  const { first, next, items } = own;
  if (own.condition === undefined) return { rule: first, plan: { ...plan, first, next, items }, bindings: asked, fits };
  // Another condition may be another search.
  const query = [...plan.query, own.condition];
  return {
    rule: first,
    plan: { ...plan, first, next, items, query },
    bindings: asked.with(own.condition, condition),
    fits,
  };
}

/** The items that one request has to look at, of all its searches. */
export class LookedAt {
  private readonly several: SeveralPlan<Rule>;
  private before = 0;

  constructor(several: SeveralPlan<Rule>) {
    this.several = several;
  }

  /** `end`: items of a search up to here. `total`: all that it has, where that is known. Throws BAD_QUERY as soon as they are too many. */
  count(end: number, more: boolean, total: number | undefined): void {
    const { queryPath: shown, itemFilter: where } = this.several;
    const { maxItems: most } = where!;
    const all = this.before + Math.max(end + (more ? 1 : 0), total ?? 0);
    if (all > most)
      throw new SoapstoneError(
        'BAD_QUERY',
        `${total === undefined ? `more than ${most}` : all} items would have to be looked at, and ${most} may be; ask for fewer with further conditions`,
        { path: shown },
      );
    if (!more) this.before += end;
  }
}
