// Rules that a description shows, and what their paths begin with.
import type { MappingRule } from '../../mapping/model/mapping.ts';
import { isHole } from '../../pattern/text/hole.ts';

/** Can REST callers reach the rule? */
export function isShown({ direction, flow }: MappingRule): boolean {
  return direction !== 'soap-to-rest' && !(flow?.kind === 'pages' && flow.phase === 'next');
}

/** The first path segment below the base, if it is plain text. */
export function nameOf({ restSide }: MappingRule): string | undefined {
  if (restSide.base !== undefined) return undefined;
  const [first = []] = restSide.line.value.segments;
  return first.length > 0 && !first.some(isHole) ? first.join('') : undefined;
}
