// A collection that says less of its items than SOAP clients want: one row, both ways.
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Fault } from '../../../src/fault/fault.ts';
import { scan } from '../../../src/json/tape.ts';
import { textOf } from '../../../src/json/value.ts';
import type { MappingRule } from '../../../src/mapping/model/mapping.ts';
import type { PagesFlow } from '../../../src/rule/flow.ts';
import { sample } from '../../sample-size.ts';
import { faultOf, openScene, type SceneOptions, type Service, valuesOf } from './scene.ts';

const table = join(import.meta.dirname, 'mappings', 'complete');

const bookOf = (id: number) => ({ id, title: `Book ${id}`, year: 1900 + id });
const booksOf = (n: number) => Array.from({ length: n }, (_, id) => bookOf(id));

/** A REST service with `n` books. `listed`: what its collection says of a book; `gone`: books that are deleted by now. */
function library(n: number, listed: (id: number) => object, gone: (id: number) => boolean = () => false): Service {
  return (rule, { limit, offset, 'items.id': id }) => {
    if (rule !== 'books.complete') {
      const ids = booksOf(n).map(({ id }) => id);
      return { items: ids.slice(Number(offset), Number(offset) + Number(limit)).map(listed), total: n };
    }
    if (gone(Number(id))) throw new Fault({ status: 404, code: 'X', title: 'gone' });
    const { title, year } = bookOf(Number(id));
    return { 'items.title': title, 'items.year': year };
  };
}

const soap = (service: Service, options: SceneOptions = {}) =>
  openScene(table, service, { ...options, present: 'soap' });
const idAlone = (id: number) => ({ id });

describe('SOAP clients of such a collection', () => {
  it('get whole items, page after page', async () => {
    const cases = fc.record({ n: fc.nat(20), size: fc.integer({ min: 1, max: 7 }) });
    await fc.assert(
      fc.asyncProperty(cases, async ({ n, size }) => {
        const scene = await soap(library(n, idAlone));
        const first = await scene.ask('books', { size });
        const pages = [first['items']];
        for (let page = 2; page <= Number(first['pages']); page++)
          pages.push((await scene.ask('books.next', { 'cursor.kept': first['cursor'], page }))['items']);
        expect(pages.flat()).toEqual(booksOf(n));
        expect(scene.calls.filter(({ rule }) => rule === 'books.complete')).toHaveLength(n);
      }),
      { numRuns: sample(15, 60) },
    );
  });

  it('cost a call only for what the collection leaves out', async () => {
    const scene = await soap(library(6, (id) => (id % 2 === 0 ? bookOf(id) : idAlone(id))));
    expect((await scene.ask('books', { size: 6 }))['items']).toEqual(booksOf(6));
    const completedIds = scene.calls.flatMap(({ rule, values }) =>
      rule === 'books.complete' ? [values['items.id']] : [],
    );
    expect(completedIds).toEqual([1, 3, 5]);
  });

  it('get what the collection says, where both say it', async () => {
    const scene = await soap(library(1, (id) => ({ id, title: 'As listed' })));
    expect((await scene.ask('books', {}))['items']).toEqual([{ id: 0, title: 'As listed', year: 1900 }]);
  });

  it('do not get items that are gone', async () => {
    const scene = await soap(library(4, idAlone, (id) => id === 2));
    const page = await scene.ask('books', { size: 4 });
    expect(page['items']).toEqual([0, 1, 3].map(bookOf));
    expect(page).toMatchObject({ total: 3, pages: 1 });
  });

  it('count all items until the last page, which leaves out those of it that are gone', async () => {
    const scene = await soap(library(5, idAlone, (id) => id === 1 || id === 4));
    const first = await scene.ask('books', { size: 3 });
    expect(first).toMatchObject({ total: 5, pages: 2, items: [0, 2].map(bookOf) });
    const last = await scene.ask('books.next', { 'cursor.kept': first['cursor'], page: 2 });
    expect(last).toMatchObject({ total: 4, pages: 2, items: [3].map(bookOf) });
  });

  it('get the failure of an item that is not there for another reason', async () => {
    const scene = await soap((rule, ...call) => {
      if (rule === 'books.complete') throw new Fault({ status: 500, code: 'BROKEN', title: 'broken' });
      return library(4, idAlone)(rule, ...call);
    });
    expect(await faultOf(scene.ask('books', {}))).toMatchObject({ status: 500, code: 'BROKEN' });
  });

  it('cost no further calls after such a failure', async () => {
    const all = booksOf(500).map(({ id }) => ({ id }));
    const scene = await soap((rule, { 'items.id': id }) => {
      if (rule !== 'books.complete') return { items: all, total: all.length };
      if (id === 0) throw new Fault({ status: 500, code: 'BROKEN', title: 'broken' });
      return new Promise((resolve) => setImmediate(resolve, { 'items.title': 'T', 'items.year': 1 }));
    });
    await faultOf(scene.ask('books', { size: 500 }));
    const callCount = scene.calls.length;
    expect(callCount).toBeLessThan(20);
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
    expect(scene.calls).toHaveLength(callCount);
  });

  it('wait no longer for calls side by side than they take together', async () => {
    const scene = await soap((rule, values, exchange) => {
      if (rule === 'books.complete') exchange.upstreamMs += 1e6;
      return library(6, idAlone)(rule, values, exchange);
    });
    const exchange = scene.open('books', { size: 6 });
    await scene.handle(exchange);
    expect(exchange.upstreamMs).toBeLessThan(1e6);
  });

  it('get the default size of page where they ask for none', async () => {
    const scene = await soap(library(9, idAlone));
    expect(await scene.ask('books', {})).toMatchObject({ size: 3, pages: 3 });
  });
});

describe('REST clients of the SOAP service', () => {
  it('cost no call beside the search', async () => {
    const scene = await openScene(table, () => ({ items: booksOf(2), total: 2, cursor: 's', pages: 1 }));
    expect((await scene.ask('books', { limit: 2, offset: 0 }))['items']).toEqual(booksOf(2));
    expect(scene.calls.map(({ rule }) => rule)).toEqual(['books']);
  });

  it('cost no decoding of what they are not shown', async () => {
    const { mapping } = await openScene(table, () => ({}));
    const [rule] = mapping.rules;
    const { first, next } = (rule.flow as PagesFlow<MappingRule>).plan;
    const message = (name: string) =>
      `<l:${name} xmlns:l="https://example.com/library"><l:searchId>s</l:searchId><l:total>1</l:total><l:pages>1</l:pages><l:page>1</l:page><l:book><l:id>7</l:id><l:title>T</l:title><l:year>x</l:year></l:book></l:${name}>`;
    const read = (one: MappingRule, name: string) => {
      const { soap } = one.response;
      const decoder = mapping.codec.program(soap.body[0].element, soap.body[0].shape, soap.slots).decoder();
      decoder.write(Buffer.from(message(name)));
      return valuesOf(rule, soap.match(decoder.end(), new Array(rule.variables.length)) ?? []);
    };
    // `x` is no year.
    expect(read(first, 'SearchBooksResponse')['items']).toEqual([{ id: 7, title: 'T' }]);
    expect(read(next, 'SearchBooksMoreResponse')['items']).toEqual([{ id: 7, title: 'T' }]);
    expect(() => read(rule, 'SearchBooksResponse')).toThrow(/x/);
  });
});

describe('arguments of a function', () => {
  const titled = async (style: string | undefined) => {
    const { mapping } = await openScene(table, () => ({}));
    const [rule] = mapping.rules;
    const { single } = (rule.flow as PagesFlow<MappingRule>).plan.complete!;
    const bindings = new Array(rule.variables.length);
    if (style) bindings[rule.variables.indexOf('style')] = scan(Buffer.from(JSON.stringify(style)));
    const body = scan(Buffer.from('{"title":"Sea","year":1}'));
    const found = single.response.rest.match({ status: 200, headers: {}, body }, bindings);
    return found && textOf(found[rule.variables.indexOf('items.title')]!);
  };

  it('are the values that the client has sent, or undefined', async () => {
    expect(await titled('loud')).toBe('"SEA"');
    expect(await titled('plain')).toBe('"Sea (plain)"');
    expect(await titled(undefined)).toBe('"Sea"');
  });

  it('belong to the search: its cursor keeps them, and is not good for others', async () => {
    const scene = await soap(library(9, idAlone));
    const { cursor: search } = await scene.ask('books', { style: 'loud' });
    const styles = () =>
      scene.calls.flatMap(({ rule, values }) => (rule === 'books.complete' ? [values['style']] : []));
    await scene.ask('books.next', { 'cursor.kept': search, page: 2 });
    expect(styles()).toEqual(new Array(6).fill('loud'));
    const other = scene.ask('books.next', { 'cursor.kept': search, page: 2, style: 'plain' });
    expect((await faultOf(other)).code).toBe('CURSOR_LOST');
  });
});

describe('what a REST service says beside', () => {
  const read = async (body: object, headers: Record<string, string> = {}) => {
    const { mapping } = await openScene(table, () => ({}));
    const [rule] = mapping.rules;
    const response = { status: 200, headers, body: scan(Buffer.from(JSON.stringify(body))) };
    const found = rule.response.rest.match(response, new Array(rule.variables.length));
    return found && valuesOf(rule, found);
  };

  it('is not looked at, where the gateway writes it for its own clients', async () => {
    expect(await read({ items: [{ id: 1 }], total: 1 })).toEqual({ items: [{ id: 1 }], total: 1 });
    const links = [{ rel: 'alternate', href: 'https://elsewhere.example/1' }, 7];
    expect(await read({ items: [{ id: 1, links }], total: 1 })).toEqual({ items: [{ id: 1 }], total: 1 });
    const link = '<https://elsewhere.example/?page=9>; rel="last"';
    expect(await read({ items: [], total: 1 }, { link })).toEqual({ items: [], total: 1 });
  });

  it('is written', async () => {
    const { mapping } = await openScene(table, () => ({}));
    const [rule] = mapping.rules;
    const bindings = new Array(rule.variables.length);
    const set = (name: string, value: unknown) =>
      (bindings[rule.variables.indexOf(name)] = scan(Buffer.from(JSON.stringify(value))));
    for (const [name, value] of Object.entries({ items: [{ id: 1 }], count: 1, offset: 0, total: 1 })) set(name, value);
    expect(JSON.parse(Buffer.from(rule.response.rest.fill(bindings).body!).toString())).toMatchObject({
      items: [{ links: [{ rel: 'self', href: '/books/1' }], id: 1 }],
    });
  });
});
