// How a REST API writes its errors: one form of `rest.errors` of a table. Types alone.

import type { Json } from '../json/value.ts';
import type { Tree } from '../pattern/tree.ts';

/** The variables of a form. */
export const ERROR_NAMES = [
  'type',
  'title',
  'status',
  'detail',
  'code',
  'path',
  'instance',
  'data',
  'errors',
  'fault',
] as const;

export type ErrorName = (typeof ERROR_NAMES)[number];

/** Members of one entry of `errors`. */
export const ERROR_ITEM_NAMES = ['path', 'code', 'message'] as const;

export type ErrorValues = Readonly<Partial<Record<ErrorName, Json>>>;

export interface ErrorForm {
  readonly media: string;
  /** The statuses that it is for, both included. */
  readonly statuses: readonly [first: number, last: number];
  /** undefined: the body of RFC 9457. */
  readonly body?: ErrorBody;
}

export interface ErrorBody {
  /** undefined: the body has another form. */
  read(body: Json): ErrorValues | undefined;
  write(values: ErrorValues): Json;
  /** As the table writes it, for OpenAPI documents. */
  readonly tree: Tree;
}

/** The form in which errors of this status are written; undefined: that of RFC 9457. */
export function writtenForm(forms: readonly ErrorForm[], status: number): ErrorForm | undefined {
  return forms.find(({ statuses: [first, last] }) => first <= status && status <= last);
}
