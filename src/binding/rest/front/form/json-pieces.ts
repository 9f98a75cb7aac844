// A JSON document in pieces: texts, and octets that become base64 when it is joined.
import { noteMedia } from '../../../../json/binary-media.ts';
import { base64Length, writeBase64 } from '../../../../mime/base64.ts';

const QUOTES = 2;

export class JsonPieces {
  private readonly pieces: { readonly bytes: Uint8Array; readonly isBinary: boolean; readonly media?: string }[] = [];
  /** Bytes of the joined document. */
  length = 0;

  text(bytes: Uint8Array | string): void {
    const piece = typeof bytes === 'string' ? Buffer.from(bytes) : bytes;
    this.pieces.push({ bytes: piece, isBinary: false });
    this.length += piece.length;
  }

  /** `media`: as their sender says; empty: nothing. */
  octets(bytes: Uint8Array, media: string): void {
    this.pieces.push({ bytes, isBinary: true, media });
    this.length += base64Length(bytes.length) + QUOTES;
  }

  joined(): Uint8Array {
    const out = Buffer.allocUnsafe(this.length);
    const mediaByStart = new Map<number, string>();
    let at = 0;
    for (const { bytes, isBinary, media } of this.pieces) {
      if (isBinary) out[at++] = 0x22;
      if (media) mediaByStart.set(at, media);
      if (isBinary) at = writeBase64(bytes, out, at);
      else out.set(bytes, at);
      if (isBinary) out[at++] = 0x22;
      else at += bytes.length;
    }
    noteMedia(out, mediaByStart);
    return out;
  }
}
