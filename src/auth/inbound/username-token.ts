// WS-Security UsernameToken (UsernameToken Profile 1.1.1) of client requests: a password as text or digest. Signatures are ignored.
import type { InboundRequest } from '../../binding/gate.ts';
import { Fault } from '../../fault/fault.ts';
import type { Caller } from '../../rule/exchange.ts';
import { headerBlocks } from '../formats/header-blocks.ts';
import { passwordDigest, SECURITY, WSSE } from '../formats/wss.ts';
import type { FrontSettings } from '../settings/settings.ts';
import { type FrontKind, notATime, notInTime, notZoned, Refused, usedBefore, type Verdict } from './authenticator.ts';
import { type CallerRegistry, knownCaller, same, textOf, unknownCaller } from './caller-registry.ts';
import type { Nonces } from './nonces.ts';
import { readSecurityHeader, type UsernameToken } from './security-header.ts';

type Settings = FrontSettings & { readonly kind: 'usernameToken' };

const securityBlocks = new Set([SECURITY]);

/** SOAP Message Security 1.1.1 §12. */
const failed = new Fault({
  status: 401,
  code: 'UNAUTHENTICATED',
  title: '',
  soap: {
    version: '1.1',
    code: { ns: WSSE, local: 'FailedAuthentication' },
    subcodes: [],
    reason: 'The security token could not be authenticated or authorized',
    detail: [],
  },
});

export function usernameToken(settings: Settings, registry: CallerRegistry, nonces: Nonces): FrontKind {
  return {
    name: 'usernameToken',
    blocks: [SECURITY],
    fault: failed,
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
  const password = textOf(caller?.get(as.password));
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

/** Years of four digits; seconds of a day, so no leap seconds (SOAP Message Security 1.1.1 §10 forbids them). At most 12 digits of a fraction. */
const FORM =
  /^(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)T(?<hour>\d\d):(?<minute>[0-5]\d):(?<second>[0-5]\d)(?<fraction>\.\d{1,12})?(?<zone>Z|[+-](?:0\d|1[0-4]):[0-5]\d)?$/;
const MINUTE = 60_000;
const WIDEST = 14 * 60 * MINUTE;
const DAY = 24 * 60 * MINUTE;

/** ms since 1970, with a fraction, of an xsd:dateTime. It needs a zone: without one it means another instant on another machine. */
export function messageTime(text: string): number | Refused {
  const groups = FORM.exec(text)?.groups;
  if (groups === undefined) return notATime;
  const { year, month, day, hour, minute, second, fraction = '', zone } = groups;
  const midnight = midnightOf(Number(year), Number(month), Number(day));
  const within = (Number(hour) * 60 + Number(minute)) * MINUTE + Number(`${second}${fraction}`) * 1000;
  // 24:00:00 is the end of the day (XML Schema Part 2 §3.2.7.1).
  if (midnight === undefined || within > DAY || (hour === '24' && within !== DAY)) return notATime;
  if (zone === undefined) return notZoned;
  const offset = offsetOf(zone);
  return Math.abs(offset) > WIDEST ? notATime : midnight + within - offset;
}

/** undefined: no such day. There is no year 0000. */
function midnightOf(year: number, month: number, day: number): number | undefined {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  const exists = year > 0 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return exists ? date.getTime() : undefined;
}

function offsetOf(zone: string): number {
  if (zone === 'Z') return 0;
  const [hours, minutes] = zone.slice(1).split(':').map(Number);
  return (zone[0] === '-' ? -1 : 1) * (hours * 60 + minutes) * MINUTE;
}
