// The notes of mappings/90-credentials, at a service with sessions.
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temp } from '../../server/temp.ts';
import { NOTES } from '../notes.ts';

export const SESSION = `auth:
  credential: [ email, password, account ]
  session:
    login:
      request: { Login: { email: "{$credential.email}", password: "{$credential.password}", account: "{$credential.account}" } }
      response: { LoginResponse: { sessionId: "{id}" } }
    expired: n:InvalidSession
  soap: { session: { id: "{$session.id}" } }

responses:`;

/** The notes with sessions in place of passports. */
export function mapping(session = SESSION): string {
  const dir = temp();
  cpSync(NOTES, dir, { recursive: true });
  const text = readFileSync(join(dir, 'mapping.yaml'), 'utf8').replace(/^auth:[\s\S]*?^responses:/m, session);
  writeFileSync(join(dir, 'mapping.yaml'), text);
  return dir;
}

/** The response to the login names an address. */
export const NAMED = SESSION.replace('"{id}"', '"{serverUrl}"').replace('$session.id', '$session.serverUrl');
