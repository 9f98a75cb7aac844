// Carries declared paths to the upstream host as they are. The one door to http-proxy-middleware. The target is fixed when the
// server starts: neither `router` (which looks at Host) nor `fixRequestBody` is ever used.
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { RequestHandler } from 'express';
import { createProxyMiddleware } from 'http-proxy-middleware';
import { owns, type PassThrough } from './prefixes.ts';

export function proxyOf(options: PassThrough): RequestHandler {
  const target = new URL(options.upstream).origin;
  const agentOptions = { keepAlive: true, maxSockets: options.connections };
  const proxy = createProxyMiddleware({
    target,
    agent: target.startsWith('https:') ? new HttpsAgent(agentOptions) : new HttpAgent(agentOptions),
    changeOrigin: true,
    proxyTimeout: options.timeout,
    // Errors go to express's error handler; without a listener of ours the proxy would write a reply of its own.
    on: { error: () => {} },
  }) as unknown as RequestHandler;
  return (req, res, next) => {
    if (owns(options.prefixes, req.url)) proxy(req, res, next);
    else next();
  };
}
