// Attaches the credential to each upstream call: in variables of its rule, and on its request. Knows nothing about authentication of clients.

import { SoapstoneError } from '../../errors/errors.ts';
import { Fault, type FaultInit } from '../../fault/fault.ts';
import type { SignedValue } from '../../mapping/model/auth.ts';
import type { Exchange, Filter, Handler, Response } from '../../rule/exchange.ts';
import type { Bindings } from '../../rule/pattern.ts';
import type { CredentialField } from '../../rule/rule.ts';
import type { FieldSources } from '../settings/settings.ts';
import { CallValues } from '../settings/values.ts';
import { type Applier, ProofDraft } from './applier.ts';
import type { Session, Sessions } from './session.ts';

const CREDENTIAL = '$credential.';

interface AttachCredentialOptions {
  /** Fields that replace those of the caller. */
  readonly fields: FieldSources;
  /** Whether fields of the caller are passed on. */
  readonly pass: boolean;
  readonly signed: readonly SignedValue[];
  readonly appliers: readonly Applier[];
  /** The side of the service. */
  readonly side: 'rest' | 'soap';
  /** Whether clients may show credentials. */
  readonly hasCallers: boolean;
  /** Present where the upstream has sessions. */
  readonly sessions?: Sessions;
}

/** The innermost filter: each try of a call gets its own nonce. */
export function attachCredential(options: AttachCredentialOptions): Filter {
  return (next) => (exchange) => (exchange.rule.open ? next(exchange) : carry(exchange, next, options));
}

/** A call whose session has expired was not carried out: it is made again in a new session. */
async function carry(exchange: Exchange, next: Handler, options: AttachCredentialOptions): Promise<Response> {
  const { sessions } = options;
  if (sessions === undefined) return callRenewed(exchange, next, options);
  const session = await sessionOf(sessions, exchange, options);
  try {
    return await callRenewed(exchange, next, options, session);
  } catch (error) {
    if (session === undefined || !sessions.isOver(error) || exchange.cancelled) throw error;
    const fresh = await sessionOf(sessions, exchange, options, session);
    return callRenewed(exchange, next, options, fresh);
  }
}

/** A login that fails blames the caller, where a field of the login is the caller's. */
async function sessionOf(sessions: Sessions, exchange: Exchange, options: AttachCredentialOptions, old?: Session) {
  const began = performance.now();
  const pending = sessions.of(valuesOf(exchange, options), old);
  try {
    return await pending?.session;
  } catch (error) {
    const refused = error instanceof SoapstoneError && error.code === 'CREDENTIAL';
    if (!refused || sessions.needed.every((name) => options.fields.has(name.slice(CREDENTIAL.length)))) throw error;
    const cause = `${error.message} (${error.cause})`;
    throw new SoapstoneError('UNAUTHENTICATED', 'the request has no valid credential', { cause });
  } finally {
    if (pending?.login !== undefined) {
      exchange.upstreamMs += performance.now() - Math.max(began, pending.login.began);
      exchange.upstream = pending.login.target;
    }
  }
}

function valuesOf(exchange: Exchange, options: AttachCredentialOptions): CallValues {
  return new CallValues((name) => fieldOf(name, exchange, options), options.signed);
}

/** A 401 means that the request was not carried out (RFC 9110 §15.5.2): it is sent once more with a new token, whatever its method. */
async function callRenewed(
  exchange: Exchange,
  next: Handler,
  options: AttachCredentialOptions,
  session?: Session,
): Promise<Response> {
  const draft = new ProofDraft();
  try {
    return await callOnce(exchange, next, options, draft, session);
  } catch (error) {
    const isRefused = exchange.peerStatus === 401 && !exchange.cancelled;
    if (!isRefused || draft.renewable?.renew() !== true) throw error;
    return callOnce(exchange, next, options, new ProofDraft(), session);
  }
}

async function callOnce(...[exchange, next, options, draft, session]: Parameters<typeof call>): Promise<Response> {
  const response = await call(exchange, next, options, draft, session);
  draft.renewable?.accepted();
  return response;
}

async function call(
  exchange: Exchange,
  next: Handler,
  options: AttachCredentialOptions,
  draft: ProofDraft,
  session?: Session,
): Promise<Response> {
  // A status of an earlier call says nothing of this one.
  exchange.peerStatus = 0;
  const values = valuesOf(exchange, options);
  if (session) values.add(session.values);
  const { credentialFields } = exchange.rule;
  if (session) draft.address = options.sessions?.addressOf(session);
  if (session && session.cookies.length > 0) draft.fields.push('cookie', session.cookies.join('; '));
  for (const apply of options.appliers) await apply(values, draft, exchange);
  exchange.proof = draft.toProof();
  try {
    if (credentialFields !== undefined) give(exchange.bindings, credentialFields, values, options);
    const response = await next(exchange);
    if (credentialFields !== undefined) take(response.bindings, credentialFields);
    return response;
  } catch (error) {
    if (isAnonymous(error, exchange, options))
      throw new SoapstoneError('UNAUTHENTICATED', 'the request has no valid credential');
    const refusal = isRefusal(error) && refusalOfGateway(error, values, session, options);
    throw refusal ? new Fault({ ...error.init, refusesGateway: refusal }) : error;
  } finally {
    exchange.proof = undefined;
    if (credentialFields !== undefined) take(exchange.bindings, credentialFields);
  }
}

/** RFC 9110 §15.5.2, §15.5.4 and RFC 6585 §4: they are about who asks. */
const REFUSALS: ReadonlySet<number> = new Set([401, 403, 429]);

function isRefusal(error: unknown): error is Fault {
  return error instanceof Fault && error.init.rest !== undefined && REFUSALS.has(error.init.status);
}

/** What the gateway lacks, the client could have shown. */
function isAnonymous(error: unknown, { caller }: Exchange, { pass, hasCallers }: AttachCredentialOptions): boolean {
  return error instanceof SoapstoneError && error.code === 'CREDENTIAL' && pass && hasCallers && caller === undefined;
}

/** What was refused, for the log; undefined: it may be the client's mistake. */
function refusalOfGateway(
  { init }: Fault,
  values: CallValues,
  session: Session | undefined,
  { fields, sessions, hasCallers }: AttachCredentialOptions,
): string | undefined {
  const login = session && sessions ? sessions.needed.map((name) => name.slice(CREDENTIAL.length)) : [];
  const used = [...values.usedFields(), ...login];
  if (!used.every((name) => fields.has(name))) return undefined;
  if (used.length > 0) return `the service refuses the gateway's credential (${used.join(', ')})`;
  // Only a 401 is about a credential that is missing (RFC 9110 §15.5.2).
  if (hasCallers || init.status !== 401) return undefined;
  const scheme = wantedScheme(init);
  return `the service refuses a call without credential${scheme ? ` (it wants ${scheme})` : ''}: set auth.back`;
}

/** The first scheme of the challenge (RFC 9110 §11.6.1). */
function wantedScheme({ rest }: FaultInit): string | undefined {
  const challenge = rest?.headers['www-authenticate'];
  return /^[A-Za-z][\w-]{0,30}(?![^\s,])/.exec(String(challenge ?? ''))?.[0];
}

function fieldOf(
  name: string,
  { caller, rule: { allowedFields } }: Exchange,
  { fields, pass }: AttachCredentialOptions,
): string | undefined {
  if (allowedFields !== undefined && !allowedFields.includes(name)) return undefined;
  const source = fields.get(name);
  if (source !== undefined) return typeof source === 'string' ? source : source.read();
  return pass ? caller?.fields.get(name) : undefined;
}

/** A type's error message could quote the value, so it is replaced. */
function give(
  bindings: Bindings,
  credentialFields: readonly CredentialField[],
  values: CallValues,
  { side }: AttachCredentialOptions,
): void {
  for (const { name, variable, text, neededIn } of credentialFields) {
    const value = values.of(name);
    if (value === undefined && side === 'rest' && neededIn.includes(side))
      throw new SoapstoneError('CREDENTIAL', `the gateway has no value for {${name}}`);
    try {
      bindings[variable] = value === undefined ? undefined : text.fromText(value);
    } catch (error) {
      if (!(error instanceof SoapstoneError)) throw error;
      throw new SoapstoneError('CREDENTIAL', `{${name}} is not allowed in its place`);
    }
  }
}

/** Removes the credential: responses, also cached ones, must not hold it. */
function take(bindings: Bindings, credentialFields: readonly CredentialField[]): void {
  for (const { variable } of credentialFields) bindings[variable] = undefined;
}
