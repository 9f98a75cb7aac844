// The path of a REST request pattern, compiled.
import { SoapstoneError } from '../errors/errors.ts';
import { aboutHoles, type Bindings, type Bound, CONFLICT, OK } from './text/bound-values.ts';
import { encodeSegment, faultOf, pathText } from './text/path.ts';
import { fillText, matchText, type TextTemplate } from './text/text-template.ts';

/** A literal (decoded) or a text with holes. */
export type Segment = string | SegmentText;

export interface SegmentText extends TextTemplate {
  /** It takes all segments that are left, with slashes between them. */
  readonly tail?: true;
}

/** Does the path end with a segment that takes several? */
export function hasTail(pattern: readonly Segment[]): boolean {
  const last = pattern.at(-1);
  return typeof last === 'object' && last.tail === true;
}

/** False: no match. Throws BAD_PATH for a value that is not of its variable's type. */
export function matchSegments(pattern: readonly Segment[], segments: readonly string[], bindings: Bindings): boolean {
  if (pattern.length !== segments.length && !(pattern.length < segments.length && hasTail(pattern))) return false;
  for (let i = 0; i < pattern.length; i++) {
    const segment = pattern[i];
    if (typeof segment === 'string') {
      if (segment !== segments[i]) return false;
      continue;
    }
    const text = segment.tail ? segments.slice(i).join('/') : segments[i];
    const outcome = matchTyped(segment, text, bindings);
    if (outcome === CONFLICT) throw new SoapstoneError('BAD_PATH', 'two places of the path must have the same value');
    if (outcome !== OK) return false;
  }
  return true;
}

function matchTyped(template: TextTemplate, text: string, bindings: Bindings): number {
  try {
    return matchText(template, text, bindings);
  } catch (e) {
    if (!(e instanceof SoapstoneError)) throw e;
    throw new SoapstoneError('BAD_PATH', e.message, { path: namesOf(template), cause: e });
  }
}

/** `/a/b`, percent-encoded. Every variable has a value. */
export function fillSegments(pattern: readonly Segment[], bindings: Bindings): string {
  if (pattern.length === 0) return '/';
  let path = '';
  for (const segment of pattern) {
    path += `/${typeof segment === 'string' ? encodeSegment(segment) : filled(segment, bindings)}`;
  }
  return path;
}

function filled(segment: SegmentText, bindings: Bindings): string {
  try {
    return segment.tail ? encodedTail(segment, bindings) : encoded(segment, bindings);
  } catch (error) {
    throw aboutHoles(error, segment.holes, namesOf(segment));
  }
}

function namesOf({ holes }: TextTemplate): string {
  return holes.map((hole) => `{${hole.name}}`).join(', ');
}

/** The router requires a value in each segment: `x-` is not `x-{id}`. */
function encoded(segment: TextTemplate, bindings: Bindings): string {
  const text = fillText(segment, bindings) ?? '';
  const { literals } = segment;
  const empty = text.length <= literals[0].length + literals[literals.length - 1].length;
  const fault = empty ? 'a value in the path may not be empty' : faultOf(text);
  if (fault === undefined) return apart(text, segment);
  const path = namesOf(segment);
  throw new SoapstoneError('BAD_PATH', `${path}: ${fault}`, { path });
}

function encodedTail(segment: SegmentText, bindings: Bindings): string {
  return (fillText(segment, bindings) ?? '').split('/').map(encodeSegment).join('/');
}

/** Literals stay as in the table. In values, every character with a meaning in paths is encoded. */
function apart(text: string, { literals, holes }: TextTemplate): string {
  let path = pathText(literals[0]);
  let at = literals[0].length;
  for (let i = 1; i < literals.length; i++) {
    const end = i + 1 < literals.length ? text.indexOf(literals[i], at) : text.length - literals[i].length;
    path += encodedValue(text.slice(at, end), holes[i - 1]) + pathText(literals[i]);
    at = end + literals[i].length;
  }
  return path;
}

function encodedValue(text: string, { chain }: Bound): string {
  const encoded = encodeURIComponent(text);
  return chain.at(-1)?.separator === ',' ? encoded.replaceAll('%2C', ',') : encoded;
}
