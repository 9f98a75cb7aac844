// Authenticates a request: asks each kind of credential in turn; the first that finds one of its kind decides.

import type { Authenticator, InboundRequest } from '../../binding/gate.ts';
import { SoapstoneError } from '../../errors/errors.ts';
import { Fault, toFault } from '../../fault/fault.ts';
import type { Caller } from '../../rule/exchange.ts';
import type { FrontSettings } from '../settings/settings.ts';
import type { AuthFailures, Claimant, FailureLimit } from './failure-limit.ts';

/** The credential is invalid. The reason is for the log alone, and quotes nothing of the request. */
export class Refused {
  readonly reason: string;

  constructor(reason: string) {
    this.reason = reason;
  }
}

export const notInTime = new Refused('its time is outside the accepted window');
export const notATime = new Refused('its time is not an xsd:dateTime');
export const notZoned = new Refused('its time has no time zone (Z)');
export const usedBefore = new Refused('its nonce was used before');
export const sentBefore = new Refused('the same message was sent before');

/** `refused`: as `Refused`, without a reason. */
export type Verdict = Caller | 'refused' | Refused;

export interface FrontKind {
  /** Its name in the settings. */
  readonly name: FrontSettings['kind'];
  /** For WWW-Authenticate (RFC 9110 §11.6.1); absent for kinds outside of HTTP. */
  readonly challenge?: string;
  /** Header field (lower case) with the credential. */
  readonly field?: string;
  /** The credential belongs to the connection. */
  readonly ofConnection?: true;
  /** Clark names of the SOAP header blocks with the credential. */
  readonly blocks?: readonly string[];
  /** Name of the query parameter with the credential. */
  readonly query?: string;
  /** The name that the credential of a request claims, where guesses at its secret are possible. */
  identify?(request: InboundRequest): string | undefined;
  /** The fault for SOAP clients, where the protocol has one. */
  readonly fault?: Fault;
  /** undefined: the request has no credential of this kind. */
  authenticate(request: InboundRequest): Verdict | undefined | Promise<Verdict | undefined>;
}

/** What becomes of wrong credentials. */
export interface Failures {
  readonly counts: AuthFailures;
  /** Absent: they are not limited. */
  readonly limit?: FailureLimit;
  /** Network address of a client. */
  addressOf(req: InboundRequest['req']): string;
}

/** `anonymous`: requests without a credential are allowed. */
export function createGate(kinds: readonly FrontKind[], anonymous: boolean, failures: Failures): Authenticator {
  return {
    blocks: new Set(kinds.flatMap(({ blocks }) => blocks ?? [])),
    queries: new Set(kinds.flatMap(({ query }) => query ?? [])),
    fields: [...new Set(kinds.flatMap(({ field }) => field ?? []))],
    ofConnection: kinds.some(({ ofConnection }) => ofConnection),
    challenges: challengesOf(kinds),
    authenticate: (request) => authenticate(kinds, anonymous, failures, request),
  };
}

async function authenticate(
  kinds: readonly FrontKind[],
  anonymous: boolean,
  failures: Failures,
  request: InboundRequest,
): Promise<Caller | undefined> {
  for (const kind of kinds) {
    const result = kind.authenticate(request);
    const verdict = result instanceof Promise ? await result : result;
    if (verdict === undefined) continue;
    const isRefused = verdict === 'refused' || verdict instanceof Refused;
    const left = isRefused ? countFailure(kind, failures, request) : waitOf(verdict, kind, failures, request);
    if (left > 0) throw limited(failures, left, kind, claimantOf(kind, request, failures.addressOf));
    if (!isRefused) return verdict;
    throw verdict === 'refused' ? refusal(kinds, kind) : refusal(kinds, kind, verdict.reason);
  }
  if (anonymous) return undefined;
  failures.counts.count('none');
  throw refusal(kinds);
}

/** ms until the client may try again. A request without any credential is no guess, and is not limited. */
function countFailure(kind: FrontKind, { counts, limit, addressOf }: Failures, request: InboundRequest): number {
  counts.count(kind.name);
  return limit?.failed(claimantOf(kind, request, addressOf)) ?? 0;
}

/** Kinds whose secrets people choose. What others prove, a key or a signature, nobody guesses. */
const GUESSABLE: ReadonlySet<FrontSettings['kind']> = new Set(['basic', 'apiKey', 'usernameToken', 'soap']);

/** ms until a caller with a right credential may come again. */
function waitOf(caller: Caller, kind: FrontKind, { limit, addressOf }: Failures, request: InboundRequest): number {
  if (limit === undefined || caller.unchecked || !GUESSABLE.has(kind.name)) return 0;
  return limit.admit(caller.key, claimantOf(kind, request, addressOf));
}

function claimantOf(kind: FrontKind, request: InboundRequest, addressOf: Failures['addressOf']): Claimant {
  return { address: addressOf(request.req), identity: () => kind.identify?.(request) };
}

/** RFC 6585 §4. Which of its two bounds the claimant has met is for the log alone. */
export function limited(
  { counts, limit }: Pick<Failures, 'counts' | 'limit'>,
  left: number,
  { name }: Pick<FrontKind, 'name'>,
  claimant: Claimant,
): Fault {
  counts.refused++;
  const message = 'too many wrong credentials in this time';
  const cause = `${name}: too many wrong credentials of ${limit?.limitedBy(claimant)}`;
  const { init } = toFault(new SoapstoneError('AUTH_LIMITED', message, { safeMessage: message, cause }));
  return new Fault({ ...init, headers: { 'Retry-After': String(Math.ceil(left / 1000)) } });
}

/** The same response for every invalid credential. `kind`: the one that refused; absent without a credential. `reason`: for the log alone, as is the kind. */
function refusal(kinds: readonly FrontKind[], kind?: FrontKind, reason = 'the credential is not valid'): Fault {
  const cause = kind === undefined ? 'there is no credential' : `${kind.name}: ${reason}`;
  const { init } = toFault(new SoapstoneError('UNAUTHENTICATED', 'the request has no valid credential', { cause }));
  const challenges = challengesOf(kinds);
  const headers = challenges === '' ? undefined : { 'www-authenticate': challenges };
  const { soap, rest } = (kind ?? kinds.find(({ fault }) => fault))?.fault?.init ?? {};
  return new Fault({ ...init, code: rest?.code ?? init.code, headers, soap, rest, errors: undefined });
}

function challengesOf(kinds: readonly FrontKind[]): string {
  return kinds.flatMap(({ challenge }) => challenge ?? []).join(', ');
}

/** A quoted string (RFC 9110 §5.6.4). */
export function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}
