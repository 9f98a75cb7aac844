// What clients of a bridge can reach: rules of its direction, and the SOAP address.
import type { Mapping, MappingRule } from '../../mapping/model/mapping.ts';
import type { Rule } from '../../rule/rule.ts';
import type { BridgeSettings } from '../settings/settings.ts';

export function offered(mapping: Mapping, present: BridgeSettings['present']): readonly MappingRule[] {
  const opposite = present === 'rest' ? 'soap-to-rest' : 'rest-to-soap';
  return mapping.rules.filter((rule) => rule.direction !== opposite);
}

/** By default the path of the service's address in the contract, which its existing clients use. */
export function soapPath({ path }: Pick<BridgeSettings, 'path'>, rules: readonly Rule[]): string {
  if (path !== undefined) return path;
  const address = rules[0]?.operation.address ?? '';
  return URL.canParse(address) ? new URL(address).pathname : '/';
}
