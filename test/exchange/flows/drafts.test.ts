// What a REST service lacks, at the level of the exchange: drafts, refusals, a job over one request.
import { describe, expect, it } from 'vitest';
import { Fault } from '../../../src/fault/fault.ts';
import { memoryStore } from '../../../src/store/memory.ts';
import type { Store } from '../../../src/store/store.ts';
import { faultOf, openScene, type Service } from './scene.ts';

const report = { title: 'A year' };
const answers: Service = (rule) => (rule === 'begun' ? {} : { report });
const opened = (store?: Store) =>
  openScene(`${import.meta.dirname}/mappings/drafts`, answers, { present: 'soap', store });

describe('a draft', () => {
  it('is saved by its name, with what it was made from', async () => {
    const scene = await opened();
    const { draft } = await scene.ask('begun', { year: 2019 });
    expect(draft).toMatch(/^[0-9a-f-]{36}$/);
    expect(await scene.ask('begun.resumed', { draft })).toMatchObject({ report, year: 2019 });
    expect(scene.calls).toMatchObject([
      { rule: 'begun', values: { year: 2019 } },
      { rule: 'begun.resumed', values: { year: 2019 } },
    ]);
  });

  it('is saved once: the same request again gets the same response', async () => {
    const scene = await opened();
    const { draft } = await scene.ask('begun', { year: 2019 });
    const first = await scene.ask('begun.resumed', { draft });
    expect(await scene.ask('begun.resumed', { draft })).toEqual(first);
    expect(scene.calls.map((call) => call.rule)).toEqual(['begun', 'begun.resumed']);
  });

  it('is sent once, whoever asks at the same time', async () => {
    const scene = await opened();
    const { draft } = await scene.ask('begun', { year: 2019 });
    const said = await Promise.allSettled([1, 2, 3].map(() => scene.ask('begun.resumed', { draft })));
    expect(said.some(({ status }) => status === 'fulfilled')).toBe(true);
    expect(scene.calls.filter((call) => call.rule === 'begun.resumed')).toHaveLength(1);
  });

  it.each([
    [422, 3],
    [503, 3],
    [500, 2],
  ])('may be saved again where the service has refused it: %i', async (status, calls) => {
    let refuse = true;
    const scene = await openScene(
      `${import.meta.dirname}/mappings/drafts`,
      (rule, _, exchange) => {
        if (rule === 'begun') return {};
        exchange.requestSent = true;
        if (refuse) throw new Fault({ status, code: 'NO', title: 'No', rest: { headers: {}, code: 'NO' } });
        return { report };
      },
      { present: 'soap' },
    );
    const { draft } = await scene.ask('begun', { year: 2019 });
    expect((await faultOf(scene.ask('begun.resumed', { draft }))).code).toBe('NO');
    refuse = false;
    const again = scene.ask('begun.resumed', { draft });
    if (calls === 3) expect(await again).toMatchObject({ report });
    else expect((await faultOf(again)).code).toBe('OUTCOME_UNKNOWN');
    expect(scene.calls).toHaveLength(calls);
  });

  it('that nobody knows is said to be unknown', async () => {
    const scene = await opened();
    const { code, detail } = await faultOf(scene.ask('begun.resumed', { draft: 'none' }));
    expect([code, detail]).toEqual(['BAD_BODY', 'no draft of this name is known, or not any more']);
  });

  it('is its caller’s alone', async () => {
    const scene = await opened();
    const { draft } = await scene.ask('begun', { year: 2019 }, 'one');
    await expect(scene.ask('begun.resumed', { draft }, 'another')).rejects.toThrow();
    expect(await scene.ask('begun.resumed', { draft }, 'one')).toMatchObject({ report });
  });

  it('is not begun where the service fails', async () => {
    const scene = await openScene(
      `${import.meta.dirname}/mappings/drafts`,
      () => {
        throw new Error('gone');
      },
      { present: 'soap' },
    );
    expect((await faultOf(scene.ask('begun', { year: 2019 }))).code).toBe('INTERNAL');
  });
});

describe('a refusal', () => {
  it('is in the words of the table, without a call', async () => {
    const scene = await opened();
    const { status, soap } = await faultOf(scene.ask('percent', {}));
    expect([status, soap?.reason]).toEqual([501, 'No: Nobody counts here.']);
    expect(scene.calls).toEqual([]);
  });
});

/** A store that forgets cursors when it is told to. */
function forgetful(): { store: Store; forget(): void } {
  const store = memoryStore({ bytes: 1e6 });
  let from = 0;
  const cursors = new Map<string, number>();
  return {
    forget: () => void (from = cursors.size),
    store: {
      ...store,
      get: async (key) => ((cursors.get(key) ?? from) < from ? undefined : store.get(key)),
      set: (key, value, ttl) => {
        if (key.startsWith('cursor:') && !cursors.has(key)) cursors.set(key, cursors.size);
        return store.set(key, value, ttl);
      },
      add: (...given) => store.add(...given),
      delete: (...given) => store.delete(...given),
      replace: (...given) => store.replace(...given),
      count: (...given) => store.count(...given),
      close: () => store.close(),
    },
  };
}

describe('a job over one request', () => {
  it('asks for further pages by its cursor, and for everything again when that is lost', async () => {
    const { store, forget } = forgetful();
    const service: Service = (rule, { limit, offset, 'items.id': id }) => {
      if (rule.endsWith('.complete')) return { 'items.record': { binNumber: `B ${id}` } };
      const ids = Array.from({ length: 12 }, (_, i) => ({ id: String(i + 1) }));
      return { items: ids.slice(Number(offset), Number(offset) + Number(limit)), total: 12, more: true };
    };
    const scene = await openScene('business-records', service, {
      present: 'soap',
      store,
      settings: new Map([['operations', 'none']]),
    });
    const asked = { criteria: { $type: 'common:BinSearchBasic' }, preferences: { pageSize: 5 } };
    const { job } = await scene.ask('asyncSearch.async', asked);
    // Results of all jobs are one operation: its first rule stands for all.
    const page = async (number: number) => {
      const exchange = scene.open('asyncSearch.async.result', { job, page: number });
      const { bindings, rule = exchange.rule } = await scene.handle(exchange);
      return JSON.stringify(scene.shown(rule, bindings)).match(/B \d+/g);
    };
    const lists = () => scene.calls.filter(({ rule }) => !rule.endsWith('.complete')).length;
    expect(await page(1)).toEqual(['B 1', 'B 2', 'B 3', 'B 4', 'B 5']);
    expect(lists()).toBe(1);
    expect(await page(3)).toEqual(['B 11', 'B 12']);
    expect(lists()).toBe(2);
    forget();
    // The first page anew; each further one with the window before it.
    expect(await page(2)).toEqual(['B 6', 'B 7', 'B 8', 'B 9', 'B 10']);
    expect(lists()).toBe(5);
    expect(await page(3)).toEqual(['B 11', 'B 12']);
    expect(lists()).toBe(7);
  }, 120_000);
});
