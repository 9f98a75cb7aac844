// What a bridge shows to its callers: rules of its direction, and where SOAP is to be found.
import type { Mapping } from '../../mapping/model/mapping.ts';
import type { Rule } from '../../rule/rule.ts';
import type { BridgeSettings } from '../settings/settings.ts';

export function offered(mapping: Mapping, present: BridgeSettings['present']): readonly Rule[] {
  const opposite = present === 'rest' ? 'soap-to-rest' : 'rest-to-soap';
  return mapping.rules.filter((rule) => rule.direction !== opposite);
}

/** Where old clients of the service look for it, unless a setting says otherwise: the path of its address in the contract. */
export function soapPath({ path }: Pick<BridgeSettings, 'path'>, rules: readonly Rule[]): string {
  if (path !== undefined) return path;
  const address = rules[0]?.operation.address ?? '';
  return URL.canParse(address) ? new URL(address).pathname : '/';
}
