// A JSON object as a multipart form (RFC 7578; names and file names as the HTML Standard §4.10.21.8 has them).
import { randomUUID } from 'node:crypto';
import { SoapstoneError } from '../../../errors/errors.ts';
import type { LabelOf } from '../../../json/attachment-labels.ts';
import { ARRAY, type Json, json, OBJECT, STRING, textOf } from '../../../json/value.ts';
import { itemsOf, kindOf, member, membersOf, scalarText } from '../../../json/walk.ts';
import { fieldMedia, OCTETS } from '../../../mime/part-media.ts';
import { mediaType } from '../../media-type.ts';

/** What a file may say of itself. */
const FILE_KEYS = ['$value', '@fileName', '@contentType'];

export function isMultipart(media: string): boolean {
  return mediaType(media).type === 'multipart/form-data';
}

export interface MultipartBody {
  /** With the boundary. */
  readonly media: string;
  readonly bytes: Uint8Array;
}

/**
 * A member is a part, a list repeats it, null is none. An object with `$value` is a file: base64, with the attributes `fileName` (by default the
 * name of the member) and `contentType`; without them, what `labelOf` says of its content. Other objects are JSON.
 * @throws SoapstoneError BAD_BODY for what is no object, lists in lists, and files that are not base64 or have no media type.
 */
export function multipartBody(bytes: Uint8Array, labelOf: LabelOf = () => undefined): MultipartBody {
  const body = json(bytes);
  if (kindOf(body) !== OBJECT) throw bad('the body', 'is no object: a form has named parts');
  // Random, so that no value can contain it.
  const boundary = `form-${randomUUID()}`;
  const chunks: Uint8Array[] = [];
  for (const [name, value] of membersOf(body))
    for (const item of kindOf(value) === ARRAY ? itemsOf(value) : [value]) {
      const part = partOf(name, item, labelOf);
      if (part) chunks.push(Buffer.from(`--${boundary}\r\n${part.head}\r\n\r\n`), part.content, Buffer.from('\r\n'));
    }
  chunks.push(Buffer.from(`--${boundary}--\r\n`));
  return { media: `multipart/form-data; boundary=${boundary}`, bytes: Buffer.concat(chunks) };
}

interface Part {
  readonly head: string;
  readonly content: Uint8Array;
}

function partOf(name: string, value: Json, labelOf: LabelOf): Part | undefined {
  const kind = kindOf(value);
  if (kind === ARRAY) throw bad(`the member "${name}"`, 'is a list in a list: a form has none');
  if (kind === OBJECT) return isFile(value) ? filePart(name, value, labelOf) : objectPart(name, value);
  const text = scalarText(value);
  return text === undefined ? undefined : { head: disposition(name), content: Buffer.from(text) };
}

function isFile(value: Json): boolean {
  const keys = membersOf(value).map(([key]) => key);
  return keys.includes('$value') && keys.every((key) => FILE_KEYS.includes(key));
}

function filePart(name: string, value: Json, labelOf: LabelOf): Part {
  const textAt = (key: string) => scalarText(member(value, key) ?? NULL);
  const base64 = member(value, '$value') ?? NULL;
  const content = base64Bytes(base64);
  if (content === undefined) throw bad(`the file "${name}"`, 'is not base64');
  const label = labelOf(base64.bytes.subarray(base64.start + 1, base64.end - 1));
  const media = textAt('@contentType') ?? fieldMedia(label?.media) ?? OCTETS;
  if (!/^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(;[\x20-\x7e]*)?$/.test(media))
    throw bad(`the contentType of the file "${name}"`, 'is no media type');
  const file = `; filename="${quoted(textAt('@fileName') ?? label?.fileName ?? name)}"\r\nContent-Type: ${media}`;
  return { head: disposition(name) + file, content };
}

/** undefined: no text, or no base64 (RFC 4648 §4; white space may stand anywhere, the padding may be missing). */
function base64Bytes(value: Json): Uint8Array | undefined {
  const text = kindOf(value) === STRING ? scalarText(value)?.replace(/\s/g, '') : undefined;
  if (text === undefined) return undefined;
  const end = text.endsWith('==') ? -2 : text.endsWith('=') ? -1 : text.length;
  const digits = text.slice(0, end);
  const isWhole = end === text.length ? digits.length % 4 !== 1 : text.length % 4 === 0;
  return isWhole && !/[^A-Za-z0-9+/]/.test(digits) ? Buffer.from(digits, 'base64') : undefined;
}

function objectPart(name: string, value: Json): Part {
  return { head: `${disposition(name)}\r\nContent-Type: application/json`, content: Buffer.from(textOf(value)) };
}

function disposition(name: string): string {
  return `Content-Disposition: form-data; name="${quoted(name)}"`;
}

function quoted(text: string): string {
  return text.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

const NULL = json(Buffer.from('null'));

function bad(subject: string, problem: string): SoapstoneError {
  return new SoapstoneError('BAD_BODY', `${subject} ${problem}`);
}
