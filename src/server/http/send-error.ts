import type { ServerResponse } from 'node:http';
import { problemBody } from '../../binding/rest/front/problem.ts';
import { sendResponse } from '../../binding/rest/front/response.ts';
import { toFault } from '../../fault/fault.ts';
import { PROBLEM_MEDIA } from '../../fault/fault-names.ts';

export interface SentError {
  readonly code: string;
  /** Bytes of the body. */
  readonly bytes: number;
}

/** Answers with a problem body, of that media type. */
export function sendError(res: ServerResponse, error: unknown, id: string, media = PROBLEM_MEDIA): SentError {
  const fault = toFault(error);
  const body = Buffer.from(problemBody(fault, id));
  const headOnly = res.req.method === 'HEAD';
  const bytes = sendResponse(res, fault.init.status, ['x-request-id', id], media, body, headOnly);
  return { code: fault.init.code, bytes };
}
