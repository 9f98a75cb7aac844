// Sessions that a login begins and a cookie names. Knows nothing about passwords.
import { randomBytes } from 'node:crypto';
import type { Database } from '../store/database.ts';

const IDLE = 20 * 60_000;
const LONGEST = 60 * 60_000;

export interface Session {
  readonly id: string;
  readonly email: string;
  readonly role: number;
  readonly began: number;
  readonly used: number;
  /** The last search and its page, for searchMore and searchNext. */
  readonly search: string | null;
  readonly page: number | null;
}

export class Sessions {
  private readonly db: Database;

  constructor(db: Database) {
    this.db = db;
  }

  /** Ends the other sessions of this person. */
  begin(email: string, role: number, now: number): string {
    const id = randomBytes(24).toString('base64url');
    this.db.run('DELETE FROM session WHERE email = ? OR began < ? OR used < ?', email, now - LONGEST, now - IDLE);
    this.db.run('INSERT INTO session (id, email, role, began, used) VALUES (?, ?, ?, ?, ?)', id, email, role, now, now);
    return id;
  }

  /** undefined: it has ended. */
  use(id: string, now: number): Session | undefined {
    const session = this.db.one<Session>('SELECT * FROM session WHERE id = ?', id);
    if (!session) return undefined;
    if (now - session.used > IDLE || now - session.began > LONGEST) this.end(id);
    else this.db.run('UPDATE session SET used = ? WHERE id = ?', now, id);
    return this.db.one<Session>('SELECT * FROM session WHERE id = ?', id);
  }

  end(id: string): void {
    this.db.run('DELETE FROM session WHERE id = ?', id);
  }

  remember(id: string, search: string, page: number): void {
    this.db.run('UPDATE session SET search = ?, page = ? WHERE id = ?', search, page, id);
  }
}

const COOKIE = 'JSESSIONID';

export function cookiesFor(session: string): [name: string, value: string][] {
  return [
    ['set-cookie', `${COOKIE}=${session}; Path=/; HttpOnly; SameSite=Lax`],
    ['set-cookie', 'NS_ROUTING_VERSION=LAGGING; Path=/'],
    ['set-cookie', 'NS_VER=2019.1.0; Path=/'],
  ];
}

export function sessionIn(cookies: string | undefined): string | undefined {
  const found = cookies?.split(';').find((one) => one.trim().startsWith(`${COOKIE}=`));
  const id = found?.trim().slice(COOKIE.length + 1);
  return id === '' ? undefined : id;
}
