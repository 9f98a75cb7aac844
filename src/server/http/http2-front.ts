// The handler of HTTP/2 requests, with the checks of HTTP/1.1. Knows nothing about connections.
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { isMet } from '../../binding/request-head.ts';
import type { Http2Handler } from './http2-sessions.ts';
import type { Refused } from './malformed-request.ts';
import { refuse } from './refuse.ts';
import { http2RefusalOf } from './request-head.ts';
import { refuseBusy } from './send-overloaded.ts';

interface Http2Front {
  readonly maxHeaders: number;
  readonly maxHeaderSize: number;
  readonly isBusy: () => boolean;
  readonly listener: RequestListener;
  readonly refused: Refused;
}

export function http2Handler({ maxHeaders, maxHeaderSize, isBusy, listener, refused }: Http2Front): Http2Handler {
  return (request, response) => {
    // What handles them takes either protocol.
    const [req, res] = [request as unknown as IncomingMessage, response as unknown as ServerResponse];
    if (isBusy()) return refuseBusy(req, res);
    const refusal = http2RefusalOf(request, maxHeaders, maxHeaderSize);
    if (refusal) return refuse(req, res, refusal, refused);
    const { expect } = req.headers;
    if (expect !== undefined && isMet(expect)) res.writeContinue();
    listener(req, res);
  };
}
