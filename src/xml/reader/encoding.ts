// Other encodings than UTF-8 (XML 1.0 §4.3.3, appendix F; RFC 7303 §3): found out from charset, byte order mark or declaration, then transcoded.
import { TextDecoder } from 'node:util';
import { SoapstoneError } from '../../errors/errors.ts';
import { declaredEncoding } from './declaration.ts';

/** Bytes that are enough to see a byte order mark and an XML declaration. */
export const SNIFF_BYTES = 256;

const UTF8_NAMES = new Set(['utf-8', 'utf8', 'us-ascii', 'ascii']);

/**
 * The encoding of a document, lower case; undefined when it is UTF-8. A byte order mark wins over `charset` (RFC 7303 §3), which wins
 * over the declaration.
 */
export function encodingOf(start: Uint8Array, charset?: string): string | undefined {
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be';
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le';
  if (start[0] === 0xef && start[1] === 0xbb && start[2] === 0xbf) return undefined;
  if (start[0] === 0 && start[1] === 0x3c) return 'utf-16be';
  if (start[0] === 0x3c && start[1] === 0) return 'utf-16le';
  const name =
    charset?.toLowerCase() ?? declaredEncoding(Buffer.from(start.subarray(0, SNIFF_BYTES)).toString('latin1'));
  return name === undefined || UTF8_NAMES.has(name) ? undefined : name;
}

/** Piece by piece; throws XML_ENCODING for unknown encodings and bytes that are not in it. */
export class Transcoder {
  private readonly decoder: TextDecoder;
  private readonly encoding: string;

  constructor(encoding: string) {
    this.encoding = encoding;
    try {
      this.decoder = new TextDecoder(encoding, { fatal: true });
    } catch {
      throw new SoapstoneError('XML_ENCODING', `the encoding ${encoding} is not supported`);
    }
  }

  write(piece: Uint8Array, last = false): Uint8Array {
    try {
      return Buffer.from(this.decoder.decode(piece, { stream: !last }));
    } catch {
      throw new SoapstoneError('XML_ENCODING', `the bytes are not ${this.encoding}`);
    }
  }
}

/** A whole document as UTF-8. */
export function toUtf8(bytes: Uint8Array, charset?: string): Uint8Array {
  const encoding = encodingOf(bytes, charset);
  return encoding === undefined ? bytes : new Transcoder(encoding).write(bytes, true);
}
