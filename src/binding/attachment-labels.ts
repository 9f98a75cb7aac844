// What senders of SOAP messages say of attachments: their media types and file names. The contents are base64 by then, and patterns copy them, so they are found by their bytes.
import type { ContentLabel } from '../json/content-labels.ts';
import type { Json } from '../json/value.ts';

/** Characters at both ends of a content that tell it from others of its length. */
const SAMPLE = 64;

/** Of one message. Of contents that look alike nothing is known but what all of them say. */
export class AttachmentLabels {
  private readonly byLook = new Map<string, ContentLabel>();

  /** `base64`: without white space. */
  add(base64: Uint8Array, label: ContentLabel): void {
    const look = lookOf(base64);
    this.byLook.set(look, agreed(this.byLook.get(look), label));
  }

  of(base64: Uint8Array): ContentLabel | undefined {
    return this.byLook.get(lookOf(base64));
  }

  get isEmpty(): boolean {
    return this.byLook.size === 0;
  }
}

function lookOf(base64: Uint8Array): string {
  const text = Buffer.from(base64.buffer, base64.byteOffset, base64.length);
  return `${text.length} ${text.toString('latin1', 0, SAMPLE)} ${text.toString('latin1', Math.max(0, text.length - SAMPLE))}`;
}

function agreed(one: ContentLabel | undefined, another: ContentLabel): ContentLabel {
  if (one === undefined) return another;
  const { media, fileName } = another;
  return { media: one.media === media ? media : '', fileName: one.fileName === fileName ? fileName : undefined };
}

/** By the bytes that hold the values of a message. */
const labelsByBytes = new WeakMap<Uint8Array, AttachmentLabels>();

type Values = readonly (Json | undefined)[];

/** `values`: of the message that had the attachments. */
export function noteAttachments(values: Values, labels: AttachmentLabels): void {
  if (labels.isEmpty) return;
  for (const value of values) if (value !== undefined) labelsByBytes.set(value.bytes, labels);
}

/** What was said of a content, in base64, that stands in messages made of `values`. */
export type LabelOf = (base64: Uint8Array) => ContentLabel | undefined;

export function labelsIn(values: Values): LabelOf {
  const messages = new Set(values.flatMap((value) => (value && labelsByBytes.get(value.bytes)) ?? []));
  return (base64) =>
    [...messages]
      .flatMap((labels) => labels.of(base64) ?? [])
      .reduce<ContentLabel | undefined>((known, label) => agreed(known, label), undefined);
}
