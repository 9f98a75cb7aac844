// Accounts, of tutorial 10.
import { backend, problem } from './routes.ts';

const rates: Readonly<Record<string, number>> = { EUR: 1, SEK: 10 };
const accounts = [
  { id: 7, owner: 'Ada & Söhne <Ulm>', balance: 1250.1, currency: 'EUR', opened: '2020-02-29', frozen: false },
  { id: 9, owner: 'Grace', balance: -3, currency: 'EUR', opened: '1999-12-31', frozen: true },
];

export const accountsBackend = () =>
  backend({
    'GET /v1/accounts/:id': ({ path, query }) => {
      const account = accounts.find(({ id }) => id === Number(path['id']));
      if (!account) {
        const data = { accountId: Number(path['id']) };
        return problem(404, { code: 'ACCOUNT_NOT_FOUND', detail: `No account ${path['id']}`, data });
      }
      const currency = query.get('currency') ?? account.currency;
      const rate = rates[currency];
      if (rate === undefined)
        return problem(400, { code: 'NO_RATE', title: 'No rate', detail: `No rate for ${currency}` });
      return { body: { account: { ...account, currency, balance: account.balance * rate } } };
    },
  });
