/** A fixed set of byte strings that is asked about slices without making strings of them. */
export class ByteSet {
  private readonly buckets: readonly (readonly Uint8Array[])[];
  private readonly mask: number;

  constructor(values: readonly Uint8Array[]) {
    let size = 4;
    while (size < values.length * 2) size *= 2;
    this.mask = size - 1;
    const buckets: Uint8Array[][] = Array.from({ length: size }, () => []);
    for (const value of values) buckets[hash(value, 0, value.length) & this.mask].push(value);
    this.buckets = buckets;
  }

  has(bytes: Uint8Array, start: number, end: number): boolean {
    for (const value of this.buckets[hash(bytes, start, end) & this.mask])
      if (same(bytes, start, end, value)) return true;
    return false;
  }
}

/** FNV-1a over the first 32 bytes. The values are the schema's, so nobody can choose them to collide. */
function hash(bytes: Uint8Array, start: number, end: number): number {
  let h = (end - start) ^ 0x811c9dc5;
  for (let i = start; i < end && i < start + 32; i++) h = Math.imul(h ^ bytes[i], 0x01000193);
  return h ^ (h >>> 15);
}

function same(bytes: Uint8Array, start: number, end: number, value: Uint8Array): boolean {
  if (end - start !== value.length) return false;
  for (let i = 0; i < value.length; i++) if (bytes[start + i] !== value[i]) return false;
  return true;
}
