// Windows over pages and pages over windows: whatever the sizes are, everything comes once and in order.
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadContract } from '../../../src/contract/load.ts';
import { memoryStore } from '../../../src/store/memory.ts';
import { problemsOf } from '../../mapping/tables.ts';
import { sample } from '../../sample-size.ts';
import { faultOf, openScene, type Service, soapFault, type Values } from './scene.ts';

const tables = join(import.meta.dirname, 'mappings');

const list = (n: number) => Array.from({ length: n }, (_, i) => ({ id: i }));

/** A SOAP service of tutorial 30 with `n` items of every kind; `largest`: most items on a page, whatever it is asked for. */
function soapService(n: number, largest: number): Service {
  const searches = new Map<unknown, number>();
  const all = list(n);
  const page = (search: unknown, number: number) => {
    const size = searches.get(search);
    if (size === undefined) throw soapFault('unknown search');
    const books = all.slice((number - 1) * size, number * size);
    return { cursor: search, total: n, pages: Math.ceil(n / size), page: number, items: books };
  };
  const loans = (start: number) => {
    const more = start + largest < n ? { cursor: `T${start + largest}` } : {};
    return { items: all.slice(start, start + largest), ...more };
  };
  return (rule, values) => {
    switch (rule) {
      case 'books': {
        const id = `S${searches.size}`;
        searches.set(id, Math.min(Number(values['size']), largest));
        return page(id, 1);
      }
      case 'books.next':
        return page(values['cursor.kept'], Number(values['page']));
      case 'loans':
        return loans(0);
      case 'loans.next':
        return loans(Number(String(values['cursor.kept']).slice(1)));
      default:
        return { items: all.slice(10 * Number(values['page']), 10 * Number(values['page']) + 10), total: n };
    }
  };
}

/** Loans on pages of these sizes, each with a token for the page after it. */
function unevenLoans(sizes: readonly number[]): Service {
  const starts = sizes.map((_, i) => sizes.slice(0, i).reduce((a, b) => a + b, 0));
  const all = list(starts[sizes.length - 1] + sizes[sizes.length - 1]);
  return (rule, values) => {
    const page = rule === 'loans' ? 0 : Number(String(values['cursor.kept']).slice(1));
    const token = page + 1 < sizes.length ? { cursor: `T${page + 1}` } : {};
    return { items: all.slice(starts[page], starts[page] + sizes[page]), ...token };
  };
}

/** A REST service with `n` items; `most`: what it gives at a time, whatever its limit says. */
function restService(n: number, most: number): Service {
  const all = list(n);
  return (rule, { limit, offset }) => {
    const start = Number(offset);
    const items = all.slice(start, start + Math.min(Number(limit), most));
    const more = start + items.length < n;
    if (rule.startsWith('books')) return { items: items, total: n, more, count: items.length };
    return rule.startsWith('loans') ? { items: items, more } : { items: items, total: n };
  };
}

type Kind = 'books' | 'loans' | 'readers';

describe('a window in front of pages', () => {
  it('is what was asked for, for all sizes', async () => {
    const window = fc.record({ limit: fc.integer({ min: 0, max: 40 }), offset: fc.integer({ min: 0, max: 70 }) });
    const one = fc.record({
      kind: fc.constantFrom<Kind>('books', 'loans', 'readers'),
      n: fc.integer({ min: 0, max: 60 }),
      largest: fc.integer({ min: 1, max: 50 }),
      windows: fc.array(window, { minLength: 1, maxLength: 4 }),
    });
    await fc.assert(
      fc.asyncProperty(one, async ({ kind, n, largest, windows }) => {
        // The table says that loans come four a page.
        const scene = await sceneOf(soapService(n, kind === 'loans' ? 4 : largest));
        for (const { limit, offset } of windows) {
          const got = await scene.ask(kind, { limit, offset, reader: 'r' });
          const items = list(n).slice(offset, offset + limit);
          expect(got['items']).toEqual(items);
          if (kind === 'books')
            expect(got).toMatchObject({
              total: n,
              count: items.length,
              more: offset + items.length < n && (items.length > 0 || offset < n),
            });
        }
      }),
      { numRuns: sample(38, 150) },
    );
  });

  it('is cut from pages that are not smaller than the service allows', async () => {
    const cases = fc.record({
      n: fc.integer({ min: 0, max: 40 }),
      limit: fc.integer({ min: 0, max: 20 }),
      offset: fc.integer({ min: 0, max: 45 }),
    });
    await fc.assert(
      fc.asyncProperty(cases, async ({ n, limit, offset }) => {
        const scene = await openScene(join(tables, 'smallest'), soapService(n, 50));
        const got = await scene.ask('books', { limit, offset });
        const items = list(n).slice(offset, offset + limit);
        expect(got).toMatchObject({ items: items, count: items.length });
        expect(scene.calls.map(({ values }) => values['size'])).toEqual(scene.calls.map(() => Math.max(limit, 7)));
      }),
      { numRuns: sample(10, 40) },
    );
  });

  it('is cut from a list without pages, which is asked for anew', async () => {
    const scene = await openScene(join(tables, 'smallest'), () => ({ items: list(9) }));
    for (const [limit, offset] of [
      [4, 0],
      [4, 5],
      [20, 0],
      [0, 3],
      [4, 9],
      [4, 40],
    ]) {
      const items = list(9).slice(offset, offset + limit);
      const got = await scene.ask('loans', { reader: 'r', limit, offset });
      expect(got).toMatchObject({ items, count: items.length, more: offset + limit < 9 });
    }
    expect(scene.calls.length).toBe(6);
  });

  it('has its links below the place where the gateway is mounted', async () => {
    const scene = await openScene(join(tables, 'smallest'), soapService(23, 50));
    const { links } = await scene.ask('books', { limit: 10, offset: 10 }, undefined, '/api');
    expect((links as { href: string }[]).map(({ href }) => href)).toEqual([
      '/api/books?limit=10&offset=10',
      '/api/books?limit=10',
      '/api/books?limit=10',
      '/api/books?limit=10&offset=20',
      '/api/books?limit=10&offset=20',
    ]);
    const tutorial = await openScene('40-paging', soapService(60, 50));
    const { $next, $previous } = await tutorial.ask('books', { limit: 10, offset: 10 }, undefined, '/api');
    expect([$next, $previous]).toEqual(['/api/v1/books?limit=10&offset=20', '/api/v1/books?limit=10']);
  });

  it('has links to itself and to others', async () => {
    const at = (offset: number, limit: number) => {
      const query = [limit === 20 ? [] : `limit=${limit}`, offset === 0 ? [] : `offset=${offset}`].flat().join('&');
      return query === '' ? '/books' : `/books?${query}`;
    };
    const scene = await openScene(join(tables, 'smallest'), soapService(23, 50));
    const links = async (limit: number, offset: number) => {
      const got = (await scene.ask('books', { limit, offset }))['links'] as { rel: string; href: string }[];
      return Object.fromEntries(got.map(({ rel, href }) => [rel, href]));
    };
    const linked = (limit: number, offsets: Record<string, number>) =>
      Object.fromEntries(Object.entries(offsets).map(([rel, offset]) => [rel, at(offset, limit)]));
    expect(await links(10, 0)).toEqual(linked(10, { self: 0, first: 0, next: 10, last: 20 }));
    expect(await links(10, 10)).toEqual(linked(10, { self: 10, first: 0, prev: 0, next: 20, last: 20 }));
    expect(await links(10, 20)).toEqual(linked(10, { self: 20, first: 0, prev: 10, last: 20 }));
    expect(await links(10, 5)).toEqual(linked(10, { self: 5, first: 0, prev: 0, next: 15, last: 20 }));
    expect(await links(20, 40)).toEqual(linked(20, { self: 40, first: 0, prev: 20, last: 20 }));
    expect(await links(23, 0)).toEqual(linked(23, { self: 0, first: 0, last: 0 }));
    expect(await links(0, 3)).toEqual(linked(0, { self: 3, first: 0, prev: 3 }));
  });

  it('comes through links once each, in order', async () => {
    const cases = fc.record({
      n: fc.integer({ min: 0, max: 80 }),
      largest: fc.integer({ min: 1, max: 30 }),
      limit: fc.integer({ min: 1, max: 30 }),
    });
    await fc.assert(
      fc.asyncProperty(cases, async ({ n, largest, limit }) => {
        const scene = await sceneOf(soapService(n, largest));
        const seen: unknown[] = [];
        let offset: number | undefined = 0;
        while (offset !== undefined) {
          const got = await scene.ask('books', { limit, offset });
          seen.push(...(got['items'] as unknown[]));
          const next = got['$next'] as string | undefined;
          offset = next === undefined ? undefined : Number(/offset=(\d+)/.exec(next)?.[1]);
        }
        expect(seen).toEqual(list(n));
      }),
      { numRuns: sample(15, 60) },
    );
  });

  it('believes the last response, when the list has grown or shrunk', async () => {
    let n = 0;
    const scene = await sceneOf((...call) => soapService(n, 4)(...call));
    const ask = async (now: number, kind: 'readers' | 'loans', offset: number) => {
      n = now;
      const got = await scene.ask(kind, { limit: 10, offset, reader: 'r' });
      return [(got['items'] as unknown[]).length, got['total']];
    };
    expect(await ask(37, 'readers', 0)).toEqual([10, 37]);
    expect(await ask(36, 'readers', 10)).toEqual([10, 36]);
    expect(await ask(45, 'readers', 40)).toEqual([5, 45]);
    expect(await ask(7, 'loans', 0)).toEqual([7, undefined]);
    expect(await ask(9, 'loans', 8)).toEqual([1, undefined]);
  });

  it('keeps searches apart by what was asked for, by the caller and by the bridge', async () => {
    const store = memoryStore({ bytes: 1e6 });
    const a = await sceneOf(soapService(30, 10), { store });
    await a.ask('books', { limit: 10, offset: 0, words: 'x' }, 'Bearer a');
    const firsts = () => a.calls.filter((call) => call.rule === 'books').length;
    expect(firsts()).toBe(1);
    await a.ask('books', { limit: 10, offset: 10, words: 'x' }, 'Bearer a');
    expect(firsts()).toBe(1);
    await a.ask('books', { limit: 10, offset: 10, words: 'y' }, 'Bearer a');
    await a.ask('books', { limit: 10, offset: 10, words: 'x' }, 'Bearer b');
    await a.ask('books', { limit: 10, offset: 10, words: 'x' });
    await a.ask('books', { limit: 10, offset: 10 }, 'Bearer a');
    expect(firsts()).toBe(5);
  });

  it('holds no credential and no question in the clear', async () => {
    const keys: string[] = [];
    const inner = memoryStore({ bytes: 1e6 });
    const store = {
      ...wrap(inner),
      set: (key: string, value: Uint8Array, ttl: number) => {
        keys.push(key);
        return inner.set(key, value, ttl);
      },
    };
    const scene = await sceneOf(soapService(30, 10), { store });
    await scene.ask('books', { limit: 10, offset: 0, words: 'confidential' }, 'Bearer secret');
    expect(keys).toHaveLength(1);
    expect(keys[0]).toMatch(/^search:[\w-]{43}$/);
  });

  it('searches again, once, when the kept cursor is lost', async () => {
    const service = soapService(30, 10);
    let forget = 0;
    const scene = await sceneOf((rule, values, x) => {
      if (rule === 'books.next' && forget-- > 0) throw soapFault('gone');
      return service(rule, values, x);
    });
    await scene.ask('books', { limit: 10, offset: 0 });
    forget = 1;
    expect((await scene.ask('books', { limit: 10, offset: 20 }))['items']).toEqual(list(30).slice(20));
    expect(scene.calls.map((c) => c.rule)).toEqual(['books', 'books.next', 'books', 'books.next']);
    forget = 2;
    expect((await faultOf(scene.ask('books', { limit: 10, offset: 20 }))).detail).toBe('gone');
    expect(scene.calls).toHaveLength(7);
  });

  it('takes what is not the word of the service for no lost cursor', async () => {
    let broken = false;
    const service = soapService(30, 10);
    const scene = await sceneOf((rule, values, x) => {
      if (broken) throw new Error('no connection');
      return service(rule, values, x);
    });
    await scene.ask('books', { limit: 10, offset: 0 });
    broken = true;
    expect((await faultOf(scene.ask('books', { limit: 10, offset: 10 }))).code).toBe('INTERNAL');
    expect(scene.calls).toHaveLength(2);
  });

  it('is refused when it would need too many pages', async () => {
    const scene = await sceneOf(soapService(1000, 2));
    expect(await faultOf(scene.ask('books', { limit: 900, offset: 0 }))).toMatchObject({
      status: 400,
      code: 'BAD_QUERY',
    });
    expect(scene.calls).toHaveLength(100);
  });

  it('loses nothing to pages that are short, empty or long while there is a token for the next', async () => {
    const one = fc.record({
      sizes: fc.array(fc.integer({ min: 0, max: 7 }), { minLength: 1, maxLength: 8 }),
      windows: fc.array(
        fc.record({ limit: fc.integer({ min: 1, max: 12 }), offset: fc.integer({ min: 0, max: 40 }) }),
        {
          minLength: 1,
          maxLength: 4,
        },
      ),
    });
    await fc.assert(
      fc.asyncProperty(one, async ({ sizes, windows }) => {
        const n = sizes.reduce((a, b) => a + b, 0);
        const scene = await sceneOf(unevenLoans(sizes));
        for (const window of windows) {
          const got = await scene.ask('loans', { ...window, reader: 'r' });
          const end = window.offset + window.limit;
          expect(got['items']).toEqual(list(n).slice(window.offset, end));
          if (end < n) expect(got['more']).toBe(true);
        }
        const seen: unknown[] = [];
        for (let more = true; more; ) {
          const got = await scene.ask('loans', { limit: 3, offset: seen.length, reader: 'r' });
          seen.push(...(got['items'] as unknown[]));
          more = got['more'] === true;
        }
        expect(seen).toEqual(list(n));
      }),
      { numRuns: sample(25, 100) },
    );
  });

  it('ends where a service stands still: an empty page with the same token', async () => {
    const scene = await sceneOf((rule) => ({ items: rule === 'loans' ? list(4) : [], cursor: 'T' }));
    expect(await scene.ask('loans', { limit: 9, offset: 0, reader: 'r' })).toMatchObject({
      items: list(4),
      more: false,
    });
    expect(scene.calls).toHaveLength(2);
  });

  it('takes an empty token for none', async () => {
    const scene = await sceneOf(() => ({ items: list(4), cursor: '' }));
    expect(await scene.ask('loans', { limit: 9, offset: 0, reader: 'r' })).toMatchObject({
      items: list(4),
      more: false,
    });
  });

  it('loses nothing to numbered pages that items were left out of, while the total says more', async () => {
    const kept = fc.array(
      fc.nat(9).map((n) => n > 0),
      { minLength: 1, maxLength: 45 },
    );
    const one = fc.record({ kept, limit: fc.integer({ min: 1, max: 40 }) });
    await fc.assert(
      fc.asyncProperty(one, async ({ kept, limit }) => {
        const all = list(kept.length);
        const scene = await sceneOf((_, { page }) => {
          const start = 10 * Number(page);
          return { items: all.slice(start, start + 10).filter(({ id }) => kept[id]), total: all.length };
        });
        const seen: unknown[] = [];
        for (let offset = 0; offset < all.length; offset += limit)
          seen.push(...((await scene.ask('readers', { limit, offset }))['items'] as unknown[]));
        expect(new Set(seen.map((one) => (one as { id: number }).id))).toEqual(
          new Set(all.flatMap(({ id }) => (kept[id] ? id : []))),
        );
      }),
      { numRuns: sample(15, 60) },
    );
  });

  it('goes on by links past pages that are short or empty', async () => {
    const pages = [[0, 1, 2, 3], [4], [], [12, 13]];
    const books = (page: number) => pages[page - 1].map((id) => ({ id }));
    const scene = await sceneOf((_, { page = 1 }) => ({
      cursor: 'S',
      total: 14,
      pages: 4,
      page,
      items: books(Number(page)),
    }));
    const seen: unknown[] = [];
    for (let offset: number | undefined = 0; offset !== undefined; ) {
      const got = await scene.ask('books', { limit: 4, offset });
      seen.push(...(got['items'] as { id: number }[]).map(({ id }) => id));
      offset = got['$next'] === undefined ? undefined : Number(/offset=(\d+)/.exec(String(got['$next']))?.[1]);
    }
    expect(seen).toEqual(pages.flat());
  });

  it.each([
    ['loans', { items: { id: 1 } }, '{items}'],
    ['loans', { items: 'x' }, '{items}'],
    ['readers', { items: null, total: 3 }, '{items}'],
    ['readers', { items: [], total: 'many' }, 'total'],
  ])('blames the service for what is wrong in the response to %s: %j', async (rule, response, path) => {
    const scene = await sceneOf(() => response);
    const fault = await faultOf(scene.ask(rule, { limit: 5, offset: 0, reader: 'r' }));
    expect(fault).toMatchObject({ status: 502, code: 'UPSTREAM_BODY', errors: [{ path }] });
  });
});

describe('pages in front of a window', () => {
  it.each([
    [{ items: { id: 1 }, more: false }, '{items}'],
    [{ items: null, more: false }, '{items}'],
  ])('blame the service for a response whose items are no list: %j', async (response, path) => {
    const scene = await sceneOf(() => response, { present: 'soap' });
    const fault = await faultOf(scene.ask('loans', { reader: 'r' }));
    expect(fault).toMatchObject({ status: 502, code: 'UPSTREAM_BODY', errors: [{ path }] });
  });

  it('give everything once and in order, for all sizes', async () => {
    const cases = fc.record({
      kind: fc.constantFrom<Kind>('books', 'loans', 'readers'),
      n: fc.integer({ min: 0, max: 60 }),
      size: fc.integer({ min: 1, max: 20 }),
      most: fc.integer({ min: 1, max: 30 }),
    });
    await fc.assert(
      fc.asyncProperty(cases, async ({ kind, n, size, most }) => {
        const scene = await sceneOf(restService(n, most), { present: 'soap' });
        expect(await walk(scene, kind, size, n)).toEqual(list(n));
      }),
      { numRuns: sample(25, 100) },
    );
  });

  it('tell how many pages there are, and which one this is', async () => {
    const scene = await sceneOf(restService(25, 100), { present: 'soap' });
    const first = await scene.ask('books', { words: 'x', size: 10 });
    expect(first).toMatchObject({ total: 25, pages: 3, page: 1, cursor: expect.any(String) });
    const third = await scene.ask('books.next', { 'cursor.kept': first['cursor'], page: 3 });
    expect(third).toMatchObject({ pages: 3, page: 3, cursor: first['cursor'], items: list(25).slice(20) });
    expect(scene.calls.map((c) => [c.values['words'], c.values['limit'], c.values['offset']])).toEqual([
      ['x', 10, 0],
      ['x', 10, 20],
    ]);
  });

  it('have cursors that nobody else can use, and that end', async () => {
    let time = 0;
    const store = memoryStore({ bytes: 1e6, now: () => time });
    const scene = await sceneOf(restService(25, 100), { present: 'soap', store });
    const { cursor: search } = await scene.ask('books', { size: 10 }, 'a');
    const next = (cursor: unknown, credential?: string) =>
      scene.ask('books.next', { 'cursor.kept': cursor, page: 2 }, credential);
    expect(await next(search, 'a')).toMatchObject({ page: 2 });
    for (const credential of ['b', undefined])
      expect(await faultOf(next(search, credential))).toMatchObject({ code: 'CURSOR_LOST' });
    expect(await faultOf(next('made up', 'a'))).toMatchObject({ code: 'CURSOR_LOST' });
    time += 10 * 60_000 + 1;
    expect(await faultOf(next(search, 'a'))).toMatchObject({ code: 'CURSOR_LOST' });
  });

  it('refuse a cursor for another search than that it was given for', async () => {
    const scene = await openScene(join(tables, 'pages'), restService(25, 100), { present: 'soap' });
    const { cursor: search } = await scene.ask('books', { words: 'x', size: 10 });
    const next = (values: Values) => scene.ask('books.next', { 'cursor.kept': search, page: 2, ...values });
    for (const values of [{}, { words: 'x' }, { size: 10 }, { words: 'x', size: 10 }])
      expect(await next(values)).toMatchObject({ page: 2, items: list(25).slice(10, 20) });
    const calls = scene.calls.length;
    for (const values of [{ words: 'y' }, { size: 5 }, { words: 'y', size: 10 }])
      expect(await faultOf(next(values))).toMatchObject({ status: 410, code: 'CURSOR_LOST' });
    expect(scene.calls).toHaveLength(calls);
    const { cursor: all } = await scene.ask('books', { size: 10 });
    expect(await faultOf(next({ 'cursor.kept': all, words: 'x' }))).toMatchObject({ code: 'CURSOR_LOST' });
  });

  it('have the sizes that the table allows', async () => {
    const scene = await sceneOf(restService(120, 100), { present: 'soap' });
    for (const size of [0, 51, 100_000])
      expect(await faultOf(scene.ask('books', { size }))).toMatchObject({
        status: 400,
        code: 'PAGE_SIZE',
        detail: `a page has 1 to 50 items, not ${size}`,
        errors: [{ path: 'size' }],
      });
    expect(scene.calls).toHaveLength(0);
    for (const size of [1, 50]) expect((await scene.ask('books', { size }))['items']).toHaveLength(size);
    expect((await scene.ask('books', {}))['items']).toHaveLength(50);
  });

  it('are counted as the table says', async () => {
    const scene = await sceneOf(restService(25, 100), { present: 'soap' });
    const { cursor: search } = await scene.ask('books', { size: 10 });
    expect(await faultOf(scene.ask('books.next', { 'cursor.kept': search, page: 0 }))).toMatchObject({
      code: 'PAGE_INDEX',
    });
    expect(await scene.ask('readers', { page: 0 })).toMatchObject({ items: list(10) });
  });
});

type Scene = Awaited<ReturnType<typeof openScene>>;

const sceneOf = (service: Service, options = {}) => openScene('40-paging', service, options);

/** As a SOAP client goes through all pages. */
async function walk(scene: Scene, kind: Kind, size: number, n: number): Promise<unknown[]> {
  const seen: unknown[] = [];
  const take = (values: Values) => seen.push(...(values['items'] as unknown[]));
  if (kind === 'readers') {
    for (let page = 0; page === 0 || page * 10 < n; page++) take(await scene.ask('readers', { page }));
    return seen;
  }
  if (kind === 'loans') {
    let response = await scene.ask('loans', { reader: 'r' });
    take(response);
    while (response['cursor'] !== undefined)
      take((response = await scene.ask('loans.next', { 'cursor.kept': response['cursor'] })));
    return seen;
  }
  const first = await scene.ask('books', { size });
  take(first);
  for (let page = 2; page <= Number(first['pages']); page++)
    take(await scene.ask('books.next', { 'cursor.kept': first['cursor'], page }));
  return seen;
}

function wrap(store: ReturnType<typeof memoryStore>) {
  return {
    get: store.get.bind(store),
    set: store.set.bind(store),
    add: store.add.bind(store),
    replace: store.replace.bind(store),
    delete: store.delete.bind(store),
    close: store.close.bind(store),
  };
}

describe('a window of one host', () => {
  it('does not go on from the search that was made by another', async () => {
    const service: Service = (rule, values) => {
      const reader = rule === 'loans' ? values['$host.reader'] : String(values['cursor.kept']).split(' ')[0];
      const start = rule === 'loans' ? 0 : 4;
      const loans = list(4).map(({ id }) => ({ id: `${reader} ${start + id}` }));
      return { items: loans, ...(start === 0 && { cursor: `${reader} 4` }) };
    };
    const { ask } = await openScene(join(tables, 'hosts'), service);
    const items = async (reader: string, offset: number) =>
      ((await ask('loans', { '$host.reader': reader, limit: 4, offset }))['items'] as { id: string }[])[0].id;
    expect(await items('anna', 0)).toBe('anna 0');
    expect(await items('bob', 4)).toBe('bob 4');
    expect(await items('anna', 4)).toBe('anna 4');
  });
});

describe('the token of links', () => {
  const books = (request: string, token = 'found') => `
rules:
  - id: books
    rest: { request: "GET /books?limit={limit=20}&offset={offset=0}${request}", response: { body: { items: "{items}", total: "{total}" } } }
    soap:
      request: { SearchBooks: { pageSize: "{size}" } }
      response: { SearchBooksResponse: { searchId: "{cursor}", total: "{total}", pages: "{pages}", page: "{page}", book: "{items}" } }
    pages: { token: ${token}, next: { request: { SearchBooksMore: { searchId: "{cursor}", page: "{page}" } } } }
`;

  it('is an optional variable of the REST request alone', async () => {
    const contract = await loadContract(join(import.meta.dirname, '../../../mappings/40-paging/contract/library.wsdl'));
    const problems = (text: string) => problemsOf(contract, text);
    expect(problems(books('&search={found?}'))).toEqual([]);
    for (const [text, name] of [
      [books('&search={found}'), 'found'],
      [books(''), 'found'],
      [books('&search={found?}', 'size'), 'size'],
    ])
      expect(problems(text)).toContain(
        `MAPPING_NAMES: "token" names an optional variable of rest.request alone, not {${name}}`,
      );
  });
});
