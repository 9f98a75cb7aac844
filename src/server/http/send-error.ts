// Answers a request with a problem body (RFC 9457).
import type { ServerResponse } from 'node:http';
import type { Response } from 'express';
import { writtenProblem } from '../../binding/rest/front/problem.ts';
import { sendResponse } from '../../binding/rest/front/response.ts';
import { toFault } from '../../fault/fault.ts';
import type { ErrorForm } from '../../rule/error-form.ts';

interface SentError {
  readonly code: string;
  /** Bytes of the body. */
  readonly bytes: number;
}

/** How an error looks. */
export interface ErrorLook {
  /** The first that fits is written; absent: a problem body. */
  readonly forms?: readonly ErrorForm[];
  /** Further header fields. */
  readonly fields?: readonly string[];
}

/** Answers with a problem body, or in a form of the table. */
export function sendError(res: ServerResponse, error: unknown, id: string, look: ErrorLook = {}): SentError {
  const { forms, fields = [] } = look;
  const fault = toFault(error);
  const { media, body } = writtenProblem(fault, id, forms);
  const headOnly = res.req.method === 'HEAD';
  const bytes = sendResponse(res, fault.init.status, ['x-request-id', id, ...fields], media, body, headOnly);
  return { code: fault.init.code, bytes };
}

/** Answers a request of the router; after the first byte of a response the connection is cut instead. */
export function answerError(res: Response, error: unknown, look?: ErrorLook): void {
  if (res.headersSent || res.destroyed) res.destroy();
  else res.locals.sent = sendError(res, error, res.locals.id, look);
}
