// Masks the values of credentials in a request that was written with samples: a number cannot be written as a mask.
import { MASK } from '../capture/secret-names.ts';
import type { OutgoingRequest } from '../transport/transport.ts';

/** Tags, texts and attribute values of XML; names and values of JSON. */
const XML = /(?<=[<>"])|(?=[<>"])/;
const JSON_PARTS = /(?<=[{}[\],"])|(?=[{}[\],"])|(?<=":)/;
const TARGET = /(?<=[/?&=])|(?=[/?&=])/;

/** `first` with a mask wherever `second` differs, the same request with other samples. */
export function maskedSamples<R extends OutgoingRequest>(first: R, second: R): R {
  const { body } = first;
  return {
    ...first,
    path: masked(first.path, second.path, TARGET),
    headers: first.headers.map((value, i) => (value === second.headers[i] ? value : MASK)),
    ...(body && { body: Buffer.from(maskedBody(textOf(body), textOf(second.body))) }),
  };
}

function textOf(body: Uint8Array | undefined): string {
  return Buffer.from(body ?? []).toString();
}

function maskedBody(first: string, second: string): string {
  if (first.trimStart().startsWith('<')) return masked(first, second, XML);
  return masked(first, second, JSON_PARTS, (previous) => (previous === '"' ? MASK : `"${MASK}"`));
}

/** Both texts have the same form. */
function masked(first: string, second: string, border: RegExp, mask = (_before: string) => MASK): string {
  if (first === second) return first;
  const [pieces, seconds] = [first.split(border), second.split(border)];
  if (pieces.length !== seconds.length) return MASK;
  return pieces.map((piece, i) => (piece === seconds[i] ? piece : mask(pieces[i - 1] ?? ''))).join('');
}
