// File names of parts (RFC 2183 §2.3), in the forms that senders use.

import { isUnambiguous, parametersOf } from './parameters.ts';
import type { PartHead } from './part-head.ts';

/** Characters of a name that are kept. */
const LONGEST = 255;
const CONTROL = /\p{Cc}/gu;

/** The name of a part that is an attachment: of its disposition, else of its media type. Without folders, which are the sender's. */
export function fileNameOf({ disposition, media }: Pick<PartHead, 'disposition' | 'media'>): string | undefined {
  const fields = parameters(disposition);
  const name = extended(fields.get('filename*')) ?? plain(fields.get('filename') ?? parameters(media).get('name'));
  return (
    name
      ?.replace(/^.*[/\\]/s, '')
      .replace(CONTROL, '')
      .slice(0, LONGEST) || undefined
  );
}

function parameters(field: string): ReadonlyMap<string, string> {
  return isUnambiguous(field) ? parametersOf(field) : new Map();
}

/** RFC 8187 §3.2: a charset, a language, and octets with percent signs. */
function extended(value: string | undefined): string | undefined {
  const [, encoded] = /^utf-8'[^']*'(.*)$/i.exec(value ?? '') ?? [];
  if (encoded === undefined) return undefined;
  try {
    return decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
}

/** Heads are read as Latin-1; most senders write UTF-8. */
function plain(value: string | undefined): string | undefined {
  return value === undefined ? undefined : Buffer.from(value, 'latin1').toString();
}

/** The field of a part. */
export function attachmentDisposition(name: string): string {
  return `Content-Disposition: ${fileDisposition(name)}`;
}

/** RFC 6266 §4.1, appendix D: the name as it is, and for receivers that know no other form without what is not ASCII. undefined: there is none. */
export function fileDisposition(name: string | undefined): string {
  if (name === undefined) return 'attachment';
  const text = name.replace(CONTROL, '').slice(0, LONGEST).toWellFormed();
  const ascii = text.replace(/[^\x20-\x7e]/g, '_').replace(/["\\]/g, '\\$&');
  const field = `attachment; filename="${ascii}"`;
  return /^[\x20-\x7e]*$/.test(text) ? field : `${field}; filename*=UTF-8''${encodedName(text)}`;
}

/** RFC 8187 §3.2.1: what encodeURIComponent leaves, and an attr-char is not. */
function encodedName(text: string): string {
  return encodeURIComponent(text).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
}
