// The body of a request that a body parser has read before the gateway. Knows nothing about its content.
import type { IncomingMessage } from 'node:http';
import { SoapstoneError } from '../errors/errors.ts';

const ADVICE = 'mount soapstone before express.json() and other body parsers';
const MESSAGE = 'another handler has read the body before the gateway';

let warned = false;

/**
 * `req.rawBody`, where the parser has stored the bytes under that name: inflated, as body-parser's `verify` gets them. Throws BODY_CONSUMED where
 * there are none, PAYLOAD_TOO_LARGE where there are more than `limit`.
 */
export function rawBody(req: IncomingMessage, limit: number): [body: Uint8Array, received: number] {
  const { rawBody: body } = req as { rawBody?: unknown };
  if (!(body instanceof Uint8Array)) throw consumed();
  if (body.length > limit) throw tooLarge(limit);
  return [body, body.length];
}

/** Warns once in a process. */
function consumed(): SoapstoneError {
  if (!warned) process.emitWarning(`${MESSAGE}: ${ADVICE}`, { type: 'SoapstoneWarning', code: 'BODY_CONSUMED' });
  warned = true;
  return new SoapstoneError('BODY_CONSUMED', MESSAGE, { suggestion: ADVICE });
}

export function tooLarge(limit: number): SoapstoneError {
  return new SoapstoneError('PAYLOAD_TOO_LARGE', `the body has more than ${limit} bytes`);
}
