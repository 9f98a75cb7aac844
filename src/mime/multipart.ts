// Reads a multipart body (RFC 2046 §5.1) that is there as a whole. Where readers could differ about the end of a part, it refuses. Knows nothing about what parts mean.
import { SoapstoneError } from '../errors/errors.ts';
import { badMultipart } from './bad-multipart.ts';
import { badPart, HEAD_MAX, type PartHead, partHead } from './part-head.ts';
import { decodeTransfer, isIdentity } from './transfer-encoding.ts';

/** Most parts of a message. */
export const PARTS_MAX = 50;
/** Bytes before the first delimiter. */
const PREAMBLE_MAX = 1024;

/** One part. Its transfer encoding is undone when somebody asks for the content. */
export class Part implements PartHead {
  readonly id: string | undefined;
  readonly media: string;
  readonly disposition: string;
  readonly encoding: string;
  private readonly encoded: Uint8Array;
  /** Names it in errors. */
  private readonly label: string;
  private decoded: Uint8Array | undefined = undefined;

  constructor({ id, media, disposition, encoding }: PartHead, encoded: Uint8Array, label: string) {
    this.id = id;
    this.media = media;
    this.disposition = disposition;
    this.encoding = encoding;
    this.encoded = encoded;
    this.label = label;
  }

  /** Most bytes that `content` takes beside the body. */
  get memoryNeed(): number {
    return isIdentity(this.encoding) || this.decoded !== undefined ? 0 : this.encoded.length;
  }

  /** Shares memory with the body, unless a transfer encoding is undone. Throws BAD_BODY. */
  get content(): Uint8Array {
    this.decoded ??= decodeTransfer(this.encoding, this.encoded, this.label);
    return this.decoded;
  }
}

/** `boundary`: the parameter of the media type. Throws BAD_BODY and PAYLOAD_TOO_LARGE, with the number of the part and nothing of its content. */
export function readMultipart(body: Uint8Array, boundary: string | undefined, maxParts: number = PARTS_MAX): Part[] {
  // RFC 2046 §5.1.1.
  if (boundary === undefined || !/^[0-9A-Za-z'()+_,./:=? -]{0,69}[0-9A-Za-z'()+_,./:=?-]$/.test(boundary))
    throw badMultipart('the media type of the multipart body has no valid boundary');
  return new MultipartReader(body, boundary).read(maxParts);
}

class MultipartReader {
  private readonly bytes: Buffer;
  private readonly delimiter: Buffer;
  private at = 0;

  constructor(body: Uint8Array, boundary: string) {
    this.bytes = Buffer.from(body.buffer, body.byteOffset, body.length);
    this.delimiter = Buffer.from(`\r\n--${boundary}`, 'latin1');
  }

  read(maxParts: number): Part[] {
    const parts: Part[] = [];
    let isLast = this.first();
    while (!isLast) {
      if (parts.length === maxParts)
        throw new SoapstoneError('PAYLOAD_TOO_LARGE', `the multipart body has more than ${maxParts} parts`);
      const part = `part ${parts.length + 1}`;
      const head = this.head(part);
      const start = this.at;
      const end = this.bytes.indexOf(this.delimiter, start);
      if (end < 0) throw badMultipart('the multipart body ends before its last delimiter: it was cut off');
      parts.push(new Part(head, this.bytes.subarray(start, end), part));
      isLast = this.afterDelimiter(end + this.delimiter.length);
    }
    if (parts.length === 0) throw badMultipart('the multipart body has no parts');
    return parts;
  }

  /** Passes the first delimiter. It may stand at the very beginning, without its line break. True: it is the last one too. */
  private first(): boolean {
    const { bytes, delimiter } = this;
    const bare = delimiter.subarray(2);
    if (bytes.subarray(0, bare.length).equals(bare)) return this.afterDelimiter(bare.length);
    const at = bytes.subarray(0, PREAMBLE_MAX + delimiter.length).indexOf(delimiter);
    if (at < 0) throw badMultipart('the multipart body does not begin with its boundary');
    return this.afterDelimiter(at + delimiter.length);
  }

  /** A longer text that begins like the boundary is no delimiter for some readers, and one for others. */
  private afterDelimiter(at: number): boolean {
    const { bytes } = this;
    const isLast = bytes[at] === 0x2d && bytes[at + 1] === 0x2d;
    let i = isLast ? at + 2 : at;
    while (bytes[i] === 0x20 || bytes[i] === 0x09) i++;
    const isEnd = (bytes[i] === 0x0d && bytes[i + 1] === 0x0a) || (isLast && i === bytes.length);
    if (bytes[i] === 0x0a) throw badMultipart('lines of the multipart body end with LF alone, not with CR LF');
    if (!isEnd) throw badMultipart('a line of the multipart body begins with the boundary and goes on after it');
    this.at = i + 2;
    return isLast;
  }

  private head(part: string): PartHead {
    const { bytes, at } = this;
    const hasFields = !(bytes[at] === 0x0d && bytes[at + 1] === 0x0a);
    const end = hasFields ? bytes.subarray(at, at + HEAD_MAX).indexOf('\r\n\r\n') : -2;
    if (end === -1) throw badPart(part, `has no end of its head in the first ${HEAD_MAX} bytes`);
    const text = hasFields ? bytes.toString('latin1', at, at + end) : '';
    // A delimiter in the head: the part has no content, or its head no end.
    if (hasFields && bytes.subarray(at - 2, at + end + 2).includes(this.delimiter))
      throw badPart(part, 'has no empty line after its head');
    this.at = at + end + 4;
    // The line break before a delimiter belongs to it, also where the content is empty.
    if (bytes.subarray(this.at - 2, this.at - 2 + this.delimiter.length).equals(this.delimiter)) this.at -= 2;
    return partHead(text, part);
  }
}
