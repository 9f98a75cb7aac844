// The header field Prefer (RFC 7240 §2): a list of preferences, which servers may pass over one by one.
import { itemsIn } from './list-field.ts';

/** Is `preference` (a name, or `name=value`) among those of the field? Letters count without case; parameters do not count. */
export function prefers(field: string | string[] | undefined, preference: string): boolean {
  const fields = Array.isArray(field) ? field : [field ?? ''];
  const wanted = preference.toLowerCase();
  return fields.some((text) => itemsIn(text).some((one) => one.split(';')[0].trim().toLowerCase() === wanted));
}
