// Carries declared paths to the upstream host as they are. The one door to http-proxy-middleware. The target is fixed when the
// server starts: neither `router` (which looks at Host) nor `fixRequestBody` is ever used.
import { type ClientRequest, type ClientRequestArgs, Agent as HttpAgent, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Socket } from 'node:net';
import { type ConnectionOptions, connect as connectTls } from 'node:tls';
import type { RequestHandler, Response } from 'express';
import { createProxyMiddleware } from 'http-proxy-middleware';
import { reservationOf } from '../../binding/response-memory.ts';
import { SoapstoneError } from '../../errors/errors.ts';
import { openTunnel } from '../../transport/tunnel.ts';
import { owns, type PassThrough } from '../http/prefixes.ts';
import { answerError } from '../http/send-error.ts';
import { dropHopByHop, frameInChunks, isLastHop, reframe, replaceHopByHop, takeChunked } from './hop-by-hop.ts';
import { PassThroughQueue } from './pass-through-queue.ts';

/** Requests whose bodies came in chunks. */
const CHUNKED = Symbol('chunked');

type Passing = IncomingMessage & { [CHUNKED]?: boolean };

export interface Proxy {
  readonly handle: RequestHandler;
  /** Ends connections that are kept open. */
  close(): void;
}

export function proxyOf(options: PassThrough): Proxy {
  const target = new URL(options.upstream).origin;
  const agent = agentFor(target, options);
  const proxy = createProxyMiddleware({
    target,
    agent,
    changeOrigin: true,
    on: {
      proxyReq: (request, req, res) => {
        if ((req as Passing)[CHUNKED]) frameInChunks(request);
        watch(request, res as Response, options);
      },
      proxyRes: (response, _req, res) => check(response, res as Response),
      // Without a listener of ours the proxy would write a response of its own, which names the host.
      error: (error, _req, res) => answerError(res as Response, peerError(error)),
    },
  }) as unknown as RequestHandler;
  const queue = new PassThroughQueue(options);
  const handle: RequestHandler = (req, res, next) => {
    if (!owns(options.prefixes, req.url)) return next();
    if (req.method === 'TRACE') return answerError(res, noTrace());
    dropHopByHop(req.headers);
    if (isLastHop(req)) return void res.writeHead(204, ['x-request-id', res.locals.id]).end();
    (req as Passing)[CHUNKED] = takeChunked(req.headers);
    req.headers['x-request-id'] = res.locals.id;
    const client = options.addressOf(req);
    const refuse = (reason: string) => answerError(res.setHeader('retry-after', '1') as Response, overloaded(reason));
    const begin = () => {
      if (!hasMemory(res, client)) return refuse(NO_MEMORY);
      res.locals.upstream = target;
      void proxy(req, res, next);
    };
    queue.enter(client, res, begin, () => refuse(ALL_BUSY));
  };
  return { handle, close: () => agent.destroy() };
}

function agentFor(target: string, { reuse, connections, tls, proxy, connectTimeout }: PassThrough): HttpAgent {
  const bounds = { keepAlive: reuse, maxSockets: connections };
  const isSecure = target.startsWith('https:');
  const agent = isSecure ? new HttpsAgent({ ...bounds, ...tls, rejectUnauthorized: true }) : new HttpAgent(bounds);
  if (proxy === undefined) return agent;
  const { hostname } = new URL(target);
  agent.createConnection = (options, callback) => {
    const { port } = options as { readonly port: number };
    openTunnel(proxy, hostname.replace(/^\[(.*)\]$/, '$1'), Number(port), connectTimeout, (error, socket) => {
      if (error) callback?.(error, null as never);
      else callback?.(null, isSecure ? secured(socket as Socket, options) : (socket as Socket));
    });
    return undefined;
  };
  return agent;
}

/** The agent has put its own settings of TLS among the options. */
function secured(socket: Socket, options: ClientRequestArgs): Socket {
  return connectTls({ ...(options as ConnectionOptions), socket });
}

/** The service would send the client's credentials back to it (RFC 9110 §9.3.8). */
function noTrace(): SoapstoneError {
  return new SoapstoneError('NOT_IMPLEMENTED', 'TRACE is not implemented');
}

/** A peer that switches protocols leaves neither a response nor an error behind. */
function watch(request: ClientRequest, res: Response, { timeout, connectTimeout }: PassThrough): void {
  request.setTimeout(timeout, () => request.destroy(silent()));
  if (request.socket?.connecting) watchConnect(request, request.socket, connectTimeout);
  request.once('close', () => {
    if (!res.headersSent) answerError(res, noResponse('is none'));
  });
}

/** The timeout of a request begins when there is a connection. */
function watchConnect(request: ClientRequest, socket: Socket, timeout: number): void {
  const timer = setTimeout(() => request.destroy(silent()), timeout);
  const over = () => clearTimeout(timer);
  socket.once('connect', over);
  socket.once('close', over);
}

/** Bytes of one exchange that passes through: what waits on both sides is bounded by backpressure. */
const IN_TRANSIT = 131_072;

/** What node would not let us write must be seen before the proxy writes it: there its error would end the process. */
function check(response: IncomingMessage, res: Response): void {
  const { statusCode = 0 } = response;
  const wrong = statusCode < 200 ? `has status ${statusCode}` : reframe(response);
  if (wrong !== undefined) {
    answerError(res, noResponse(wrong));
    response.destroy();
  }
  // RFC 9112 §4: a client ignores the phrase, and nothing else is in it.
  response.statusMessage = '';
  replaceHopByHop(response.headers, res.shouldKeepAlive);
}

function noResponse(reason: string): SoapstoneError {
  return new SoapstoneError('UPSTREAM_CONNECT', `the service does not speak HTTP: its response ${reason}`);
}

function silent(): SoapstoneError {
  return new SoapstoneError('UPSTREAM_TIMEOUT', 'the service did not respond in time');
}

const ALL_BUSY = 'all connections to the upstream are in use';
const NO_MEMORY = 'the gateway has as many bytes of bodies as it can hold';

function overloaded(reason: string): SoapstoneError {
  return new SoapstoneError('OVERLOADED', reason);
}

/** Only requests that run take memory: those that wait have not been read. */
function hasMemory(res: Response, client: string): boolean {
  const memory = reservationOf(res);
  memory?.assign(client);
  if (memory === undefined || memory.take(IN_TRANSIT)) return true;
  memory.refuse();
  return false;
}

function peerError(error: NodeJS.ErrnoException): SoapstoneError {
  if (error instanceof SoapstoneError) return error;
  return new SoapstoneError('UPSTREAM_CONNECT', 'the service is unreachable, or does not speak HTTP', { cause: error });
}
