// WS-Security UsernameToken (UsernameToken Profile 1.1.1) of client requests: a password as text or digest. Signatures are ignored.
import type { InboundRequest } from '../../binding/gate.ts';
import type { Caller } from '../../rule/exchange.ts';
import { headerBlocks } from '../formats/header-blocks.ts';
import { timeOf } from '../formats/message-time.ts';
import { passwordDigest, SECURITY } from '../formats/wss.ts';
import type { FrontSettings } from '../settings/settings.ts';
import { type FrontKind, notATime, notInTime, notZoned, Refused, usedBefore, type Verdict } from './authenticator.ts';
import { type CallerRegistry, knownCaller, same, textOf, unknownCaller } from './caller-registry.ts';
import type { Nonces } from './nonces.ts';
import { securityFault } from './security-fault.ts';
import { readSecurityHeader, type UsernameToken } from './security-header.ts';

type Settings = FrontSettings & { readonly kind: 'usernameToken' };

const securityBlocks = new Set([SECURITY]);

/** SOAP Message Security 1.1.1 §12. */
const failed = securityFault('FailedAuthentication', 'The security token could not be authenticated or authorized');

export function usernameToken(settings: Settings, registry: CallerRegistry, nonces: Nonces): FrontKind {
  return {
    name: 'usernameToken',
    blocks: [SECURITY],
    fault: failed,
    identify: ({ envelope }) => {
      const block = envelope && headerBlocks(envelope, securityBlocks)?.get(SECURITY);
      const token = block && readSecurityHeader(block)?.token;
      return token === undefined || token === 'malformed' ? undefined : token.user;
    },
    authenticate({ envelope }: InboundRequest) {
      const blocks = envelope ? headerBlocks(envelope, securityBlocks) : new Map();
      const block = blocks?.get(SECURITY);
      if (blocks === undefined) return 'refused';
      return block === undefined ? undefined : authenticate(block, settings, registry, nonces);
    },
  };
}

async function authenticate(
  block: Uint8Array,
  settings: Settings,
  registry: CallerRegistry,
  nonces: Nonces,
): Promise<Verdict | undefined> {
  const header = readSecurityHeader(block);
  if (header === undefined) return 'refused';
  const { token, expires } = header;
  const late = expires === undefined ? undefined : lateness(expires, settings);
  if (late !== undefined) return late;
  if (token === undefined) return undefined;
  if (token === 'malformed' || !settings.passwords.includes(token.type)) return 'refused';
  return settings.judge === 'back' ? unverified(token, settings) : authenticateToken(token, settings, registry, nonces);
}

function unverified({ user, password }: UsernameToken, { as }: Settings): Verdict {
  return unknownCaller(
    'usernameToken',
    new Map([
      [as.user, user],
      [as.password, password],
    ]),
  );
}

async function authenticateToken(
  token: UsernameToken,
  settings: Settings,
  registry: CallerRegistry,
  nonces: Nonces,
): Promise<Verdict> {
  const { as } = settings;
  const caller = registry.find(new Map([[as.user, token.user]]));
  const password = textOf(caller?.fields.get(as.password));
  const right = token.type === 'text' ? (password ?? '') : passwordDigest(token.nonce, token.created, password ?? '');
  if (!same(token.password, right) || caller === undefined || password === undefined) return 'refused';
  const checkedCaller = knownCaller('usernameToken', caller);
  return (
    staleness(token, settings) ?? ((await isFirst(checkedCaller, token, settings, nonces)) ? checkedCaller : usedBefore)
  );
}

/** undefined: it is fresh, or has no time. */
function staleness({ created }: UsernameToken, { window }: Settings): Refused | undefined {
  if (created === '') return undefined;
  const time = messageTime(created);
  if (time instanceof Refused) return time;
  return Math.abs(time - Date.now()) <= window ? undefined : notInTime;
}

/** Called after the password is verified: only the caller may use up its nonces. Compares bytes, not their text. */
async function isFirst(
  caller: Caller,
  { user, nonce, created }: UsernameToken,
  { window }: Settings,
  nonces: Nonces,
): Promise<boolean> {
  if (nonce.length === 0) return true;
  return nonces.first(caller, ['wsse', user, Buffer.from(nonce).toString('base64'), created], 2 * window);
}

/** A Timestamp has the time when the message expires (SOAP Message Security 1.1.1 §10). undefined: it has not expired. */
function lateness(expires: string, { window }: Settings): Refused | undefined {
  const time = messageTime(expires);
  if (time instanceof Refused) return time;
  return time + window >= Date.now() ? undefined : notInTime;
}

/** ms since 1970, with a fraction, of an xsd:dateTime. */
export function messageTime(text: string): number | Refused {
  const time = timeOf(text);
  return typeof time === 'number' ? time : time === 'zone' ? notZoned : notATime;
}
