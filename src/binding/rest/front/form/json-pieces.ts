// A JSON document in pieces: texts, and octets that become base64 when it is joined.
import { type ContentLabel, noteLabels } from '../../../../json/content-labels.ts';
import { base64Length, writeBase64 } from '../../../../mime/base64.ts';

const QUOTES = 2;

export class JsonPieces {
  private readonly pieces: { readonly bytes: Uint8Array; readonly isBinary: boolean; readonly label?: ContentLabel }[] =
    [];
  /** Bytes of the joined document. */
  length = 0;

  text(bytes: Uint8Array | string): void {
    const piece = typeof bytes === 'string' ? Buffer.from(bytes) : bytes;
    this.pieces.push({ bytes: piece, isBinary: false });
    this.length += piece.length;
  }

  octets(bytes: Uint8Array, label: ContentLabel): void {
    this.pieces.push({ bytes, isBinary: true, label });
    this.length += base64Length(bytes.length) + QUOTES;
  }

  joined(): Uint8Array {
    const out = Buffer.allocUnsafe(this.length);
    const labels = new Map<number, ContentLabel>();
    let at = 0;
    for (const { bytes, isBinary, label } of this.pieces) {
      if (isBinary) out[at++] = 0x22;
      if (label) labels.set(at, label);
      if (isBinary) at = writeBase64(bytes, out, at);
      else out.set(bytes, at);
      if (isBinary) out[at++] = 0x22;
      else at += bytes.length;
    }
    noteLabels(out, labels);
    return out;
  }
}
