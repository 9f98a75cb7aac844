// What senders of SOAP messages say of attachments: their media types and file names. The contents are base64 by then, and patterns copy them, so they are found by a digest.
import { createHash } from 'node:crypto';
import type { ContentLabel } from './content-labels.ts';
import type { Json } from './value.ts';

/** Nothing is said. */
const UNLABELLED: ContentLabel = { media: '' };

/** Of one message. Of contents that are equal nothing is known but what all of them say; one inside of the envelope says nothing. */
export class AttachmentLabels {
  private readonly byDigest = new Map<string, ContentLabel>();

  /** `base64`: without white space. */
  add(base64: Uint8Array, label: ContentLabel): void {
    this.addDigest(new ContentDigest().add(base64).digest(), label);
  }

  /** `digest`: of a content without a label. */
  addUnlabelled(digest: string): void {
    this.byDigest.set(digest, UNLABELLED);
  }

  of(digest: string): ContentLabel | undefined {
    return this.byDigest.get(digest);
  }

  /** Digests of the contents of which something is said. */
  *[Symbol.iterator](): Iterator<readonly [digest: string, label: ContentLabel]> {
    for (const [digest, label] of this.byDigest)
      if (label.media !== '' || label.fileName !== undefined) yield [digest, label];
  }

  /** `digest`: of a content that was in another process. */
  addDigest(digest: string, label: ContentLabel): void {
    this.byDigest.set(digest, agreed(this.byDigest.get(digest), label));
  }

  get isEmpty(): boolean {
    return this.byDigest.size === 0;
  }
}

/** Of base64 that comes in pieces, without its white space. */
export class ContentDigest {
  private readonly hash = createHash('sha256');

  add(base64: Uint8Array): this {
    const text = Buffer.from(base64.buffer, base64.byteOffset, base64.length);
    for (let at = 0; at < text.length; at += PIECE) this.piece(text.subarray(at, at + PIECE));
    return this;
  }

  private piece(text: Buffer): void {
    const isBlank = WHITE_SPACE.some((octet) => text.includes(octet));
    this.hash.update(isBlank ? text.toString('latin1').replaceAll(/[\t\n\r ]+/g, '') : text);
  }

  digest(): string {
    return this.hash.digest('base64url');
  }
}

const WHITE_SPACE = [...Buffer.from('\t\n\r ')];
/** Octets without white space that are looked at together: no text of the whole is made. */
const PIECE = 65_536;

function agreed(one: ContentLabel | undefined, another: ContentLabel): ContentLabel {
  if (one === undefined) return another;
  const { media, fileName, place } = another;
  return {
    media: one.media === media ? media : '',
    fileName: one.fileName === fileName ? fileName : undefined,
    place: one.place === place ? place : undefined,
  };
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

/** Of the messages that `values` come from. */
export function messageLabels(values: Values): ReadonlySet<AttachmentLabels> {
  return new Set(values.flatMap((value) => (value && labelsByBytes.get(value.bytes)) ?? []));
}

export function labelsIn(values: Values): LabelOf {
  const messages = messageLabels(values);
  return (base64) => {
    if (messages.size === 0) return undefined;
    const digest = new ContentDigest().add(base64).digest();
    return [...messages]
      .flatMap((labels) => labels.of(digest) ?? [])
      .reduce<ContentLabel | undefined>((known, label) => agreed(known, label), undefined);
  };
}
