// Media types of the binary strings of a JSON document, where its sender has said them beside it: octets as a body, files of a form.
import { STRIDE, type Tape } from './value.ts';

/** By the bytes of the document, then by the index after the opening quote of a string. A value that is a copy has none. */
const documents = new WeakMap<Uint8Array, ReadonlyMap<number, string>>();

export function noteMedia(bytes: Uint8Array, byStart: ReadonlyMap<number, string>): void {
  if (byStart.size > 0) documents.set(bytes, byStart);
}

/** As its sender wrote it; undefined: nobody said. `node`: a string. */
export function mediaOfString({ bytes, entries }: Tape, node: number): string | undefined {
  return documents.get(bytes)?.get(entries[node * STRIDE + 1]);
}
