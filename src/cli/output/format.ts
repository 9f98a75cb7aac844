// The formats of `check` and `test`.
import { printable } from './printable.ts';

export const FORMATS = ['text', 'json', 'sarif', 'junit'] as const;

export type Format = (typeof FORMATS)[number];

/** One text for each format but that for people, which is printed as it comes. */
export type Writers<T> = Readonly<Record<Exclude<Format, 'text'>, (results: readonly T[]) => string>>;

/** The same document, without characters that a terminal obeys: in JSON `\\u009b` is that character. JUnit has references. */
export function printableReport(format: Format, text: string): string {
  return format === 'junit' ? text : printable(text);
}
