// Writes a multipart body (RFC 2046 §5.1).
import { randomUUID } from 'node:crypto';

export interface WrittenPart {
  /** Header fields, without an empty line at their end. */
  readonly head: readonly string[];
  /** Its pieces, in order. */
  readonly content: readonly Uint8Array[];
}

/** Random, so that no content can have it. */
export function newBoundary(): string {
  return `part-${randomUUID()}`;
}

export function writeMultipart(boundary: string, parts: readonly WrittenPart[]): Uint8Array {
  const pieces = parts.flatMap(({ head, content }) => [
    Buffer.from(`--${boundary}\r\n${head.join('\r\n')}\r\n\r\n`),
    ...content,
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]);
}
