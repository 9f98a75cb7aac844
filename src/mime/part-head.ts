// Header fields of one part of a multipart body (RFC 2045, RFC 2046 §5.1). Bounded: the bytes come from the wire.
import type { SoapstoneError } from '../errors/errors.ts';
import { badMultipart } from './bad-multipart.ts';

/** Bytes of all header fields of a part, folded lines included. */
export const HEAD_MAX = 8192;
const FIELDS_MAX = 32;

/** Fields that readers would take differently if they stood there twice. */
const SINGLE = new Set(['content-id', 'content-type', 'content-transfer-encoding', 'content-disposition']);

export interface PartHead {
  /** `Content-ID` without angle brackets (RFC 2045 §7); undefined: the part has none. */
  readonly id: string | undefined;
  /** `Content-Type` as it stands; '' for none. */
  readonly media: string;
  /** `Content-Disposition` as it stands; '' for none. */
  readonly disposition: string;
  /** `Content-Transfer-Encoding` in lower case (RFC 2045 §6); '' for none. */
  readonly encoding: string;
}

/** `text`: the lines before the empty one. `part`: names the part in errors. Throws BAD_BODY. */
export function partHead(text: string, part: string): PartHead {
  const fields = new Map<string, string>();
  // RFC 5322 §2.2.3: a line that begins with white space goes on with the one before it.
  const lines = text === '' ? [] : text.replace(/\r\n[ \t]+/g, ' ').split('\r\n');
  if (lines.length > FIELDS_MAX) throw badPart(part, `has more than ${FIELDS_MAX} header fields`);
  for (const line of lines) {
    const [, name, value] = /^([!#-'*+.0-9A-Z^-z|~-]+):[ \t]*([^\r\n\0]*)$/.exec(line) ?? [];
    if (name === undefined) throw badPart(part, 'has a line in its head that is no header field');
    const key = name.toLowerCase();
    if (SINGLE.has(key) && fields.has(key)) throw badPart(part, `has the header field ${key} twice`);
    fields.set(key, value.trim());
  }
  return {
    id: fields.get('content-id')?.replace(/^<(.*)>$/, '$1'),
    media: fields.get('content-type') ?? '',
    disposition: fields.get('content-disposition') ?? '',
    encoding: fields.get('content-transfer-encoding')?.toLowerCase() ?? '',
  };
}

export function badPart(part: string, problem: string): SoapstoneError {
  return badMultipart(`${part} of the multipart body ${problem}`);
}
