// Tags of operations: by default the resource that a path begins with, so that a page groups what belongs together.
import type { Mapping, MappingRule } from '../../mapping/model/mapping.ts';
import type { Line } from '../../pattern/line.ts';
import { isHole, type Part } from '../../pattern/text/hole.ts';
import { shapeOf, templateOf } from './paths.ts';
import { isShown } from './shown-rules.ts';
import { groupNames } from './tag-groups.ts';

/** Segments that many APIs begin with and that name no resource. */
const NO_RESOURCE = /^(?:v\d+(?:[._]\d+)*|api|rest|services?)$/i;

/** Those of the table; else the group of the first literal segment below the base that names a resource; for paths without one, the port type. */
export function tagsOf(rule: MappingRule, mapping: Mapping): readonly string[] {
  if (rule.restSide.doc?.tags) return rule.restSide.doc.tags;
  const segment = segmentOf(rule);
  return [groupsOf(mapping).get(segment) ?? segment];
}

/** Cache: the groups of a table are made once. */
const groups = new WeakMap<Mapping, ReadonlyMap<string, string>>();

function groupsOf(mapping: Mapping): ReadonlyMap<string, string> {
  let names = groups.get(mapping);
  if (names === undefined) {
    const rules = mapping.rules.filter((rule) => isShown(rule) && rule.restSide.doc?.tags === undefined);
    groups.set(mapping, (names = groupNames(rules.map(segmentOf))));
  }
  return names;
}

function segmentOf({ restSide, operation }: MappingRule): string {
  const { segments } = restSide.line.value;
  const at = resourceIndex(segments);
  return at < 0 ? operation.portType.local : segments[at].join('');
}

/** The first literal segment that names a resource; -1: there is none. */
export function resourceIndex(segments: Line['segments']): number {
  const isLiteral = (pieces: readonly Part[]) => pieces.length > 0 && !pieces.some(isHole);
  return segments.findIndex((pieces) => isLiteral(pieces) && !NO_RESOURCE.test(pieces.join('')));
}

/** Tags of what REST callers can reach, in the order of the tables, each with its operations as `GET /v1/accounts/{id}`. */
export function taggedOperations(mappings: readonly Mapping[]): ReadonlyMap<string, readonly string[]> {
  const operations = new Map<string, Map<string, string>>();
  for (const mapping of mappings)
    for (const rule of mapping.rules.filter(isShown)) {
      const { base = mapping.base, line } = rule.restSide;
      const { method } = line.value;
      for (const tag of tagsOf(rule, mapping)) {
        const ofTag = operations.get(tag) ?? new Map<string, string>();
        const shape = `${method} ${shapeOf(base, line.value)}`;
        if (!ofTag.has(shape)) ofTag.set(shape, `${method} ${templateOf(base, line.value).template}`);
        operations.set(tag, ofTag);
      }
    }
  return new Map([...operations].map(([tag, ofTag]) => [tag, [...ofTag.values()]]));
}
