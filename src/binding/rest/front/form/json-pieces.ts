// A JSON document in pieces: texts, and octets that become base64 when it is joined.
import { base64Length, writeBase64 } from '../../../../mime/base64.ts';

const QUOTES = 2;

export class JsonPieces {
  private readonly pieces: { readonly bytes: Uint8Array; readonly isBinary: boolean }[] = [];
  /** Bytes of the joined document. */
  length = 0;

  text(bytes: Uint8Array | string): void {
    const piece = typeof bytes === 'string' ? Buffer.from(bytes) : bytes;
    this.pieces.push({ bytes: piece, isBinary: false });
    this.length += piece.length;
  }

  octets(bytes: Uint8Array): void {
    this.pieces.push({ bytes, isBinary: true });
    this.length += base64Length(bytes.length) + QUOTES;
  }

  joined(): Uint8Array {
    const out = Buffer.allocUnsafe(this.length);
    let at = 0;
    for (const { bytes, isBinary } of this.pieces) {
      if (isBinary) out[at++] = 0x22;
      if (isBinary) at = writeBase64(bytes, out, at);
      else out.set(bytes, at);
      if (isBinary) out[at++] = 0x22;
      else at += bytes.length;
    }
    return out;
  }
}
