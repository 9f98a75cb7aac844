// Ids of seeded records that others can refer to.
import { byExternal, type Scene } from '../../examples/records/scene.ts';
import type { Known } from './drawn.ts';

/** Type of record → its search. */
const SEARCHES: Readonly<Record<string, string>> = {
  account: 'AccountSearchBasic',
  accountingBook: 'AccountingBookSearchBasic',
  accountingContext: 'AccountingContextSearchBasic',
  accountingPeriod: 'AccountingPeriodSearchBasic',
  assemblyItem: 'ItemSearchBasic',
  billingClass: 'BillingClassSearchBasic',
  billingSchedule: 'BillingScheduleSearchBasic',
  bom: 'BomSearchBasic',
  bomRevision: 'BomRevisionSearchBasic',
  campaign: 'CampaignSearchBasic',
  customer: 'CustomerSearchBasic',
};

/** Values of lists, whose ids count from 1. */
const LISTS = ['subsidiary', 'currency', 'location', 'department', 'leadSource', 'employee'];

export async function seededIds(scene: Scene): Promise<Known> {
  const known = new Map(LISTS.map((list) => [list, '1']));
  for (const [type, search] of Object.entries(SEARCHES)) {
    const preferences = '<m:searchPreferences><m:pageSize>5</m:pageSize></m:searchPreferences>';
    const body = `<m:search><m:searchRecord i:type="k:${search}"/></m:search>`;
    const found = /<\w+:record [^>]*internalId="(\d+)"/.exec((await scene.ask(body, scene.token() + preferences)).xml);
    if (found) known.set(type, found[1]);
  }
  // There is no search for these.
  const classification = await scene.ask(`<m:get>${byExternal('classification', 'class-offices')}</m:get>`);
  known.set('classification', classification.attributes('internalId')[0]);
  return known;
}
