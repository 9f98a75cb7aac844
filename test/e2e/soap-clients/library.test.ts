// Tutorial 30: SOAP clients go from page to page of REST collections, by cursors of the gateway.
import { expect, it } from 'vitest';
import { libraryBackend } from '../backends/library.ts';
import { eachClient, plain } from './clients.ts';

eachClient('40-paging', libraryBackend, (stage) => {
  it('SearchBooks and SearchBooksMore', async () => {
    const { client, face } = stage();
    const { result: first } = await client.call('SearchBooks', { words: 'Tides', pageSize: 10 });
    expect([first.total, first.pages, first.page].map(Number)).toEqual([23, 3, 1]);
    const books = [...first.book];
    for (const page of [2, 3]) {
      const { result } = await client.call('SearchBooksMore', { searchId: first.searchId, page });
      expect([result.searchId, Number(result.page)]).toEqual([first.searchId, page]);
      books.push(...result.book);
    }
    expect(plain(books)).toEqual(
      plain(Array.from({ length: 23 }, (_, i) => ({ id: i + 1, title: `Tides ${i + 1}`, year: 1990 + i }))),
    );
    expect(face.rest.asked.every(({ target }) => target.startsWith('/v1/books?words=Tides&'))).toBe(true);
  });

  it('SearchBooksMore with a cursor that nobody gave', async () => {
    const { client } = stage();
    const lost = await client.call('SearchBooksMore', { searchId: 'S1', page: 2 });
    expect(lost.reason).toContain('search again');
  });

  it('ListLoans and ListMoreLoans', async () => {
    const { client } = stage();
    let { result } = await client.call('ListLoans', { reader: 'ada' });
    const loans = [...result.loan];
    while (result.token) {
      ({ result } = await client.call('ListMoreLoans', { token: result.token }));
      // node-soap and strong-soap show a list of one as its item.
      loans.push(...[result.loan].flat());
    }
    expect(plain(loans)).toEqual(
      plain(Array.from({ length: 9 }, (_, i) => ({ book: i + 1, due: `2030-01-0${i + 1}` }))),
    );
    const missing = await client.call('ListLoans', { reader: 'bob' });
    expect(missing.reason).toBe('No such reader');
  });

  it('ListReaders', async () => {
    const { client, face } = stage();
    const { result } = await client.call('ListReaders', { town: 'Ulm', page: 1 });
    expect([result.reader, Number(result.total)].flat()).toEqual(['Reader 20', 'Reader 22', 12]);
    expect(face.rest.asked.at(-1)!.target).toBe('/v1/readers?town=Ulm&offset=10');
    const all = await client.call('ListReaders', { page: 0 });
    expect([all.result.reader.length, Number(all.result.total)]).toEqual([10, 24]);
  });
});
