// The saved searches of the account. Knows nothing about how they are run.
import type { Doc } from '../store/values.ts';

export interface SavedSearch {
  readonly id: string;
  readonly scriptId: string;
  readonly name: string;
  /** As SearchRecordType of the contract has it. */
  readonly type: string;
  readonly subject: string;
  readonly criteria: Doc;
}

export const SAVED: readonly SavedSearch[] = [
  {
    id: '101',
    scriptId: 'customsearch_active_customers',
    name: 'Active customers',
    type: 'customer',
    subject: 'Customer',
    criteria: { basic: { isInactive: { searchValue: false } } },
  },
  {
    id: '102',
    scriptId: 'customsearch_orders_to_fill',
    name: 'Orders to fill',
    type: 'transaction',
    subject: 'Transaction',
    criteria: { basic: { type: { '@operator': 'anyOf', searchValue: ['_salesOrder'] } } },
  },
  {
    id: '103',
    scriptId: 'customsearch_bank_accounts',
    name: 'Bank accounts',
    type: 'account',
    subject: 'Account',
    criteria: { basic: { type: { '@operator': 'anyOf', searchValue: ['_bank'] } } },
  },
];
