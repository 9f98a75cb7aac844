// Names the place of an error in a request, for its sender. Off the hot path.
import type { SoapstoneError } from '../../../errors/errors.ts';

/** `message (at Envelope/Body/Get/id, line 3, column 12)`. `bytes`: the document in UTF-8. */
export function located({ message, path, offset }: SoapstoneError, bytes: Uint8Array): string {
  const place = offset === undefined ? '' : lineAndColumn(bytes, offset);
  const location = [path, place].filter(Boolean).join(', ');
  return location === '' ? message : `${message} (at ${location})`;
}

/** Both count from 1; columns are characters. */
export function lineAndColumn(bytes: Uint8Array, offset: number): string {
  const end = Math.min(offset, bytes.length);
  let line = 1;
  let column = 1;
  for (let i = 0; i < end; i++) {
    if (bytes[i] === 0x0a) {
      line++;
      column = 1;
    } else if ((bytes[i] & 0xc0) !== 0x80) column++;
  }
  return `line ${line}, column ${column}`;
}
