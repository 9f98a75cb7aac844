// What clients of a bridge can reach: rules of its direction, and the one path of a face that has no other.
import { SoapstoneError } from '../../errors/errors.ts';
import type { Mapping, MappingRule } from '../../mapping/model/mapping.ts';
import { selectRules } from '../../mcp/select-rules.ts';
import type { Rule } from '../../rule/rule.ts';
import type { BridgeSettings } from '../settings/settings.ts';

type Exposing = Pick<BridgeSettings, 'present' | 'tools' | 'readOnly'>;

/** @throws SoapstoneError SETTINGS for a pattern of `tools` that fits no rule, and for tools of a table whose services are all REST. */
export function offered(mapping: Mapping, { present, tools, readOnly }: Exposing): readonly MappingRule[] {
  const opposite = frontSide(present) === 'rest' ? 'soap-to-rest' : 'rest-to-soap';
  const rules = mapping.rules.filter((rule) => rule.direction !== opposite);
  if (present !== 'mcp') return rules;
  if (rules.length === 0 && mapping.rules.length > 0)
    throw new SoapstoneError(
      'SETTINGS',
      'present: mcp calls a SOAP service, and all rules of the table are soap-to-rest',
      {
        suggestion: 'tools for a REST service are not made: use present: soap, or tools of that service',
      },
    );
  return selectRules(rules, tools, readOnly);
}

/** The side of a rule that clients see: a call of a tool is a REST request. */
export function frontSide(present: BridgeSettings['present']): 'rest' | 'soap' {
  return present === 'soap' ? 'soap' : 'rest';
}

/** By default the path of the service's address in the contract, which its existing clients use. */
export function soapPath({ path }: Pick<BridgeSettings, 'path'>, rules: readonly Rule[]): string {
  if (path !== undefined) return path;
  const address = rules[0]?.operation.address ?? '';
  return URL.canParse(address) ? new URL(address).pathname : '/';
}

export function mcpPath({ path }: Pick<BridgeSettings, 'path'>): string {
  return path ?? '/mcp';
}
