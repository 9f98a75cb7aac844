// Requests that are nearly those of the golden cases: what a caller gets wrong, or right in another way.
import fc from 'fast-check';
import type { SentRequest } from '../../oracle/openapi.ts';

type Node = null | boolean | number | string | Node[] | { [key: string]: Node };

const other = fc.constantFrom<Node>(
  null,
  true,
  1,
  -1,
  1.5,
  'x',
  '',
  '7',
  [],
  ['x'],
  {},
  { $type: 'x:Y' },
  '2020-01-01',
  1e30,
);

/** One to three changes anywhere in body and query. */
export function mutantsOf(request: SentRequest): fc.Arbitrary<SentRequest> {
  return fc
    .array(change, { minLength: 1, maxLength: 3 })
    .map((changes) => changes.reduce((now, one) => one(now), request));
}

type Change = (request: SentRequest) => SentRequest;

const change: fc.Arbitrary<Change> = fc.oneof(
  fc.tuple(fc.nat(), other).map(
    ([at, value]): Change =>
      (r) =>
        inBody(r, at, () => value),
  ),
  fc.nat().map(
    (at): Change =>
      (r) =>
        inBody(r, at, () => undefined),
  ),
  fc.nat().map(
    (at): Change =>
      (r) =>
        inBody(r, at, (value) => [value, value]),
  ),
  fc.tuple(fc.nat(), fc.constantFrom('x', '$type', '@id', '$nil')).map(
    ([at, name]): Change =>
      (r) =>
        inBody(r, at, (value) => (isObject(value) ? { ...value, [name]: 'x' } : value)),
  ),
  fc.constant<Change>(({ body: _, ...r }) => r),
  fc.tuple(fc.nat(), fc.constantFrom('', 'x', '-1', '1.5', 'true', 'a,b')).map(
    ([at, text]): Change =>
      (r) =>
        inQuery(r, at, text),
  ),
  fc.nat().map(
    (at): Change =>
      (r) =>
        inQuery(r, at, undefined),
  ),
);

/** Replaces the nth value of the body, itself included; undefined takes it out. */
function inBody(request: SentRequest, at: number, make: (value: Node) => Node | undefined): SentRequest {
  if (request.body === undefined) return request;
  const wanted = at % count(request.body as Node);
  let seen = 0;
  const walk = (value: Node): Node | undefined => {
    if (seen++ === wanted) return make(value);
    if (Array.isArray(value)) return value.flatMap((item) => walk(item) ?? []);
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).flatMap(([key, inner]) => {
        const found = walk(inner);
        return found === undefined ? [] : [[key, found]];
      }),
    );
  };
  return { ...request, body: walk(request.body as Node) };
}

function count(value: Node): number {
  const inner = Array.isArray(value) ? value : isObject(value) ? Object.values(value) : [];
  return inner.reduce((n: number, one) => n + count(one), 1);
}

function isObject(value: Node): value is { [key: string]: Node } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Gives the nth parameter another value; undefined takes it out. Without any, one is added. */
function inQuery(request: SentRequest, at: number, text: string | undefined): SentRequest {
  const [path, query = ''] = request.target.split('?');
  const fields = query === '' ? [] : query.split('&');
  if (fields.length === 0) return text === undefined ? request : { ...request, target: `${path}?unknown=${text}` };
  const i = at % fields.length;
  const changed = text === undefined ? [] : [`${fields[i].split('=')[0]}=${text}`];
  const all = [...fields.slice(0, i), ...changed, ...fields.slice(i + 1)];
  return { ...request, target: all.length === 0 ? path : `${path}?${all.join('&')}` };
}
