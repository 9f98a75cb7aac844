// Reads version, encoding and action of an envelope from the header fields. Knows nothing about XML.
import type { IncomingHttpHeaders } from 'node:http';
import type { SoapVersion } from '../../../contract/model/contract.ts';
import { SoapstoneError } from '../../../errors/errors.ts';
import { mediaType } from '../../media-type.ts';
import { media } from '../envelope.ts';
import { isPackage, packagedType, XOP_MEDIA } from '../message-package.ts';
import { httpActionsDiffer } from './request-fault.ts';

export interface RequestMedia {
  readonly version: SoapVersion;
  readonly charset: string | undefined;
  /** SOAPAction (SOAP 1.1 §6.1.1) or the action parameter (RFC 3902 §3); '' where there is none, or where both are empty. */
  readonly action: string;
  /** The content type of a message with attachments; absent for a bare envelope. */
  readonly package?: string;
}

/** Throws UNSUPPORTED_MEDIA_TYPE, and SOAP_ACTION where two actions differ. */
export function requestMedia(headers: IncomingHttpHeaders): RequestMedia {
  const contentType = headers['content-type'] ?? '';
  // Its root says more, when it is there.
  if (isPackage(contentType)) return { ...envelopeMedia(packagedType(contentType), headers), package: contentType };
  return envelopeMedia(contentType, headers);
}

/** Does the client take MTOM: has it sent some, or does it say so? */
export function takesMtom(headers: IncomingHttpHeaders): boolean {
  return isXop(headers['content-type']) || isXop(headers.accept);
}

function isXop(field: string | undefined): boolean {
  return field?.includes(XOP_MEDIA) ?? false;
}

/** `contentType`: that of the envelope. Throws as `requestMedia`. */
export function envelopeMedia(contentType: string, headers: IncomingHttpHeaders): RequestMedia {
  const { type, charset, action = '' } = mediaType(contentType);
  if (type === media['1.1'])
    return { version: '1.1', charset, action: oneOf(soapAction(headers['soapaction']), action) };
  if (type === media['1.2'])
    return { version: '1.2', charset, action: oneOf(action, soapAction(headers['soapaction'])) };
  throw new SoapstoneError('UNSUPPORTED_MEDIA_TYPE', refusal(type));
}

function refusal(type: string): string {
  if (type.startsWith('multipart/')) return 'messages with attachments come as multipart/related with a boundary';
  return `the content type must be ${media['1.1']} (SOAP 1.1) or ${media['1.2']} (SOAP 1.2)`;
}

/** Each version has its own place for the action. A filter in front may have looked at the other one. */
function oneOf(action: string, misplaced: string): string {
  if (misplaced === '' || action === misplaced) return action;
  if (action === '') return misplaced;
  throw httpActionsDiffer(action, misplaced);
}

/** WS-I BP 1.2 R1109 wants it quoted; some clients forget that. */
function soapAction(field: string | string[] | undefined): string {
  if (typeof field !== 'string') return '';
  const text = field.trim();
  return text.length > 1 && text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1) : text;
}
