// Tutorial 60, with callers whom nobody asks who they are: those who are asked are in test/auth.
import { expect, it } from 'vitest';
import { notesBackend } from '../backends/notes.ts';
import { eachClient, plain } from './clients.ts';

eachClient('90-credentials', notesBackend, (stage) => {
  it('AddNote, GetNote, GetServerTime', async () => {
    const { client } = stage();
    const { result: added } = await client.call('AddNote', { text: 'bread & butter' });
    expect(plain(added.id ?? added)).toBe('3');
    expect(plain((await client.call('GetNote', { id: 3 })).result)).toEqual({ text: 'bread & butter', author: 'anna' });
    const { result: now } = await client.call('GetServerTime', {});
    expect(plain(now.time ?? now)).toBe('2026-02-01T08:30:00.000Z');
  });

  it('GetNote: a declared fault', async () => {
    const said = await stage().client.call('GetNote', { id: 7 });
    expect([said.reason, plain(said.detail)]).toEqual(['Not yours', { InvalidCredentials: { code: 'NO' } }]);
  });

  it('Login, which no rule offers, is refused', async () => {
    const said = await stage().client.call('Login', { email: 'a', password: 'b', account: 'c' });
    expect([said.code, said.reason]).toEqual([
      expect.stringMatching(/(Client|Sender)$/),
      expect.stringContaining('Login'),
    ]);
  });
});
