// What the policies of a contract ask of its clients, and the settings of a bridge do not do.
import type { SecuritySettings } from '../../auth/settings/settings.ts';
import type { Contract } from '../../contract/model/contract.ts';
import { contractPolicy } from '../../policy/contract-policy.ts';
import { unmetText, wishesOf, wishText } from '../../policy/phrases.ts';
import type { Values } from '../../policy/plan.ts';
import type { BridgeSettings } from '../settings/settings.ts';

type Check<V> = (settings: BridgeSettings, value: V, security: SecuritySettings | undefined) => boolean;

const MET: { readonly [K in keyof Values]: Check<Values[K]> } = {
  addressing: ({ addressing }, version) => addressing === version,
  mtom: ({ mtom }) => mtom,
  https: ({ upstream }) => upstream.startsWith('https:'),
  clientCertificate: ({ upstreamCert }) => upstreamCert !== undefined,
  basic: ({ auth }) => auth?.back.basic !== undefined,
  timestamp: (_, __, security) => security?.timestamp !== undefined,
  usernameToken: (_, type, security) => security?.usernameToken?.type === type,
  assertion: (_, __, security) => security?.assertion !== undefined,
  signature: (_, { parts }, security) => hasAll(security?.signature?.parts, parts),
  encryption: (_, { parts }, security) => hasAll(security?.encryption?.parts, parts),
  verify: (_, { parts }, security) => hasAll(security?.verify?.parts, parts),
  decrypt: (_, algorithms, security) => hasAll(security?.decrypt?.algorithms, algorithms),
};

/** One line each, with the place of the assertion. None with SOAP in front: the policies are for the clients then. */
export function unmetPolicy(contract: Contract, settings: BridgeSettings): string[] {
  if (settings.present === 'soap' || !contract.hasPolicies) return [];
  const policy = contractPolicy(contract);
  const lacking = wishesOf(policy.settings).filter(({ key }) => !isMet(key, policy.settings[key]!.value, settings));
  const lines = [
    ...lacking.map((wish) => ({ place: wish.place, text: wishText(wish) })),
    ...policy.unmet.map((unmet) => ({ place: unmet.place, text: unmetText(unmet) })),
  ];
  return lines.map(({ place: { file, line, col }, text }) => `${file}:${line}:${col} ${text}`);
}

function isMet<K extends keyof Values>(key: K, value: Values[keyof Values], settings: BridgeSettings): boolean {
  return MET[key](settings, value as Values[K], settings.auth?.back.security);
}

function hasAll(names: readonly string[] | undefined, needed: readonly string[]): boolean {
  return names !== undefined && needed.every((name) => names.includes(name));
}
