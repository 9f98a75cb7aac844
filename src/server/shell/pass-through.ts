// Carries declared paths to the upstream host as they are. The one door to http-proxy-middleware. The target is fixed when the
// server starts: neither `router` (which looks at Host) nor `fixRequestBody` is ever used.
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { RequestHandler, Response } from 'express';
import { createProxyMiddleware } from 'http-proxy-middleware';
import { SoapstoneError } from '../../errors.ts';
import { answerError } from './answer-error.ts';
import { owns, type PassThrough } from './prefixes.ts';

export interface Proxy {
  readonly handle: RequestHandler;
  /** Ends connections that are kept open. */
  close(): void;
}

export function proxyOf(options: PassThrough): Proxy {
  const target = new URL(options.upstream).origin;
  const agentOptions = { keepAlive: true, maxSockets: options.connections };
  const agent = target.startsWith('https:')
    ? new HttpsAgent({ ...agentOptions, ...options.tls, rejectUnauthorized: true })
    : new HttpAgent(agentOptions);
  const proxy = createProxyMiddleware({
    target,
    agent,
    changeOrigin: true,
    on: {
      proxyReq: (sent) => void sent.setTimeout(options.timeout, () => sent.destroy(silent())),
      // Without a listener of ours the proxy would write a reply of its own, which names the host.
      error: (error, _req, res) => answerError(res as Response, peerError(error)),
    },
  }) as unknown as RequestHandler;
  const handle: RequestHandler = (req, res, next) => {
    if (owns(options.prefixes, req.url)) proxy(req, res, next);
    else next();
  };
  return { handle, close: () => agent.destroy() };
}

function silent(): SoapstoneError {
  return new SoapstoneError('UPSTREAM_TIMEOUT', 'the peer did not reply in time');
}

function peerError(error: NodeJS.ErrnoException): SoapstoneError {
  if (error instanceof SoapstoneError) return error;
  return new SoapstoneError('UPSTREAM_CONNECT', `the peer cannot be reached (${error.code})`, { cause: error });
}
