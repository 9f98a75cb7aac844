// A SOAP message with its attachments in one body: multipart/related (RFC 2387), as SOAP with Attachments or MTOM (XOP) have it.
import type { Message } from '../../contract/model/contract.ts';
import { badMultipart } from '../../mime/bad-multipart.ts';
import { type Part, readMultipart } from '../../mime/multipart.ts';
import { isUnambiguous, parametersOf } from '../../mime/parameters.ts';
import { toUtf8 } from '../../xml/reader/encoding.ts';
import { mediaType } from '../media-type.ts';
import { type InlineBounds, type InlinedMessage, inlineAttachments, type PackageForm } from './xop.ts';

export const XOP_MEDIA = 'application/xop+xml';

/** Its envelope is in UTF-8, whatever its declaration says, with the attachments that it refers to as base64. */
export interface UnpackedMessage extends InlinedMessage {
  /** Media type of the envelope, with its parameters: that of a message without attachments. */
  readonly contentType: string;
}

/** Of an envelope in UTF-8 of this content type. */
export type FormOf = (envelope: Uint8Array, contentType: string) => PackageForm;

export const PLAIN: PackageForm = { names: [], encoded: false };

export function isEncoded(message: Message | undefined): boolean {
  return message?.body.some(({ encoding }) => encoding !== undefined) ?? false;
}

/** Is this the content type of a message with attachments? */
export function isPackage(contentType: string): boolean {
  return mediaType(contentType).type === 'multipart/related' && parametersOf(contentType).has('boundary');
}

/** The message and what it refers to. Throws SoapstoneError (BAD_BODY, PAYLOAD_TOO_LARGE, XML_*), and what `claim` throws. */
export function unpackMessage(
  body: Uint8Array,
  contentType: string,
  bounds: InlineBounds,
  formOf: FormOf = () => PLAIN,
): UnpackedMessage {
  if (!isUnambiguous(contentType))
    throw badMultipart('the content type of the multipart body can be read in several ways');
  const parameters = parametersOf(contentType);
  const parts = readMultipart(body, parameters.get('boundary'));
  const root = rootOf(parts, parameters.get('start'));
  checkIds(parts);
  const attachments = parts.filter((part) => part !== root);
  const envelope = toUtf8(root.content, mediaType(root.media).charset);
  const type = envelopeType(root.media, parameters);
  const form = formOf(envelope, type);
  return { ...inlineAttachments(envelope, attachments, bounds, form), contentType: type };
}

/** RFC 2387 §3.2: the part that `start` names, by default the first. */
function rootOf(parts: readonly Part[], start: string | undefined): Part {
  if (start === undefined) return parts[0];
  const id = start.replace(/^<(.*)>$/, '$1');
  const root = parts.find((part) => part.id === id);
  if (root === undefined) throw badMultipart('no part of the multipart body has the Content-ID of "start"');
  return root;
}

/** A reference to one of two parts would mean another one for each reader. */
function checkIds(parts: readonly Part[]): void {
  const ids = parts.flatMap(({ id }) => (id === undefined || id === '' ? [] : [id]));
  if (new Set(ids).size < ids.length) throw badMultipart('two parts of the multipart body have the same Content-ID');
}

/** XOP §4.1: the media type of what was packaged is a parameter of that of the root, and start-info of that of the package. */
function envelopeType(media: string, parameters: ReadonlyMap<string, string>): string {
  const { type } = mediaType(media);
  if (type !== '' && type !== XOP_MEDIA) return withAction(media, parameters);
  return withAction(parametersOf(media).get('type') ?? envelopeTypeOf(parameters), parameters);
}

/** Media type of the envelope, as far as the content type of the package says it. */
export function packagedType(contentType: string): string {
  return envelopeTypeOf(parametersOf(contentType));
}

/** Some senders name the envelope's type where that of the root belongs. */
function envelopeTypeOf(parameters: ReadonlyMap<string, string>): string {
  const type = parameters.get('type');
  const info = parameters.get('start-info');
  if (type !== undefined && mediaType(type).type !== XOP_MEDIA) return withAction(type, parameters);
  return withAction(info ?? 'text/xml', parameters);
}

/** Most senders of SOAP 1.2 write the action beside start-info, not into it. */
function withAction(media: string, parameters: ReadonlyMap<string, string>): string {
  const action = parameters.get('action');
  if (action === undefined || mediaType(media).action !== undefined) return media;
  return `${media}; action="${action.replaceAll(/["\\]/g, '\\$&')}"`;
}
