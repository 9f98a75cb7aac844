// The path of a REST request pattern, compiled.
import { SoapstoneError } from '../errors.ts';
import { type Bindings, CONFLICT, OK } from './bound.ts';
import { encodeSegment, faultOf } from './path.ts';
import { fillText, matchText, type TextTemplate } from './text-template.ts';

/** A literal (decoded) or a text with holes. */
export type Segment = string | TextTemplate;

/** False: another path. Throws BAD_PATH for a value that is not of its variable's type. */
export function matchSegments(pattern: readonly Segment[], segments: readonly string[], bindings: Bindings): boolean {
  if (pattern.length !== segments.length) return false;
  for (let i = 0; i < pattern.length; i++) {
    const segment = pattern[i];
    if (typeof segment === 'string') {
      if (segment !== segments[i]) return false;
      continue;
    }
    const outcome = matchTyped(segment, segments[i], bindings);
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
    const name = template.holes.map((hole) => `{${hole.name}}`).join(', ');
    throw new SoapstoneError('BAD_PATH', e.message, { path: name, cause: e });
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

/** The router takes no segment without a value in it: `x-` is not `x-{id}`. */
function filled(segment: TextTemplate, bindings: Bindings): string {
  const text = fillText(segment, bindings) ?? '';
  const { literals } = segment;
  const empty = text.length <= literals[0].length + literals[literals.length - 1].length;
  const fault = empty ? 'a value in the path may not be empty' : faultOf(text);
  if (fault === undefined) return encodeURIComponent(text);
  const name = segment.holes.map((hole) => `{${hole.name}}`).join(', ');
  throw new SoapstoneError('BAD_PATH', `${name}: ${fault}`, { path: name });
}
