// Tutorial 55: errors of an API that knows nothing of the contract arrive as its declared faults, with every member.
import { expect, it } from 'vitest';
import { ferriesBackend } from '../backends/ferries.ts';
import { allClients, eachClient, plain } from './clients.ts';

const trip = { sailing: 'K7', passengers: 2 };
const sender = expect.stringMatching(/(Client|Sender)$/);
const receiver = expect.stringMatching(/(Server|Receiver)$/);
const failed = (code: string, message: string) => ({ BookingFailed: { code, message } });

eachClient(
  '80-foreign-errors',
  ferriesBackend,
  (stage) => {
    it('Book, GetBooking and CancelBooking', async () => {
      const { client } = stage();
      const booked = (await client.call('Book', { ...trip, vehicle: 'van' })).result;
      expect(plain(booked)).toEqual({ number: String(booked.number), price: '25' });
      const shown = (await client.call('GetBooking', { number: booked.number })).result;
      const wanted = { number: String(booked.number), sailing: 'K7', passengers: '2', vehicle: 'van' };
      expect(plain(shown.booking ?? shown)).toEqual(wanted);
      const refund = (await client.call('CancelBooking', { number: booked.number })).result;
      expect(plain(refund.refund ?? refund)).toBe('25');
    });

    it.each([
      [
        'a value of the request beside one of the error',
        { passengers: 5 },
        { SailingFull: { sailing: 'K7', placesLeft: '4', message: 'Four places are left' } },
      ],
      [
        'a default, where the error has no such value',
        { sailing: 'FULL' },
        { SailingFull: { sailing: 'FULL', placesLeft: '0', message: 'All places are taken' } },
      ],
      ['a code that the contract has too', { passengers: 0 }, failed('INVALID', 'No passengers')],
      ['a code that only the API has', { vehicle: 'tank' }, failed('OTHER', 'No tanks')],
    ])('Book: %s', async (_, members, detail) => {
      const said = await stage().client.call('Book', { ...trip, ...members });
      const [{ message }] = Object.values(detail);
      expect([said.code, said.reason, plain(said.detail)]).toEqual([sender, message, detail]);
    });

    it('CancelBooking: a constant for a code', async () => {
      const { client } = stage();
      const { number } = (await client.call('Book', { ...trip, sailing: 'GONE' })).result;
      const said = await client.call('CancelBooking', { number });
      expect([said.code, plain(said.detail)]).toEqual([sender, failed('TOO_LATE', 'It sailed at six')]);
    });

    it.each([
      ['a form of the API', 999, sender, { BookingNotFound: { number: '999', message: 'Nobody has booked this' } }],
      ['a status that has a row', 404, sender, { BookingNotFound: { number: '404', message: 'Not Found' } }],
      ['any other status 4xx', 418, sender, failed('OTHER', "I'm a Teapot")],
      ['4xx with a page of HTML', 403, sender, failed('OTHER', 'Forbidden')],
      ['the other form of the API', 500, receiver, failed('UNAVAILABLE', 'No harbour answers')],
      ['any status 5xx', 503, receiver, failed('UNAVAILABLE', 'Service Unavailable')],
      ['5xx with a page of HTML', 502, receiver, failed('UNAVAILABLE', 'Bad Gateway')],
    ])('GetBooking and CancelBooking: %s', async (_, number, code, detail) => {
      for (const operation of ['GetBooking', 'CancelBooking']) {
        const said = await stage().client.call(operation, { number });
        expect([said.code, plain(said.detail)]).toEqual([code, detail]);
        expect(JSON.stringify(said)).not.toContain('secret');
      }
    });
  },
  // A contract with ports of both versions.
  allClients,
);
