// T-SEC-28: what one caller has left behind no other one gets, whatever either of them writes.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Keeper } from '../../src/exchange/flows/keeper.ts';
import { memoryStore } from '../../src/store/memory.ts';
import type { Store } from '../../src/store/store.ts';
import { tutorial } from '../e2e/scene.ts';
import { http } from '../transport/raw-peer.ts';
import { envelope, NOTES } from './documents.ts';
import { Caller, openStage, postJson, request, type Stage, sayXml } from './stage.ts';
import { WHOLE } from './whole.ts';

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

  it('of a caller who says who he is twice are those of nobody else', async () => {
    expect(await add('two', 'Bearer a', 'first')).toBe('first');
    rest.peer.script = addedAs('second');
    const twice = ['X-Tenant: t', 'Idempotency-Key: two', 'Authorization: Bearer b', 'Authorization: Bearer a'];
    const heard = await caller.ask(postJson('{"title":"a"}', twice));
    // Node takes the first of them: so does whoever checks it.
    expect(JSON.parse(heard!.text).id).toBe('second');
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
      await new Keeper(store, space, credential).set('cursor', parts, 1, 1);
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
    const rest = await openStage('rest', { mapping: tutorial('30-paging') });
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
      const reply = envelope(
        `<l:${name}Response xmlns:l="${LIB}">${loans}<l:token>${number}</l:token></l:${name}Response>`,
      );
      if (waiting.push(() => socket.write(http(200, 'text/xml', reply))) === 1) setImmediate(answer);
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
