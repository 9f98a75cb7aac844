// The express application around the gateway: pass-through paths, documents, and 404 for all other paths. Requests that a rule
// takes never get here, so the first other request loads it.
import type { IncomingMessage, ServerResponse } from 'node:http';
import express, { type ErrorRequestHandler, type RequestHandler } from 'express';
import { requestChannel } from '../../binding/channels.ts';
import type { ClientNaming } from '../../binding/client-naming.ts';
import { isPreflight, preflightOfNothing } from '../../binding/cross-origin.ts';
import { requestId, traceparent } from '../../binding/identity.ts';
import { refusals } from '../../binding/read-body.ts';
import { joinVary } from '../../binding/vary.ts';
import { SoapstoneError } from '../../errors/errors.ts';
import { http2Messages } from '../http/http2-messages.ts';
import type { MessageClasses } from '../http/messages.ts';
import { isUnsafe, owns, type PassThrough } from '../http/prefixes.ts';
import { sendDocument } from '../http/send-document.ts';
import { answerError } from '../http/send-error.ts';
import { PASS_THROUGH } from '../metrics/series.ts';
import { documentRequest } from './document-request.ts';
import type { FindErrorFace } from './error-faces.ts';
import type { FindDocument } from './openapi-endpoint.ts';

export interface Router {
  handle(req: IncomingMessage, res: ServerResponse): void;
  /** Closes connections to upstreams, and releases the app. */
  close(): void;
}

export async function createRouter(
  classes: MessageClasses,
  passThrough: readonly PassThrough[],
  find: FindDocument,
  faces: FindErrorFace,
  home: string | undefined = undefined,
  naming: ClientNaming | undefined = undefined,
): Promise<Router> {
  const app = newApp();
  const closing: (() => void)[] = [
    adopt(app, 'request', classes.IncomingMessage.prototype, express.request),
    adopt(app, 'response', classes.ServerResponse.prototype, express.response),
  ];
  const handlers: (RequestHandler | ErrorRequestHandler)[] = [recorder(passThrough, naming), refuseUnsafe];
  if (passThrough.length > 0) {
    const { proxyOf } = await import('./pass-through.ts');
    for (const options of passThrough) {
      const proxy = proxyOf(options);
      handlers.push(proxy.handle);
      closing.push(proxy.close);
    }
  }
  handlers.push(showing(find, faces), withoutSlash(find), leading(home), allowing(faces), notFound, failed(faces));
  app.use(...(handlers as RequestHandler[]));
  let http2App: express.Express | undefined;
  const appFor = ({ httpVersionMajor }: IncomingMessage) =>
    httpVersionMajor === 2 ? (http2App ??= appOfHttp2(handlers as RequestHandler[])) : app;
  return { handle: (req, res) => appFor(req)(req, res), close: () => closing.forEach((close) => void close()) };
}

function newApp(): express.Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', 'simple');
  return app;
}

/** Express gives each request the prototype of the app's own, which are messages of HTTP/1.1: here those of HTTP/2 with the methods of express. */
function appOfHttp2(handlers: readonly RequestHandler[]): express.Express {
  const { Request, Response } = http2Messages();
  const app = newApp();
  const withMethods = (messages: object, methods: object) =>
    Object.create(messages, { ...Object.getOwnPropertyDescriptors(methods), app: { value: app } });
  app.request = withMethods(Request.prototype, express.request);
  app.response = withMethods(Response.prototype, express.response);
  return app.use(...handlers);
}

/**
 * Makes the server's own class express's prototype, so that express need not set it for each request. Returns a function that removes the app
 * from it: the class outlives the app, which a reload replaces.
 */
function adopt(app: express.Express, key: 'request' | 'response', prototype: object, base: object): () => void {
  Object.setPrototypeOf(prototype, base);
  Object.defineProperty(prototype, 'app', { configurable: true, writable: true, value: app });
  Object.assign(app, { [key]: prototype });
  return () => {
    if ((prototype as { app?: unknown }).app === app) Reflect.deleteProperty(prototype, 'app');
  };
}

function recorder(passThrough: readonly PassThrough[], naming: ClientNaming | undefined): RequestHandler {
  return (req, res, next) => {
    const start = performance.now();
    res.locals.id = requestId(req.headers['x-request-id']);
    const owner = passThrough.find(({ prefixes }) => owns(prefixes, req.url));
    const client = (owner ? owner.naming : naming)?.address(req);
    res.once('close', () => {
      requestChannel.publish({
        bridge: owner?.bridge ?? '',
        id: res.locals.id,
        rule: owner && PASS_THROUGH,
        pathRule: owner?.prefixes.find((prefix) => owns([prefix], req.url)),
        method: req.method,
        protocol: req.httpVersion,
        path: req.path,
        status: res.writableFinished ? res.statusCode : (refusals.get(res)?.fault.init.status ?? 499),
        code: res.locals.sent?.code ?? refusals.get(res)?.fault.init.code,
        ms: performance.now() - start,
        upstreamMs: 0,
        upstream: res.locals.upstream,
        client,
        traceparent: traceparent(req.headers['traceparent']),
        requestBytes: Number(req.headers['content-length'] ?? 0),
        responseBytes: res.locals.sent?.bytes ?? Number(res.getHeader('content-length') ?? 0),
      });
    });
    next();
  };
}

/** Rules come first. */
function showing(find: FindDocument, faces: FindErrorFace): RequestHandler {
  return async (req, res, next) => {
    const read = req.method === 'GET' || req.method === 'HEAD';
    const document = read ? await find(req.path, documentRequest(req)) : undefined;
    if (document === undefined) return next();
    const { fields: shared = [] } = faces(req.url, req.headers.origin);
    const fields = ['x-request-id', res.locals.id, ...document.fields, ...shared];
    res.locals.sent = { bytes: await sendDocument(req, res, document, document.media, fields) };
  };
}

/** Typed with a slash at the end, a document is where it is without. */
function withoutSlash(find: FindDocument): RequestHandler {
  return async (req, res, next) => {
    const path = req.path.replace(/\/$/, '');
    const isRead = req.method === 'GET' || req.method === 'HEAD';
    if (!isRead || path === req.path || path === '' || !(await find(path, documentRequest(req)))) return next();
    const query = req.url.slice(req.path.length);
    const location = `..${path.slice(path.lastIndexOf('/'))}${query}`;
    // Relative: a proxy in front may have removed a prefix.
    res.writeHead(302, { location, 'x-request-id': res.locals.id, 'content-length': '0' }).end();
  };
}

const refuseUnsafe: RequestHandler = (req, _res, next) => {
  if (isUnsafe(req.url)) throw new SoapstoneError('BAD_PATH', 'the path is not in canonical form');
  next();
};

/** Browsers alone: an app that finds nothing at the root hears so. */
function leading(home: string | undefined): RequestHandler {
  return (req, res, next) => {
    const isRead = req.method === 'GET' || req.method === 'HEAD';
    const isBrowser = isRead && acceptsHtml(req.headers.accept);
    if (home === undefined || home === '/' || req.path !== '/' || !isBrowser) return next();
    // Relative: a proxy in front may have removed a prefix.
    res.writeHead(302, { location: `.${home}`, 'x-request-id': res.locals.id, 'content-length': '0' }).end();
  };
}

/** By name: `*` is what other clients send. A weight of 0 refuses (RFC 9110 §12.4.2). */
function acceptsHtml(accept = ''): boolean {
  return accept.split(',').some((range) => {
    const [media, ...parameters] = range.split(';').map((text) => text.trim().toLowerCase());
    return media === 'text/html' && !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter));
  });
}

/** Preflights below a face: the page can read that there is nothing. */
function allowing(faces: FindErrorFace): RequestHandler {
  return (req, res, next) => {
    const { crossOrigin } = isPreflight(req) ? faces(req.url, req.headers.origin) : {};
    if (crossOrigin === undefined) return next();
    res.writeHead(204, joinVary(['x-request-id', res.locals.id, ...preflightOfNothing(req, crossOrigin)])).end();
  };
}

const notFound: RequestHandler = () => {
  throw new SoapstoneError('NOT_FOUND', 'there is nothing at this path');
};

function failed(faces: FindErrorFace): ErrorRequestHandler {
  return (error, req, res, _next) => answerError(res, error, faces(req.url, req.headers.origin));
}
