// The JSON body of a request of the page.
import type { IncomingMessage } from 'node:http';
import { Refusal } from '../protocol/refusal.ts';

/** Texts of messages, as people paste them. */
const LARGEST = 4 * 1024 * 1024;

/** A JSON object. @throws Refusal */
export async function readJson(req: IncomingMessage): Promise<Readonly<Record<string, unknown>>> {
  if (!/^application\/json\b/i.test(req.headers['content-type'] ?? ''))
    throw new Refusal(undefined, 'the content type is application/json', 415);
  const text = await readText(req);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Refusal(undefined, 'the body is not JSON', 400);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Refusal(undefined, 'the body is not a JSON object', 400);
  return value as Record<string, unknown>;
}

async function readText(req: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of req) {
    size += (piece as Buffer).length;
    if (size > LARGEST) throw new Refusal(undefined, `a message has at most ${LARGEST / 1024 / 1024} MiB`, 413);
    pieces.push(piece as Buffer);
  }
  return Buffer.concat(pieces).toString();
}
