// A text around holes, compiled: `eid:{id}`, `{lat},{lon}`.
import { type ErrorCode, SoapstoneError } from '../../errors/errors.ts';
import {
  type Bindings,
  type Bound,
  bindAbsent,
  bindText,
  filledValue,
  fillsNothing,
  OK,
  OUTSIDE,
  toText,
} from './bound-values.ts';

/** `literals` has one entry more than `holes`; those between two holes are never empty. */
export interface TextTemplate {
  readonly literals: readonly string[];
  readonly holes: readonly Bound[];
}

/** One of OK, OUTSIDE, CONFLICT. Holes match non-greedily. Throws SoapstoneError CODEC_*. */
export function matchText(template: TextTemplate, text: string, bindings: Bindings): number {
  const { literals, holes } = template;
  if (!text.startsWith(literals[0])) return OUTSIDE;
  let at = literals[0].length;
  for (let i = 0; i < holes.length; i++) {
    const after = literals[i + 1];
    const end = i + 1 < holes.length ? text.indexOf(after, at) : text.length - after.length;
    if (end < at || !text.startsWith(after, end)) return OUTSIDE;
    const outcome = bindText(holes[i], text.slice(at, end), bindings);
    if (outcome !== OK) return outcome;
    at = end + after.length;
  }
  return at === text.length ? OK : OUTSIDE;
}

/** The holes of a text without literals. */
export function wholeOf({ literals, holes }: TextTemplate): readonly Bound[] {
  return literals.every((literal) => literal === '') ? holes : [];
}

export function absentText(template: TextTemplate, bindings: Bindings): boolean {
  let fine = template.holes.length > 0;
  for (const hole of template.holes) fine = bindAbsent(hole, bindings) && fine;
  return fine;
}

/**
 * undefined: no hole has a value, so the text is left out. Throws CODEC_MISSING where only some have one: the text could
 * not be written without losing those.
 */
export function fillText(template: TextTemplate, bindings: Bindings): string | undefined {
  const { literals, holes } = template;
  if (saysNothing(holes, bindings)) return undefined;
  let text = literals[0];
  for (let i = 0; i < holes.length; i++) {
    const value = filledValue(holes[i], bindings) ?? holes[i].default;
    if (value === undefined) throw missingNames([holes[i].name], 'text');
    const piece = toText(holes[i], value, bindings);
    if (i + 1 < holes.length) refuseSeparator(holes[i], piece, literals[i + 1]);
    text += piece + literals[i + 1];
  }
  return text;
}

function saysNothing(holes: readonly Bound[], bindings: Bindings): boolean {
  if (holes.length === 0) return false;
  for (const hole of holes) if (!fillsNothing(hole, filledValue(hole, bindings))) return false;
  return true;
}

/** Refuses a value that contains the literal after it: matching would cut it (match(fill(b)) = b). */
function refuseSeparator(hole: Bound, piece: string, after: string): void {
  // A single character cannot overlap the end of the value.
  if (after.length === 1 ? !piece.includes(after) : (piece + after).indexOf(after) === piece.length) return;
  throw new SoapstoneError('CODEC_TYPE', `the value may not contain "${after}" here`, { path: `{${hole.name}}` });
}

/** The error of a fill: every name that has no value, once. */
export function missingNames(
  names: readonly string[],
  location: string,
  variables?: readonly number[],
): SoapstoneError {
  const list = [...new Set(names)].map((name) => `{${name}}`).join(', ');
  const code: ErrorCode = 'CODEC_MISSING';
  return new SoapstoneError(code, `no value for ${list} in the ${location}`, { variables });
}
