export interface Account {
  readonly id: string;
  readonly owner: string;
  /** Decimal text with two places. */
  readonly balance: string;
  readonly currency: string;
  readonly opened: string;
  readonly frozen: boolean;
}

const ACCOUNTS: readonly Account[] = [
  { id: '7', owner: 'Ada & Sons', balance: '1250.50', currency: 'EUR', opened: '2019-03-01', frozen: false },
  { id: '8', owner: 'Harbour Museum', balance: '99.00', currency: 'EUR', opened: '2021-11-15', frozen: true },
];

/** Cents of a foreign currency for one euro. */
const RATES = new Map([
  ['EUR', 100n],
  ['USD', 125n],
  ['CHF', 96n],
]);

/** The account with its balance in `currency`; undefined when there is no such account or no such currency. */
export function accountOf(id: string, currency = 'EUR'): Account | undefined {
  const account = ACCOUNTS.find((a) => a.id === id);
  const rate = RATES.get(currency);
  if (!account || rate === undefined) return undefined;
  const cents = ((BigInt(account.balance.replace('.', '')) * rate) / 100n).toString().padStart(3, '0');
  return { ...account, currency, balance: `${cents.slice(0, -2)}.${cents.slice(-2)}` };
}
