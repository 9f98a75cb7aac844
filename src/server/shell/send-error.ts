import type { ServerResponse } from 'node:http';
import { PROBLEM_MEDIA, problemBody } from '../../binding/rest/problem.ts';
import { sendReply } from '../../binding/rest/reply.ts';
import { toFault } from '../../fault/fault.ts';

/** Answers with a problem body and returns its code. */
export function sendError(res: ServerResponse, error: unknown, id: string): string {
  const fault = toFault(error);
  sendReply(res, fault.init.status, ['x-request-id', id], PROBLEM_MEDIA, Buffer.from(problemBody(fault, id)), false);
  return fault.init.code;
}
