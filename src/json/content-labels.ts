// What the sender of a JSON document has said beside it of its binary strings: octets as a body, files of a form.
import { type Json, STRIDE, type Tape } from './value.ts';

/** What stands beside a binary content. */
export interface ContentLabel {
  /** As its sender wrote it; '' for nothing. */
  readonly media: string;
  readonly fileName?: string;
  /** Where it stands, in words for its sender: `the part "scan"`. */
  readonly place?: string;
}

/** By the bytes of the document, then by the index after the opening quote of a string. A value that is a copy has none. */
const documents = new WeakMap<Uint8Array, ReadonlyMap<number, ContentLabel>>();

export function noteLabels(bytes: Uint8Array, byStart: ReadonlyMap<number, ContentLabel>): void {
  if (byStart.size > 0) documents.set(bytes, byStart);
}

/** Of the strings of a value, by the index after the opening quote in its text. */
export function labelsWithin({
  bytes,
  start,
  end,
}: Pick<Json, 'bytes' | 'start' | 'end'>): [at: number, ContentLabel][] {
  const all = documents.get(bytes);
  return all === undefined
    ? []
    : [...all].flatMap(([at, label]) => (at > start && at < end ? [[at - start, label]] : []));
}

/** undefined: nobody said anything. `node`: a string. */
export function labelOfString({ bytes, entries }: Tape, node: number): ContentLabel | undefined {
  return documents.get(bytes)?.get(entries[node * STRIDE + 1]);
}
