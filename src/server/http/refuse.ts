// Refuses a request that no bridge has seen.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { requestId } from '../../binding/identity.ts';
import { drain } from '../../binding/read-body.ts';
import type { SoapstoneError } from '../../errors/errors.ts';
import { type Refused, refusedRecord } from './malformed-request.ts';
import { originForm } from './request-head.ts';
import { sendError } from './send-error.ts';

/** Client and gateway may disagree on where the next request begins, so the connection is closed. */
export function refuse(req: IncomingMessage, res: ServerResponse, error: SoapstoneError, refused: Refused): void {
  res.shouldKeepAlive = false;
  const id = requestId(req.headers['x-request-id']);
  const { bytes } = sendError(res, error, id);
  const { method, httpVersion: protocol, url } = req;
  const path = originForm(url as string).split('?')[0];
  refused(refusedRecord(error, id, bytes, { method, protocol, path }));
  drain(req, 0);
}
