// Documents that are shown to callers: with an entity tag, so that who has one already gets none.
import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { sendReply } from '../../binding/rest/reply.ts';

/** Answers GET and HEAD. No cache may keep it without asking. `more`: further fields, names and values in turn. Returns the bytes of the body. */
export function sendDocument(
  req: IncomingMessage,
  res: ServerResponse,
  body: Uint8Array,
  media: string,
  more: readonly string[] = [],
): number {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
  const fields = [...more, 'etag', etag, 'cache-control', 'no-cache'];
  if (holds(req.headers['if-none-match'], etag)) return sendReply(res, 304, fields, media, undefined, true);
  return sendReply(res, 200, fields, media, body, req.method === 'HEAD');
}

/** RFC 9110 §13.1.2: weak comparison. */
function holds(field: string | undefined, etag: string): boolean {
  if (field === undefined) return false;
  return field.split(',').some((one) => ['*', etag].includes(one.trim().replace(/^W\//, '')));
}
