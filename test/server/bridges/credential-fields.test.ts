// Fields of the setting `auth` that do not go with the table: found before the first request.
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { NOTES, startGate, startPeer } from '../../auth/notes.ts';
import { temp } from '../temp.ts';

const fields = { email: 'anna@example.com', account: 'A' };

/** With an email in the body of each new note, which the contract requires. */
function mapping(): string {
  const dir = temp({});
  cpSync(NOTES, dir, { recursive: true });
  const file = join(dir, 'mapping.yaml');
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll('{$credential.email?}', '{$credential.email}'));
  const wsdl = join(dir, 'contract', 'notes.wsdl');
  writeFileSync(wsdl, readFileSync(wsdl, 'utf8').replace(/(name="author"[^>]*) minOccurs="0"/, '$1'));
  return dir;
}

test('a misspelt name is found, with the name that is meant and what is missing', async () => {
  const start = startGate('http://127.0.0.1:9/', {
    mapping: mapping(),
    auth: { back: { fields: { emial: 'a@example.com', account: 'A' } } },
  });
  await expect(start).rejects.toThrow(
    /"emial" of back \(did you mean "email"\?\)[\s\S]*no value for \{\$credential.email\}/,
  );
});

test('without settings for credentials the gateway starts, and a call that needs one is its own failure', async () => {
  const peer = await startPeer();
  const gate = await startGate(peer.origin, { mapping: mapping() });
  const { status, text } = await gate.post('/v1/notes', { text: 'x' });
  expect([status, JSON.parse(text).code, peer.heard.length]).toEqual([502, 'CREDENTIAL', 0]);
});

test('all fields: nothing to say', async () => {
  const peer = await startPeer();
  const gate = await startGate(peer.origin, { mapping: mapping(), auth: { back: { fields } } });
  expect((await gate.post('/v1/notes', { text: 'x' })).status).toBe(201);
});
