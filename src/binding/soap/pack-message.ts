// Puts binary contents of an envelope beside it: MTOM (XOP §3.1), and references of WS-I swaRef. Knows nothing about types.
import { randomUUID } from 'node:crypto';
import type { BinarySpan } from '../../codec/datatypes/binary-spans.ts';
import type { Codec } from '../../codec/model/codec.ts';
import { newBoundary, type WrittenPart, writeMultipart } from '../../mime/multipart-writer.ts';
import { clark, SWAREF_NS } from '../../xml/reader/names.ts';
import { XOP_MEDIA } from './message-package.ts';
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
    .filter((span) => isContent(bytes, span) && (span.isReference || (mtom && octetsOf(span) >= threshold)))
    .map((span) => ({ id: `${randomUUID()}@soapstone`, span }));
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

/** Is the span the whole content of an element, and not empty? It is not where something was inserted behind it. */
function isContent(bytes: Buffer, { start, end }: BinarySpan): boolean {
  return bytes[start - 1] === GT && bytes[end] === LT && end > start;
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
  for (const { id: attachment, span } of attachments) {
    content.push(bytes.subarray(from, span.start), Buffer.from(referenceTo(attachment, span)));
    from = span.end;
  }
  content.push(bytes.subarray(from));
  return { head: headOf(contentType, id), content };
}

function referenceTo(id: string, { isReference }: BinarySpan): string {
  return isReference ? `cid:${id}` : `<xop:Include xmlns:xop="${XOP_NS}" href="cid:${id}"/>`;
}

function attachmentPart(bytes: Buffer, { id, span }: Attachment): WrittenPart {
  const content = Buffer.from(bytes.toString('latin1', span.start, span.end), 'base64');
  return { head: headOf(mediaOf(bytes, span), id), content: [content] };
}

/** xmime:contentType of the element (Describing Media Content of Binary Data in XML §2.1), as far as a header field can hold it. */
function mediaOf(bytes: Buffer, { start }: BinarySpan): string {
  const tag = bytes.toString('latin1', bytes.lastIndexOf(LT, start - 1), start);
  const [, media] = /:contentType="([\w!#$^.+-]+\/[\w!#$^.+-]+(?:; ?[\w-]+=[\w.+-]+)*)"/.exec(tag) ?? [];
  return media ?? 'application/octet-stream';
}

function headOf(contentType: string, id: string): string[] {
  return [`Content-Type: ${contentType}`, 'Content-Transfer-Encoding: binary', `Content-ID: <${id}>`];
}
