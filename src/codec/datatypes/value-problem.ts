// What is wrong with a simple value, as a value or as an error.
import { type ErrorCode, errorTable, SoapstoneError } from '../../errors/errors.ts';
import { utf8 } from '../../json/text.ts';
import { ARRAY, FALSE, NULL, NUMBER, OBJECT, STRING, type Tape, TRUE } from '../../json/value.ts';
import { kindAt } from '../../json/walk.ts';

/** Why a value is invalid. Becomes a SoapstoneError unless another member of a union accepts the value. */
export interface Problem {
  readonly code: ErrorCode;
  readonly message: string;
  /** The enumeration of the type lacks the value. */
  readonly unlisted?: true;
  /** The same without anything of the value. */
  readonly safeMessage?: string;
}

function raise(problem: Problem): never {
  const { code, message, safeMessage } = problem;
  throw new SoapstoneError(code, message, { safeMessage });
}

export function raiseAny(problem: Problem | undefined): void {
  if (problem !== undefined) raise(problem);
}

/** Longest quotation of a value in a message. */
const MAX_QUOTED = 40;

/** "'abc' is not a value of xs:int" */
export function notOfType(bytes: Uint8Array, start: number, end: number, label: string): Problem {
  const message = `${quoteValue(bytes, start, end)} is not a value of ${label}`;
  return { code: 'CODEC_TYPE', message, safeMessage: wrongType(label) };
}

function wrongType(label: string): string {
  return `${errorTable.CODEC_TYPE[2]}: expected ${label}`;
}

export function outOfFacet(message: string): Problem {
  return { code: 'CODEC_FACET', message };
}

/** The start of a value in quotes, for messages. */
export function quoteValue(bytes: Uint8Array, start: number, end: number): string {
  if (end - start <= MAX_QUOTED) return `'${utf8(bytes, start, end)}'`;
  let cut = start + MAX_QUOTED;
  while ((bytes[cut] & 0xc0) === 0x80) cut--;
  return `'${utf8(bytes, start, cut)}…'`;
}

const KINDS = new Map([
  [OBJECT, 'an object'],
  [ARRAY, 'an array'],
  [STRING, 'a string'],
  [NUMBER, 'a number'],
  [TRUE, 'a boolean'],
  [FALSE, 'a boolean'],
  [NULL, 'null'],
]);

/** "expected a number (xs:int), found a string" */
export function wrongKind(tape: Tape, node: number, expected: string, label: string): Problem {
  const actual = KINDS.get(kindAt(tape, node));
  return {
    code: 'CODEC_TYPE',
    message: `expected ${expected} (${label}), found ${actual}`,
    safeMessage: wrongType(label),
  };
}

/** A facet that is invalid for its type: thrown at load, when the type is compiled. */
export function invalidFacet(
  message: string,
  suggestion = 'mend the facet in a copy of the contract, or leave it out',
): SoapstoneError {
  return new SoapstoneError('CONTRACT_INVALID', message, { suggestion });
}
