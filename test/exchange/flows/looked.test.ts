// Windows over searches whose items are looked at: those that fit, together with what other searches find, whatever the pages and windows are.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadContract } from '../../../src/contract/load.ts';
import { problemsOf } from '../../mapping/tables.ts';
import '../../seed.ts';
import { sample } from '../../sample-size.ts';
import { endsSo, shown } from './mappings/looked/module.ts';
import { faultOf, openScene, type Service } from './scene.ts';

const table = join(import.meta.dirname, 'mappings/looked');

interface Book {
  readonly id: number;
  readonly title: string;
}

/** Searches by a word find these books, on pages of at most ten. What a response shows of them depends on how it was asked for. */
function serviceOf(lists: Readonly<Record<string, readonly Book[]>>): Service {
  const searches = new Map<
    unknown,
    { readonly word: string; readonly size: number; readonly asked: string; readonly ending: unknown }
  >();
  return (rule, { criteria: words, size, page, condition: ending, 'cursor.kept': kept }) => {
    const begins = !rule.endsWith('.next');
    const id = begins ? `S${searches.size}` : kept;
    if (begins) searches.set(id, { word: String(words), size: Number(size), asked: rule, ending });
    const { word, size: length, asked } = searches.get(id)!;
    expect([rule, ending]).toEqual([begins ? asked : `${asked}.next`, searches.get(id)!.ending]);
    const all = lists[word];
    const index = begins ? 1 : Number(page);
    const items = all.slice((index - 1) * length, index * length);
    const found =
      asked === 'books.where'
        ? { rows: items }
        : { items: asked === 'books' ? items.map(({ id }) => ({ id })) : items };
    return { cursor: id, total: all.length, pages: Math.ceil(all.length / length), page: index, ...found };
  };
}

/** Titles of one library: a book has the same title wherever it is found. */
const titles = fc.array(fc.string({ unit: fc.constantFrom('x', 'y'), maxLength: 3 }), { minLength: 41, maxLength: 41 });
const ids = fc.uniqueArray(fc.integer({ min: 0, max: 40 }), { maxLength: 40 });
const word = fc.constantFrom('a', 'b');
const ending = fc.constantFrom('', 'x', 'xy', 'yyx');
const looked = fc.record({ $of: word, $where: ending });
const one = fc.oneof(word, looked);
const together = fc.record({
  $all: fc.array(one, { minLength: 1, maxLength: 3 }),
  $none: fc.array(one, { maxLength: 2 }),
});
const question = fc.oneof(
  looked,
  together,
  fc.record({ $any: fc.array(fc.oneof(one, together), { minLength: 1, maxLength: 3 }) }),
);

type One = string | { readonly $of: string; readonly $where: string };
type Together = { readonly $all: readonly One[]; readonly $none: readonly One[] };

describe.each(['books', 'titles'])('%s', (rule) => {
  it('is what is found by a plain look at all books, for all sizes', async () => {
    const window = fc.record({ limit: fc.integer({ min: 0, max: 20 }), offset: fc.integer({ min: 0, max: 45 }) });
    const windows = fc.array(window, { minLength: 1, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(titles, ids, ids, question, windows, async (titles, a, b, words, windows) => {
        const booksOf = (ids: readonly number[]) => ids.map((id) => ({ id, title: titles[id] }));
        const scene = await openScene(table, serviceOf({ a: booksOf(a), b: booksOf(b) }));
        const found: Readonly<Record<string, readonly number[]>> = { a, b };
        const fits = (id: number, said: One | Together): boolean => {
          if (typeof said === 'string') return found[said].includes(id);
          if ('$of' in said) return found[said.$of].includes(id) && titles[id].endsWith(said.$where);
          return said.$all.every((part) => fits(id, part)) && !said.$none.some((part) => fits(id, part));
        };
        const choices: readonly (One | Together)[] = '$any' in words ? words.$any : [words];
        const all = titles.map((_, id) => id).filter((id) => choices.some((choice) => fits(id, choice)));
        for (const { limit, offset } of windows) {
          const got = await scene.ask(rule, { criteria: words, limit, offset });
          const books = (got['items'] as Book[]).map(({ id }) => id);
          const more = limit > 0 ? offset + limit < all.length : offset < all.length;
          expect([books, got]).toMatchObject([
            all.slice(offset, offset + limit),
            { criteria: words, count: books.length, total: all.length, more, limit, offset },
          ]);
        }
      }),
      { numRuns: sample(15, 60) },
    );
  });
});

const shelf = (n: number): readonly Book[] => Array.from({ length: n }, (_, id) => ({ id, title: `t${id}` }));

it('asks in another way where items are looked at, and goes on from a search of the same condition alone', async () => {
  const scene = await openScene(table, serviceOf({ a: shelf(25) }));
  const endingIn = async (said: string) => {
    const { items: books } = await scene.ask('books', { criteria: { $of: 'a', $where: said } });
    return (books as Book[]).map(({ id }) => id);
  };
  expect(await Promise.all(['1', '2'].map(endingIn))).toEqual([
    [1, 11, 21],
    [2, 12, 22],
  ]);
  const asked = (said: string) => scene.calls.filter(({ values }) => values['condition'] === said);
  for (const said of ['1', '2']) {
    const calls = asked(said);
    expect(calls.map(({ rule }) => rule)).toEqual(['books.where', 'books.where.next', 'books.where.next']);
    expect(new Set(calls.map(({ values }) => values['cursor.kept'] ?? 'first')).size).toBe(2);
  }
  expect(scene.calls.length).toBe(6);
});

it('looks at no more items than it may, and says so at the question', async () => {
  const refused = async (words: unknown, n: number) => {
    const scene = await openScene(table, serviceOf({ a: shelf(n), b: shelf(80) }));
    const { code, errors } = await faultOf(scene.ask('books', { criteria: words }));
    return { code, errors, calls: scene.calls.length };
  };
  const looked = (word: string) => ({ $of: word, $where: '1' });
  // The first window is two pages; it says how many there are.
  expect(await refused(looked('a'), 151)).toMatchObject({ code: 'BAD_QUERY', calls: 2 });
  const [error] = (await refused(looked('a'), 151)).errors!;
  expect(error).toMatchObject({
    path: '?words',
    message: expect.stringMatching(/^151 items .* 150 may be; ask for fewer/),
  });
  expect(await refused({ $any: [looked('b'), looked('a')] }, 71)).toMatchObject({ code: 'BAD_QUERY' });
  const scene = await openScene(table, serviceOf({ a: shelf(70), b: shelf(80) }));
  const { total } = await scene.ask('books', { criteria: { $any: [looked('b'), looked('a')] } });
  expect(total).toBe(8);
  // Those of other searches are not looked at.
  const more = await openScene(table, serviceOf({ a: shelf(200), b: shelf(80) }));
  expect((await more.ask('books', { criteria: { $all: ['a', looked('b')], $none: [] } }))['total']).toBe(8);
});

const contract = await loadContract(join(table, '../pages/contract.wsdl'));
const text = readFileSync(join(table, 'mapping.yaml'), 'utf8').replace(/^(#|soapstone|contract|namespaces).*\n/gm, '');
const functions = new Map(Object.entries({ endsSo, shown }));
const own = 'where: { fits: endsSo }';

it('has no mistake as it is', () => {
  expect(problemsOf(contract, text, { functions })).toEqual([]);
});

it.each([
  [own, 'where: { most: 7 }', 'MAPPING_MISSING: "where" has no "fits"'],
  [own, 'where: { fits: endsS }', 'MAPPING_UNKNOWN_CONVERTER: unknown function "endsS"'],
  ['{rows.id}', '{row.id}', 'MAPPING_NAMES: {rows} must be in the response of "where"'],
  ['"{count}"', '"{condition}"', 'MAPPING_NAMES: {condition} has another meaning in the rule'],
  ['{condition|shown}', '{conditions|shown}', 'MAPPING_NAMES: {conditions} is in soap.request but not in rest.request'],
  [
    'words: "{criteria}", pageSize: "{size}", show',
    'words: x, pageSize: "{size}", show',
    'MAPPING_NAMES: {criteria} must be in the request of "where"',
  ],
  ['most: 150', 'most: 0', 'MAPPING_SHAPE: "most" must be a whole number from 1 to 100000'],
])('%s as %s is a mistake', (from, to, problem) => {
  expect(text).toContain(from);
  const problems = problemsOf(contract, text.replace(from, to), { functions });
  expect(problems).toContainEqual(expect.stringContaining(problem));
});
