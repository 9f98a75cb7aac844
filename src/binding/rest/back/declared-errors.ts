// Error bodies in the forms that the table declares (`rest.errors`).

import { ARRAY, type Json } from '../../../json/value.ts';
import { itemsOf, kindOf, member, scalarText } from '../../../json/walk.ts';
import type { ErrorForm, ErrorValues } from '../../../rule/error-form.ts';
import type { HeaderFields } from '../../../rule/pattern.ts';
import { carriedShort } from '../../../xml/escape.ts';
import { hasMedia } from '../../media-type.ts';
import { translatedFault } from './translated-fault.ts';
import { codeOfType, type ErrorWords, LONGEST, LONGEST_CODE, MOST_ERRORS, typeOf } from './usual-errors.ts';

/** undefined: no form of the table fits. Forms with the media type of the response come first, then all in their order. */
export function declaredWords(
  body: Json,
  status: number,
  headers: HeaderFields,
  forms: readonly ErrorForm[],
): ErrorWords | undefined {
  const possible = forms.filter(({ statuses: [first, last] }) => first <= status && status <= last);
  const field = headers['content-type'];
  const named = possible.filter(({ media }) => typeof field === 'string' && hasMedia(field, media));
  for (const form of new Set([...named, ...possible])) {
    const values = form.body?.read(body);
    if (values) return wordsOf(values, body, status);
  }
  return undefined;
}

function wordsOf(values: ErrorValues, object: Json, status: number): ErrorWords {
  const [single] = itemsIn(values.errors);
  const type = typeOf(values.type);
  const code = codeIn(values.code ?? (single && member(single, 'code')), status) ?? (type && codeOfType(type));
  const detail = text(values.detail ?? (single && member(single, 'message')), LONGEST);
  const path = text(values.path ?? (single && member(single, 'path')), LONGEST);
  return {
    code,
    type,
    title: text(values.title, LONGEST),
    detail,
    data: values.data,
    path,
    instance: text(values.instance, LONGEST),
    object,
    errors: singleErrors(values, path, code, detail),
    fault: translatedFault(values.fault),
  };
}

function singleErrors(
  { errors }: ErrorValues,
  path: string | undefined,
  code: string | undefined,
  detail: string | undefined,
): ErrorWords['errors'] {
  const listed = itemsIn(errors).map((item) => ({
    path: text(member(item, 'path'), LONGEST) ?? '$',
    code: text(member(item, 'code'), LONGEST_CODE),
    message: text(member(item, 'message'), LONGEST) ?? '',
  }));
  if (listed.length > 0) return listed;
  return path === undefined ? [] : [{ path, code, message: detail ?? '' }];
}

/** A code that only repeats the status is none. */
function codeIn(value: Json | undefined, status: number): string | undefined {
  const code = text(value, LONGEST_CODE + 1);
  return code === undefined || code.length > LONGEST_CODE || code === String(status) ? undefined : code;
}

function itemsIn(list: Json | undefined): Json[] {
  return list && kindOf(list) === ARRAY ? itemsOf(list).slice(0, MOST_ERRORS) : [];
}

/** A code may be a number. */
function text(value: Json | undefined, longest: number): string | undefined {
  const scalar = value && scalarText(value);
  if (scalar === undefined || scalar === '') return undefined;
  return carriedShort(scalar, longest);
}
