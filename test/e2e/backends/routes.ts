// REST services for the tests: each really does what the REST face of a tutorial says. Knows nothing about SOAP or XML.
import type { RestAnswer, RestRequest } from '../rest-peer.ts';

// biome-ignore lint/suspicious/noExplicitAny: JSON
export type Body = any;

export interface Asked {
  /** Values of the `:name` segments. */
  readonly path: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly headers: RestRequest['headers'];
  readonly body: Body;
}

export interface Reply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Body;
}

export type Backend = (request: RestRequest) => RestAnswer;

/** `table`: `METHOD /path/:name` → what answers. Thrown responses are responses; what no row takes is 404. */
export function backend(table: Readonly<Record<string, (asked: Asked) => Reply>>): Backend {
  const rows = Object.entries(table).map(([line, answer]) => {
    const [method, path] = line.split(' ');
    return { method, pattern: new RegExp(`^${path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`), answer };
  });
  return ({ method, target, headers, body }) => {
    const { pathname, searchParams: query } = new URL(target, 'http://backend');
    for (const row of rows) {
      const found = row.method === method && row.pattern.exec(pathname);
      if (!found) continue;
      const path = Object.fromEntries(
        Object.entries(found.groups ?? {}).map(([name, value]) => [name, decodeURIComponent(value)]),
      );
      return write(
        answerOf(() => row.answer({ path, query, headers, body: body === '' ? undefined : JSON.parse(body) })),
      );
    }
    return write(problem(404, { title: `no ${method} ${pathname}` }));
  };
}

/** An error response, RFC 9457. */
export function problem(status: number, members: object): Reply {
  return { status, headers: { 'content-type': 'application/problem+json' }, body: { status, ...members } };
}

function answerOf(answer: () => Reply): Reply {
  try {
    return answer();
  } catch (thrown) {
    if (thrown instanceof Error) throw thrown;
    return thrown as Reply;
  }
}

function write({ status, headers, body }: Reply): RestAnswer {
  return { status, headers, body: body === undefined ? undefined : JSON.stringify(body) };
}
