// CPU of a gateway by the size of one message, and the growth for each doubling.

import type { Gateway, Message } from './gateway.ts';
import type { Shape } from './messages.ts';
import { short } from './messages.ts';
import type { Upstream } from './upstream.ts';

/** Bytes: each is twice the one before. */
export const SIZES = [250_000, 500_000, 1_000_000, 2_000_000] as const;
const ROUNDS = 9;
/** Bytes of one measurement, whatever the size of its messages: so each pays the same share of garbage collection. */
const MEASURED = SIZES[SIZES.length - 1];
/** µs: what costs less than this is no growth, it drowns in what a request costs in any case. */
const FLOOR = 4_000;
/** µs: past this, messages of this size and larger ones are left out. */
const ENOUGH = 5_000_000;

export interface Growth {
  readonly shape: string;
  readonly status: number;
  /** ms for each size; Infinity where it would take too long. */
  readonly ms: readonly number[];
  /** Largest ratio of neighbours. */
  readonly growth: number;
}

export interface Case {
  readonly present: 'rest' | 'soap';
  readonly side: 'request' | 'response';
  readonly shape: Shape;
}

export async function growthOf(gateway: Gateway, upstream: Upstream, one: Case): Promise<Growth> {
  const least = SIZES.map(() => Number.POSITIVE_INFINITY);
  let status = await run(gateway, upstream, one, SIZES[0]);
  let sizes: number = SIZES.length;
  // Rounds take all sizes in turn, so that what else the machine does meanwhile falls on all of them.
  for (let round = 0; round < ROUNDS; round++) {
    for (let i = 0; i < sizes; i++) {
      const messages = MEASURED / SIZES[i];
      const before = gateway.cpu();
      for (let sent = 0; sent < messages; sent++) status = await run(gateway, upstream, one, SIZES[i]);
      least[i] = Math.min(least[i], (gateway.cpu() - before) / messages);
      if (least[i] > ENOUGH) sizes = i;
    }
    if (sizes === 0) break;
  }
  return { shape: one.shape.name, status, ms: least.map((us) => us / 1000), growth: largestRatio(least) };
}

/** Infinity where a size was left out. */
export function largestRatio(us: readonly number[]): number {
  const ratios = us.slice(1).map((one, i) => one / Math.max(us[i], FLOOR));
  return Math.max(...ratios.map((ratio) => (Number.isNaN(ratio) ? Number.POSITIVE_INFINITY : ratio)));
}

function run(gateway: Gateway, upstream: Upstream, { present, side, shape }: Case, size: number): Promise<number> {
  const text = Buffer.from(shape.make(size));
  const xmlBehind = present === 'rest';
  if (side === 'response') {
    upstream.answer = { status: 200, type: xmlBehind ? 'text/xml' : 'application/json', body: text };
    return gateway.send(xmlBehind ? getNote : soapMessage(Buffer.from(short.soapRequest)));
  }
  const small = xmlBehind ? short.addNoteResponse : short.addJsonResponse;
  upstream.answer = {
    status: xmlBehind ? 200 : 201,
    type: xmlBehind ? 'text/xml' : 'application/json',
    body: Buffer.from(small),
  };
  return gateway.send(xmlBehind ? addNote(text) : soapMessage(text));
}

const getNote: Message = { method: 'GET', path: '/v1/notes/7', headers: {} };
const addNote = (body: Buffer): Message => ({
  method: 'POST',
  path: '/v1/notes',
  headers: { 'content-type': 'application/json', 'x-tenant': 't' },
  body,
});
const soapMessage = (body: Buffer): Message => ({
  method: 'POST',
  path: '/soap',
  headers: { 'content-type': 'text/xml' },
  body,
});
