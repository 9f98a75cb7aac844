// Ferries, of tutorial 55: an API whose errors have two forms of its own, and some that have none.
import { type Body, backend, type Reply } from './routes.ts';

const PLACES = 4;

function failure(status: number, reason: string, text: string, facts?: object): Reply {
  return { status, headers: { 'content-type': 'application/json' }, body: { failure: { reason, text, facts } } };
}

/** By the number of a booking: what goes wrong before anybody looks for it. */
const broken: Readonly<Record<string, Reply>> = {
  '404': { status: 404 },
  '418': { status: 418 },
  '500': {
    status: 500,
    headers: { 'content-type': 'application/vnd.ferries.outage+json' },
    body: { outage: 'No harbour answers' },
  },
  '502': { status: 502, headers: { 'content-type': 'text/html' }, body: '<h1>secret</h1>' },
  '503': { status: 503 },
  '403': { status: 403, headers: { 'content-type': 'text/html' }, body: '<h1>secret</h1>' },
};

export function ferriesBackend() {
  const bookings = new Map<string, Body>();
  const found = (number: string): Body => {
    if (broken[number]) throw broken[number];
    const booking = bookings.get(number);
    if (booking) return booking;
    throw failure(404, 'NO_BOOKING', 'Nobody has booked this');
  };
  return backend({
    'POST /v1/bookings': ({ body }) => {
      if (body.passengers < 1) return failure(422, 'INVALID', 'No passengers');
      if (body.vehicle === 'tank') return failure(403, 'TOO_HEAVY', 'No tanks');
      if (body.sailing === 'FULL') return failure(409, 'NO_PLACES', 'All places are taken');
      if (body.passengers > PLACES) return failure(409, 'NO_PLACES', 'Four places are left', { left: PLACES });
      const number = bookings.size + 5;
      bookings.set(String(number), { number, ...body });
      return { status: 201, body: { number, price: 12.5 * body.passengers } };
    },
    'GET /v1/bookings/:number': ({ path }) => ({ body: { booking: found(path['number']) } }),
    'DELETE /v1/bookings/:number': ({ path }) => {
      const { sailing, passengers } = found(path['number']);
      if (sailing === 'GONE') return failure(409, 'HAS_SAILED', 'It sailed at six');
      return { body: { refund: 12.5 * passengers } };
    },
  });
}
