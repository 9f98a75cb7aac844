// Schemas of a rule's request body, and the examples that its table says of its bodies.
import type { MappingRule } from '../../mapping/model/mapping.ts';
import type { DocExample } from '../../mapping/syntax/doc.ts';
import { BodySchemas } from './body.ts';
import { neededVariables } from './companions.ts';
import type { Places } from './places.ts';

export function requestBodiesOf(rule: MappingRule, places: Places): BodySchemas {
  const { restSide, variables, flow } = rule;
  const optional = (name: string) => restSide.optional.request[variables.indexOf(name)] ?? false;
  const each = flow?.kind === 'calls' ? flow.parts.find((part) => part.each && !part.each.brought)?.each : flow;
  const called = each && 'maxItems' in each ? { list: variables[each.over], maxItems: each.maxItems } : undefined;
  const presence = { side: 'request', optional, called } as const;
  const needed = neededVariables(rule, new BodySchemas(places, presence));
  return new BodySchemas(places, { ...presence, needed });
}

/** Of a job, the submission has the request of the rule, and the result its response. */
export function exampleIn(
  { restSide: { doc, job } }: MappingRule,
  side: 'request' | 'response',
): DocExample | undefined {
  const phase = side === 'request' ? 'submit' : 'result';
  return job === undefined || job.phase === phase ? doc?.examples?.[side] : undefined;
}
