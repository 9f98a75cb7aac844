// Who may use the service: people with passwords and roles, applications, tokens. Knows nothing about requests.
import { createHash, randomBytes, scryptSync, timingSafeEqual } from 'node:crypto';
import type { Database } from '../store/database.ts';

export interface Role {
  readonly id: number;
  readonly name: string;
  readonly writes: boolean;
  /** May it use web services at all? */
  readonly services: boolean;
}

export const ROLES: readonly Role[] = [
  { id: 3, name: 'Administrator', writes: true, services: true },
  { id: 1005, name: 'Auditor', writes: false, services: true },
  { id: 1006, name: 'Store clerk', writes: false, services: false },
];

export interface Token {
  readonly consumerKey: string;
  readonly consumerSecret: string;
  readonly token: string;
  readonly tokenSecret: string;
  /** Id of the person; an email address may become somebody else's. */
  readonly person: number;
  readonly role: number;
}

interface AccountPerson {
  readonly email: string;
  readonly password: string;
  readonly name: string;
  /** Ids of the roles that this person may have; the first one unless asked for. */
  readonly roles: readonly number[];
}

export interface Account {
  readonly id: string;
  readonly applications: readonly string[];
  /** Their ids are 1, 2, … */
  readonly people: readonly AccountPerson[];
  readonly tokens: readonly Token[];
}

/** Everybody may know these secrets: the service listens on this machine only and holds invented data. */
export const demoAccount: Account = {
  id: 'DEMO1',
  applications: ['4D5C1A6E-0F4B-4D52-9C5B-DEM000000001'],
  people: [
    { email: 'ada@example.com', password: 'harbour-lights-7', name: 'Ada Brandt', roles: [3, 1005, 1006] },
    { email: 'tove@example.com', password: 'winter-ferry-3', name: 'Tove Lind', roles: [1005] },
  ],
  tokens: [
    {
      consumerKey: 'demo-consumer-key',
      consumerSecret: 'demo-consumer-secret',
      token: 'demo-token',
      tokenSecret: 'demo-token-secret',
      person: 1,
      role: 3,
    },
    {
      consumerKey: 'demo-consumer-key',
      consumerSecret: 'demo-consumer-secret',
      token: 'auditor-token',
      tokenSecret: 'auditor-token-secret',
      person: 2,
      role: 1005,
    },
  ],
};

export interface Person {
  readonly email: string;
  readonly id: number;
  readonly name: string;
}

interface PersonRow extends Person {
  readonly salt: string;
  readonly hash: string;
}

export class People {
  private readonly db: Database;
  private readonly account: Account;

  /** People of the account are added once; what they change stays. */
  constructor(db: Database, account: Account) {
    this.db = db;
    this.account = account;
    account.people.forEach(({ email, password, name }, k) => {
      if (db.one('SELECT 1 FROM person WHERE id = ?', k + 1)) return;
      const salt = randomBytes(16).toString('hex');
      const sql = 'INSERT INTO person (email, id, name, salt, hash) VALUES (?, ?, ?, ?, ?)';
      db.run(sql, email, k + 1, name, salt, hashOf(password, salt));
    });
  }

  /** The roles of a person, the one first that is taken unless asked for. */
  rolesOf({ id }: Person): readonly Role[] {
    const ids = this.account.people[id - 1]?.roles ?? [];
    return ids.flatMap((role) => ROLES.find((one) => one.id === role) ?? []);
  }

  byId(id: number): Person | undefined {
    return this.db.one<PersonRow>('SELECT * FROM person WHERE id = ?', id);
  }

  byEmail(email: string): Person | undefined {
    return this.db.one<PersonRow>('SELECT * FROM person WHERE email = ?', email);
  }

  /** undefined: nobody, or not the password. */
  withPassword(email: string, password: string): Person | undefined {
    const row = this.db.one<PersonRow>('SELECT * FROM person WHERE email = ?', email);
    const hash = hashOf(password, row?.salt ?? 'nobody');
    return row && same(hash, row.hash) ? row : undefined;
  }

  bySso(partner: string, token: string): Person | undefined {
    return this.db.one<PersonRow>('SELECT * FROM person WHERE sso = ?', ssoKey(partner, token));
  }

  setSso(email: string, partner: string, token: string): void {
    this.db.run('UPDATE person SET sso = ? WHERE email = ?', ssoKey(partner, token), email);
  }

  setPassword(email: string, password: string): void {
    const salt = randomBytes(16).toString('hex');
    this.db.run('UPDATE person SET salt = ?, hash = ? WHERE email = ?', salt, hashOf(password, salt), email);
  }

  setEmail(email: string, next: string): void {
    this.db.run('UPDATE person SET email = ? WHERE email = ?', next, email);
    this.db.run('UPDATE session SET email = ? WHERE email = ?', next, email);
  }
}

export function same(a: string, b: string): boolean {
  const [left, right] = [a, b].map((text) => createHash('sha256').update(text).digest());
  return timingSafeEqual(left, right);
}

function hashOf(password: string, salt: string): string {
  return scryptSync(password, salt, 32, { N: 2048 }).toString('hex');
}

function ssoKey(partner: string, token: string): string {
  return createHash('sha256')
    .update(JSON.stringify([partner, token]))
    .digest('hex');
}
