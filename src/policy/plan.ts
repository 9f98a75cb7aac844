// What policies of a contract ask of whoever calls its service, in the words of settings. Knows nothing about files of settings.
import type { Place } from '../errors/errors.ts';

/** A value of a setting, and the assertion that asks for it. */
export interface Requirement<T> {
  readonly value: T;
  readonly place: Place;
}

export interface SignaturePlan {
  readonly parts: readonly string[];
  readonly algorithm: string;
  readonly digest: string;
  readonly canonicalization: 'exclusive' | 'inclusive';
  readonly keyReference: 'certificate' | 'issuerSerial' | 'subjectKeyIdentifier' | 'thumbprint';
}

export interface EncryptionPlan {
  readonly parts: readonly string[];
  readonly algorithm: string;
  readonly keyReference: 'issuerSerial' | 'subjectKeyIdentifier' | 'thumbprint';
}

export interface VerifyPlan {
  readonly parts: readonly string[];
  readonly algorithms: readonly string[];
  readonly confirmation: boolean;
}

/** Names as of the settings; `https` and `clientCertificate` concern `upstream` and `upstreamCert`. */
export interface Values {
  readonly addressing: '2005/08' | '2004/08';
  readonly mtom: true;
  readonly https: true;
  readonly clientCertificate: true;
  readonly basic: true;
  readonly timestamp: true;
  readonly usernameToken: 'text' | 'digest';
  readonly assertion: true;
  readonly signature: SignaturePlan;
  readonly encryption: EncryptionPlan;
  readonly verify: VerifyPlan;
  /** Names of the ciphers. */
  readonly decrypt: readonly string[];
}

export type Settings = { readonly [K in keyof Values]?: Requirement<Values[K]> };

/** An assertion that cannot be met. */
export interface Unmet {
  /** `sp:SymmetricBinding`, and why. */
  readonly message: string;
  readonly place: Place;
}

export interface Plan {
  readonly settings: Settings;
  readonly unmet: readonly Unmet[];
}

/** Settings of one bridge serve all of its operations: lists are united, of single values the first stays. */
export function united(plans: readonly Plan[]): Plan {
  const distinct = [...new Set(plans)];
  const settings: { -readonly [K in keyof Settings]: Settings[K] } = {};
  for (const plan of distinct) addAll(settings, plan.settings);
  const unmet = new Map(
    distinct.flatMap((plan) => plan.unmet).map((unmet) => [`${textOf(unmet.place)} ${unmet.message}`, unmet]),
  );
  return { settings, unmet: [...unmet.values()] };
}

type Draft = { -readonly [K in keyof Settings]: Settings[K] };

function addAll(draft: Draft, { signature, encryption, verify, decrypt, ...single }: Settings): void {
  for (const [key, requirement] of Object.entries(single)) draft[key as 'mtom'] ??= requirement as Requirement<true>;
  draft.signature = withParts(draft.signature, signature);
  draft.encryption = withParts(draft.encryption, encryption);
  draft.verify = withParts(draft.verify, verify);
  draft.decrypt ??= decrypt;
}

function withParts<T extends { readonly parts: readonly string[] }>(
  first: Requirement<T> | undefined,
  second: Requirement<T> | undefined,
): Requirement<T> | undefined {
  if (!first || !second) return first ?? second;
  const parts = [...new Set([...first.value.parts, ...second.value.parts])];
  return { ...first, value: { ...first.value, parts } };
}

function textOf({ file, line, col }: Place): string {
  return `${file}:${line}:${col}`;
}
