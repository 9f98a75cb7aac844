// The services of tutorial 30 over any list: pages by a search and numbers, by tokens, by numbers alone. A request's text → a reply's body.

export type Library = (request: string) => string;

const NS = 'xmlns="https://example.com/library"';

export function searches(books: readonly string[]): Library {
  const sizes = new Map<string, number>();
  const page = (name: string, id: string, number: number) => {
    const size = sizes.get(id) as number;
    const shown = books.slice((number - 1) * size, number * size).join('');
    const counts = `<total>${books.length}</total><pages>${Math.ceil(books.length / size)}</pages><page>${number}</page>`;
    return `<${name}Response ${NS}><searchId>${id}</searchId>${counts}${shown}</${name}Response>`;
  };
  return (request) => {
    if (request.includes('SearchBooksMore'))
      return page('SearchBooksMore', text(request, 'searchId'), Number(text(request, 'page')));
    const id = `S${sizes.size + 1}`;
    sizes.set(id, Math.min(50, Number(text(request, 'pageSize'))));
    return page('SearchBooks', id, 1);
  };
}

/** Four a page. A token says where the next page starts. */
export function loansOf(loans: readonly string[]): Library {
  return (request) => {
    const more = request.includes('ListMoreLoans');
    const start = more ? Number(text(request, 'token').slice(1)) : 0;
    const token = start + 4 < loans.length ? `<token>T${start + 4}</token>` : '';
    const name = more ? 'ListMoreLoansResponse' : 'ListLoansResponse';
    return `<${name} ${NS}>${loans.slice(start, start + 4).join('')}${token}</${name}>`;
  };
}

/** Ten a page, counted from 0. */
export function readersOf(readers: readonly string[]): Library {
  return (request) => {
    const start = 10 * Number(text(request, 'page'));
    const shown = readers.slice(start, start + 10).join('');
    return `<ListReadersResponse ${NS}>${shown}<total>${readers.length}</total></ListReadersResponse>`;
  };
}

function text(request: string, local: string): string {
  return new RegExp(`<(?:\\w+:)?${local}>([^<]*)<`).exec(request)?.[1] ?? '';
}
