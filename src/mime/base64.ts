// Octets as base64 (RFC 4648 §4), without a text of the whole.

/** A multiple of 3: each piece but the last has no padding. */
const PIECE = 3 * 16_384;
const TEXT_PIECE = (PIECE / 3) * 4;
const PAD = 0x3d;

export function base64Length(octets: number): number {
  return Math.ceil(octets / 3) * 4;
}

/** Octets of base64 without white space. */
export function octetsLength(text: Uint8Array): number {
  const padding = text.at(-2) === PAD ? 2 : text.at(-1) === PAD ? 1 : 0;
  return (text.length / 4) * 3 - padding;
}

/** The octets of base64 without white space, into `out` from `at` on; returns the position after them. */
export function writeOctets(text: Uint8Array, out: Buffer, at: number): number {
  const bytes = Buffer.from(text.buffer, text.byteOffset, text.length);
  let end = at;
  for (let i = 0; i < bytes.length; i += TEXT_PIECE)
    end += out.write(bytes.toString('latin1', i, Math.min(i + TEXT_PIECE, bytes.length)), end, 'base64');
  return end;
}

/** Writes into `out` from `at` on; returns the position after it. */
export function writeBase64(content: Uint8Array, out: Buffer, at: number): number {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.length);
  let end = at;
  for (let i = 0; i < bytes.length; i += PIECE)
    end += out.write(bytes.toString('base64', i, Math.min(i + PIECE, bytes.length)), end, 'latin1');
  return end;
}
