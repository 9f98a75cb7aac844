// Tutorial 45: one SOAP call, several REST requests.
import { expect, it } from 'vitest';
import { peopleBackend } from '../backends/people.ts';
import { eachClient, plain } from './clients.ts';

eachClient('50-calls', peopleBackend, (stage) => {
  it('GetPeople: one request for each', async () => {
    const { client } = stage();
    const { result } = await client.call('GetPeople', { personId: [3, 2, 1] });
    expect(plain(result.entry ?? result)).toEqual([
      { ok: 'true', name: 'Grace', email: 'grace@example.com' },
      { ok: 'false', code: 'NOT_FOUND', message: 'there is no 2' },
      { ok: 'true', name: 'Ada', email: 'ada@example.com' },
    ]);
  });

  it('GetContact: two requests, one after the other', async () => {
    const { client, face } = stage();
    const { result } = await client.call('GetContact', { email: 'ada@example.com' });
    expect(plain(result)).toEqual({ name: 'Ada', phone: '+49 731 1' });
    expect(face.rest.asked.slice(-2).map(({ target }) => target)).toEqual([
      '/v1/directory?email=ada%40example.com',
      '/v1/directory/k%201/phone',
    ]);
    const without = await client.call('GetContact', { email: 'grace@example.com' });
    expect([without.result.name ?? without.result, without.result.phone ?? undefined]).toEqual(['Grace', undefined]);
  });

  it('GetContact: the first request fails, with the declared fault', async () => {
    const said = await stage().client.call('GetContact', { email: 'x@example.com' });
    expect(said.reason).toBe('there is no x@example.com');
    expect(plain(said.detail)).toEqual({ NotFound: { what: 'x@example.com' } });
  });

  it.each([
    ['FindPerson', { email: 'grace@example.com' }, { personId: '3' }],
    ['GetBalance', { personId: 3 }, { balance: '10.5', currency: 'EUR' }],
    ['DraftOrder', { personId: 3, item: ['tea', 'pot'] }, { draftId: '302' }],
    ['PlaceOrder', { draftId: 302 }, { orderId: '1302', total: '99.9' }],
    ['GetPerson', { personId: 1 }, { person: { id: '1', name: 'Ada', email: 'ada@example.com' } }],
    ['AddPerson', { person: { name: 'Bob', email: 'bob@example.com' } }, { personId: '3' }],
  ])('%s: a row of its own', async (operation, given, wanted) => {
    const said = await stage().client.call(operation, given);
    expect(said.reason ?? said.broken).toBeUndefined();
    const [only, second] = Object.values(wanted);
    // Some clients show the one member of a response without its name.
    expect([wanted, second ? undefined : only]).toContainEqual(plain(said.result));
  });

  it('AddPerson: refused, with the declared fault', async () => {
    const said = await stage().client.call('AddPerson', { person: { name: 'Mallory', email: 'm@example.com' } });
    expect(said.reason).toBe('Not this one');
    expect(plain(said.detail)).toEqual({ Refused: { why: 'name' } });
  });
});
