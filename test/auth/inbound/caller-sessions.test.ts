// Sessions of callers: who may begin one, how long it lasts, and what stands in the store.
import type { IncomingMessage } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CallerRegistry } from '../../../src/auth/inbound/caller-registry.ts';
import { AuthFailures, FailureLimit } from '../../../src/auth/inbound/failure-limit.ts';
import { callerEntry } from '../../../src/auth/inbound/grants.ts';
import { FrontSessions } from '../../../src/auth/inbound/sessions.ts';
import { Secret } from '../../../src/auth/settings/secret.ts';
import { memoryStore } from '../../../src/store/memory.ts';
import type { Store } from '../../../src/store/store.ts';

process.env.SESSION_PASSWORD = 'correct horse';
const MINUTE = 60_000;
const HOME = '192.0.2.1';
const anna = new Map<string, string | Secret>([
  ['user', 'anna'],
  ['password', new Secret({ env: 'SESSION_PASSWORD' })],
  ['account', 'A'],
]);
const right = new Map([
  ['user', 'anna'],
  ['password', 'correct horse'],
]);

interface Sight {
  readonly sessions: FrontSessions;
  readonly store: Store;
  readonly failures: { readonly counts: AuthFailures };
  readonly written: [key: string, value: string][];
}

function opened(callers = [anna], judge: 'gateway' | 'back' = 'gateway', under?: Store): Sight {
  const failures = { counts: new AuthFailures(), limit: new FailureLimit({ max: 3, window: MINUTE }) };
  const store = under ?? memoryStore({ bytes: 1e6, now: Date.now });
  const written: Sight['written'] = [];
  const seen: Store = Object.create(store, {
    set: {
      value: (key: string, value: Uint8Array, ttl: number) => {
        written.push([key, Buffer.from(value).toString('latin1')]);
        return store.set(key, value, ttl);
      },
    },
  });
  const times = { keep: 20 * MINUTE, longest: 60 * MINUTE };
  const settings = { kind: 'session', judge, cookie: 'SID', secure: true, ...times } as const;
  return {
    sessions: new FrontSessions(
      settings,
      new CallerRegistry(callers.map((fields) => callerEntry(fields))),
      seen,
      'bridge',
      failures,
    ),
    store,
    failures,
    written,
  };
}

const asked = (cookie?: string) => ({ req: { headers: { cookie } } as IncomingMessage });
/** The cookie as clients send it back. */
const cookieOf = (field: string) => field.split(';')[0];

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

describe('a session', () => {
  it('is begun by a credential, and known by its cookie among others', async () => {
    const { sessions } = opened();
    const begun = (await sessions.begin(right, HOME))!;
    const [name, field] = begun.field;
    expect(name).toBe('set-cookie');
    expect(field).toMatch(/^SID=[\w-]{32}; Path=\/; HttpOnly; SameSite=Strict; Secure$/);
    const caller = await sessions.authenticate(asked(`a=b; ${cookieOf(field)}; c=d`));
    expect(caller).toMatchObject({ key: begun.caller.key, session: begun.caller.session });
    expect(sessions.authenticate(asked('a=b; SIDE=1'))).toBeUndefined();
    expect(sessions.authenticate(asked())).toBeUndefined();
  });

  it.each([
    [{ user: 'anna', password: 'wrong' }],
    [{ user: 'bob', password: 'correct horse' }],
    [{ user: 'anna', account: 'A' }],
    [{}],
  ])('is not begun by %o', async (fields) => {
    expect(await opened().sessions.begin(new Map(Object.entries(fields)), HOME)).toBeUndefined();
  });

  it('is limited after wrong logins by address and by name, which have a metric', async () => {
    const { sessions, failures } = opened();
    const login = (password: string, address: string, user = 'anna') =>
      sessions.begin(new Map(Object.entries({ user, password })), address).then(
        (begun) => begun !== undefined,
        ({ init }) => [init.code, init.headers['Retry-After']],
      );
    expect(await login('correct horse', HOME)).toBe(true);
    for (const host of [2, 3, 4]) expect(await login('wrong', `192.0.2.${host}`)).toBe(false);
    const limited = ['AUTH_LIMITED', expect.stringMatching(/^(59|60)$/)];
    expect(await login('wrong', '192.0.2.5')).toEqual(limited);
    expect(await login('correct horse', '192.0.2.5')).toEqual(limited);
    expect(await login('correct horse', HOME)).toBe(true);
    for (const user of ['a', 'b', 'c']) expect(await login('wrong', '192.0.2.6', user)).toBe(false);
    expect(await login('wrong', '192.0.2.6', 'd')).toEqual(limited);
    expect(failures.counts.of(['session'])).toEqual([
      ['session', 8],
      ['none', 0],
    ]);
    expect(failures.counts.refused).toBe(3);
  });

  it('ends when it is ended', async () => {
    const { sessions } = opened();
    const { caller, field } = (await sessions.begin(right, HOME))!;
    expect((await sessions.end(caller.session!)).field[1]).toContain('SID=; ');
    expect(await sessions.authenticate(asked(cookieOf(field[1])))).toBe('refused');
  });

  it('stays ended when a request ran beside its end', async () => {
    const { sessions, store } = opened();
    const { caller, field } = (await sessions.begin(right, HOME))!;
    vi.setSystemTime(Date.now() + 10 * MINUTE);
    // The end comes when the request has seen the session, and has not made it longer yet.
    const beside: Store = Object.create(store, {
      get: {
        value: async (key: string) => {
          const found = await store.get(key);
          await sessions.end(caller.session!);
          return found;
        },
      },
    });
    const cookie = asked(cookieOf(field[1]));
    expect(await opened([anna], 'gateway', beside).sessions.authenticate(cookie)).not.toBe('refused');
    expect(await sessions.authenticate(cookie)).toBe('refused');
  });

  it('is kept for its time after the last request, however soon after another that was', async () => {
    for (const last of [0, 1, 2, 3, 4, 5, 6]) {
      const { sessions } = opened();
      const cookie = asked(cookieOf((await sessions.begin(right, HOME))!.field[1]));
      vi.setSystemTime(Date.now() + last * MINUTE);
      expect(await sessions.authenticate(cookie)).not.toBe('refused');
      const used = Date.now();
      vi.setSystemTime(used + 20 * MINUTE - 1);
      expect([last, await sessions.authenticate(cookie)]).not.toContain('refused');
      vi.setSystemTime(Date.now() + 22 * MINUTE + 1);
      expect([last, await sessions.authenticate(cookie)]).toContain('refused');
    }
  });

  it('ends after its longest time, however often it is used', async () => {
    const { sessions } = opened();
    const cookie = cookieOf((await sessions.begin(right, HOME))!.field[1]);
    for (let minutes = 0; minutes < 60; minutes += 15) {
      expect(await sessions.authenticate(asked(cookie))).toMatchObject({ session: expect.any(String) });
      vi.setSystemTime(Date.now() + 15 * MINUTE);
    }
    expect(await sessions.authenticate(asked(cookie))).toBe('refused');
  });

  it('is over for a caller whom the settings do not name any more', async () => {
    const { sessions, store } = opened();
    const cookie = cookieOf((await sessions.begin(right, HOME))!.field[1]);
    expect(await opened([], 'gateway', store).sessions.authenticate(asked(cookie))).toBe('refused');
    expect(await opened([anna], 'gateway', store).sessions.authenticate(asked(cookie))).not.toBe('refused');
  });

  it('shows the service what was said, where that is to judge', async () => {
    const { sessions } = opened([], 'back');
    const cookie = cookieOf((await sessions.begin(right, HOME))!.field[1]);
    expect(await sessions.authenticate(asked(cookie))).toMatchObject({ fields: right });
  });

  it('is nothing that a reader of the store could use', async () => {
    const { sessions, written } = opened();
    const { caller } = (await sessions.begin(right, HOME))!;
    for (const text of written.flat())
      for (const secret of ['anna', 'correct horse', caller.session!]) expect(text).not.toContain(secret);
  });
});
