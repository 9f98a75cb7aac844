// Tutorial 30 in front of PHP's SoapServer.
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { HIDDEN_TEXT } from '../../src/fault/texts.ts';
import { libraryWsdl } from '../peers/contracts.ts';
import { startPhpLibrary } from '../peers/php.ts';
import { setScene, tutorial } from './scene.ts';

let state = '';
const start = async () => {
  const peer = await startPhpLibrary();
  state = peer.state;
  return peer;
};

describe('tutorial 30 in front of PHP SoapServer', () => {
  const scene = setScene({ start, path: '/', mapping: tutorial('40-paging'), wsdl: libraryWsdl });

  const ids = (json: { items: { id: number }[] }) => json.items.map((book) => book.id);
  const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);
  /** Runs a call and tells how many calls of the peer it took. */
  const counted = async (line: string, headers: Record<string, string> = {}) => {
    const before = scene.calls();
    const answer = await scene.call(line, undefined, headers);
    return { ...answer, calls: scene.calls() - before };
  };

  it('gives the first window, with links', async () => {
    const { status, headers, json, calls } = await counted('GET /v1/books?words=book&limit=20');
    expect({ status, ids: ids(json), calls }).toEqual({ status: 200, ids: range(1, 20), calls: 1 });
    expect(json).toMatchObject({ count: 20, offset: 0, total: 120, hasMore: true });
    expect(json.next).toBe('/v1/books?words=book&offset=20');
    expect(json).not.toHaveProperty('previous');
    expect(headers.get('link')).toBe('</v1/books?words=book&offset=20>; rel="next"');
    expect(scene.last().request.toString()).toContain('<lib:pageSize>20</lib:pageSize>');
  });

  it('goes on with the kept search, one call a page', async () => {
    await scene.call('GET /v1/books?words=blue&limit=20');
    const { json, calls } = await counted('GET /v1/books?words=blue&limit=20&offset=40');
    expect({ calls, count: json.count }).toEqual({ calls: 1, count: 20 });
    expect(scene.last().request.toString()).toContain('SearchBooksMore');
    expect(json.previous).toBe('/v1/books?words=blue&offset=20');
    const last = await counted('GET /v1/books?words=blue&limit=20&offset=60');
    expect(last.json).toMatchObject({ count: 20, total: 80, hasMore: false });
    expect(last.json).not.toHaveProperty('next');
    expect(last.headers.has('link')).toBe(false);
  });

  it('follows its own links through everything, once each', async () => {
    const seen: number[] = [];
    let target = '/v1/books?limit=7';
    while (target) {
      const { json } = await scene.call(`GET ${target}`);
      seen.push(...ids(json));
      target = json.next;
    }
    expect(seen).toEqual(range(1, 120));
  });

  it.each([
    { limit: 20, offset: 7, calls: 2 },
    { limit: 50, offset: 49, calls: 2 },
    { limit: 100, offset: 5, calls: 3 },
    { limit: 120, offset: 0, calls: 3 },
    { limit: 1000, offset: 0, calls: 3 },
    { limit: 10, offset: 115, calls: 2 },
    { limit: 10, offset: 130, calls: 1 },
    { limit: 1, offset: 119, calls: 2 },
    { limit: 0, offset: 0, calls: 1 },
  ])('cuts a window of $limit at $offset out of $calls pages', async ({ limit, offset, calls }) => {
    const first = await counted(`GET /v1/books?words=book&limit=${limit}&offset=${offset}`, {
      authorization: `w${limit}`,
    });
    expect(ids(first.json)).toEqual(range(1, 120).slice(offset, offset + limit));
    expect(first.json).toMatchObject({ total: 120, hasMore: offset + limit < 120 });
    expect(first.calls).toBe(calls);
    const again = await counted(`GET /v1/books?words=book&limit=${limit}&offset=${offset}`, {
      authorization: `w${limit}`,
    });
    expect(again.json).toEqual(first.json);
    expect(again.calls).toBeLessThanOrEqual(calls);
  });

  it('searches again when the service has forgotten', async () => {
    await scene.call('GET /v1/books?words=red&limit=10');
    for (const file of readdirSync(state)) if (file.startsWith('S')) rmSync(join(state, file));
    const { status, json, calls } = await counted('GET /v1/books?words=red&limit=10&offset=20');
    expect({ status, ids: ids(json), calls }).toEqual({ status: 200, ids: range(21, 30).map((i) => 3 * i), calls: 3 });
  });

  it('keeps the searches of callers apart', async () => {
    const line = 'GET /v1/books?words=book%201&limit=5&offset=5';
    const a = await counted(line, { authorization: 'Bearer a' });
    expect(a.calls).toBe(2);
    expect((await counted(line, { authorization: 'Bearer a' })).calls).toBe(1);
    expect((await counted(line, { authorization: 'Bearer b' })).calls).toBe(2);
    expect((await counted(line)).calls).toBe(2);
  });

  it('passes faults on, and refuses windows that make no sense', async () => {
    const failed = await scene.call('GET /v1/books?words=fail');
    expect({ status: failed.status, json: failed.json }).toMatchObject({
      status: 502,
      json: { code: 'UPSTREAM_FAULT', detail: HIDDEN_TEXT },
    });
    for (const [query, path] of [
      ['limit=1001', '?limit'],
      ['limit=-1', '?limit'],
      ['offset=x', '?offset'],
      ['offset=99999999999999999999', '?offset'],
    ]) {
      const { status, json } = await scene.call(`GET /v1/books?${query}`);
      expect({ status, json }).toMatchObject({ status: 400, json: { code: 'BAD_QUERY', errors: [{ path }] } });
    }
  });

  it('walks along the tokens where each page has its own', async () => {
    const days = (json: { items: { due: string }[] }) => json.items.map((loan) => Number(loan.due.slice(-2)));
    const all = await counted('GET /v1/readers/ada/loans?limit=100');
    expect({ days: days(all.json), more: all.json.hasMore, calls: all.calls }).toEqual({
      days: range(1, 11),
      more: false,
      calls: 3,
    });
    const middle = await counted('GET /v1/readers/bob/loans?limit=2&offset=5');
    expect({ days: days(middle.json), more: middle.json.hasMore, calls: middle.calls }).toEqual({
      days: [6, 7],
      more: true,
      calls: 2,
    });
    const end = await counted('GET /v1/readers/bob/loans?limit=4&offset=8');
    expect({ days: days(end.json), more: end.json.hasMore, calls: end.calls }).toEqual({
      days: [9, 10, 11],
      more: false,
      calls: 1,
    });
    const none = await counted('GET /v1/readers/nobody/loans');
    expect({ json: none.json, calls: none.calls }).toEqual({ json: { items: [], hasMore: false }, calls: 1 });
  });

  it('starts again where a token is not known any more', async () => {
    await scene.call('GET /v1/readers/eve/loans?limit=4');
    writeFileSync(join(state, 'forget'), '');
    const lost = await scene.call('GET /v1/readers/eve/loans?limit=4&offset=4');
    expect({ status: lost.status, code: lost.json.code }).toEqual({ status: 422, code: 'SEARCH_EXPIRED' });
    rmSync(join(state, 'forget'));
    const { json } = await scene.call('GET /v1/readers/eve/loans?limit=4&offset=4');
    expect(json.items).toHaveLength(4);
  });

  it('takes pages by their numbers', async () => {
    const { json, calls } = await counted('GET /v1/readers?town=Ulm&limit=15&offset=5');
    expect({ items: json.items, calls }).toEqual({ items: range(6, 20).map((i) => `Ulm ${i}`), calls: 2 });
    const end = await counted('GET /v1/readers?limit=10&offset=20');
    expect({ items: end.json.items, total: end.json.total }).toEqual({
      items: range(21, 23).map((i) => `Anywhere ${i}`),
      total: 23,
    });
  });
});
