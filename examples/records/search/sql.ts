// SQL conditions with their values. Knows nothing about searches.
import type { SQLInputValue } from 'node:sqlite';

export interface Sql {
  readonly text: string;
  readonly values: readonly SQLInputValue[];
}

export function sql(text: string, ...values: SQLInputValue[]): Sql {
  return { text, values };
}

/** All of them. */
export function and(parts: readonly Sql[]): Sql {
  if (parts.length === 0) return sql('1');
  return { text: parts.map(({ text }) => `(${text})`).join(' AND '), values: parts.flatMap(({ values }) => values) };
}

/** One of them at least. */
export function or(parts: readonly Sql[]): Sql {
  return { text: parts.map(({ text }) => `(${text})`).join(' OR '), values: parts.flatMap(({ values }) => values) };
}

/** Whatever does not hold, also because there is no value. */
export function not({ text, values }: Sql): Sql {
  return { text: `NOT coalesce((${text}), 0)`, values };
}

/** `expression IN (values)` */
export function isOneOf(expression: string, values: readonly SQLInputValue[]): Sql {
  if (values.length === 0) return sql('0');
  return { text: `${expression} IN (${values.map(() => '?').join()})`, values };
}
