// Errors of the scan: what is wrong and where, worked out after the fact so that the scan itself keeps no line numbers.
import { SoapstoneError } from '../errors/errors.ts';

/** JSON_SYNTAX at a byte offset. */
export function syntaxError(bytes: Uint8Array, offset: number, message: string): SoapstoneError {
  return new SoapstoneError('JSON_SYNTAX', `${message} at ${lineAndColumn(bytes, offset)}`, { offset });
}

/** JSON_LIMIT at a byte offset. */
export function limitError(bytes: Uint8Array, offset: number, message: string): SoapstoneError {
  return new SoapstoneError('JSON_LIMIT', `${message} at ${lineAndColumn(bytes, offset)}`, { offset });
}

/** `line:col`, counted from 1; columns are characters. */
function lineAndColumn(bytes: Uint8Array, offset: number): string {
  let line = 1;
  let column = 1;
  for (let i = 0; i < offset; i++) {
    if (bytes[i] === 0x0a) {
      line++;
      column = 1;
    } else if ((bytes[i] & 0xc0) !== 0x80) column++;
  }
  return `${line}:${column}`;
}

/** How the byte at `at` is named in a message. */
export function byteName(bytes: Uint8Array, at: number): string {
  if (at >= bytes.length) return 'end of the document';
  const b = bytes[at];
  if (b > 0x20 && b < 0x7f) return `'${String.fromCharCode(b)}'`;
  return `byte 0x${b.toString(16).padStart(2, '0')}`;
}
