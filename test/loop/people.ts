// A REST service of people for any state of the world, and what its clients make by themselves of the single calls that tutorial 45 makes
// of one.
import fc from 'fast-check';
import { type Backend, backend, problem } from '../e2e/backends/routes.ts';

const email = fc.constantFrom('ada@example.com', 'é b@example.com', 'a?&=%@example.com');
const name = fc.constantFrom('Ada', '漢 字', '"\\');
const id = fc.integer({ min: 1, max: 2 ** 31 - 1 });
const amount = fc.constantFrom(0, -1.5, 99.9, 1e9);
/** Undefined: the service refuses. */
const perhaps = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 4 });

export interface World {
  readonly email: string;
  readonly items: readonly string[];
  readonly ids: readonly number[];
  readonly added: readonly { readonly name: string; readonly email: string }[];
  readonly found?: number;
  readonly balance?: { readonly balance: number; readonly currency: string };
  readonly draft?: number;
  readonly placed?: { readonly orderId: number; readonly total: number };
}

export const worlds: fc.Arbitrary<World> = fc.record({
  email,
  items: fc.array(name, { minLength: 1, maxLength: 3 }),
  ids: fc.array(fc.nat(20), { maxLength: 6 }),
  added: fc.array(fc.record({ name, email }), { minLength: 1, maxLength: 5 }),
  found: perhaps(id),
  balance: perhaps(fc.record({ balance: amount, currency: name })),
  draft: perhaps(id),
  placed: perhaps(fc.record({ orderId: id, total: amount })),
});

/** Every third person is not there; nobody whose name needs escapes is taken. */
export function peopleOf(given: World): Backend {
  return backend({
    'GET /v1/person': ({ query }) => ({
      body: { personId: given.found ?? missing(`person ${query.get('email')}`) },
    }),
    'GET /v1/person/:id': ({ path }) => ({ body: personOf(Number(path['id'])) }),
    'GET /v1/person/:id/balance': () => ({ body: given.balance ?? missing('account') }),
    'POST /v1/person': ({ body }) => ({
      status: 201,
      body: { personId: body.person.name === '"\\' ? refused('name') : body.person.name.length },
    }),
    'POST /v1/person/:id/drafts': () => ({ status: 201, body: { draftId: given.draft ?? missing('person') } }),
    'POST /v1/drafts/:id/order': () => ({ status: 201, body: given.placed ?? refused('limit') }),
  });
}

function personOf(id: number) {
  return id % 3 === 0 ? missing(`person ${id}`) : { id, name: `n ${id}`, email: `e${id}@example.com` };
}

function missing(what: string): never {
  throw problem(404, { code: 'NOT_FOUND', detail: `there is no ${what}`, data: { what } });
}

function refused(why: string): never {
  throw problem(422, { code: 'REFUSED', detail: 'not this one', data: { why } });
}

export interface Told {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: JSON
  readonly body: any;
  readonly location?: unknown;
}

/** `line`: method and target below /v1. */
export type Ask = (line: string, body?: object) => Promise<Told>;

export interface Rule {
  readonly id: string;
  readonly line: (given: World) => string;
  readonly body?: (given: World) => object;
  /** What a client makes of single calls; problems as `shown` shows them. */
  readonly alone: (given: World, ask: Ask) => Promise<Told>;
}

export const rules: readonly Rule[] = [
  { id: 'balance', line: ({ email }) => `GET /balances/${encodeURIComponent(email)}`, alone: balance },
  { id: 'order', line: () => 'POST /orders', body: ({ email, items }) => ({ email, items }), alone: order },
  { id: 'people', line: ({ ids }) => `GET /people?id=${ids.join()}`, alone: people },
  { id: 'people.add', line: () => 'POST /people', body: ({ added }) => ({ people: added }), alone: add },
];

async function balance({ email }: World, ask: Ask): Promise<Told> {
  const found = await ask(`GET /person?email=${encodeURIComponent(email)}`);
  if (failed(found)) return found;
  const { personId: person } = found.body;
  const said = await ask(`GET /person/${person}/balance`);
  return failed(said) ? inStep(2, said) : { status: 200, body: { person, ...said.body } };
}

async function order({ email, items }: World, ask: Ask): Promise<Told> {
  const found = await ask(`GET /person?email=${encodeURIComponent(email)}`);
  if (failed(found)) return found;
  const draft = await ask(`POST /person/${found.body.personId}/drafts`, { item: items });
  if (failed(draft)) return inStep(2, draft);
  const placed = await ask(`POST /drafts/${draft.body.draftId}/order`);
  if (failed(placed)) return inStep(3, placed);
  const { orderId, total } = placed.body;
  return { status: 201, location: `/v1/orders/${orderId}`, body: { order: orderId, total } };
}

async function people({ ids }: World, ask: Ask): Promise<Told> {
  const each = await Promise.all(ids.map((id) => ask(`GET /person/${id}`)));
  const list = each.map((one, i) =>
    failed(one) ? { id: ids[i], found: false, problem: one.body.code } : { id: ids[i], found: true, person: one.body },
  );
  return { status: 200, body: { people: list } };
}

async function add({ added }: World, ask: Ask): Promise<Told> {
  const each = await Promise.all(added.map((person) => ask('POST /person', { person })));
  const list = each.map((one) =>
    failed(one) ? { status: one.status, problem: one.body.detail } : { id: one.body.personId },
  );
  return { status: 207, body: { people: list } };
}

function failed({ status }: Told): boolean {
  return status >= 400;
}

/** From the second step on a problem says where it was. */
function inStep(number: number, { status, body }: Told): Told {
  return { status, body: { ...body, errors: [{ path: `call ${number}` }] } };
}

/** A response, or what a problem tells: its code, its words, its values, and the step. */
export function shown({ status, body, location }: Told) {
  if (status < 400) return { status, location, body };
  const { code, detail, data, errors } = body;
  return { status, code, detail, data, step: errors?.[0].path };
}
