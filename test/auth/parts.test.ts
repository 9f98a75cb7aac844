import { createHmac } from 'node:crypto';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { validateElement } from '../oracle/xmllint.ts';
import { temp } from '../server/temp.ts';
import { NOTES, soapAnswer, startGate, startPeer, textIn } from './notes.ts';

const token = {
  account: 'A&B',
  consumerKey: 'ck',
  consumerSecret: { env: 'NOTES_CONSUMER_SECRET' },
  token: { env: 'NOTES_TOKEN' },
  tokenSecret: { env: 'NOTES_TOKEN_SECRET' },
};
process.env.NOTES_CONSUMER_SECRET = 'consumer secret';
process.env.NOTES_TOKEN = 'tk';
process.env.NOTES_TOKEN_SECRET = 'token/secret';
process.env.NOTES_PASSWORD = 'pass <&> word';

describe('header parts that carry the credential of the bridge', () => {
  test('tokenPassport is signed anew for each call', async () => {
    const peer = await startPeer();
    const gate = await startGate(peer.origin, { auth: { back: { fields: token } } });
    expect((await gate.get('/v1/notes/7')).status).toBe(200);
    expect((await gate.get('/v1/notes/7')).status).toBe(200);
    const nonces = new Set<string>();
    for (const { body } of peer.heard) {
      const nonce = textIn(body, 'nonce') as string;
      const timestamp = textIn(body, 'timestamp');
      expect(nonce).toMatch(/^[A-Za-z0-9]{6,64}$/);
      expect(Math.abs(Number(timestamp) - Date.now() / 1000)).toBeLessThan(60);
      const signature = createHmac('sha256', 'consumer secret&token/secret')
        .update(`A&B&ck&tk&${nonce}&${timestamp}`)
        .digest('base64');
      expect(textIn(body, 'signature')).toBe(signature);
      expect(body).toContain('algorithm="HMAC-SHA256"');
      expect(body).not.toContain('passport>');
      nonces.add(nonce);
    }
    expect(nonces.size).toBe(2);
    const part = /<((?:\w+:)?)tokenPassport[\s\S]*<\/\1tokenPassport>/.exec(peer.heard[0].body)?.[0] as string;
    expect(validateElement([join(NOTES, 'contract')], part)).toEqual([]);
  });

  test('passport stands in where the fields of the other are not all there; what the contract lets be absent may be', async () => {
    const peer = await startPeer();
    const fields = { email: 'anna@example.com', password: { env: 'NOTES_PASSWORD' }, account: 'A' };
    const gate = await startGate(peer.origin, { auth: { back: { fields } } });
    expect((await gate.get('/v1/notes/7')).status).toBe(200);
    const withRole = await startGate(peer.origin, { auth: { back: { fields: { ...fields, role: '3' } } } });
    expect((await withRole.get('/v1/notes/7')).status).toBe(200);
    const [plain, role] = peer.heard.map(({ body }) => body);
    expect([textIn(plain, 'email'), textIn(plain, 'password'), textIn(plain, 'role')]).toEqual([
      'anna@example.com',
      'pass &lt;&amp;&gt; word',
      undefined,
    ]);
    expect(textIn(role, 'role')).toBe('3');
  });

  test('fields in bodies come from the credential, never from the message; a rule that is open shows nothing', async () => {
    const peer = await startPeer();
    const fields = { email: 'anna@example.com', password: { env: 'NOTES_PASSWORD' }, account: 'A' };
    const gate = await startGate(peer.origin, { auth: { back: { fields, basic: { user: 'email' } } } });
    expect((await gate.post('/v1/notes', { text: 'x' })).status).toBe(201);
    expect((await gate.post('/v1/notes', { text: 'x', author: 'eve' })).status).toBe(422);
    expect((await gate.get('/v1/time')).status).toBe(200);
    const [added, time] = peer.heard;
    expect(textIn(added.body, 'author')).toBe('anna@example.com');
    expect(added.headers.authorization).toBe(
      `Basic ${Buffer.from('anna@example.com:pass <&> word').toString('base64')}`,
    );
    expect(time.headers.authorization).toBeUndefined();
    expect(time.body).not.toContain('Header');
  });

  test('a rule that lists fields shows those alone; mistakes in the list are named', async () => {
    const table = readFileSync(join(NOTES, 'mapping.yaml'), 'utf8');
    const written = (auth: string, added = '') => {
      const text = table.replaceAll('auth: none', auth).replace(/(.*)AddNoteResponse.*$/m, `$&\n${added}`);
      const mapping = temp({ 'mapping.yaml': text });
      cpSync(join(NOTES, 'contract'), join(mapping, 'contract'), { recursive: true });
      return mapping;
    };
    const peer = await startPeer();
    const fields = { ...token, email: 'anna@example.com', password: { env: 'NOTES_PASSWORD' } };
    const back = { fields, basic: { user: 'email' } };
    for (const auth of ['auth: [ account, email ]', 'auth: [ email, password ]', 'auth: []']) {
      const gate = await startGate(peer.origin, { mapping: written(auth), auth: { back } });
      expect((await gate.get('/v1/time')).status).toBe(200);
    }
    const basic = `Basic ${Buffer.from('anna@example.com:pass <&> word').toString('base64')}`;
    expect(peer.heard.map(({ headers }) => headers.authorization)).toEqual([undefined, basic, undefined]);
    expect(peer.heard.map(({ body }) => body.includes('Header'))).toEqual([false, false, false]);
    await expect(startGate(peer.origin, { mapping: written('auth: [ acount ]') })).rejects.toThrow(
      '"acount" is not a field of the credential (did you mean "account"?)',
    );
    const unlisted = written('auth: none', '    auth: [ account ]');
    await expect(startGate(peer.origin, { mapping: unlisted })).rejects.toThrow(
      '{$credential.email} is not among the fields under "auth" (list it there)',
    );
  });

  test('a further try of a call has the caller again, and a nonce of its own', async () => {
    const peer = await startPeer((heard, count) =>
      count === 1 ? { status: 503, headers: { 'content-type': 'text/html' }, body: 'later' } : soapAnswer(heard),
    );
    const front = [{ basic: { judge: 'back', as: { user: 'consumerKey', password: 'consumerSecret' } } }];
    const { consumerKey: _, consumerSecret: __, ...fields } = token;
    const gate = await startGate(peer.origin, { retries: 2, retryBudget: 100, auth: { front, back: { fields } } });
    const authorization = `Basic ${btoa('mine:secret')}`;
    expect((await gate.get('/v1/notes/7', { authorization })).status).toBe(200);
    expect(peer.heard).toHaveLength(2);
    expect(peer.heard.map(({ body }) => textIn(body, 'consumerKey'))).toEqual(['mine', 'mine']);
    expect(new Set(peer.heard.map(({ body }) => textIn(body, 'nonce'))).size).toBe(2);
  });

  test('without the setting, nothing is added', async () => {
    const peer = await startPeer();
    const gate = await startGate(peer.origin);
    expect((await gate.get('/v1/notes/7')).status).toBe(200);
    expect(peer.heard[0].body).not.toContain('Header');
  });

  test('a file that changes is read again', async () => {
    const dir = temp({
      'auth.yaml': 'auth: { back: { fields: { token: { file: token } }, bearer: {} } }\n',
      token: 'one\n',
    });
    const peer = await startPeer();
    const gate = await startGate(peer.origin, { auth: join(dir, 'auth.yaml') });
    await gate.get('/v1/notes/7');
    writeFileSync(join(dir, 'token'), 'second');
    const said = async () => {
      await gate.get('/v1/notes/7');
      return peer.heard.at(-1)?.headers.authorization;
    };
    await expect.poll(said, { timeout: 5000 }).toBe('Bearer second');
    expect(peer.heard[0].headers.authorization).toBe('Bearer one');
    expect(readFileSync(join(dir, 'auth.yaml'), 'utf8')).not.toContain('second');
  });
});
