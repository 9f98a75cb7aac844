// A JSON object as a form (URL Standard §5.2, application/x-www-form-urlencoded).
import { SoapstoneError } from '../../../errors/errors.ts';
import { ARRAY, type Json, json, OBJECT } from '../../../json/value.ts';
import { itemsOf, kindOf, membersOf, scalarText } from '../../../json/walk.ts';
import { mediaType } from '../../media-type.ts';

export const FORM_MEDIA = 'application/x-www-form-urlencoded';

export function isForm(media: string): boolean {
  return mediaType(media).type === FORM_MEDIA;
}

/**
 * A member is a field, a list repeats it, null is no field. Numbers keep their digits.
 * @throws SoapstoneError BAD_BODY for values that are not flat.
 */
export function formBody(bytes: Uint8Array): Uint8Array {
  const body = json(bytes);
  if (kindOf(body) !== OBJECT) throw notFlat('the body');
  const form = new URLSearchParams();
  for (const [name, value] of membersOf(body))
    for (const item of kindOf(value) === ARRAY ? itemsOf(value) : [value]) addField(form, name, item);
  return Buffer.from(form.toString());
}

function addField(form: URLSearchParams, name: string, value: Json): void {
  const kind = kindOf(value);
  if (kind === OBJECT || kind === ARRAY) throw notFlat(`the member "${name}"`);
  const text = scalarText(value);
  if (text !== undefined) form.append(name, text);
}

function notFlat(subject: string): SoapstoneError {
  return new SoapstoneError('BAD_BODY', `${subject} has no form as fields: a form has texts, and lists of them`);
}
