// Sends a document to a client, compressed if possible, with an entity tag: a client that has it already gets a 304.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { codedTag } from '../../binding/content-coding.ts';
import { entityTag, knownTag, sendResponse } from '../../binding/rest/front/response.ts';
import type { CodedForms } from './content-codings.ts';

export interface DocumentContent {
  readonly bytes: Uint8Array;
  /** A cached document has its tag already. */
  readonly etag?: string;
  /** Compressed forms; absent: it is sent as it is. */
  readonly forms?: CodedForms;
  /** `Cache-Control`; by default caches must revalidate. */
  readonly caching?: string;
}

/** Answers GET and HEAD. `extraFields`: further fields, names and values in turn. Returns the bytes of the body. */
export async function sendDocument(
  req: IncomingMessage,
  res: ServerResponse,
  { bytes, etag: cachedTag, forms, caching = 'no-cache' }: DocumentContent,
  media: string,
  extraFields: readonly string[] = [],
): Promise<number> {
  const etag = cachedTag ?? entityTag(bytes);
  const coding = forms?.codingFor(req.headers['accept-encoding']);
  const clientTag = knownTag(req.headers['if-none-match'], etag, coding);
  const fields = [...extraFields, 'etag', clientTag ?? codedTag(etag, coding), 'cache-control', caching];
  if (forms) fields.push('vary', 'accept-encoding');
  if (clientTag !== undefined) return sendResponse(res, 304, fields, media, undefined, true);
  if (coding) fields.push('content-encoding', coding);
  const body = coding ? await forms!.get(coding) : bytes;
  return sendResponse(res, 200, fields, media, body, req.method === 'HEAD', cachedTag !== undefined);
}
