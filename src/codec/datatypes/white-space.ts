// White space of simple values (XML Schema Part 2 §4.3.6): tab, line feed, carriage return, space.
import { ByteBuffer } from '../../bytes/buffer.ts';
import type { Slice } from './text-slice.ts';

export function isSpace(b: number): boolean {
  return b === 0x20 || b === 0x0a || b === 0x0d || b === 0x09;
}

/** Index of the first byte in [start, end) that is not white space. */
export function trimStart(bytes: Uint8Array, start: number, end: number): number {
  while (start < end && isSpace(bytes[start])) start++;
  return start;
}

/** Index after the last byte in [start, end) that is not white space. */
export function trimEnd(bytes: Uint8Array, start: number, end: number): number {
  while (end > start && isSpace(bytes[end - 1])) end--;
  return end;
}

const scratch = new ByteBuffer(256);

/** Replaces (tabs and line ends → spaces) or collapses the white space of `text`, in place where there is nothing to do. */
export function normalise(space: 'replace' | 'collapse', text: Slice): void {
  if (space === 'collapse') {
    text.start = trimStart(text.bytes, text.start, text.end);
    text.end = trimEnd(text.bytes, text.start, text.end);
  }
  const odd = firstOdd(space, text.bytes, text.start, text.end);
  if (odd === text.end) return;
  scratch.reset();
  scratch.append(text.bytes, text.start, odd);
  for (let i = odd; i < text.end; i++) {
    const b = text.bytes[i];
    if (!isSpace(b)) scratch.push(b);
    else if (space === 'replace' || !isSpace(text.bytes[i - 1])) scratch.push(0x20);
  }
  text.set(scratch.bytes, 0, scratch.length);
}

/** Index of the first white space that does not stay as it is. */
function firstOdd(space: 'replace' | 'collapse', bytes: Uint8Array, start: number, end: number): number {
  for (let i = start; i < end; i++) {
    const b = bytes[i];
    if (b > 0x20) continue;
    if (b !== 0x20) {
      if (isSpace(b)) return i;
    } else if (space === 'collapse' && isSpace(bytes[i + 1])) return i;
  }
  return end;
}
