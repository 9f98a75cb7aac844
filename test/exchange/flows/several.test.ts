// Windows over several searches: what any, all and none of them find, once each and in order, whatever the pages and windows are.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { loadContract } from '../../../src/contract/load.ts';
import { problemsOf } from '../../mapping/tables.ts';
import '../../seed.ts';
import { sample } from '../../sample-size.ts';
import { faultOf, openScene, type Service } from './scene.ts';

const table = join(import.meta.dirname, 'mappings/several');

/** Searches by a word find these ids, in the order of the service, on pages of at most ten. */
function serviceOf(lists: Readonly<Record<string, readonly (number | string)[]>>): Service {
  const searches = new Map<unknown, { readonly word: string; readonly size: number }>();
  return (rule, { criteria: words, size, page, 'cursor.kept': kept }) => {
    const id = rule === 'books' ? `S${searches.size}` : kept;
    if (rule === 'books') searches.set(id, { word: String(words), size: Number(size) });
    const search = searches.get(id)!;
    const all = lists[search.word].map((id) => ({ id }));
    const index = rule === 'books' ? 1 : Number(page);
    const books = all.slice((index - 1) * search.size, index * search.size);
    return { cursor: id, total: all.length, pages: Math.ceil(all.length / search.size), page: index, items: books };
  };
}

const ids = fc.uniqueArray(fc.integer({ min: 0, max: 60 }), { maxLength: 45 });
const word = fc.constantFrom('a', 'b', 'c');
const together = fc.record({
  $all: fc.array(word, { minLength: 1, maxLength: 3 }),
  $none: fc.array(word, { maxLength: 2 }),
});
const question = fc.oneof(
  together,
  fc.record({ $any: fc.array(fc.oneof(word, together), { minLength: 1, maxLength: 3 }) }),
);

type Together = { readonly $all: readonly string[]; readonly $none: readonly string[] };

it('is what the searches find together, for all sizes', async () => {
  const lists = fc.record({ a: ids, b: ids, c: ids });
  const window = fc.record({ limit: fc.integer({ min: 0, max: 20 }), offset: fc.integer({ min: 0, max: 70 }) });
  await fc.assert(
    fc.asyncProperty(
      lists,
      question,
      fc.array(window, { minLength: 1, maxLength: 3 }),
      async (lists, words, windows) => {
        const scene = await openScene(table, serviceOf(lists));
        const fits = (id: number, one: string | Together): boolean =>
          typeof one === 'string'
            ? lists[one as 'a'].includes(id)
            : one.$all.every((w) => fits(id, w)) && !one.$none.some((w) => fits(id, w));
        const choices = '$any' in words ? words.$any : [words];
        const all = Array.from({ length: 61 }, (_, id) => id).filter((id) => choices.some((one) => fits(id, one)));
        for (const { limit, offset } of windows) {
          const got = await scene.ask('books', { criteria: words, limit, offset });
          const items = all.slice(offset, offset + limit).map((id) => ({ id }));
          const more = limit > 0 ? offset + limit < all.length : offset < all.length;
          expect(got).toMatchObject({
            criteria: words,
            items: items,
            count: items.length,
            total: all.length,
            more,
            limit,
            offset,
          });
        }
      },
    ),
    { numRuns: sample(15, 60) },
  );
});

it('stands in the order of the keys: whole numbers by their value, then texts', async () => {
  const scene = await openScene(table, serviceOf({ a: ['b', 10, '9'], b: ['a', '-2', 10] }));
  const { items: books } = await scene.ask('books', { criteria: { $any: ['a', 'b'] } });
  expect(books).toEqual(['-2', '9', 10, 'a', 'b'].map((id) => ({ id })));
});

it('asks for one search as ever', async () => {
  const scene = await openScene(table, serviceOf({ a: [3, 1, 2] }));
  expect((await scene.ask('books', { criteria: 'a' }))['items']).toEqual([3, 1, 2].map((id) => ({ id })));
  expect(scene.calls.length).toBe(1);
});

it('refuses what takes too many windows, and items that cannot be told apart', async () => {
  const many = await openScene(table, serviceOf({ a: Array.from({ length: 2001 }, (_, i) => i), b: [] }));
  expect(await faultOf(many.ask('books', { criteria: { $any: ['a', 'b'] } }))).toMatchObject({ code: 'BAD_QUERY' });
  const nameless: Service = () => ({ cursor: 'S', total: 1, pages: 1, page: 1, items: [{ title: 'x' }] });
  const scene = await openScene(table, nameless);
  expect(await faultOf(scene.ask('books', { criteria: { $any: ['a'] } }))).toMatchObject({ code: 'UPSTREAM_BODY' });
});

const contract = await loadContract(join(table, '../pages/contract.wsdl'));
const text = readFileSync(join(table, 'mapping.yaml'), 'utf8').replace(/^(#|soapstone|contract|namespaces).*\n/gm, '');

it.each([
  ['?words={criteria?}', '?words=x&also={criteria?}', []],
  ['"{criteria}"', 'x', ['MAPPING_NAMES: {criteria} must be in both requests']],
  ['?words={criteria?}&', '?', ['MAPPING_NAMES: {criteria} must be in both requests']],
  ['distinct: id', 'where: { fits: nothing }', ['MAPPING_MISSING: "pages" has no "distinct"']],
])('%s as %s is a mistake', (from, to, wanted) => {
  expect(text).toContain(from);
  const problems = problemsOf(contract, text.replace(from, to));
  expect(problems.filter((problem) => /criteria\} must|distinct/.test(problem))).toEqual(
    wanted.map((problem) => expect.stringContaining(problem)),
  );
});
