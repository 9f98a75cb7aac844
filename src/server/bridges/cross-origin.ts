// The CORS policies of a bridge: its own, and those of the rules that its settings name.
import { CrossOrigin, type PolicyOf } from '../../binding/cross-origin.ts';
import type { MappingRule } from '../../mapping/model/mapping.ts';
import { ruleSelector } from '../../mapping/model/rule-selector.ts';
import type { CorsSettings } from '../settings/cors-setting.ts';
import type { BridgeSettings } from '../settings/settings.ts';

/** undefined: no page of another origin may read responses. @throws SoapstoneError SETTINGS for a pattern that fits no rule. */
export function crossOriginOf(
  { cors, present }: Pick<BridgeSettings, 'cors' | 'present'>,
  rules: readonly MappingRule[],
): PolicyOf | undefined {
  if (cors === undefined) return undefined;
  // The name of a session (MCP specification, basic/transports).
  const exposeHeaders = [...cors.exposeHeaders, ...(present === 'mcp' ? ['Mcp-Session-Id'] : [])];
  const usual = new CrossOrigin({ ...cors, exposeHeaders });
  const policies = policiesOf(cors, rules);
  if (policies.size === 0) return () => usual;
  return (rules, origin) => {
    const all = rules.map(({ id }) => policies.get(id) ?? usual);
    // A preflight has no body and no header fields: which of several rules of a path it is for, nobody knows.
    return all.find((policy) => origin === undefined || !policy.allows(origin)) ?? all[0] ?? usual;
  };
}

function policiesOf({ rules: entries }: CorsSettings, rules: readonly MappingRule[]): ReadonlyMap<string, CrossOrigin> {
  const policies = new Map<string, CrossOrigin>();
  for (const { rule: patterns, place, ...policy } of entries) {
    const crossOrigin = new CrossOrigin(policy);
    for (const pattern of patterns)
      for (const rule of rules.filter(ruleSelector(pattern, rules, 'cors', place)))
        if (!policies.has(rule.id)) policies.set(rule.id, crossOrigin);
  }
  return policies;
}
