// People one at a time and a directory in two steps, of tutorial 45.
import { backend, problem } from './routes.ts';

const people = new Map([
  ['1', { name: 'Ada', email: 'ada@example.com' }],
  ['3', { name: 'Grace', email: 'grace@example.com' }],
]);

export const peopleBackend = () =>
  backend({
    'GET /v1/person/:id': ({ path }) => {
      const body = people.get(path['id']);
      return body ? { body } : problem(404, { code: 'NOT_FOUND', detail: `there is no ${path['id']}` });
    },
    'GET /v1/directory': ({ query }) => {
      const email = query.get('email');
      const [id, found] = [...people].find(([, person]) => person.email === email) ?? [];
      return found
        ? { body: { key: `k ${id}`, name: found.name } }
        : problem(404, { code: 'NOT_FOUND', detail: `there is no ${email}` });
    },
    'GET /v1/directory/:key/phone': ({ path }) => ({ body: path['key'] === 'k 1' ? { number: '+49 731 1' } : {} }),
  });
