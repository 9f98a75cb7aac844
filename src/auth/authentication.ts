// Credentials of one bridge: authenticates clients, and gives upstream calls theirs. Knows nothing about where settings come from, nor about sockets.

import type { Authenticator } from '../binding/gate.ts';
import type { Operation } from '../contract/model/contract.ts';
import { SoapstoneError } from '../errors/errors.ts';
import type { Auth } from '../mapping/model/auth.ts';
import type { CallerSessions, Filter } from '../rule/exchange.ts';
import type { Store } from '../store/store.ts';
import type { Transport } from '../transport/transport.ts';
import type { Fetches } from './fetch/fetches.ts';
import { apiKey } from './inbound/api-key.ts';
import { createGate, type Failures, type FrontKind } from './inbound/authenticator.ts';
import { basic } from './inbound/basic.ts';
import { bearer } from './inbound/bearer.ts';
import { CallerRegistry } from './inbound/caller-registry.ts';
import { authoritiesAt, certificate } from './inbound/certificate.ts';
import type { KeySets } from './inbound/jwks.ts';
import { Nonces } from './inbound/nonces.ts';
import { oauth1, type UrlOf } from './inbound/oauth1.ts';
import { soapParts } from './inbound/parameters.ts';
import { FrontSessions } from './inbound/sessions.ts';
import { signature } from './inbound/signature.ts';
import { usernameToken } from './inbound/username-token.ts';
import type { Applier } from './outbound/applier.ts';
import { attachCredential } from './outbound/attach-credential.ts';
import { showToken } from './outbound/client-credentials.ts';
import { showOauth1 } from './outbound/oauth1.ts';
import { showBasic, showBearer, showFields, showParts } from './outbound/parameters.ts';
import { showSecurity } from './outbound/security.ts';
import type { AddressPolicy } from './outbound/service-address.ts';
import { Sessions } from './outbound/session.ts';
import type { AuthSettings, BackSettings, CallerSettings, FrontSettings } from './settings/settings.ts';

export interface Credentials {
  /** Absent where clients need no credential. */
  readonly gate?: Authenticator;
  /** Present where clients may begin sessions. */
  readonly sessions?: CallerSessions;
  /** Around each upstream call. Absent where a SOAP service is shown no credential. */
  readonly credential?: Filter;
}

export interface CredentialOptions {
  readonly settings: AuthSettings;
  /** The `auth` of the mapping. */
  readonly auth: Auth;
  /** Messages of some rule have fields of the credential. */
  readonly hasCredentialFields: boolean;
  /** The side that clients see. */
  readonly present: 'rest' | 'soap';
  /** Stores nonces and sessions. */
  readonly store: Store;
  /** Keys that verify tokens. */
  readonly keySets: KeySets;
  /** Counts requests for tokens. */
  readonly fetches: Fetches;
  /** Name of the bridge: others may share the store. */
  readonly name: string;
  /** To the upstream. */
  readonly transport: Pick<Transport, 'send'>;
  /** Path at which a SOAP service takes an operation. */
  readonly path: (operation: Operation) => string;
  /** Scheme, host and port of the service. */
  readonly origin: string;
  /** The service may name another address for each session. */
  readonly address?: AddressPolicy;
  /** Wrong credentials. */
  readonly failures: Failures;
  /** The URL of a request, as the client sees it. */
  readonly urlOf: UrlOf;
}

/** Throws SoapstoneError SETTINGS for kinds that do not fit the mapping or the side of clients. */
export function createCredentials(options: CredentialOptions): Credentials {
  const { gate, sessions } = frontOf(options);
  return { gate, sessions, credential: credentialOf(options) };
}

function frontOf(options: CredentialOptions): Omit<Credentials, 'credential'> {
  const { settings, auth, hasCredentialFields, present, store, name, urlOf, keySets, failures } = options;
  const { front, callers, back } = settings;
  if (front.length === 0) return {};
  const [registry, nonces] = [new CallerRegistry(callers), new Nonces(store, name)];
  const reaching = reachingFields({ back, auth, hasCredentialFields, present });
  const kinds = front.flatMap((entry) => {
    checkKind(entry, auth, present);
    checkProof(entry, callers);
    checkAuthorities(entry, callers);
    return kindOf(entry, { auth, registry, nonces, urlOf, store, name, reaching, keySets, failures }) ?? [];
  });
  const anonymous = front.some(({ kind }) => kind === 'none');
  return {
    gate: createGate(kinds, anonymous, failures),
    sessions: kinds.find((kind) => kind instanceof FrontSessions),
  };
}

/** Proofs must be references to secrets, not texts of the settings. */
function checkProof(front: FrontSettings, callers: readonly CallerSettings[]): void {
  const proofs = 'as' in front ? Object.entries(front.as).filter(([name]) => /password|key$|secret/i.test(name)) : [];
  for (const [name, field] of proofs)
    if (name !== 'consumerKey' && callers.some(({ fields }) => typeof fields.get(field) === 'string'))
      throw new SoapstoneError(
        'SETTINGS',
        `auth: ${field} of a caller is a secret: give { env: NAME } or { file: PATH }`,
      );
}

function checkAuthorities(front: FrontSettings, callers: readonly CallerSettings[]): void {
  if (front.kind !== 'certificate' && front.kind !== 'signature') return;
  const { authority } = front.as;
  const severalAuthorities = front.kind === 'signature' && authoritiesAt(front.authority).size > 1;
  for (const { fields: caller } of callers) {
    const source = caller.get(authority);
    if (source !== undefined && authoritiesAt(source).size === 0)
      throw new SoapstoneError(
        'SETTINGS',
        `auth: ${authority} of a caller is a file with its CA certificate: { file: ca.pem }`,
      );
    if (severalAuthorities && source === undefined && caller.has(front.as.certificate))
      throw new SoapstoneError(
        'SETTINGS',
        `auth: the authority of signature has several CAs, and a caller does not say by ${authority} which one is its own`,
      );
  }
}

function checkKind(front: FrontSettings, { soap }: Auth, present: 'rest' | 'soap'): void {
  const inEnvelope = ['session', 'soap', 'usernameToken', 'signature'].includes(front.kind);
  if (inEnvelope && present === 'rest')
    throw new SoapstoneError('SETTINGS', `auth: ${front.kind} in front needs present: soap`);
  if (front.kind !== 'soap') return;
  if (soap.length === 0)
    throw new SoapstoneError('SETTINGS', 'auth: the mapping has no header parts under auth: { soap: … }');
  const signed = soap.some(({ parts }) => parts.some(({ names }) => names.some((n) => n.startsWith('$signed.'))));
  if (front.judge === 'back' && signed)
    throw new SoapstoneError(
      'SETTINGS',
      'auth: judge: back is not possible with signed header parts, which the service does not see',
    );
}

interface AuthenticationDeps {
  readonly auth: Auth;
  readonly registry: CallerRegistry;
  readonly nonces: Nonces;
  readonly urlOf: UrlOf;
  readonly store: Store;
  readonly name: string;
  readonly reaching: ReadonlySet<string>;
  readonly keySets: KeySets;
  readonly failures: Failures;
}

function kindOf(
  front: FrontSettings,
  { auth, registry, nonces, urlOf, store, name, reaching, keySets, failures }: AuthenticationDeps,
): FrontKind | undefined {
  switch (front.kind) {
    case 'none':
      return undefined;
    case 'basic':
      return basic(front, registry);
    case 'apiKey':
      return apiKey(front, registry);
    case 'bearer':
      return bearer(front, reaching.has(front.as.token), keySets);
    case 'oauth1':
      return oauth1(front, registry, nonces, urlOf);
    case 'certificate':
      return certificate(front, registry);
    case 'signature':
      return signature(front, registry, nonces);
    case 'session':
      return new FrontSessions(front, registry, store, name, failures);
    case 'soap':
      return soapParts(front, auth, registry, nonces);
    case 'usernameToken':
      return usernameToken(front, registry, nonces);
  }
}

function credentialOf(options: CredentialOptions): Filter | undefined {
  const { settings, auth, hasCredentialFields, present, origin, fetches } = options;
  const { back } = settings;
  if (back.security && present === 'soap')
    throw new SoapstoneError('SETTINGS', 'auth: security is for SOAP services; the upstream is a REST service');
  if (back.oauth1 && present === 'rest')
    throw new SoapstoneError('SETTINGS', 'auth: oauth1 is for REST services; the upstream is a SOAP service');
  const appliers: Applier[] = [];
  if (present === 'rest' && auth.soap.length > 0) appliers.push(showParts(auth));
  if (present === 'soap' && auth.rest.length > 0) appliers.push(showFields(auth));
  if (back.basic) appliers.push(showBasic(back.basic));
  if (back.bearer) appliers.push(showBearer(back.bearer));
  if (back.oauth2) appliers.push(showToken(back.oauth2, fetches));
  if (back.oauth1) appliers.push(showOauth1(back.oauth1, origin));
  if (back.security) appliers.push(showSecurity(back.security));
  const sessions = sessionsOf(options);
  // A REST service says by its status that it misses a credential.
  if (present === 'rest' && appliers.length === 0 && !hasCredentialFields && sessions === undefined) return undefined;
  const { fields, pass } = back;
  return attachCredential({
    fields,
    pass,
    signed: auth.signed,
    appliers,
    side: present === 'rest' ? 'soap' : 'rest',
    hasCallers: settings.front.length > 0,
    sessions,
  });
}

function sessionsOf({ auth, present, store, transport, path, name, address }: CredentialOptions): Sessions | undefined {
  const { session: plan } = auth;
  if (plan === undefined || present === 'soap') {
    if (address) throw new SoapstoneError('SETTINGS', 'sessionAddress: the table has no session of the service');
    return undefined;
  }
  return new Sessions({ plan, store, transport, path: path(plan.operation), space: name, address });
}

type ReachingOptions = Pick<CredentialOptions, 'auth' | 'hasCredentialFields' | 'present'> & {
  readonly back: BackSettings;
};

/** Names of the client's fields that upstream calls may have: cached responses are for equal ones alone. Perhaps too many, never too few. */
function reachingFields({ back, auth, hasCredentialFields, present }: ReachingOptions): ReadonlySet<string> {
  if (!back.pass) return new Set();
  const { basic, bearer, oauth1, oauth2, security } = back;
  const nameMaps = [basic, bearer, oauth1?.as, oauth2?.as, security?.usernameToken?.as, security?.assertion];
  const sendsAuth = present === 'rest' ? auth.soap.length > 0 || auth.session !== undefined : auth.rest.length > 0;
  const names = new Set([
    ...nameMaps.flatMap((as) => Object.values(as ?? {})),
    ...(sendsAuth || hasCredentialFields ? auth.fields : []),
  ]);
  for (const name of back.fields.keys()) names.delete(name);
  return names;
}
