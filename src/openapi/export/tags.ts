// Tags of operations: by default the resource that a path begins with, so that a page groups what belongs together.
import { atOnce } from '../../event-loop/time-slices.ts';
import type { Mapping } from '../../mapping/model/mapping.ts';
import { outlinesOf } from './rule-outlines.ts';

/** Tags of what REST callers can reach, in the order of the tables, each with its operations as `GET /v1/accounts/{id}`. */
export function taggedOperations(mappings: readonly Mapping[]): ReadonlyMap<string, readonly string[]> {
  const operations = new Map<string, Map<string, string>>();
  for (const { method, path, shape, tags } of mappings.flatMap((mapping) => atOnce(outlinesOf(mapping))))
    for (const tag of tags) {
      const ofTag = operations.get(tag) ?? new Map<string, string>();
      const key = `${method} ${shape}`;
      if (!ofTag.has(key)) ofTag.set(key, `${method} ${path.template}`);
      operations.set(tag, ofTag);
    }
  return new Map([...operations].map(([tag, ofTag]) => [tag, [...ofTag.values()]]));
}
