// People one at a time and a directory in two steps, of tutorial 45.
import { backend, problem } from './routes.ts';

const people = new Map([
  ['1', { name: 'Ada', email: 'ada@example.com' }],
  ['3', { name: 'Grace', email: 'grace@example.com' }],
]);

export const peopleBackend = () =>
  backend({
    'GET /v1/person/:id': ({ path }) => {
      const person = people.get(path['id']);
      return person
        ? { body: { id: Number(path['id']), ...person } }
        : problem(404, { code: 'NOT_FOUND', detail: `there is no ${path['id']}` });
    },
    'GET /v1/person': ({ query }) => {
      const [id] = [...people].find(([, person]) => person.email === query.get('email')) ?? [];
      return id
        ? { body: { personId: Number(id) } }
        : problem(404, { code: 'NOT_FOUND', detail: 'there is no person' });
    },
    'GET /v1/person/:id/balance': () => ({ body: { balance: 10.5, currency: 'EUR' } }),
    'POST /v1/person': ({ body }) =>
      body.person.name === 'Mallory'
        ? problem(422, { code: 'REFUSED', detail: 'Not this one', data: { why: 'name' } })
        : { status: 201, body: { personId: body.person.name.length } },
    'POST /v1/person/:id/drafts': ({ path, body }) => ({
      status: 201,
      body: { draftId: 100 * Number(path['id']) + body.item.length },
    }),
    'POST /v1/drafts/:id/order': ({ path }) => ({
      status: 201,
      body: { orderId: 1000 + Number(path['id']), total: 99.9 },
    }),
    'GET /v1/directory': ({ query }) => {
      const email = query.get('email');
      const [id, found] = [...people].find(([, person]) => person.email === email) ?? [];
      return found
        ? { body: { key: `k ${id}`, name: found.name } }
        : problem(404, { code: 'NOT_FOUND', detail: `there is no ${email}` });
    },
    'GET /v1/directory/:key/phone': ({ path }) => ({ body: path['key'] === 'k 1' ? { number: '+49 731 1' } : {} }),
  });
