// Flows through the loop of REST: windows over random lists, and jobs.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RestAnswer } from '../e2e/rest-peer.ts';
import { tutorial } from '../e2e/scene.ts';
import { plainForm } from '../laws/same-json.ts';
import type { Said } from './caller.ts';
import { type Chain, startChain } from './chain.ts';
import { endOnFailure, RUNS } from './places.ts';

const TIMEOUT = 120_000;
const JSON_TYPE = { 'content-type': 'application/json' };

describe('40-paging', () => {
  let chain: Chain;
  beforeAll(async () => {
    chain = await startChain(tutorial('40-paging'), 'rest');
  });
  afterAll(() => chain?.stop());

  const words = fc.string({ unit: 'grapheme', maxLength: 8 }).map((s) => s.replace(/\p{Cc}|\ufffe|\uffff/gu, '.'));
  const item = {
    books: fc.record({ id: fc.nat(), title: words, year: fc.nat(3000) }),
    loans: fc.record({ book: fc.nat(), due: fc.constantFrom('2026-02-28', '0001-01-01Z') }),
    readers: words,
  };
  const kinds = ['books', 'loans', 'readers'] as const;
  const paths = { books: '/v1/books?words=a%20b&', loans: '/v1/readers/ada/loans?', readers: '/v1/readers?town=Ulm&' };

  it.each(kinds)('%s: windows', { timeout: TIMEOUT }, async (kind) => {
    const list = fc.array<unknown>(item[kind], { maxLength: 70, size: 'max' });
    // Without a total nothing is known of what comes after no items.
    const window = fc.record({ limit: fc.integer({ min: kind === 'loans' ? 1 : 0, max: 60 }), offset: fc.nat(80) });
    const law = fc.asyncProperty(list, window, async (items, { limit, offset }) => {
      const { peer, direct, through, caller } = chain;
      peer.answer = ({ target }) => ({
        body: JSON.stringify(windowOf(kind, items, new URLSearchParams(target.split('?')[1]))),
      });
      const target = `${paths[kind]}limit=${limit}&offset=${offset}`;
      const [first, second] = [
        await caller.call('GET', direct + target, {}),
        await caller.call('GET', through + target, {}),
      ];
      const { next, previous, ...told } = JSON.parse(second.text);
      expect(told).toEqual(JSON.parse(first.text));
    });
    await fc.assert(law, { numRuns: RUNS, endOnFailure });
  });
});

/** What the tutorial's responses say of a window; the defaults of its table. */
function windowOf(kind: 'books' | 'loans' | 'readers', all: readonly unknown[], query: URLSearchParams) {
  const offset = Number(query.get('offset') ?? 0);
  const limit = Number(query.get('limit') ?? (kind === 'books' ? 20 : 10));
  const items = all.slice(offset, offset + limit);
  const hasMore = offset + items.length < all.length;
  if (kind === 'loans') return { items, hasMore };
  if (kind === 'readers') return { items, total: all.length };
  return { items, count: items.length, offset, total: all.length, hasMore };
}

describe('60-jobs', () => {
  let chain: Chain;
  beforeAll(async () => {
    chain = await startChain(tutorial('60-jobs'), 'rest');
  });
  afterAll(() => chain?.stop());

  const region = fc.option(fc.constantFrom('North', '', 'é/"'), { nil: undefined });
  const report = fc
    .tuple(fc.integer({ min: -1e9, max: 1e9 }), region, fc.constantFrom('0', '-1.50', '123456789012345678901234.5'))
    .map(
      ([year, where, turnover]) => `${JSON.stringify({ year, region: where }).slice(0, -1)},"turnover":${turnover}}`,
    );
  const job = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
    .map((s) => `T${s.replace(/[\p{Cc}\ufffe\uffff/\\]/gu, '.')}`);
  const state = fc.record({
    state: fc.constantFrom('queued', 'running', 'finished', 'failed'),
    percent: fc.nat(100),
    message: fc.option(fc.constantFrom('so far', 'ü'), { nil: undefined }),
  });

  it('answers at once', { timeout: TIMEOUT }, async () => {
    const law = fc.asyncProperty(fc.integer({ min: 0, max: 3000 }), region, report, async (year, where, said) => {
      chain.peer.answer = () => ({ body: said });
      const { first, second } = await post(chain, JSON.stringify({ year, region: where }), {});
      expect(shown(second)).toEqual(shown(first));
      expect(chain.peer.asked[1].body).toEqual(chain.peer.asked[0].body);
    });
    await fc.assert(law, { numRuns: RUNS, endOnFailure });
  });

  const lines = fc.array(fc.constantFrom('a', '', 'é/"'), { minLength: 1, maxLength: 4 });

  it('takes imports', { timeout: TIMEOUT }, async () => {
    const law = fc.asyncProperty(lines, job, async (given, name) => {
      chain.peer.answer = () => ({ status: 202, headers: { location: `/v1/imports/${encodeURIComponent(name)}` } });
      const { first, second } = await post(chain, JSON.stringify({ lines: given }), {}, '/v1/imports');
      expect(shown(second)).toEqual(shown(first));
      expect(chain.peer.asked[1].body).toEqual(chain.peer.asked[0].body);
    });
    await fc.assert(law, { numRuns: RUNS, endOnFailure });
  });

  it('takes submissions', { timeout: TIMEOUT }, async () => {
    const law = fc.asyncProperty(fc.integer({ min: 0, max: 3000 }), job, async (year, name) => {
      const headers = {
        location: `/v1/reports/jobs/${encodeURIComponent(name)}`,
        'preference-applied': 'respond-async',
      };
      chain.peer.answer = () => ({ status: 202, headers, body: JSON.stringify({ job: name }) });
      const { first, second } = await post(chain, JSON.stringify({ year }), { prefer: 'respond-async' });
      expect(shown(second)).toEqual(shown(first));
      expect(chain.peer.asked[1].headers.prefer).toBe('respond-async');
    });
    await fc.assert(law, { numRuns: RUNS, endOnFailure });
  });

  const outcome = fc.integer({ min: -1e9, max: 1e9 }).map((imported) => JSON.stringify({ imported }));
  const kinds = [
    { of: 'reports', at: '/v1/reports/jobs', result: 'report', said: report },
    { of: 'imports', at: '/v1/imports', result: 'outcome', said: outcome },
  ];

  it.each(kinds)('shows states of $of', { timeout: TIMEOUT }, async ({ of, at, result }) => {
    const law = fc.asyncProperty(job, state, async (name, { message, ...said }) => {
      const path = `${at}/${encodeURIComponent(name)}`;
      chain.peer.answer = () => stateOf(`${path}/${result}`, of === 'reports' ? { ...said, message } : said);
      const { first, second } = await get(chain, path);
      expect(shown(second)).toEqual(shown(first));
      expect(chain.peer.asked[1].target).toBe(path);
    });
    await fc.assert(law, { numRuns: RUNS, endOnFailure });
  });

  it.each(kinds)('gives results of $of', { timeout: TIMEOUT }, async ({ at, result, said }) => {
    const law = fc.asyncProperty(job, said, async (name, body) => {
      const path = `${at}/${encodeURIComponent(name)}`;
      chain.peer.answer = ({ target }) =>
        target === path ? stateOf(`${path}/${result}`, { state: 'finished', percent: 100 }) : { body };
      const { first, second } = await get(chain, `${path}/${result}`);
      expect(shown(second)).toEqual(shown(first));
    });
    await fc.assert(law, { numRuns: RUNS, endOnFailure });
  });
});

function stateOf(result: string, said: { state: string; percent: number; message?: string | undefined }): RestAnswer {
  const body = JSON.stringify(said);
  return said.state === 'finished' ? { status: 303, headers: { location: result }, body } : { body };
}

async function post(chain: Chain, body: string, headers: Record<string, string>, path = '/v1/reports') {
  const { peer, direct, through, caller } = chain;
  peer.asked.length = 0;
  const all = { ...JSON_TYPE, ...headers };
  const first = await caller.call('POST', direct + path, all, body);
  return { first, second: await caller.call('POST', through + path, all, body) };
}

async function get(chain: Chain, path: string) {
  const { peer, direct, through, caller } = chain;
  peer.asked.length = 0;
  const first = await caller.call('GET', direct + path, {});
  return { first, second: await caller.call('GET', through + path, {}) };
}

function shown({ status, headers, text }: Said) {
  const { location, 'preference-applied': applied } = headers;
  return { status, location, applied, body: text === '' ? '' : plainForm(text) };
}
