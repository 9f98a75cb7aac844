// Tutorial 45: one SOAP call, several REST requests.
import { expect, it } from 'vitest';
import { peopleBackend } from '../backends/people.ts';
import { eachClient, plain } from './clients.ts';

eachClient('45-steps', peopleBackend, (stage) => {
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
    ['FindPerson', { email: 'a' }],
    ['GetBalance', { personId: 1 }],
    ['DraftOrder', { personId: 1, item: ['tea'] }],
    ['PlaceOrder', { draftId: 1 }],
    ['GetPerson', { personId: 1 }],
    ['AddPerson', { person: { name: 'Ada', email: 'a' } }],
  ])('%s, which is a step of rules for REST callers alone, is refused', async (operation, given) => {
    const { client, face } = stage();
    const asked = face.rest.asked.length;
    const said = await client.call(operation, given);
    expect([said.code, said.reason]).toEqual([
      expect.stringMatching(/(Client|Sender)$/),
      expect.stringContaining(operation),
    ]);
    expect(face.rest.asked).toHaveLength(asked);
  });
});
