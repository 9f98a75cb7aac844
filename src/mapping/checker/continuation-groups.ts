// Rules with the same SOAP request (`searchMore` of every search). The stored cursor selects the rule.

import type { Codec } from '../../codec/model/codec.ts';
import type { Steps } from '../../event-loop/time-slices.ts';
import type { ContinuationGroup } from '../../rule/flow.ts';
import type { MappingRule } from '../model/mapping.ts';
import { type Continuation, DeferredRule } from '../runtime/deferred-rule.ts';
import { InnerRequest, InternalRouter } from '../runtime/relay.ts';
import type { PlacedRule } from './placement.ts';

/** Groups the rules with one SOAP request. Returns all but the first of each group: SOAP lookups do not find them. */
export function* groupContinuations(rules: readonly PlacedRule[], codec: Codec): Steps<ReadonlySet<MappingRule>> {
  const first = new Map<string, { readonly kin: ContinuationGroup<MappingRule>; readonly rule: MappingRule }>();
  const hidden = new Set<MappingRule>();
  for (const { rule, placement } of rules) {
    yield;
    const { soapKey: key } = placement;
    const from = rule instanceof DeferredRule ? rule.continuation : statusOf(rule);
    if (key === undefined || from === undefined) continue;
    const group = first.get(key);
    from.kin = group?.kin ?? { rules: new Map() };
    from.kin.rules.set(from.id, rule);
    if (group === undefined) first.set(key, { kin: from.kin, rule });
    else hidden.add(rule);
  }
  for (const { rule, placement } of rules) {
    yield;
    const { soapKey: key, isContinuation } = placement;
    const kin = isContinuation || key === undefined ? undefined : first.get(key);
    if (kin === undefined) continue;
    kin.kin.otherwise = delegateTo(rule, kin.rule, codec);
    hidden.add(rule);
  }
  return hidden;
}

/** The status of all jobs is one rule, which is compiled at once. */
function statusOf({ id, soapFlow }: MappingRule): Continuation | undefined {
  return soapFlow?.phase === 'status' ? Object.assign(soapFlow, { id }) : undefined;
}

/** Hands the same request to another rule. */
function delegateTo(rule: MappingRule, from: MappingRule, codec: Codec): InnerRequest {
  const relay = new InternalRouter(codec);
  relay.link({ lookupSoap: () => [rule] });
  return new InnerRequest(relay, from.request.soap, from.response.soap);
}
