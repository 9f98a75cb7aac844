// Strings out of the byte arrays of a reader.

/** Longest value that is looked for among the earlier ones. */
const SHORT = 40;
const SLOTS = 1024;

/**
 * Strings cut out of byte arrays. One Buffer serves all strings of an array, and short ASCII values, which repeat all the time in such files
 * (`xs:string`, `unbounded`), are the same string each time.
 */
export class Slices {
  private bytes: Uint8Array | undefined;
  private buffer: Buffer = Buffer.alloc(0);
  private readonly cache = new Array<string>(SLOTS).fill('');

  text(bytes: Uint8Array, start: number, end: number): string {
    const length = end - start;
    if (length === 0) return '';
    if (length > SHORT) return this.cut(bytes, start, end);
    let hash = length;
    let all = 0;
    for (let i = start; i < end; i++) {
      hash = (Math.imul(hash, 31) + bytes[i]) | 0;
      all |= bytes[i];
    }
    if (all > 0x7f) return this.cut(bytes, start, end);
    const slot = (hash ^ (hash >>> 12)) & (SLOTS - 1);
    const cached = this.cache[slot];
    if (cached.length === length && equals(cached, bytes, start)) return cached;
    return (this.cache[slot] = this.cut(bytes, start, end));
  }

  private cut(bytes: Uint8Array, start: number, end: number): string {
    if (bytes !== this.bytes) {
      this.bytes = bytes;
      this.buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    }
    return this.buffer.toString('utf8', start, end);
  }
}

function equals(text: string, bytes: Uint8Array, start: number): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) !== bytes[start + i]) return false;
  return true;
}
