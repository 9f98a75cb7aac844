// Functions of the mapping: `q` ⇄ criteria, for each search of the contract; and a draft with changes.
import type { Draw } from '../../src/index.ts';
import { anyCriteria } from './any-criteria.ts';
import { type Criteria, criteriaOf, type Fields, type Kind, queryOf } from './criteria.ts';
import { SEARCHES } from './search-fields.ts';

function query(search: string) {
  const pairs = SEARCHES[search].split(' ').map((text) => text.split(':') as [string, Kind]);
  const fields: Fields = new Map(pairs);
  return {
    in: (text: unknown) => criteriaOf(String(text), fields),
    out: (criteria: unknown) => queryOf(criteria as Criteria, fields),
    laws: (draw: Draw) => anyCriteria(draw, fields),
  };
}

/** A draft with the members that the caller gives in their place. Runs from REST to SOAP only: nothing can tell the two apart again. */
export const changed = {
  in: (): undefined => undefined,
  out: (both: unknown): unknown => {
    const [draft, changes] = both as [object, object];
    return { ...draft, ...changes };
  },
};

export const accountSearch = query('AccountSearch');
export const accountingBookSearch = query('AccountingBookSearch');
export const accountingContextSearch = query('AccountingContextSearch');
export const accountingPeriodSearch = query('AccountingPeriodSearch');
export const amortizationScheduleSearch = query('AmortizationScheduleSearch');
export const amortizationTemplateSearch = query('AmortizationTemplateSearch');
export const billingAccountSearch = query('BillingAccountSearch');
export const billingClassSearch = query('BillingClassSearch');
export const billingRateCardSearch = query('BillingRateCardSearch');
export const billingRevenueEventSearch = query('BillingRevenueEventSearch');
export const billingScheduleSearch = query('BillingScheduleSearch');
export const binSearch = query('BinSearch');
export const bomRevisionSearch = query('BomRevisionSearch');
export const bomSearch = query('BomSearch');
export const budgetExchangeRateSearch = query('BudgetExchangeRateSearch');
export const calendarEventSearch = query('CalendarEventSearch');
export const campaignResponseSearch = query('CampaignResponseSearch');
export const itemSearch = query('ItemSearch');
export const transactionSearch = query('TransactionSearch');
