// What the Bank service of tutorial 10 knows, for the servers of npm.

export interface Account {
  readonly id: string;
  readonly owner: string;
  readonly balance: string;
  readonly currency: string;
  readonly opened: string;
  readonly frozen: boolean;
}

const balances = new Map([
  ['EUR', '1204.50'],
  ['SEK', '13550.63'],
]);

/** The account, or the reason why there is none. */
export function findAccount(id: string, currency = 'EUR'): Account | 'no account' | 'no rate' {
  if (id !== '7') return 'no account';
  const balance = balances.get(currency);
  return balance === undefined
    ? 'no rate'
    : { id, owner: 'Harbour Books', balance, currency, opened: '2019-03-04', frozen: false };
}
