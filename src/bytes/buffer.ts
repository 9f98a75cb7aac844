/** Used part of a buffer from which on a copy is not worth it. */
const NEARLY = 0.75;

/** A growable byte buffer. `bytes` is replaced when it grows: read it again after every call that may write. */
export class ByteBuffer {
  bytes: Uint8Array;
  length = 0;

  /** Small buffers come from Node's pool: an own ArrayBuffer costs more than writing most messages. */
  constructor(capacity = 1024) {
    this.bytes = Buffer.allocUnsafe(capacity);
  }

  /** Makes room for `count` bytes after `length` and returns the buffer to write into. */
  reserve(count: number): Uint8Array {
    const need = this.length + count;
    if (need > this.bytes.length) this.grow(need);
    return this.bytes;
  }

  push(byte: number): void {
    if (this.length === this.bytes.length) this.grow(this.length + 1);
    this.bytes[this.length++] = byte;
  }

  /** Short runs are copied here: a native call costs more. */
  append(source: Uint8Array, start = 0, end = source.length): void {
    const n = end - start;
    let o = this.length;
    if (o + n > this.bytes.length) this.grow(o + n);
    const out = this.bytes;
    if (n > 12 && n === source.length) out.set(source, o);
    else if (n > 48) out.set(source.subarray(start, end), o);
    else while (start < end) out[o++] = source[start++];
    this.length += n;
  }

  appendText(text: string): void {
    const out = this.reserve(text.length * 3) as Buffer;
    this.length += out.write(text, this.length);
  }

  /** A copy of [start, end). */
  slice(start = 0, end = this.length): Uint8Array {
    const out = Buffer.allocUnsafe(end - start);
    out.set(this.bytes.subarray(start, end));
    return out;
  }

  reset(): void {
    this.length = 0;
  }

  /** The written bytes of a large buffer that is not used again. Not copied where they nearly fill it; otherwise the copy frees the buffer. */
  take(): Uint8Array {
    if (this.length >= this.bytes.length * NEARLY) return this.bytes.subarray(0, this.length);
    const out = this.slice();
    (this.bytes.buffer as ArrayBuffer).transfer(0);
    return out;
  }

  private grow(need: number): void {
    const bigger = Buffer.allocUnsafeSlow(Math.max(need, this.bytes.length * 2));
    bigger.set(this.bytes.subarray(0, this.length));
    this.bytes = bigger;
  }
}

/** The text in UTF-8. */
export function bytesOf(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text));
}
