// Sends a document to a client, with an entity tag: a client that has it already gets a 304.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { entityTag, matches, sendResponse } from '../../binding/rest/front/response.ts';

/** A cached document has its tag already. */
export interface DocumentContent {
  readonly bytes: Uint8Array;
  readonly etag?: string;
}

/** Answers GET and HEAD. Caches must revalidate. `extraFields`: further fields, names and values in turn. Returns the bytes of the body. */
export function sendDocument(
  req: IncomingMessage,
  res: ServerResponse,
  { bytes, etag: cachedTag }: DocumentContent,
  media: string,
  extraFields: readonly string[] = [],
): number {
  const etag = cachedTag ?? entityTag(bytes);
  const fields = [...extraFields, 'etag', etag, 'cache-control', 'no-cache'];
  if (matches(req.headers['if-none-match'], etag)) return sendResponse(res, 304, fields, media, undefined, true);
  return sendResponse(res, 200, fields, media, bytes, req.method === 'HEAD', cachedTag !== undefined);
}
