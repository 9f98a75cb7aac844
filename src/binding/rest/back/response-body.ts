// The JSON of a response. Knows nothing about rules.

import { PROBLEM_MEDIA } from '../../../fault/fault-names.ts';
import { checkDuplicates } from '../../../json/duplicates.ts';
import type { JsonLimits } from '../../../json/limits.ts';
import { scan } from '../../../json/tape.ts';
import { type Json, OBJECT, textOf } from '../../../json/value.ts';
import { kindOf, membersOf } from '../../../json/walk.ts';
import type { ErrorForm } from '../../../rule/error-form.ts';
import type { HeaderFields } from '../../../rule/pattern.ts';
import { hasMedia, isJson, mediaType } from '../../media-type.ts';
import { otherMedia, upstream } from '../../upstream-response-error.ts';

/** RFC 8259 §8.1 knows UTF-8 alone; what is ASCII is UTF-8 too. */
const CHARSETS = new Set([undefined, 'utf-8', 'utf8', 'us-ascii']);

/** `media`: the rule's own type, taken beside application/json, +json and those of `errors`. Without a type the body must prove itself. Throws UPSTREAM_MEDIA_TYPE. */
export function checkMedia(fields: HeaderFields, media: string, errors: readonly ErrorForm[] = []): void {
  const field = contentType(fields);
  if (field === undefined) return;
  const { type, charset } = mediaType(field);
  const isKnown = [media, ...errors.map((form) => form.media)].some((known) => mediaType(known).type === type);
  if (!isJson(type) && !isKnown) throw otherMedia('JSON', type);
  if (!CHARSETS.has(charset)) throw upstream('UPSTREAM_MEDIA_TYPE', 'the JSON of the response is not in UTF-8');
}

/** Octets of the rule's media type; of any where it is application/octet-stream. Throws UPSTREAM_MEDIA_TYPE. */
export function checkBinaryMedia(fields: HeaderFields, media: string): void {
  const { type } = mediaType(contentType(fields) ?? media);
  if (media !== 'application/octet-stream' && type !== mediaType(media).type) throw otherMedia(media, type);
}

export function isJsonMedia(fields: HeaderFields): boolean {
  return isJson(mediaType(contentType(fields) ?? '').type);
}

/** An error body with a status of success (RFC 9457 §3) is a failure, unless the rule's own response has that media type. */
export function isErrorMedia(fields: HeaderFields, media: string, errors: readonly ErrorForm[]): boolean {
  const field = contentType(fields) ?? '';
  if (hasMedia(field, media)) return false;
  return [...PROBLEMS, ...errors.map((form) => form.media)].some((known) => !isPlain(known) && hasMedia(field, known));
}

const PROBLEMS = [PROBLEM_MEDIA, 'application/problem+xml'];

/** The type of any JSON says nothing about failure. */
function isPlain(media: string): boolean {
  return mediaType(media).type === 'application/json';
}

/** An HTML page in place of an empty body: of a proxy, or of a server without that path. */
export function isHtml(fields: HeaderFields): boolean {
  const type = mediaType(contentType(fields) ?? '').type;
  return type === 'text/html' || type === 'application/xhtml+xml';
}

const ERROR_MEMBER = /^(?:\w+:)?error(?:s|Details)?$/;

/** An object with a member that names an error: `{ "error": "not saved" }`. Empty ones say that there is none. */
export function saysError(body: Json): boolean {
  if (kindOf(body) !== OBJECT) return false;
  return membersOf(body).some(([name, value]) => ERROR_MEMBER.test(name) && !NOTHING.test(textOf(value)));
}

const NOTHING = /^(?:null|false|0|""|\[\s*\]|\{\s*\})$/;

export function contentType(fields: HeaderFields): string | undefined {
  const field = fields['content-type'];
  return typeof field === 'object' ? field[0] : field;
}

/** Ignores the byte order mark that some services write (RFC 8259 §8.1). Throws JSON_SYNTAX, JSON_LIMIT, JSON_DUPLICATE_KEY. */
export function readJson(bytes: Uint8Array, limits: JsonLimits): Json {
  const marked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const value = scan(marked ? bytes.subarray(3) : bytes, limits);
  checkDuplicates(value);
  return value;
}
