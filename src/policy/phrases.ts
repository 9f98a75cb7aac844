// What policies ask for, in words: for notes of `check`, the start and comments of a first table.
import type { Place } from '../errors/errors.ts';
import type { Requirement, Settings, Unmet, Values } from './plan.ts';

interface Phrase {
  /** `a UsernameToken (password as text)` */
  readonly asks: string;
  /** What settings have for it. */
  readonly setting: string;
}

const SECURITY = 'auth.back.security';

const PHRASES: { readonly [K in keyof Values]: (value: Values[K]) => Phrase } = {
  addressing: (version) => ({ asks: 'WS-Addressing', setting: `addressing: ${version}` }),
  mtom: () => ({ asks: 'MTOM', setting: 'mtom: true' }),
  https: () => ({ asks: 'HTTPS', setting: 'upstream: https://…' }),
  clientCertificate: () => ({ asks: 'a client certificate', setting: 'upstreamCert and upstreamKey' }),
  basic: () => ({ asks: 'HTTP Basic', setting: 'auth.back.basic: {}' }),
  timestamp: () => ({ asks: 'a Timestamp', setting: `${SECURITY}.timestamp: 5m` }),
  usernameToken: (type) => ({
    asks: `a UsernameToken (password as ${type})`,
    setting: `${SECURITY}.usernameToken: { type: ${type} }`,
  }),
  assertion: () => ({ asks: 'a SAML assertion', setting: `${SECURITY}.assertion: {}` }),
  signature: ({ parts }) => ({ asks: 'signed requests', setting: `${SECURITY}.signature with ${partsText(parts)}` }),
  encryption: ({ parts, algorithm }) => ({
    asks: 'encrypted requests',
    setting: `${SECURITY}.encryption with ${partsText(parts)} and algorithm: ${algorithm}`,
  }),
  verify: ({ parts }) => ({ asks: 'signed responses', setting: `${SECURITY}.verify with ${partsText(parts)}` }),
  decrypt: (algorithms) => ({
    asks: 'encrypted responses',
    setting: `${SECURITY}.decrypt with algorithms: [ ${algorithms.join(', ')} ]`,
  }),
};

export interface Wish extends Phrase {
  readonly key: keyof Values;
  readonly place: Place;
}

/** In the order of the table above: the outermost layer first. */
export function wishesOf(settings: Settings): Wish[] {
  return (Object.keys(PHRASES) as (keyof Values)[]).flatMap((key) => {
    const requirement = settings[key] as Requirement<never> | undefined;
    return requirement ? [{ key, place: requirement.place, ...PHRASES[key](requirement.value) }] : [];
  });
}

export function unmetText({ message }: Unmet): string {
  return `the policy asks for what cannot be done: ${message}`;
}

export function wishText({ asks, setting }: Wish): string {
  return `the policy asks for ${asks}: ${setting}`;
}

function partsText(parts: readonly string[]): string {
  return `parts: [ ${parts.map((part) => (part.startsWith('{') ? `"${part}"` : part)).join(', ')} ]`;
}
