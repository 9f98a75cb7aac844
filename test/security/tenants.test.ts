// T-SEC-28: what one caller has left behind no other one gets, whatever either of them writes.
import { generateKeyPairSync } from 'node:crypto';
import { join } from 'node:path';
import fc from 'fast-check';
import { exportJWK, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { knownCaller } from '../../src/auth/inbound/caller-registry.ts';
import { callerEntry } from '../../src/auth/inbound/grants.ts';
import { Secret } from '../../src/auth/settings/secret.ts';
import { ScopedStore } from '../../src/exchange/model/scoped-store.ts';
import { memoryStore } from '../../src/store/memory.ts';
import type { Store } from '../../src/store/store.ts';
import { tutorial } from '../e2e/scene.ts';
import { WHOLE } from '../sample-size.ts';
import { temp } from '../server/temp.ts';
import { http } from '../transport/raw-peer.ts';
import { envelope, NOTES } from './documents.ts';
import { Caller, expectProblem, openStage, postJson, request, type Stage, sayXml } from './stage.ts';

const addedAs = (id: string) =>
  sayXml(envelope(`<n:AddNoteResponse xmlns:n="${NOTES}"><n:id>${id}</n:id></n:AddNoteResponse>`));

describe('T-SEC-28: keys of idempotency', () => {
  let rest: Stage;
  let caller: Caller;
  beforeAll(async () => {
    rest = await openStage('rest');
    caller = new Caller(rest);
  });
  afterAll(async () => {
    caller.close();
    await rest.stop();
  });

  const add = async (key: string, credential: string | undefined, id: string) => {
    rest.peer.script = addedAs(id);
    const fields = [
      'X-Tenant: t',
      `Idempotency-Key: ${key}`,
      ...(credential === undefined ? [] : [`Authorization: ${credential}`]),
    ];
    return JSON.parse((await caller.ask(postJson('{"title":"a"}', fields)))!.text).id as string;
  };

  it('of two callers are two, and a repeat is that of its own caller', async () => {
    const callers = [
      undefined,
      'anonymous',
      'by x',
      'Basic YTpi',
      'basic YTpi',
      'Basic YTpj',
      'Bearer a',
      'Bearer a,b',
      'Bearer a"]',
      'Bearer a","k',
    ];
    for (const [i, credential] of callers.entries())
      expect([credential, await add('k', credential, `id-${i}`)]).toEqual([credential, `id-${i}`]);
    for (const [i, credential] of callers.entries())
      expect([credential, await add('k', credential, 'again')]).toEqual([credential, `id-${i}`]);
    expect(await add('b","k', 'Bearer a', 'new')).toBe('new');
  });

  it('of a caller who says who he is twice are nobody’s', async () => {
    expect(await add('two', 'Bearer a', 'first')).toBe('first');
    for (const pair of [
      ['Bearer b', 'Bearer a'],
      ['Bearer a', 'Bearer b'],
      ['Bearer a', 'Bearer a'],
    ]) {
      const twice = ['X-Tenant: t', 'Idempotency-Key: two', ...pair.map((text) => `authorization: ${text}`)];
      expectProblem(await caller.ask(postJson('{"title":"a"}', twice)), [400]);
    }
    await caller.good();
  });

  it.each([
    [['X-Tenant: t', 'X-Tenant: u'], 'X-Tenant'],
    [['x-tenant: t', 'X-TENANT: t'], 'x-tenant'],
    [['X-Tenant: t', 'Content-Type: text/plain'], undefined],
  ])('a field that is said twice is said by nobody: %o', async (fields, path) => {
    rest.peer.script = addedAs('new');
    const problem = expectProblem(await caller.ask(postJson('{"title":"a"}', fields)), [400]);
    expect((problem['errors'] as { path: string }[] | undefined)?.[0].path).toBe(path);
    await caller.good();
  });
});

describe('T-SEC-28: callers whom the gateway asks', async () => {
  process.env.TENANT_KEY_1 = 'k-1';
  process.env.TENANT_KEY_2 = 'k-2';
  process.env.TENANT_PASSWORD = 'one and the same';
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const keys = [{ ...(await exportJWK(publicKey)), kid: '1', alg: 'ES256' }];
  const tokenOf = (claims: Record<string, unknown>) =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: 'ES256', kid: '1' })
      .setIssuer('https://id.example')
      .setAudience('notes')
      .setExpirationTime('1h')
      .sign(privateKey);
  const bearer = async (claims: Record<string, unknown>) => `Authorization: Bearer ${await tokenOf(claims)}`;
  const basic = (pair: string) => `Authorization: Basic ${Buffer.from(pair).toString('base64')}`;
  const tokens = (more: object = {}) => {
    const file = join(temp({ 'jwks.json': JSON.stringify({ keys }) }), 'jwks.json');
    return { front: [{ bearer: { jwks: { file }, issuer: 'https://id.example', audience: 'notes', ...more } }] };
  };
  const keyed = (front: readonly unknown[], fields: object = { account: 'ACME' }) => ({
    front,
    callers: ['TENANT_KEY_1', 'TENANT_KEY_2'].map((env) => ({ ...fields, key: { env } })),
  });

  /** Who asks: a list of fields. Each sends the same, for which the service has another answer each time. */
  async function heardBy(auth: object, callers: readonly string[]) {
    const rest = await openStage('rest', { auth: JSON.stringify(auth), cache: '1h' });
    onTestFinished(() => rest.stop());
    let calls = 0;
    rest.peer.script = (socket, heard) => {
      const name = heard.body.includes('AddNote') ? 'id' : 'title';
      const response =
        name === 'id'
          ? `<n:AddNoteResponse xmlns:n="${NOTES}"><n:id>${calls++}</n:id></n:AddNoteResponse>`
          : `<n:GetNoteResponse xmlns:n="${NOTES}"><n:note><n:title>${calls++}</n:title></n:note></n:GetNoteResponse>`;
      socket.write(http(200, 'text/xml', envelope(response)));
    };
    const caller = new Caller(rest);
    onTestFinished(() => caller.close());
    const heard: string[] = [];
    for (const field of [...callers, ...callers]) {
      const got = await caller.ask(request('GET /v1/notes/7', [field]));
      const added = await caller.ask(postJson('{"title":"a"}', ['X-Tenant: t', 'Idempotency-Key: k', field]));
      heard.push(`${JSON.parse(got!.text).title} ${JSON.parse(added!.text).id}`);
    }
    return heard;
  }

  const apart = ['0 1', '2 3', '0 1', '2 3'];

  it('tokens without a subject are told apart by the claims that the settings name', async () => {
    const [a, b] = [await bearer({ client_id: 'A' }), await bearer({ client_id: 'B' })];
    expect(await heardBy(tokens({ identity: 'client_id' }), [a, b])).toEqual(apart);
    const numbers = [await bearer({ client_id: 1 }), await bearer({ client_id: '1' })];
    expect(await heardBy(tokens({ identity: ['client_id'] }), numbers)).toEqual(apart);
  });

  it.each([[{}], [{ sub: '' }], [{ sub: { a: 1 } }], [{ sub: null }]])(
    'tokens without a claim that tells apart are none: %o',
    async (claims) => {
      const rest = await openStage('rest', { auth: JSON.stringify(tokens()) });
      onTestFinished(() => rest.stop());
      rest.peer.script = addedAs('1');
      const caller = new Caller(rest);
      onTestFinished(() => caller.close());
      const ask = async (field: string) => (await caller.ask(request('GET /v1/notes/7', [field])))!.status;
      expect(await ask(await bearer({ client_id: 'A', ...claims }))).toBe(401);
    },
  );

  it('tokens that are passed on are told apart, whosever they are', async () => {
    const [a, b] = [await bearer({ sub: 'x', scope: 'all' }), await bearer({ sub: 'x', scope: 'none' })];
    expect(await heardBy({ ...tokens(), back: { bearer: {} } }, [a, b])).toEqual(apart);
    const renamed = { ...tokens({ as: { token: 't' } }), back: { bearer: { token: 't' } } };
    expect(await heardBy(renamed, [a, b])).toEqual(apart);
  });

  it('and those that nobody is shown are those of their subject', async () => {
    const [a, b] = [await bearer({ sub: 'x', jti: '1' }), await bearer({ sub: 'x', jti: '2' })];
    const one = ['0 1', '0 1', '0 1', '0 1'];
    expect(await heardBy(tokens(), [a, b])).toEqual(one);
    expect(await heardBy({ ...tokens(), back: { bearer: {}, pass: false } }, [a, b])).toEqual(one);
    const own = { bearer: {}, fields: { token: { env: 'TENANT_KEY_1' } } };
    expect(await heardBy({ ...tokens(), back: own }, [a, b])).toEqual(one);
  });

  it('two whose secrets alone differ are two', async () => {
    const said = ['X-Api-Key: k-1', 'X-Api-Key: k-2'];
    expect(await heardBy(keyed([{ apiKey: { header: 'X-Api-Key' } }]), said)).toEqual(apart);
    expect(await heardBy(keyed([{ apiKey: { header: 'X-Api-Key' } }], {}), said)).toEqual(apart);
    const pair = ['ann', 'bob'].map((user) => ({ user, password: { env: 'TENANT_PASSWORD' } }));
    const said2 = ['ann', 'bob'].map((user) => basic(`${user}:one and the same`));
    expect(await heardBy({ front: ['basic'], callers: pair }, said2)).toEqual(apart);
  });

  it('those whom the service judges are told apart by all that they say', async () => {
    const auth = { front: [{ basic: { judge: 'back' } }], back: { basic: {} } };
    expect(await heardBy(auth, [basic('ann:1'), basic('ann:2')])).toEqual(apart);
    const opaque = { front: ['bearer'], back: { bearer: {} } };
    expect(await heardBy(opaque, ['Authorization: Bearer a', 'Authorization: Bearer b'])).toEqual(apart);
  });

  it('nobody becomes another one by saying what tells that one apart', async () => {
    const secret = new Secret({ env: 'TENANT_KEY_1' });
    const { key } = knownCaller(
      'apiKey',
      callerEntry(
        new Map<string, string | Secret>([
          ['account', 'ACME'],
          ['key', secret],
        ]),
      ),
    );
    const auth = keyed([{ apiKey: { header: 'X-Api-Key' } }, 'none']);
    expect(await heardBy(auth, ['X-Api-Key: k-1', `Authorization: ${key.trim()}`])).toEqual(apart);
  });

  it('a known one stays the same wherever it stands in the list, and with a new secret', () => {
    const one = (account: string, env: string) =>
      knownCaller(
        'basic',
        callerEntry(
          new Map<string, string | Secret>([
            ['account', account],
            ['key', new Secret({ env })],
          ]),
        ),
      ).key;
    const before = one('ACME', 'TENANT_KEY_1');
    process.env.TENANT_KEY_1 = 'changed';
    expect(one('ACME', 'TENANT_KEY_1')).toBe(before);
    process.env.TENANT_KEY_1 = 'k-1';
    const others = [one('ACME', 'TENANT_KEY_2'), one('OTHER', 'TENANT_KEY_1')];
    expect(new Set([before, ...others]).size).toBe(3);
  });
});

describe('T-SEC-28: cursors', () => {
  const LIB = 'https://example.com/library';

  it('are kept apart by caller, bridge, rule and search', async () => {
    const kept = new Map<string, Uint8Array>();
    const store = {
      ...memoryStore({ bytes: 1e6 }),
      set: async (key: string, value: Uint8Array) => void kept.set(key, value),
    } as unknown as Store;
    const part = fc.oneof(
      fc.string({ maxLength: 6 }),
      fc.constantFrom('"', '",', ']', '\\', '\0', 'anonymous', 'by '),
      fc.integer(),
      fc.constant(null),
    );
    const owner = fc.tuple(
      fc.string({ maxLength: 4 }),
      fc.option(fc.string({ maxLength: 4 }), { nil: undefined }),
      fc.array(part, { maxLength: 4 }),
    );
    const keyOf = async ([space, credential, parts]: [string, string | undefined, (string | number | null)[]]) => {
      kept.clear();
      await new ScopedStore(store, space, credential).set('cursor', parts, 1, 1);
      return [...kept.keys()][0];
    };
    await fc.assert(
      fc.asyncProperty(owner, owner, async (one, other) => {
        const same =
          JSON.stringify([one[0], one[1] ?? [], one[2]]) === JSON.stringify([other[0], other[1] ?? [], other[2]]);
        expect((await keyOf(one)) === (await keyOf(other))).toBe(same);
      }),
      { numRuns: WHOLE ? 100_000 : 2_000 },
    );
  });

  it('64 callers who ask for the same at once, each gets what was found for it', async () => {
    const rest = await openStage('rest', { mapping: tutorial('40-paging') });
    // Each search has a number, which stands in its token and in all that it finds; answers come in another order than questions.
    let searches = 0;
    let waiting: (() => void)[] = [];
    const answer = () => {
      const ready = waiting.reverse();
      waiting = [];
      for (const go of ready) go();
    };
    rest.peer.script = (socket, { body }) => {
      const token = /token>(\d+)</.exec(body)?.[1];
      const number = token ?? String(++searches);
      const loans = `<l:loan><l:book>${number}</l:book><l:due>2026-01-01</l:due></l:loan>`.repeat(4);
      const name = token === undefined ? 'ListLoans' : 'ListMoreLoans';
      const response = envelope(
        `<l:${name}Response xmlns:l="${LIB}">${loans}<l:token>${number}</l:token></l:${name}Response>`,
      );
      if (waiting.push(() => socket.write(http(200, 'text/xml', response))) === 1) setImmediate(answer);
    };
    const owners = new Map<number, string>();
    const lane = async (_: unknown, i: number) => {
      const caller = new Caller(rest);
      for (let round = 0; round < (WHOLE ? 150 : 6); round++) {
        const line = `GET /v1/readers/r/loans?limit=4&offset=${4 * (round % 3)}`;
        const { items } = JSON.parse((await caller.ask(request(line, [`Authorization: Bearer ${i}`])))!.text);
        expect(items).toHaveLength(4);
        for (const { book } of items) {
          expect(owners.get(book) ?? `${i}`).toBe(`${i}`);
          owners.set(book, `${i}`);
        }
      }
      caller.close();
    };
    await Promise.all(Array.from({ length: 64 }, lane));
    // Later windows go on with the search of the same caller.
    expect(searches).toBeLessThan(64 * (WHOLE ? 150 : 6));
    await rest.stop();
  });
});
