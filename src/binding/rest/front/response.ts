// Writes responses of a REST front straight to node's ServerResponse, and compares entity tags (RFC 9110 §8.8.3). Knows nothing about mappings.
import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { isFieldText } from '../../../bytes/characters.ts';
import { SoapstoneError } from '../../../errors/errors.ts';
import { type Coding, codedTag, isFormOf } from '../../content-coding.ts';
import { sendBody } from '../../send-body.ts';
import { joinVary } from '../../vary.ts';

/** A complete response. `fields`: flat list of names and values. `shared`: the body is held elsewhere too. Returns the bytes of its body. */
export function sendResponse(
  res: ServerResponse,
  status: number,
  fields: string[],
  media: string,
  body: Uint8Array | undefined,
  headOnly: boolean,
  shared = false,
): number {
  if (body === undefined || status === 204 || status === 304) {
    if (status !== 204 && status !== 304) fields.push('content-length', '0');
    res.writeHead(status, joinVary(fields)).end();
    return 0;
  }
  fields.push('content-type', media, 'content-length', String(body.length));
  res.writeHead(status, joinVary(fields));
  if (headOnly) res.end();
  else sendBody(res, body, shared);
  return headOnly ? 0 : body.length;
}

/** Adds fields that come from a service's values. Throws UPSTREAM_BODY for values that no field can carry (RFC 9110 §5.5). */
export function addFields(fields: string[], headers: Readonly<Record<string, string>>): void {
  for (const name in headers) {
    const value = headers[name];
    if (!isFieldText(value)) {
      const message = `a value of the response cannot stand in the header ${name}`;
      throw new SoapstoneError('UPSTREAM_BODY', message, { safeMessage: message });
    }
    fields.push(name, value);
  }
}

/** A strong tag: equal for bodies that are equal byte by byte. */
export function entityTag(body: Uint8Array): string {
  return `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
}

const TAGS = /(W\/)?("[^"]*")/g;

/**
 * Does a field of tags (RFC 9110 §13.1.1, §13.1.2) name this one, or that of a compressed form? Tags may hold commas and asterisks. Weak tags
 * are equal by weak comparison alone.
 */
export function namesTag(field: string, tag: string, comparison: 'strong' | 'weak'): boolean {
  if (field.trim() === '*') return true;
  for (const [, weak, opaque] of field.matchAll(TAGS))
    if (isFormOf(opaque, tag) && (weak === undefined || comparison === 'weak')) return true;
  return false;
}

/** RFC 9110 §13.1.2: If-None-Match, by weak comparison. */
export function matches(field: string | undefined, tag: string): boolean {
  return field !== undefined && namesTag(field, tag, 'weak');
}

/** The tag that If-None-Match names (RFC 9110 §13.1.2, weak comparison): that of the form in `coding`, else that of another form, which the client has. */
export function knownTag(field: string | undefined, tag: string, coding: Coding | undefined): string | undefined {
  if (field === undefined) return undefined;
  const current = codedTag(tag, coding);
  if (field.trim() === '*') return current;
  const forms = [...field.matchAll(TAGS)].map(([, , opaque]) => opaque).filter((opaque) => isFormOf(opaque, tag));
  return forms.includes(current) ? current : forms[0];
}
