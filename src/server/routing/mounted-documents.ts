// The documents of a gateway inside of an app, below whatever path the app has mounted it at.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Middleware } from '../../binding/front-call.ts';
import { requestId } from '../../binding/identity.ts';
import { type DocumentedBridge, pathOf } from '../bridges/document-paths.ts';
import { sendDocument } from '../http/send-document.ts';
import { sendError } from '../http/send-error.ts';
import { documentRequest } from './document-request.ts';
import { documents, type FindDocument } from './openapi-endpoint.ts';

/** Documents have the mount path in them, which may hold parameters of a request: those of so many are kept. */
const MOST_MOUNTS = 8;

/** Serves GET and HEAD of the documents that the settings of the bridge name; undefined: they name none. */
export function mountedDocuments(bridge: DocumentedBridge): Middleware | undefined {
  if (pathOf(bridge, 'openapi') === undefined && pathOf(bridge, 'docs') === undefined) return undefined;
  const byMount = new Map<string, FindDocument>();
  const findBelow = (mount: string): FindDocument => {
    const find = byMount.get(mount) ?? documents([bridge], mount);
    byMount.delete(mount);
    byMount.set(mount, find);
    if (byMount.size > MOST_MOUNTS) byMount.delete(byMount.keys().next().value as string);
    return find;
  };
  return (req, res, next) => {
    const isRead = req.method === 'GET' || req.method === 'HEAD';
    if (!isRead) return next?.();
    show(req, res, findBelow(mountOf(req))).then((isShown) => isShown || next?.(), next);
  };
}

/** express: the part of the path that is no part of `url`. */
function mountOf(req: IncomingMessage): string {
  return (req as { baseUrl?: string }).baseUrl ?? '';
}

async function show(req: IncomingMessage, res: ServerResponse, find: FindDocument): Promise<boolean> {
  const id = requestId(req.headers['x-request-id']);
  try {
    const document = await find((req.url ?? '/').split('?', 1)[0], documentRequest(req));
    if (document) await sendDocument(req, res, document, document.media, ['x-request-id', id, ...document.fields]);
    return document !== undefined;
  } catch (error) {
    sendError(res, error, id);
    return true;
  }
}
