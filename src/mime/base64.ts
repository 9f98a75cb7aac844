// Octets as base64 (RFC 4648 §4), without a text of the whole.

/** A multiple of 3: each piece but the last has no padding. */
const PIECE = 3 * 16_384;

export function base64Length(octets: number): number {
  return Math.ceil(octets / 3) * 4;
}

/** Writes into `out` from `at` on; returns the position after it. */
export function writeBase64(content: Uint8Array, out: Buffer, at: number): number {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.length);
  let end = at;
  for (let i = 0; i < bytes.length; i += PIECE)
    end += out.write(bytes.toString('base64', i, Math.min(i + PIECE, bytes.length)), end, 'latin1');
  return end;
}
