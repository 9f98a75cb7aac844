// From what a request carries to who it is from. Knows nothing about what is asked.
import type { SoapContext } from '../../../src/index.ts';
import type { Database } from '../store/database.ts';
import type { Ref } from '../store/values.ts';
import { fault } from './faults.ts';
import { type Account, People, type Person, type Role } from './people.ts';
import { type Session, Sessions, sessionIn } from './sessions.ts';
import { checkedToken, type TokenPassport } from './token.ts';

export interface Passport {
  readonly email: string;
  readonly password: string;
  readonly account: string;
  readonly role?: Ref;
}

export interface Principal {
  readonly person: Person;
  readonly role: Role;
  readonly by: 'session' | 'passport' | 'token';
  readonly session?: Session;
}

export class Credentials {
  readonly account: Account;
  readonly people: People;
  readonly sessions: Sessions;
  private readonly db: Database;
  private readonly now: () => number;

  constructor(db: Database, account: Account, now: () => number) {
    this.db = db;
    this.account = account;
    this.now = now;
    this.people = new People(db, account);
    this.sessions = new Sessions(db);
  }

  /** Throws invalidCredentials, invalidSession, invalidAccount or insufficientPermission. */
  principal({ parts, fields }: SoapContext): Principal {
    const token = parts.get('tokenPassport') as TokenPassport | undefined;
    const passport = parts.get('passport') as Passport | undefined;
    const application = parts.get('applicationInfo') as { readonly applicationId: string } | undefined;
    const cookie = fields['cookie'];
    const session = sessionIn(Array.isArray(cookie) ? cookie.join(';') : cookie);
    const kinds = [token, passport, session].filter((kind) => kind !== undefined);
    if (kinds.length > 1 || (token && application))
      throw fault('invalidCredentials', 'USER_ERROR', 'Ambiguous authentication: send one kind of credentials.');
    if (token) return this.byToken(token);
    if (passport) return { ...this.byPassport(passport, application?.applicationId), by: 'passport' };
    return this.bySession(session);
  }

  byPassport({ email, password, account, role }: Passport, application: string | undefined): Omit<Principal, 'by'> {
    if (account !== this.account.id) throw fault('invalidCredentials', 'INVALID_ACCT', 'There is no such account.');
    if (email === '') throw fault('invalidCredentials', 'EMAIL_ADDRS_REQD', 'An email address is required.');
    if (password === '') throw fault('invalidCredentials', 'PSWD_REQD', 'A password is required.');
    if (application === undefined || !this.account.applications.includes(application))
      throw fault(
        'invalidCredentials',
        'INVALID_LOGIN_CREDENTIALS',
        'applicationInfo must name an application of the account.',
      );
    const person = this.people.withPassword(email, password);
    if (!person)
      throw fault(
        'invalidCredentials',
        'INVALID_LOGIN_CREDENTIALS',
        'You have entered an invalid email address or password.',
      );
    return { person, role: this.roleOf(person, role?.['@internalId']) };
  }

  /** `id`: the role that is asked for. Throws invalidCredentials for one that the person does not have. */
  roleOf(person: Person, id?: string): Role {
    const roles = this.people.rolesOf(person);
    const role = id === undefined ? roles[0] : roles.find((one) => String(one.id) === id);
    if (!role) throw fault('invalidCredentials', 'INVALID_ROLE', 'You do not have this role.');
    if (!role.services)
      throw fault('insufficientPermission', 'WS_PERMISSION_REQD', `The role ${role.name} may not use web services.`);
    return role;
  }

  private byToken(passport: TokenPassport): Principal {
    const token = checkedToken(passport, this.account, this.db, this.now());
    const person = this.people.byId(token.person);
    if (!person) throw fault('invalidCredentials', 'INVALID_LOGIN_CREDENTIALS', 'Invalid login attempt.');
    return { person, role: this.roleOf(person, String(token.role)), by: 'token' };
  }

  private bySession(id: string | undefined): Principal {
    if (id === undefined)
      throw fault('invalidSession', 'WS_LOG_IN_REQD', 'Log in, or send credentials with the request.');
    const session = this.sessions.use(id, this.now());
    const person = session && this.people.byEmail(session.email);
    if (!person) throw fault('invalidSession', 'SESSION_TIMED_OUT', 'Your session has ended. Log in again.');
    return { person, role: this.roleOf(person, String(session.role)), by: 'session', session };
  }
}
