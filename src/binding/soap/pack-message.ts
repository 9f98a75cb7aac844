// Puts binary contents of an envelope beside it: MTOM (XOP §3.1), and references of WS-I swaRef. Knows nothing about types.
import { randomUUID } from 'node:crypto';
import type { BinarySpan } from '../../codec/datatypes/binary-spans.ts';
import type { Codec } from '../../codec/model/codec.ts';
import { attachmentDisposition } from '../../mime/file-name.ts';
import { newBoundary, type WrittenPart, writeMultipart } from '../../mime/multipart-writer.ts';
import { fieldMedia, partMedia, specificMedia } from '../../mime/part-media.ts';
import { clark, SWAREF_NS } from '../../xml/reader/names.ts';
import { XOP_MEDIA } from './message-package.ts';
import { mimePartId } from './mime-parts.ts';
import { XOP_NS } from './xop.ts';

/** The type of references to attachments (WS-I swaRef). */
const REFERENCE = clark({ ns: SWAREF_NS, local: 'swaRef' });
/** Octets. */
export const MTOM_THRESHOLD = 1024;

/** Do messages of the contract refer to attachments, whatever a setting says? */
export function hasReferences({ schemas }: Codec): boolean {
  return schemas.types.has(REFERENCE);
}

/** How binary contents are sent. */
export interface AttachmentPolicy {
  /** As MTOM, whether a content is large enough or not: the receiver expects a package. */
  readonly mtom: boolean;
  /** Octets from which on a content is an attachment. */
  readonly threshold: number;
}

export interface PackedMessage {
  readonly contentType: string;
  readonly body: Uint8Array;
}

interface Attachment {
  readonly id: string;
  readonly span: BinarySpan;
  /** Bytes [start, end) of the envelope, and what stands there instead. */
  readonly start: number;
  readonly end: number;
  readonly reference: string;
  readonly media: string;
}

const GT = 0x3e;
const LT = 0x3c;

/**
 * `contentType`: of the envelope alone. `shift`: bytes that were inserted before the spans since they were taken. undefined: the envelope goes as it
 * is, since nothing in it is to be an attachment.
 */
export function packMessage(
  envelope: Uint8Array,
  contentType: string,
  spans: readonly BinarySpan[],
  shift: number,
  { mtom, threshold }: AttachmentPolicy,
): PackedMessage | undefined {
  const bytes = Buffer.from(envelope.buffer, envelope.byteOffset, envelope.length);
  const attachments = spans
    .map((span) => ({ ...span, start: span.start + shift, end: span.end + shift }))
    .filter((span) => isAttachment(bytes, span, mtom ? threshold : Number.POSITIVE_INFINITY))
    .map((span) => (span.kind === 'part' ? mimePart(bytes, span) : attachment(bytes, span)));
  if (!mtom && attachments.length === 0) return undefined;
  const boundary = newBoundary();
  const type = mtom ? XOP_MEDIA : contentType.split(';', 1)[0];
  const root = `root-${randomUUID()}@soapstone`;
  const parts = [
    rootPart(bytes, mtom ? xopType(contentType) : contentType, root, attachments),
    ...attachments.map((attachment) => attachmentPart(bytes, attachment)),
  ];
  const parameters = [
    `type="${type}"`,
    `boundary="${boundary}"`,
    `start="<${root}>"`,
    ...(mtom ? envelopeParameters(contentType) : []),
  ];
  return { contentType: `multipart/related; ${parameters.join('; ')}`, body: writeMultipart(boundary, parts) };
}

/** It must be the whole content of an element: it is not where something was inserted behind it. Nothing at all is no attachment, but may be a part. */
function isAttachment(bytes: Buffer, span: BinarySpan, threshold: number): boolean {
  const { start, end, kind } = span;
  if (bytes[start - 1] !== GT || bytes[end] !== LT) return false;
  return kind === 'part' || (end > start && (kind === 'reference' || octetsOf(span) >= threshold));
}

function attachment(bytes: Buffer, span: BinarySpan): Attachment {
  const { start, end, kind } = span;
  const id = `${randomUUID()}@soapstone`;
  const include = `<xop:Include xmlns:xop="${XOP_NS}" href="cid:${id}"/>`;
  return { id, span, start, end, reference: kind === 'reference' ? `cid:${id}` : include, media: mediaOf(bytes, span) };
}

/** A part of the MIME binding: its element is not in the envelope. */
function mimePart(bytes: Buffer, span: BinarySpan): Attachment {
  const start = bytes.lastIndexOf(LT, span.start - 1);
  const end = bytes.indexOf(GT, span.end) + 1;
  const local = localName(bytes.toString('utf8', start, span.start));
  const media = partMedia(span.expectedMedia, span.label, local);
  return { id: mimePartId(local, `${randomUUID()}@soapstone`), span, start, end, reference: '', media };
}

/** `tag`: from its < on. */
function localName(tag: string): string {
  const [name] = tag.slice(1).split(/[\s>]/, 1);
  return name.slice(name.indexOf(':') + 1);
}

function octetsOf({ start, end }: BinarySpan): number {
  return ((end - start) / 4) * 3;
}

/** XOP §4.1. Of SOAP 1.2 the action stands beside it, where receivers of MTOM look for it. */
function xopType(contentType: string): string {
  return `${XOP_MEDIA}; charset=utf-8; type="${contentType.split(';', 1)[0]}"`;
}

function envelopeParameters(contentType: string): string[] {
  const [action] = /\baction="[^"]*"/.exec(contentType) ?? [];
  return [`start-info="${contentType.split(';', 1)[0]}"`, ...(action === undefined ? [] : [action])];
}

function rootPart(bytes: Buffer, contentType: string, id: string, attachments: readonly Attachment[]): WrittenPart {
  const content: Uint8Array[] = [];
  let from = 0;
  for (const { start, end, reference } of attachments) {
    content.push(bytes.subarray(from, start), Buffer.from(reference));
    from = end;
  }
  content.push(bytes.subarray(from));
  return { head: headOf(contentType, id), content };
}

function attachmentPart(bytes: Buffer, { id, span, media }: Attachment): WrittenPart {
  const { fileName } = span.label ?? {};
  const head = [...headOf(media, id), ...(fileName === undefined ? [] : [attachmentDisposition(fileName)])];
  return { head, content: [{ base64: bytes.subarray(span.start, span.end) }] };
}

/**
 * xmime:contentType of the element (Describing Media Content of Binary Data in XML §2.1), as far as a header field can hold it; else what is known without it.
 * Throws UNSUPPORTED_MEDIA_TYPE for a type that the contract does not expect.
 */
function mediaOf(bytes: Buffer, { start, expectedMedia, label }: BinarySpan): string {
  const tag = bytes.toString('utf8', bytes.lastIndexOf(LT, start - 1), start);
  const [, attribute] = /:contentType="([^"]*)"/.exec(tag) ?? [];
  const media = fieldMedia(attribute);
  if (media === undefined) return partMedia(expectedMedia, label, localName(tag));
  return specificMedia(media) === undefined ? media : partMedia(expectedMedia, { ...label, media }, localName(tag));
}

function headOf(contentType: string, id: string): string[] {
  return [`Content-Type: ${contentType}`, 'Content-Transfer-Encoding: binary', `Content-ID: <${id}>`];
}
