// Documents that are shown to callers: with an entity tag, so that who has one already gets none.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { entityTag, matches } from '../../binding/rest/entity-tag.ts';
import { sendReply } from '../../binding/rest/reply.ts';

/** Answers GET and HEAD. No cache may keep it without asking. `more`: further fields, names and values in turn. Returns the bytes of the body. */
export function sendDocument(
  req: IncomingMessage,
  res: ServerResponse,
  body: Uint8Array,
  media: string,
  more: readonly string[] = [],
): number {
  const etag = entityTag(body);
  const fields = [...more, 'etag', etag, 'cache-control', 'no-cache'];
  if (matches(req.headers['if-none-match'], etag)) return sendReply(res, 304, fields, media, undefined, true);
  return sendReply(res, 200, fields, media, body, req.method === 'HEAD', true);
}
