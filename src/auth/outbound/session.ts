// Sessions of the upstream: one for each credential, begun once, stored for all processes, renewed once when the upstream has forgotten it.

import { SoapstoneError } from '../../errors/errors.ts';
import { Fault } from '../../fault/fault.ts';
import type { SessionPlan, ShownPart } from '../../mapping/model/auth.ts';
import type { CallAddress } from '../../rule/exchange.ts';
import type { Store } from '../../store/store.ts';
import type { Transport } from '../../transport/transport.ts';
import { clark } from '../../xml/reader/names.ts';
import { faultNames } from '../formats/fault-names.ts';
import { bodyOf, headerBlocks } from '../formats/header-blocks.ts';
import { SessionKey } from '../formats/session-key.ts';
import type { CallValues } from '../settings/values.ts';
import { type Posted, post } from './post.ts';
import { type AddressPolicy, serviceAddress } from './service-address.ts';

export interface Session {
  /** `$session.name` → value. */
  readonly values: readonly (readonly [string, string])[];
  /** `name=value` */
  readonly cookies: readonly string[];
  /** Tells one session from the next. */
  readonly began: number;
}

/** A session that is being looked up, or begun. */
export interface PendingSession {
  readonly session: Promise<Session>;
  /** The login that was sent for it. */
  login?: Login;
}

interface Login {
  /** ms, monotonic. */
  readonly began: number;
  /** Origin that it was sent to; undefined where the service has one alone. */
  target: string | undefined;
}

interface SessionOptions {
  readonly plan: SessionPlan;
  readonly store: Store;
  readonly transport: Pick<Transport, 'send'>;
  /** Path to send logins to. */
  readonly path: string;
  /** Name of the bridge. */
  readonly space: string;
  /** Absent: calls go to the address of the bridge. */
  readonly address?: AddressPolicy;
}

/** ms that other processes wait for a login, and between their checks. */
const LOGIN = 15_000;
const LOOK = 50;

export class Sessions {
  private readonly options: SessionOptions;
  /** Logins of this process, by name: calls at the same time share one. */
  private readonly running = new Map<string, PendingSession>();

  constructor(options: SessionOptions) {
    this.options = options;
  }

  /** Fields that a login needs: `$credential.email`. */
  get needed(): readonly string[] {
    return this.options.plan.needed;
  }

  /** `old`: an expired session. undefined: the credential lacks a field of the login. */
  of(values: CallValues, old?: Session): PendingSession | undefined {
    const { plan, space } = this.options;
    if (plan.needed.some((name) => values.of(name) === undefined)) return undefined;
    const fields = plan.fields.map((name) => [name, values.of(name) ?? null]);
    const sessionKey = new SessionKey([space, JSON.stringify(fields)]);
    const running = this.running.get(sessionKey.name);
    return running ? this.follow(running, values, sessionKey, old) : this.begin(values, sessionKey, old);
  }

  /** A lookup that began before the session expired may return it again. */
  private follow(running: PendingSession, values: CallValues, sessionKey: SessionKey, old: Session | undefined) {
    let last = running;
    const following = async () => {
      const session = await running.session;
      if (session.began !== old?.began) return session;
      last = this.begin(values, sessionKey, old);
      return last.session;
    };
    return {
      session: following(),
      get login() {
        return last.login;
      },
    };
  }

  private begin(values: CallValues, sessionKey: SessionKey, old: Session | undefined): PendingSession {
    const onLogin = (login: Login) => {
      pending.login = login;
    };
    const pending: PendingSession = {
      session: this.find(values, sessionKey, old, onLogin).finally(() => {
        if (this.running.get(sessionKey.name) === pending) this.running.delete(sessionKey.name);
      }),
    };
    this.running.set(sessionKey.name, pending);
    return pending;
  }

  /** Where calls of the session go; undefined: to the address of the bridge. Throws SoapstoneError CREDENTIAL. */
  addressOf({ values }: Session): CallAddress | undefined {
    const { address } = this.options;
    if (address === undefined) return undefined;
    const text = values.find(([name]) => name === `$session.${address.value}`)?.[1];
    return serviceAddress(text, address);
  }

  /** Does the error say that the session has expired? */
  isOver(error: unknown): boolean {
    const detail = error instanceof Fault ? error.init.soap?.detail : undefined;
    return detail?.some(({ name }) => this.options.plan.expired.has(clark(name))) ?? false;
  }

  private async find(
    values: CallValues,
    sessionKey: SessionKey,
    old: Session | undefined,
    onLogin: (login: Login) => void,
  ): Promise<Session> {
    const { store, plan } = this.options;
    for (const until = performance.now() + LOGIN; ; ) {
      const existing = await this.load(sessionKey);
      if (existing && existing.began !== old?.began) return existing;
      // Only one process logs in: a second login may end the first session.
      if (await store.add(`login:${sessionKey.name}`, new Uint8Array(0), LOGIN)) break;
      if (performance.now() > until) break;
      await new Promise((resolve) => setTimeout(resolve, LOOK));
    }
    try {
      const session = await this.login(values, onLogin);
      await store.set(`session:${sessionKey.name}`, sessionKey.close(JSON.stringify(session)), plan.keep);
      return session;
    } finally {
      await store.delete(`login:${sessionKey.name}`);
    }
  }

  private async load(sessionKey: SessionKey): Promise<Session | undefined> {
    const bytes = await this.options.store.get(`session:${sessionKey.name}`);
    const text = bytes && sessionKey.open(bytes);
    return text === undefined ? undefined : (JSON.parse(text) as Session);
  }

  /** Clients learn only that the login failed: the reason tells much about the credential. */
  private async login(values: CallValues, onLogin: (login: Login) => void): Promise<Session> {
    const { plan, transport, path } = this.options;
    const login: Login = { began: performance.now(), target: undefined };
    onLogin(login);
    const posted = await post(transport, path, plan.operation, plan.request.write(values.of), (origin) => {
      login.target = origin;
    });
    const { status, headers, body } = posted;
    const sessionValues = status === 200 ? readResponse(plan, body) : undefined;
    if (sessionValues === undefined)
      throw new SoapstoneError('CREDENTIAL', 'the service does not start a session', { cause: refusalOf(posted) });
    return { values: [...sessionValues], cookies: cookiesIn(headers['set-cookie']), began: Date.now() + Math.random() };
  }
}

/** For the log alone. */
function refusalOf({ status, body }: Posted): string {
  const names = faultNames(body);
  if (names.length > 0) return `status ${status}, fault ${names.join(', ')}`;
  return status === 200 ? 'its response is not that of the table' : `status ${status}`;
}

function readResponse(plan: SessionPlan, envelope: Uint8Array): ReadonlyMap<string, string> | undefined {
  const { response } = plan;
  try {
    const [inBody, inHeaders] = [response ? readBody(response, envelope) : [], readHeaders(plan, envelope)];
    return inBody && inHeaders && new Map([...inBody, ...inHeaders]);
  } catch (error) {
    if (error instanceof SoapstoneError) return undefined;
    throw error;
  }
}

function readBody(response: ShownPart, envelope: Uint8Array): ReadonlyMap<string, string> | undefined {
  const content = bodyOf(envelope);
  return content?.key === clark(response.element.name) ? response.read(content.xml) : undefined;
}

/** undefined: a header of the login is missing, occurs twice, or does not fit. */
function readHeaders({ responseHeaders }: SessionPlan, envelope: Uint8Array): readonly [string, string][] | undefined {
  if (responseHeaders.length === 0) return [];
  const blocks = headerBlocks(envelope, new Set(responseHeaders.map(({ element }) => clark(element.name))));
  const values: [string, string][] = [];
  for (const reader of responseHeaders) {
    const block = blocks?.get(clark(reader.element.name));
    const read = block && reader.read(block);
    if (read === undefined) return undefined;
    values.push(...read);
  }
  return values;
}

type Field = string | string[] | undefined;

/** Cookies of Set-Cookie fields (RFC 6265), without removed ones. They go back to the service with every call. */
function cookiesIn(field: Field): readonly string[] {
  const cookies = new Map<string, string>();
  for (const line of typeof field === 'string' ? [field] : (field ?? [])) {
    const [pair, ...attributes] = line.split(';');
    const equals = pair.indexOf('=');
    const name = pair.slice(0, equals).trim();
    if (equals < 1 || !/^[\x21-\x7e]+$/.test(name)) continue;
    const gone = attributes.some((attribute) => /^\s*max-age\s*=\s*(0|-\d+)\s*$/i.test(attribute));
    const value = pair.slice(equals + 1).trim();
    if (gone || !/^[\x21-\x7e]*$/.test(value)) cookies.delete(name);
    else cookies.set(name, value);
  }
  return [...cookies].map(([name, value]) => `${name}=${value}`);
}
