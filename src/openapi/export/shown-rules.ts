// Rules that a description shows, and what their paths begin with.
import type { MappingRule } from '../../mapping/model/mapping.ts';
import { continuesPages } from '../../mapping/runtime/deferred-rule.ts';
import { isHole } from '../../pattern/text/hole.ts';

/** Can REST callers reach the rule? */
export function isShown(rule: MappingRule): boolean {
  return rule.direction !== 'soap-to-rest' && !continuesPages(rule);
}

/** The first path segment below the base, if it is plain text. */
export function nameOf({ restSide }: MappingRule): string | undefined {
  if (restSide.base !== undefined) return undefined;
  const [first = []] = restSide.line.value.segments;
  return first.length > 0 && !first.some(isHole) ? first.join('') : undefined;
}
