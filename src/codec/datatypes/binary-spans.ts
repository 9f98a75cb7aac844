// Where binary contents stand in a document that is being written, for those who send them as attachments. Knows nothing about SOAP.
import type { ByteBuffer } from '../../bytes/buffer.ts';
import { type ContentLabel, labelOfString } from '../../json/content-labels.ts';
import type { Tape } from '../../json/value.ts';

/** The base64 of one element. */
export interface BinarySpan {
  /** Bytes [start, end) of the document. */
  readonly start: number;
  readonly end: number;
  readonly kind: BinaryKind;
  /** What its sender said of it. */
  readonly label?: ContentLabel;
  /** Media types that the contract expects, as an Accept field has them. */
  readonly expectedMedia?: string;
}

/** `reference`: its type is a reference to an attachment (WS-I swaRef). `part`: it is a part of the MIME binding, in an element of its name. */
export type BinaryKind = 'content' | 'reference' | 'part';

/** Writing is synchronous, so one variable holds the spans of the current document; undefined: nobody wants them. */
let spans: BinarySpan[] | undefined;
let document: ByteBuffer | undefined;

/** Runs `write`, which writes one document into `out`. */
export function collectSpans(out: ByteBuffer, write: () => void): readonly BinarySpan[] {
  const collected: BinarySpan[] = [];
  spans = collected;
  document = out;
  try {
    write();
  } finally {
    spans = document = undefined;
  }
  return collected;
}

/** The content written from `start` on is binary, of the string at `node`. */
export function noteSpan(out: ByteBuffer, start: number, kind: BinaryKind, tape: Tape, node: number): void {
  if (spans === undefined || out !== document) return;
  spans.push({ start, end: out.length, kind, label: labelOfString(tape, node) });
}

/** The contract expects the content that has just been written to be of these media types. */
export function expectMedia(out: ByteBuffer, expectedMedia: string): void {
  const last = spans?.at(-1);
  if (last !== undefined && out === document && last.end === out.length)
    spans!.push({ ...spans!.pop()!, expectedMedia });
}

/** What was written from `length` on has been undone. */
export function dropSpans(length: number): void {
  while (spans !== undefined && (spans.at(-1)?.end ?? 0) > length) spans.pop();
}

/** `count` bytes were inserted before all of them. */
export function shiftSpans(count: number): void {
  moveSpans(0, count);
}

/** Those from `from` on have moved by `count` bytes. */
export function moveSpans(from: number, count: number): void {
  for (let i = 0; spans !== undefined && i < spans.length; i++) {
    const { start, end } = spans[i];
    if (start >= from) spans[i] = { ...spans[i], start: start + count, end: end + count };
  }
}
