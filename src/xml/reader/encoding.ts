// Encodings other than UTF-8 (XML 1.0 §4.3.3, appendix F; RFC 7303 §3): detected by charset, byte order mark or declaration, then transcoded.
import { isAscii } from 'node:buffer';
import { TextDecoder } from 'node:util';
import { type ErrorCode, SoapstoneError } from '../../errors/errors.ts';

/** Enough bytes for a byte order mark and an XML declaration. */
export const SNIFF_BYTES = 256;

const UTF8_NAMES = new Set(['utf-8', 'utf8']);
const ASCII_NAMES = new Set(['us-ascii', 'ascii']);
/** TextDecoder reads these names as windows-1252 (WHATWG Encoding §4.2). */
const LATIN1_NAMES = new Set(['iso-8859-1', 'iso_8859-1', 'latin1', 'l1']);

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
  private readonly decode: Decode;
  private readonly encoding: string;

  constructor(encoding: string) {
    this.encoding = encoding;
    this.decode = decoderOf(encoding);
  }

  write(piece: Uint8Array, last = false): Uint8Array {
    try {
      return Buffer.from(this.decode(piece, last));
    } catch {
      const message = `the bytes are not ${this.encoding}`;
      throw new SoapstoneError('XML_ENCODING', message, { safeMessage: message });
    }
  }
}

/** Throws where the bytes are not in the encoding. */
type Decode = (piece: Uint8Array, last: boolean) => string;

function decoderOf(encoding: string): Decode {
  if (LATIN1_NAMES.has(encoding)) return latin1;
  if (ASCII_NAMES.has(encoding)) return ascii;
  const decoder = textDecoder(encoding);
  return (piece, last) => decoder.decode(piece, { stream: !last });
}

function textDecoder(encoding: string): TextDecoder {
  try {
    return new TextDecoder(encoding, { fatal: true });
  } catch {
    const safeMessage = 'the encoding that it names is not supported';
    throw new SoapstoneError('XML_ENCODING', `the encoding ${encoding} is not supported`, { safeMessage });
  }
}

function latin1({ buffer, byteOffset, length }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, length).toString('latin1');
}

function ascii(piece: Uint8Array): string {
  if (!isAscii(piece)) throw new RangeError('a byte beyond ASCII');
  return latin1(piece);
}

/** A whole document as UTF-8. */
export function toUtf8(bytes: Uint8Array, charset?: string): Uint8Array {
  const encoding = encodingOf(bytes, charset);
  return encoding === undefined ? bytes : new Transcoder(encoding).write(bytes, true);
}

// Anchored and without nested repetition: linear.
const FORM =
  /^[ \t\r\n]+version[ \t\r\n]*=[ \t\r\n]*(?:"(1\.[0-9]+)"|'(1\.[0-9]+)')(?:[ \t\r\n]+encoding[ \t\r\n]*=[ \t\r\n]*(?:"([A-Za-z][A-Za-z0-9._-]*)"|'([A-Za-z][A-Za-z0-9._-]*)'))?(?:[ \t\r\n]+standalone[ \t\r\n]*=[ \t\r\n]*(?:"(?:yes|no)"|'(?:yes|no)'))?[ \t\r\n]*$/;

/** `text` is what stands between `<?xml` and `?>`. Returns the problem, if any. */
export function checkDeclaration(text: string, transcoded: boolean): { code: ErrorCode; message: string } | undefined {
  const m = FORM.exec(text);
  if (m === null) return { code: 'XML_SYNTAX', message: 'the XML declaration is malformed' };
  const encoding = (m[3] ?? m[4] ?? 'UTF-8').toUpperCase();
  if (!transcoded && encoding !== 'UTF-8' && encoding !== 'US-ASCII' && encoding !== 'ASCII') {
    return { code: 'XML_ENCODING', message: `the encoding ${encoding} is declared, but the bytes were read as UTF-8` };
  }
  return undefined;
}

/** The declared encoding in lower case, if any. The document must be in an ASCII-compatible encoding. */
function declaredEncoding(start: string): string | undefined {
  if (!start.startsWith('<?xml')) return undefined;
  const close = start.indexOf('?>');
  if (close < 0) return undefined;
  const m = FORM.exec(start.slice(5, close));
  return (m?.[3] ?? m?.[4])?.toLowerCase();
}
