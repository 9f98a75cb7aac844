// What has been read of one choice of alternatives, before it becomes a plan.
import type { Alternative, Assertion } from '../contract/policy/normal-form.ts';
import type { XmlElement } from '../xml/tree.ts';
import type { AlgorithmSuite } from './algorithm-suite.ts';
import type { EncryptionPlan, Settings, SignaturePlan, Unmet, Values } from './plan.ts';

/** Both messages, the request or the response. */
export type Scope = 'both' | 'input' | 'output';

/** Parts of one message that are signed or encrypted, with the assertion that asks for them. */
export type PartNodes = Map<string, XmlElement>;

export class Reading {
  readonly settings: { -readonly [K in keyof Settings]: Settings[K] } = {};
  readonly unmet: Unmet[] = [];
  readonly signed: Readonly<Record<'input' | 'output', PartNodes>> = { input: new Map(), output: new Map() };
  readonly encrypted: Readonly<Record<'input' | 'output', PartNodes>> = { input: new Map(), output: new Map() };
  binding: 'none' | 'transport' | 'asymmetric' | 'symmetric' = 'none';
  suite: AlgorithmSuite | undefined = undefined;
  /** How the key of signatures is named, where an X.509 token signs. */
  signer: SignaturePlan['keyReference'] | undefined = undefined;
  receiver: EncryptionPlan['keyReference'] = 'thumbprint';
  /** An X.509 token signs what another one protects. */
  endorsing: XmlElement | undefined = undefined;
  encryptsSignature = false;
  protectsTokens = false;
  confirms: XmlElement | undefined = undefined;

  ask<K extends keyof Values>(key: K, value: Values[K], { place }: XmlElement): void {
    const settings = this.settings as Record<string, unknown>;
    settings[key] ??= { value, place };
  }

  /** `reason`: why it cannot be met. */
  refuse({ name, place }: XmlElement, reason: string): void {
    this.unmet.push({ message: `${name.local}: ${reason}`, place });
  }

  parts(kind: 'signed' | 'encrypted', scope: Scope): PartNodes[] {
    return scope === 'both' ? [this[kind].input, this[kind].output] : [this[kind][scope]];
  }
}

export function nestedNamed(nested: Alternative, local: string): Assertion | undefined {
  return nested.find(({ node }) => node.name.local === local);
}

export function has(nested: Alternative, local: string): boolean {
  return nestedNamed(nested, local) !== undefined;
}
