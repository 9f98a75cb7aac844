// How a front is asked over HTTP. Fronts differ in paths and in how an order looks as JSON; the operations are the same.

export interface Call {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Names of members to their JSON text. */
export type Members = Readonly<Record<string, string>>;

export interface Face {
  readonly get: (number: string) => Call;
  /** `order`: a JSON text. */
  readonly create: (order: string) => Call;
  readonly list: () => Call;
  /** How its own description has decimals and 64-bit integers. */
  readonly digits: 'number' | 'string';
}

const JSON_HEADERS = { 'Content-Type': 'application/json' };

function post(path: string, body: string): Call {
  return { method: 'POST', path, headers: JSON_HEADERS, body };
}

/** GET /orders/{number}, POST /orders, GET /orders. */
export function resources(digits: Face['digits'], wrap: (order: string) => string = (order) => order): Face {
  return {
    get: (number) => ({ method: 'GET', path: `/orders/${number}` }),
    create: (order) => post('/orders', wrap(order)),
    list: () => ({ method: 'GET', path: '/orders' }),
    digits,
  };
}

/** A POST for each operation, with its message as the body. */
export function operations(digits: Face['digits']): Face {
  return {
    get: (number) => post('/get-order', JSON.stringify({ number })),
    create: (order) => post('/create-order', `{"order":${order}}`),
    list: () => post('/list-orders', '{}'),
    digits,
  };
}

export const TOTAL = '10000000000000000000.000000001';

/** An order to create, with some members changed. Its members stand in another order than the contract's elements. */
export function orderText(face: Face, changes: Members = {}): string {
  const total = face.digits === 'number' ? TOTAL : `"${TOTAL}"`;
  const members: Members = {
    total,
    status: '"open"',
    lines: `{"line":[{"price":${face.digits === 'number' ? '1.25' : '"1.25"'},"quantity":2,"sku":"BRACKET-1"}]}`,
    placed: '"2026-03-01T12:00:00+05:30"',
    number: '"new-1"',
    ...changes,
  };
  const all = Object.entries(members).map(([name, value]) => `${JSON.stringify(name)}:${value}`);
  return `{${all.join(',')}}`;
}
