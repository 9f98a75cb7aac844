// Writes a multipart body (RFC 2046 §5.1).
import { randomUUID } from 'node:crypto';
import { octetsLength, writeOctets } from './base64.ts';

/** Octets as base64 without white space: they are decoded where they go, not before. */
export interface EncodedOctets {
  readonly base64: Uint8Array;
}

type Content = Uint8Array | EncodedOctets;

export interface WrittenPart {
  /** Header fields, without an empty line at their end. */
  readonly head: readonly string[];
  /** Its pieces, in order. */
  readonly content: readonly Content[];
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
  return joined([...pieces, Buffer.from(`--${boundary}--\r\n`)]);
}

function joined(pieces: readonly Content[]): Uint8Array {
  const lengths = pieces.map((piece) => ('base64' in piece ? octetsLength(piece.base64) : piece.length));
  const out = Buffer.allocUnsafeSlow(lengths.reduce((sum, length) => sum + length, 0));
  let at = 0;
  for (const [i, piece] of pieces.entries()) {
    if ('base64' in piece) writeOctets(piece.base64, out, at);
    else out.set(piece, at);
    at += lengths[i];
  }
  return out;
}
