// Tags of operations: by default the resource that a path begins with, so that a page groups what belongs together.
import type { Mapping, MappingRule } from '../../mapping/model/mapping.ts';
import { isHole } from '../../pattern/text/hole.ts';
import { shapeOf } from './paths.ts';
import { isShown } from './shown-rules.ts';

/** Segments that many APIs begin with and that name no resource. */
const NO_RESOURCE = /^(?:v\d+(?:[._]\d+)*|api|rest|services?)$/i;

/** The first literal segment below the base that names a resource; for paths without one, the port type. */
export function tagsOf({ restSide, operation }: MappingRule): readonly string[] {
  const literals = restSide.line.value.segments.flatMap((parts) =>
    parts.length > 0 && !parts.some(isHole) ? [parts.join('')] : [],
  );
  return [literals.find((segment) => !NO_RESOURCE.test(segment)) ?? operation.portType.local];
}

/** Tags of what REST callers can reach, each with its number of operations, in the order of the tables. */
export function tagCounts(mappings: readonly Mapping[]): ReadonlyMap<string, number> {
  const operations = new Map<string, Set<string>>();
  for (const mapping of mappings)
    for (const rule of mapping.rules.filter(isShown))
      for (const tag of tagsOf(rule)) {
        const { base = mapping.base, line } = rule.restSide;
        const ofTag = operations.get(tag) ?? new Set();
        operations.set(tag, ofTag.add(`${line.value.method} ${shapeOf(base, line.value)}`));
      }
  return new Map([...operations].map(([tag, ofTag]) => [tag, ofTag.size]));
}
