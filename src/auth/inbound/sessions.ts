// Sessions of clients: begun with a credential, identified by a cookie, and stored encrypted.

import { randomBytes } from 'node:crypto';
import type { InboundRequest } from '../../binding/gate.ts';
import { saidFault } from '../../fault/fault.ts';
import type { Caller, CallerSessions } from '../../rule/exchange.ts';
import type { Store } from '../../store/store.ts';
import { SessionKey } from '../formats/session-key.ts';
import type { FrontSettings } from '../settings/settings.ts';
import { type Failures, type FrontKind, limited, type Verdict } from './authenticator.ts';
import { type CallerRegistry, knownCaller, unknownCaller } from './caller-registry.ts';
import type { Claimant } from './failure-limit.ts';

type Settings = FrontSettings & { readonly kind: 'session' };

/** A stored session. Times in ms since 1970. */
interface Session {
  /** Fields of its first request: the caller is looked up for each request. */
  readonly fields: readonly (readonly [string, string])[];
  readonly began: number;
  readonly used: number;
}

const lost = saidFault(401, 'SESSION_LOST');
/** Part of the idle time after which a request extends the session. It may be stored longer by this part, never shorter. */
const OFTEN = 10;

export class FrontSessions implements FrontKind, CallerSessions {
  readonly name = 'session';
  readonly fault = lost;
  private readonly settings: Settings;
  private readonly registry: CallerRegistry;
  private readonly store: Store;
  private readonly space: string;
  private readonly failures: Omit<Failures, 'addressOf'>;

  /** `space`: name of the bridge. */
  constructor(
    settings: Settings,
    registry: CallerRegistry,
    store: Store,
    space: string,
    failures: Omit<Failures, 'addressOf'>,
  ) {
    this.settings = settings;
    this.registry = registry;
    this.store = store;
    this.space = space;
    this.failures = failures;
  }

  async begin(fields: ReadonlyMap<string, string>, address: string) {
    const caller = this.callerOf(fields);
    const claimant = { address, identity: () => this.identityOf(fields) };
    const left = this.waitOf(caller, claimant);
    if (left > 0) throw limited(this.failures, left, this, claimant);
    if (caller === undefined) return undefined;
    const id = randomBytes(24).toString('base64url');
    const now = Date.now();
    const { name, value, ttl } = this.entryOf(id, { fields: [...fields], began: now, used: now });
    await this.store.set(name, value, ttl);
    return { caller: { ...caller, session: id }, field: this.cookie(id) };
  }

  /** ms until the client may try again; counts a wrong credential. */
  private waitOf(caller: Caller | undefined, claimant: Claimant): number {
    const { counts, limit } = this.failures;
    if (caller !== undefined) return caller.unchecked ? 0 : (limit?.admit(caller.key, claimant) ?? 0);
    counts.count(this.name);
    return limit?.failed(claimant) ?? 0;
  }

  private identityOf(fields: ReadonlyMap<string, string>): string | undefined {
    const names = this.registry.publicFields(fields);
    return names.length === 0 ? undefined : JSON.stringify(names);
  }

  async end(id: string) {
    await this.store.delete(nameOf(this.sessionKeyOf(id)));
    return { field: this.cookie('', '; Max-Age=0') };
  }

  authenticate({ req }: InboundRequest): undefined | Promise<Verdict> {
    const id = cookieIn(req.headers.cookie, this.settings.cookie);
    return id === undefined ? undefined : this.find(id);
  }

  private async find(id: string): Promise<Verdict> {
    const sessionKey = this.sessionKeyOf(id);
    const bytes = await this.store.get(nameOf(sessionKey));
    const text = bytes && sessionKey.open(bytes);
    if (bytes === undefined || text === undefined) return 'refused';
    const session = JSON.parse(text) as Session;
    const now = Date.now();
    const caller = this.callerOf(new Map(session.fields));
    if (caller === undefined || now >= session.began + this.settings.longest) return 'refused';
    if (now - session.used > this.settings.keep / OFTEN) await this.prolong(id, bytes, { ...session, used: now });
    return { ...caller, session: id };
  }

  /** Only replaces an unchanged session: one that has ended stays ended. */
  private async prolong(id: string, old: Uint8Array, session: Session): Promise<void> {
    const { name, value, ttl } = this.entryOf(id, session);
    await this.store.replace(name, old, value, ttl);
  }

  private entryOf(id: string, session: Session) {
    const { keep, longest } = this.settings;
    const sessionKey = this.sessionKeyOf(id);
    const ttl = Math.min(keep + keep / OFTEN, session.began + longest - session.used);
    return { name: nameOf(sessionKey), value: sessionKey.close(JSON.stringify(session)), ttl };
  }

  /** One of the fields must be a secret: public fields prove nothing. */
  private callerOf(fields: ReadonlyMap<string, string>): Caller | undefined {
    if (this.settings.judge === 'back') return unknownCaller('session', fields);
    const entry = this.registry.find(fields);
    const proven = [...fields.keys()].some((field) => typeof entry?.fields.get(field) === 'object');
    return entry && proven ? knownCaller('session', entry) : undefined;
  }

  private sessionKeyOf(id: string): SessionKey {
    return new SessionKey([this.space, 'caller', id]);
  }

  /** RFC 6265 §4.1 */
  private cookie(value: string, attributes = ''): readonly [string, string] {
    const { cookie, secure } = this.settings;
    return [
      'set-cookie',
      `${cookie}=${value}; Path=/; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}${attributes}`,
    ];
  }
}

function nameOf({ name }: SessionKey): string {
  return `caller:${name}`;
}

/** The first of the name (RFC 6265 §4.2.1). */
function cookieIn(field: string | undefined, name: string): string | undefined {
  for (const pair of field?.split(';') ?? []) {
    const equals = pair.indexOf('=');
    if (equals > 0 && pair.slice(0, equals).trim() === name) return pair.slice(equals + 1).trim() || undefined;
  }
  return undefined;
}
