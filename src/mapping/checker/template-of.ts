import type { Bound } from '../../pattern/text/bound-values.ts';
import { type Hole, isHole, type Part } from '../../pattern/text/hole.ts';
import type { TextTemplate } from '../../pattern/text/text-template.ts';

/** A text with holes, compiled. */
export function templateOf(parts: readonly Part[], make: (hole: Hole) => Bound): TextTemplate {
  const literals: string[] = [''];
  const holes: Bound[] = [];
  for (const part of parts) {
    if (isHole(part)) {
      holes.push(make(part));
      literals.push('');
    } else literals[literals.length - 1] += part;
  }
  return { literals, holes };
}
