// Reads the head of a response: how to read its body, or why not. Knows nothing about rules.
import type { SoapstoneError } from '../../../errors/errors.ts';
import { type Coding, codingOf } from '../../inflate.ts';
import { isXml, mediaType } from '../../media-type.ts';
import { htmlStatusError, otherMedia, statusError, upstream } from '../../upstream-response-error.ts';
import { isPackage } from '../message-package.ts';

type Fields = Readonly<Record<string, string | string[] | undefined>>;

export interface ResponseHead {
  readonly status: number;
  /** The error, where the body need not be read. */
  readonly refusal: SoapstoneError | undefined;
  /** undefined: no content type; the body's first byte decides. */
  readonly type: string | undefined;
  readonly charset: string | undefined;
  /** The content type of a message with attachments; undefined for every other body. */
  readonly package: string | undefined;
  readonly coding: Coding;
  /** Content-Length; NaN without one. */
  readonly length: number;
}

/** `path`: of the request, for messages. */
export function responseHead(status: number, fields: Fields, path = ''): ResponseHead {
  const contentType = single(fields['content-type']);
  const { type, charset } =
    contentType === undefined ? { type: undefined, charset: undefined } : mediaType(contentType);
  const packageType = type?.startsWith('multipart/') && isPackage(contentType!) ? contentType : undefined;
  const coding = codingOf(fields['content-encoding']);
  return {
    status,
    refusal: refusal(status, packageType === undefined ? type : undefined, coding, path),
    type,
    charset,
    package: packageType,
    coding: coding ?? 'identity',
    length: Number(single(fields['content-length']) ?? Number.NaN),
  };
}

function single(value: string | string[] | undefined): string | undefined {
  return typeof value === 'object' ? value[0] : value;
}

/** SOAP 1.1 sends faults with 500, SOAP 1.2 also with 400; services use every other error status too, so XML is read with any of them. */
function refusal(
  status: number,
  type: string | undefined,
  coding: Coding | undefined,
  path: string,
): SoapstoneError | undefined {
  const error = status >= 400;
  if (error && type === 'text/html') return htmlStatusError(status, path);
  if (!error && !isDone(status)) return statusError(status);
  if (type !== undefined && !isXml(type)) return error ? statusError(status) : mediaError(type);
  if (coding === undefined)
    return upstream('UPSTREAM_MEDIA_TYPE', 'the response has a content coding that nobody asked for');
  return undefined;
}

/** The gateway never requests a part of a response (206, RFC 9110 §15.3.7). */
export function isDone(status: number): boolean {
  return status >= 200 && status <= 299 && status !== 206;
}

export function mediaError(type: string): SoapstoneError {
  if (type.startsWith('multipart/'))
    return upstream(
      'UPSTREAM_MEDIA_TYPE',
      'the response has parts that are not read: attachments come as multipart/related, with a boundary',
    );
  return otherMedia('XML', type);
}
