import type { Response } from 'express';
import { sendError } from './send-error.ts';

/** Answers a request of the shell; after the first byte of a response the connection is cut instead. */
export function answerError(res: Response, error: unknown, media?: string): void {
  if (res.headersSent || res.destroyed) res.destroy();
  else res.locals.sent = sendError(res, error, res.locals.id, media);
}
