// Orders, of tutorial 25: ordinary JSON, with null, objects with free keys and a discriminator.
import { type Body, backend, problem } from './routes.ts';

export function ordersBackend() {
  const orders = new Map<string, Body>([
    [
      '7',
      {
        id: 7,
        customer: 'Ada',
        dueDate: null,
        lines: [
          { article: 'Tea', quantity: 2, tags: ['green', 'loose'] },
          { article: 'Pot', quantity: 1, tags: null },
        ],
        properties: { colour: 'red', 'gift wrap': 'gold' },
        payment: { method: 'card', reference: 'R1', lastDigits: '1234' },
        custbody_shelf: 'A7',
        note: null,
        total: 23.5,
      },
    ],
  ]);
  return backend({
    'GET /v1/orders/:id': ({ path }) => {
      const order = orders.get(path['id']);
      return order ? { body: { order } } : problem(404, { code: 'NO_ORDER', detail: `No order ${path['id']}` });
    },
    'PUT /v1/orders/:id': ({ path, body }) => {
      const quantities = (body.lines ?? []).map(({ quantity }: Body) => quantity);
      const order = { ...body, id: Number(path['id']), total: quantities.reduce((a: number, b: number) => a + b, 0) };
      orders.set(path['id'], order);
      return { body: order };
    },
  });
}
