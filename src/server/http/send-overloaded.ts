// The response to requests that are shed. It is prepared, since it must cost next to nothing.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { requestId } from '../../binding/identity.ts';
import { drain } from '../../binding/read-body.ts';
import { problemBody } from '../../binding/rest/front/problem.ts';
import { plainFault } from '../../binding/soap/front/plain-fault.ts';
import { codedFault } from '../../fault/fault.ts';
import { PROBLEM_MEDIA } from '../../fault/fault-names.ts';

const MESSAGE = 'the gateway is overloaded';
const fault = codedFault('OVERLOADED', MESSAGE);
const ID = 'ID';
const [prefix, after] = problemBody(fault, ID).split(`request:${ID}`);

/** Clients that send XML read faults. */
const FAULT = plainFault('1.1', MESSAGE);
const FAULT12 = plainFault('1.2', MESSAGE);

/** 503 with Retry-After, in the client's protocol. The connection stays open: a new one would cost more than the response. */
export function refuseBusy(req: IncomingMessage, res: ServerResponse): void {
  const id = requestId(req.headers['x-request-id']);
  const [media, body] = content(req.headers['content-type'], id);
  const fields = ['x-request-id', id, 'retry-after', '1', 'content-type', media];
  res.writeHead(fault.init.status, [...fields, 'content-length', String(body.length)]);
  if (req.method === 'HEAD') res.end();
  else res.end(body, 'latin1');
  drain(req, 0);
}

function content(type: string | undefined, id: string): readonly [media: string, body: string] {
  if (type?.startsWith('text/xml')) return ['text/xml; charset=utf-8', FAULT];
  if (type?.startsWith('application/soap+xml')) return ['application/soap+xml; charset=utf-8', FAULT12];
  return [PROBLEM_MEDIA, `${prefix}request:${id}${after}`];
}
