// Records why the server has cut the connection of a request. Knows nothing about when it does so.
import type { ServerResponse } from 'node:http';
import { requestId } from '../../binding/identity.ts';
import { refusals } from '../../binding/read-body.ts';
import type { ErrorCode } from '../../errors/errors.ts';
import { codedFault } from '../../fault/fault.ts';

/** Why connections are cut. */
export const CUT_REASONS = [
  'handshake',
  'request',
  'response',
  'close',
  'pipeline',
  'drain',
  'memory',
  'flood',
] as const;
export type CutReason = (typeof CUT_REASONS)[number];

const CUT_ERRORS: Partial<Record<CutReason, readonly [ErrorCode, string]>> = {
  response: ['CLIENT_SLOW', 'the client did not read the response in time'],
  memory: ['CLIENT_SLOW', 'the client did not read the response, and the memory is full'],
  drain: ['SHUTDOWN', 'the response was not finished within drainTimeout'],
};

/** Without it the record would say that the client has disconnected. */
export function recordCut(response: ServerResponse, reason: CutReason): void {
  const error = CUT_ERRORS[reason];
  if (error === undefined || refusals.has(response)) return;
  const fault = codedFault(...error);
  refusals.set(response, { fault, id: requestId(response.req.headers['x-request-id']) });
}
