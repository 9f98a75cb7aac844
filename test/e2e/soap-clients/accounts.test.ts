// Tutorial 10: one operation, found and not found.
import { expect, it } from 'vitest';
import { accountsBackend } from '../backends/accounts.ts';
import { eachClient, plain } from './clients.ts';

eachClient('10-first-row', accountsBackend, (stage) => {
  it('GetAccount', async () => {
    const { client, face } = stage();
    const { result } = await client.call('GetAccount', { accountId: 7, currency: 'SEK' });
    const shown = result.account ?? result;
    expect(face.rest.asked.at(-1)!.target).toBe('/v1/accounts/7?currency=SEK');
    expect(plain(shown)).toEqual({
      id: '7',
      owner: 'Ada & Söhne <Ulm>',
      balance: '12501',
      currency: 'SEK',
      opened: '2020-02-29',
      frozen: 'false',
    });
    // Of the type that the contract says.
    expect([shown.id, shown.frozen]).toEqual([7, false]);
  });

  it('GetAccount: the declared fault, and one that is not declared', async () => {
    const { client, name } = stage();
    const missing = await client.call('GetAccount', { accountId: 8 });
    expect(missing.type).toBe({ P: 'SoapFault', z: 'Fault' }[name[0]] ?? 'Error');
    expect([missing.reason, missing.code]).toEqual(['No account 8', expect.stringMatching(/(Client|Sender)$/)]);
    expect(plain(missing.detail)).toEqual({ AccountNotFound: { accountId: '8' } });
    const other = await client.call('GetAccount', { accountId: 7, currency: 'XXX' });
    expect([other.type, other.reason]).toEqual([missing.type, 'No rate for XXX']);
    expect(plain(other.detail)).toBeUndefined();
  });
});
