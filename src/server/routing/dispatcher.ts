// The listener of the data port: requests go to the bridges first, and to the express router where no rule takes them.
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { ClientNaming } from '../../binding/client-naming.ts';
import { requestId } from '../../binding/identity.ts';
import type { Bridge, Middleware } from '../bridges/bridge.ts';
import { clientNamingOf } from '../bridges/client-naming.ts';
import { shownAt } from '../bridges/document-paths.ts';
import { proxyTo } from '../bridges/upstream-proxy.ts';
import { tlsOf } from '../bridges/upstream-tls.ts';
import { callerAddress } from '../http/client-address.ts';
import type { MessageClasses } from '../http/messages.ts';
import { owns, type PassThrough } from '../http/prefixes.ts';
import { sendError } from '../http/send-error.ts';
import type { Archive } from './document-archive.ts';
import { errorFaces, type FindErrorFace } from './error-faces.ts';
import { documents, type FindDocument } from './openapi-endpoint.ts';
import type { Router } from './router.ts';

export interface FrontDoor {
  readonly listener: RequestListener;
  /** Closes connections of pass-through paths. */
  close(): void;
}

/** `archive`: documents of earlier starts. */
export function frontDoor(bridges: readonly Bridge[], classes: MessageClasses, archive?: Archive): FrontDoor {
  const passThrough = bridges.map(passThroughOf).filter(({ prefixes }) => prefixes.length > 0);
  const prefixes = passThrough.flatMap((options) => options.prefixes);
  const router = lazyRouter(
    classes,
    passThrough,
    documents(bridges, '', archive),
    errorFaces(bridges),
    homeOf(bridges),
    namingOf(bridges),
  );
  const gateway = inTurn(bridges.map(({ handle }) => handle));
  const stray = (req: IncomingMessage, res: ServerResponse) => router.handle(req, res);
  const { close } = router;
  // A REST face would refuse the empty segment at the end.
  const pages = [...shownAt(bridges, 'docs').keys()].filter((path) => path !== '/').map((path) => `${path}/`);
  const listener: RequestListener = (req, res) => {
    const url = req.url as string;
    if (owns(prefixes, url) || isOneOf(pages, url)) stray(req, res);
    else gateway(req, res, () => stray(req, res));
  };
  return { listener, close };
}

/** Without the query. */
function isOneOf(paths: readonly string[], url: string): boolean {
  return paths.some((path) => url.startsWith(path) && (url.length === path.length || url[path.length] === '?'));
}

/** The docs page that a browser at the root is led to. */
function homeOf(bridges: readonly Bridge[]): string | undefined {
  return [...shownAt(bridges, 'docs').keys()].at(-1);
}

/** Requests that no bridge has taken are named as those of the first bridge that names any. */
function namingOf(bridges: readonly Bridge[]): ClientNaming | undefined {
  const naming = bridges.find(({ settings }) => settings.logClient !== 'off');
  return naming && clientNamingOf(naming.settings);
}

/** Each handler gets the requests that the handlers before it passed on. */
function inTurn(
  handlers: readonly Middleware[],
): (req: IncomingMessage, res: ServerResponse, next: () => void) => void {
  return handlers.reduceRight<(req: IncomingMessage, res: ServerResponse, next: () => void) => void>(
    (rest, handle) => (req, res, next) => handle(req, res, () => rest(req, res, next)),
    (_req, _res, next) => next(),
  );
}

function passThroughOf({ settings }: Bridge): PassThrough {
  const { name, upstream, passThrough, connections, queue, queueTimeout, connectionReuse } = settings;
  const tls = passThrough.length > 0 ? tlsOf(settings) : undefined;
  const proxy = passThrough.length > 0 ? proxyTo(upstream, settings) : undefined;
  const pool = { connections, queue, queueTimeout, reuse: connectionReuse };
  const times = { timeout: settings.upstreamTimeout, connectTimeout: settings.connectTimeout };
  const addressOf = callerAddress(settings);
  const naming = passThrough.length > 0 ? clientNamingOf(settings) : undefined;
  return { bridge: name, upstream, prefixes: passThrough, addressOf, naming, ...pool, ...times, tls, proxy };
}

/** Loads express with the first stray request: it takes longer to load than the rest of a start. */
function lazyRouter(
  classes: MessageClasses,
  passThrough: readonly PassThrough[],
  find: FindDocument,
  faces: FindErrorFace,
  home: string | undefined,
  naming: ClientNaming | undefined,
): Router {
  let loaded: Router | undefined;
  let loading: Promise<Router> | undefined;
  return {
    close: () => loaded?.close(),
    handle: (req, res) => {
      if (loaded) return loaded.handle(req, res);
      loading ??= import('./router.ts').then(({ createRouter }) =>
        createRouter(classes, passThrough, find, faces, home, naming),
      );
      loading.then(
        (router) => {
          loaded = router;
          router.handle(req, res);
        },
        (error: unknown) => sendError(res, error, requestId(undefined)),
      );
    },
  };
}
