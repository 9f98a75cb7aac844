// Finds the end of one part of a multipart body (RFC 2046 §5.1) in bytes that arrive in pieces, and the end of the body after it.
import type { SoapstoneError } from '../errors/errors.ts';
import { badMultipart } from './bad-multipart.ts';

export class DelimiterSearch {
  /** The last delimiter has been seen. */
  isComplete = false;
  private readonly delimiter: Buffer;
  private readonly onContent: (octets: Uint8Array) => void;
  /** What may be the beginning of a delimiter. At first the line break before the content, which may be that of a delimiter. */
  private carry: Buffer = Buffer.from('\r\n');
  /** Bytes that are no content. */
  private skipped = 2;
  private inContent = true;

  constructor(boundary: string, onContent: (octets: Uint8Array) => void) {
    this.delimiter = Buffer.from(`\r\n--${boundary}`, 'latin1');
    this.onContent = onContent;
  }

  /** Content is handed on as it arrives; what comes after its part is passed over. Throws BAD_BODY for a line that begins like a delimiter. */
  write(piece: Uint8Array): void {
    if (this.isComplete) return;
    let bytes = this.joined(Buffer.from(piece.buffer, piece.byteOffset, piece.length));
    for (let at = bytes.indexOf(this.delimiter); at >= 0; at = bytes.indexOf(this.delimiter)) {
      const after = bytes.subarray(at + this.delimiter.length);
      if (after.length < 2) break;
      this.pass(bytes.subarray(0, at));
      this.inContent = false;
      if (after[0] === 0x2d && after[1] === 0x2d) {
        this.isComplete = true;
        return;
      }
      if (!isLineEnd(after)) throw goesOn();
      bytes = after;
    }
    const keep = this.keptFrom(bytes);
    this.pass(bytes.subarray(0, keep));
    this.carry = Buffer.from(bytes.subarray(keep));
  }

  /** What is held and `piece`: only what is held is copied, mostly. */
  private joined(piece: Buffer): Buffer {
    const { carry, delimiter } = this;
    if (carry.length === 0) return piece;
    const seam =
      piece.length < delimiter.length
        ? -1
        : Buffer.concat([carry, piece.subarray(0, delimiter.length)]).indexOf(delimiter);
    if (piece.length < delimiter.length || (seam >= 0 && seam < carry.length)) return Buffer.concat([carry, piece]);
    this.pass(carry);
    return piece;
  }

  private keptFrom(bytes: Buffer): number {
    const at = bytes.indexOf(this.delimiter);
    return at >= 0 ? at : Math.max(0, bytes.length - this.delimiter.length + 1);
  }

  private pass(octets: Uint8Array): void {
    const from = Math.min(this.skipped, octets.length);
    this.skipped -= from;
    if (this.inContent && octets.length > from) this.onContent(octets.subarray(from));
  }
}

/** White space may stand before the line break; senders write none, or little. */
function isLineEnd(bytes: Buffer): boolean {
  return (bytes[0] === 0x0d && bytes[1] === 0x0a) || bytes[0] === 0x20 || bytes[0] === 0x09;
}

function goesOn(): SoapstoneError {
  return badMultipart('a line of the multipart body begins with the boundary and goes on after it');
}
