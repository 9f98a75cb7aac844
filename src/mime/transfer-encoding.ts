// Transfer encodings of parts (RFC 2045 §6). HTTP needs none; some senders write base64 or quoted-printable all the same.
import { badPart } from './part-head.ts';

/** The octets that `content` stands for; `content` itself where nothing is encoded. Throws BAD_BODY. */
export function decodeTransfer(encoding: string, content: Uint8Array, part: string): Uint8Array {
  switch (encoding) {
    case '':
    case '7bit':
    case '8bit':
    case 'binary':
      return content;
    case 'base64':
      return fromBase64(content, part);
    case 'quoted-printable':
      return fromQuotedPrintable(content, part);
    default:
      throw badPart(part, 'has a Content-Transfer-Encoding that is not supported: use binary');
  }
}

/** Lines may end anywhere; everything else must be a digit or the padding. */
function fromBase64(content: Uint8Array, part: string): Uint8Array {
  const text = latin1(content).replace(/[\r\n\t ]+/g, '');
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text))
    throw badPart(part, 'is not the base64 that it says');
  return Buffer.from(text, 'base64');
}

/** RFC 2045 §6.7. A line break after `=` is none. */
function fromQuotedPrintable(content: Uint8Array, part: string): Uint8Array {
  const text = latin1(content).replace(/=[ \t]*\r\n/g, '');
  if (/=(?![0-9A-Fa-f]{2})/.test(text)) throw badPart(part, 'is not the quoted-printable that it says');
  return Buffer.from(
    text.replace(/=([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
}
