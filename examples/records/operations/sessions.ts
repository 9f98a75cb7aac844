// login, logout and what people change about themselves. Knows nothing about records.
import type { SoapContext, SoapOperation } from '../../../src/index.ts';
import type { Credentials, Passport, Principal } from '../access/credentials.ts';
import { fault } from '../access/faults.ts';
import { cookiesFor } from '../access/sessions.ts';
import { succeeded } from '../store/status.ts';
import type { Doc } from '../store/values.ts';
import type { Desk } from './desk.ts';

interface SsoCredentials extends Passport {
  readonly authenticationToken: string;
  readonly partnerId: string;
}

interface SsoPassport {
  readonly authenticationToken: string;
  readonly partnerId: string;
  readonly partnerAccount: string;
  readonly partnerUserId: string;
}

interface ChangePassword {
  readonly currentPassword: string;
  readonly newPassword?: string;
  readonly newPassword2?: string;
}

interface ChangeEmail {
  readonly currentPassword: string;
  readonly newEmail: string;
  readonly newEmail2: string;
}

export function sessions({ credentials, now }: Desk): Readonly<Record<string, SoapOperation>> {
  const { account, people } = credentials;
  return {
    login: ({ passport }: { passport: Passport }, context) => {
      return begun(credentials, verified(credentials, passport, context), context, now());
    },
    ssoLogin: ({ ssoPassport }: { ssoPassport: SsoPassport }, context) => {
      const { partnerAccount, partnerId, authenticationToken } = ssoPassport;
      demandAccount(credentials, partnerAccount);
      demandApplication(credentials, context);
      const person = people.bySso(partnerId, authenticationToken);
      if (!person)
        throw fault(
          'invalidCredentials',
          'INVALID_LOGIN_CREDENTIALS',
          'The authentication token is not mapped to anybody.',
        );
      return begun(credentials, { person, role: credentials.roleOf(person) }, context, now());
    },
    mapSso: ({ ssoCredentials }: { ssoCredentials: SsoCredentials }, context) => {
      const principal = verified(credentials, ssoCredentials, context);
      people.setSso(principal.person.email, ssoCredentials.partnerId, ssoCredentials.authenticationToken);
      return session(credentials, principal);
    },
    changePassword: ({ changePassword }: { changePassword: ChangePassword }, context) => {
      const { currentPassword, newPassword = '', newPassword2 } = changePassword;
      const principal = current(credentials, context, currentPassword);
      if (newPassword.length < 8)
        throw fault('unexpectedError', 'USER_ERROR', 'The new password needs at least 8 characters.');
      if (newPassword !== newPassword2) throw fault('unexpectedError', 'USER_ERROR', 'The new passwords differ.');
      people.setPassword(principal.person.email, newPassword);
      return session(credentials, principal);
    },
    changeEmail: ({ changeEmail }: { changeEmail: ChangeEmail }, context) => {
      const { currentPassword, newEmail, newEmail2 } = changeEmail;
      const principal = current(credentials, context, currentPassword);
      if (newEmail !== newEmail2 || !/^[^@\s]+@[^@\s]+$/.test(newEmail))
        throw fault('unexpectedError', 'USER_ERROR', 'The new email addresses differ, or are none.');
      if (people.byEmail(newEmail)) throw fault('unexpectedError', 'USER_ERROR', 'Somebody has this email address.');
      people.setEmail(principal.person.email, newEmail);
      return session(credentials, principal);
    },
    logout: (_request: unknown, context) => {
      const { session: open } = credentials.principal(withoutCredentials(context));
      if (open) credentials.sessions.end(open.id);
      context.responseFields.push(['set-cookie', 'JSESSIONID=; Path=/; Max-Age=0']);
      return { sessionResponse: { status: succeeded() } };
    },
  };

  function demandAccount(_: Credentials, id: string): void {
    if (id !== account.id) throw fault('invalidAccount', 'INVALID_ACCT', 'There is no such account.');
  }

  function demandApplication(_: Credentials, context: SoapContext): void {
    const application = applicationOf(context);
    if (application === undefined || !account.applications.includes(application))
      throw fault(
        'invalidCredentials',
        'INVALID_LOGIN_CREDENTIALS',
        'applicationInfo must name an application of the account.',
      );
  }

  function verified(_: Credentials, passport: Passport, context: SoapContext): Omit<Principal, 'by'> {
    demandAccount(credentials, passport.account);
    return credentials.byPassport(passport, applicationOf(context));
  }
}

function applicationOf({ parts }: SoapContext): string | undefined {
  return (parts.get('applicationInfo') as { readonly applicationId: string } | undefined)?.applicationId;
}

/** logout takes applicationInfo only: whatever else comes is not a credential there. */
function withoutCredentials(context: SoapContext): SoapContext {
  return { ...context, parts: new Map() };
}

function current(credentials: Credentials, context: SoapContext, password: string): Principal {
  const principal = credentials.principal(context);
  if (!credentials.people.withPassword(principal.person.email, password))
    throw fault('invalidCredentials', 'INVALID_LOGIN_CREDENTIALS', 'The current password is wrong.');
  return principal;
}

function begun(credentials: Credentials, principal: Omit<Principal, 'by'>, context: SoapContext, now: number): Doc {
  const { person, role } = principal;
  context.responseFields.push(...cookiesFor(credentials.sessions.begin(person.email, role.id, now)));
  return session(credentials, principal);
}

function session({ people }: Credentials, { person, role }: Pick<Principal, 'person' | 'role'>): Doc {
  const roles = people.rolesOf(person);
  const wsRole = roles
    .filter(({ services }) => services)
    .map(({ id, name }) => ({
      role: { '@internalId': String(id), name },
      isDefault: id === roles[0].id,
      isInactive: false,
      isLoggedInRole: id === role.id,
    }));
  const userId = { '@internalId': String(person.id), name: person.name };
  return { sessionResponse: { status: succeeded(), userId, wsRoleList: { wsRole } } };
}
