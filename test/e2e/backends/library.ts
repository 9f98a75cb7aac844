// A library, of tutorial 30: collections with limit and offset.
import { type Asked, backend, problem } from './routes.ts';

const towns = ['Ulm', 'Köln'];
const books = Array.from({ length: 23 }, (_, i) => ({ id: i + 1, title: `Tides ${i + 1}`, year: 1990 + i }));
const loans = Array.from({ length: 9 }, (_, i) => ({ book: i + 1, due: `2030-01-0${i + 1}` }));
const readers = Array.from({ length: 24 }, (_, i) => ({ name: `Reader ${i}`, town: towns[i % 2] }));

export const libraryBackend = () =>
  backend({
    'GET /v1/books': (asked) => {
      const words = asked.query.get('words')?.split(' ') ?? [];
      const { items, offset, total } = cut(
        books.filter(({ title }) => words.every((w) => title.includes(w))),
        asked,
        20,
      );
      return { body: { items, count: items.length, offset, total, hasMore: offset + items.length < total } };
    },
    'GET /v1/readers/:reader/loans': (asked) => {
      if (asked.path['reader'] !== 'ada') return problem(404, { code: 'NO_READER', detail: 'No such reader' });
      const { items, offset, total } = cut(loans, asked, 10);
      return { body: { items, hasMore: offset + items.length < total } };
    },
    'GET /v1/readers': (asked) => {
      const town = asked.query.get('town');
      const found = readers.filter((reader) => town === null || reader.town === town).map(({ name }) => name);
      const { items, total } = cut(found, asked, 10);
      return { body: { items, total } };
    },
  });

function cut<T>(all: readonly T[], { query }: Asked, usual: number) {
  const offset = Number(query.get('offset') ?? 0);
  return { items: all.slice(offset, offset + Number(query.get('limit') ?? usual)), offset, total: all.length };
}
