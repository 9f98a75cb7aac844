// What descriptions look at of all rules: their paths and groups. It stays in memory; a compiled rule of a large table takes a hundred times as much.
import { mapped, type Steps } from '../../event-loop/time-slices.ts';
import type { Mapping, MappingRule, WrittenRest } from '../../mapping/model/mapping.ts';
import { continuesPages, RuleTurns } from '../../mapping/runtime/deferred-rule.ts';
import type { Line } from '../../pattern/line.ts';
import { isHole, type Part } from '../../pattern/text/hole.ts';
import { type PathTemplate, shapeOf, templateOf } from './paths.ts';
import { groupNames } from './tag-groups.ts';

export interface RuleOutline {
  readonly rule: MappingRule;
  /** `GET` */
  readonly method: string;
  readonly path: PathTemplate;
  /** Equal for paths that the router cannot distinguish. */
  readonly shape: string;
  /** The first path segment below the base, if it is plain text. */
  readonly name: string | undefined;
  /** The path down to the segment that names the resource; without one, the path above all rules. */
  readonly resource: string;
  /** Those of the table; else the group of the first literal segment below the base that names a resource; for paths without one, the port type. */
  readonly tags: readonly string[];
  readonly job: WrittenRest['job'];
}

const outlines = new WeakMap<Mapping, readonly RuleOutline[]>();

/** Of the rules that REST callers can reach, in the order of the table. Made once. */
export function* outlinesOf(mapping: Mapping): Steps<readonly RuleOutline[]> {
  const cached = outlines.get(mapping);
  if (cached !== undefined) return cached;
  const turns = new RuleTurns();
  const drafts = yield* mapped(mapping.rules.filter(isShown), (rule) => draftOf(rule, turns.of(rule), mapping));
  turns.end();
  const untagged = drafts.filter(({ tags }) => tags === undefined);
  const groups = groupNames(
    untagged.map(({ segment }) => segment),
    new Set(untagged.filter(({ isResource }) => isResource).map(({ segment }) => segment)),
  );
  const all = drafts.map(({ segment, isResource, tags, ...outline }) => ({
    ...outline,
    tags: tags ?? [groups.get(segment) ?? segment],
  }));
  outlines.set(mapping, all);
  return all;
}

/** Can REST callers reach the rule? */
export function isShown(rule: MappingRule): boolean {
  return rule.direction !== 'soap-to-rest' && !continuesPages(rule);
}

interface Draft extends Omit<RuleOutline, 'tags'> {
  /** Those of the table. */
  readonly tags: readonly string[] | undefined;
  readonly segment: string;
  /** Its first segment is a noun, as far as the rule says it: `POST /login` alone is the name of an operation. */
  readonly isResource: boolean;
}

function draftOf(rule: MappingRule, { restSide, operation }: MappingRule, mapping: Mapping): Draft {
  const { base, line, job, doc } = restSide;
  const { method, segments } = line.value;
  const root = base ?? mapping.base;
  const at = resourceIndex(segments);
  return {
    rule,
    method,
    path: templateOf(root, line.value),
    shape: shapeOf(root, line.value),
    name: base === undefined ? literalOf(segments[0]) : undefined,
    resource: templateOf(root, { ...line.value, segments: segments.slice(0, at + 1) }).template,
    tags: doc?.tags,
    segment: at < 0 ? operation.portType.local : segments[at].join(''),
    isResource: at >= 0 && (method !== 'POST' || segments.length > at + 1 || restSide.response.status === CREATED),
    job,
  };
}

const CREATED = 201;

/** Segments that many APIs begin with and that name no resource. */
const NO_RESOURCE = /^(?:v\d+(?:[._]\d+)*|api|rest|services?)$/i;

/** The first literal segment that names a resource; -1: there is none. */
function resourceIndex(segments: Line['segments']): number {
  return segments.findIndex((pieces) => {
    const text = literalOf(pieces);
    return text !== undefined && !NO_RESOURCE.test(text);
  });
}

function literalOf(pieces: readonly Part[] = []): string | undefined {
  return pieces.length > 0 && !pieces.some(isHole) ? pieces.join('') : undefined;
}
