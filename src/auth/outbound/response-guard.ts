// Checks what a response of a SOAP service must be protected by, before anything of it is read.
import { createPrivateKey } from 'node:crypto';
import { SoapstoneError } from '../../errors/errors.ts';
import type { ResponseProtection } from '../../rule/exchange.ts';
import { SECURITY } from '../formats/wss.ts';
import { decryptEnvelope, isSignedLast } from '../message-security/decrypt.ts';
import { type EnvelopeNodes, readEnvelope } from '../message-security/envelope-nodes.ts';
import { signedForm } from '../message-security/signed-form.ts';
import { TrustedCertificates } from '../message-security/trust.ts';
import { checkConfirmation, untrusted, type VerificationPolicy, verifyEnvelope } from '../message-security/verify.ts';
import type { DecryptSettings, SecuritySettings, VerifySettings } from '../settings/settings.ts';

const BLOCKS: ReadonlySet<string> = new Set([SECURITY]);

type Settings = Pick<SecuritySettings, 'verify' | 'decrypt'>;
type Step = (envelope: EnvelopeNodes) => EnvelopeNodes;

export class ResponseGuard {
  private readonly verify: VerifySettings | undefined;
  private readonly decrypt: Step;
  private readonly policy: VerificationPolicy | undefined;

  constructor({ verify, decrypt }: Settings) {
    this.verify = verify;
    this.policy = verify && { ...verify, trusted: new TrustedCertificates(verify.authority) };
    this.decrypt = decrypt ? (envelope) => decryptEnvelope(envelope, policyOf(decrypt)) : (envelope) => envelope;
  }

  /** Of one call. `requestValue`: of the signature of its request. */
  protection(requestValue: () => string | undefined): ResponseProtection {
    return { blocks: BLOCKS, open: (bytes) => this.open(bytes, requestValue()) };
  }

  private open(bytes: Uint8Array, requestValue: string | undefined): Uint8Array {
    try {
      const envelope = readEnvelope(bytes);
      if (this.verify?.faults === 'any' && isBareFault(envelope)) return bytes;
      const check: Step = (nodes) => this.verified(nodes, requestValue);
      const steps = isSignedLast(envelope) ? [check, this.decrypt] : [this.decrypt, check];
      return steps.reduce((nodes, step) => step(nodes), envelope).bytes;
    } catch (error) {
      throw untrusted(error);
    }
  }

  private verified(envelope: EnvelopeNodes, requestValue: string | undefined): EnvelopeNodes {
    if (this.policy === undefined) return envelope;
    const signature = verifyEnvelope(envelope, this.policy);
    if (this.verify?.confirmation && requestValue !== undefined) checkConfirmation(envelope, signature, requestValue);
    return this.verify?.prefixes === 'any' ? envelope : readEnvelope(signedForm(envelope, signature));
  }
}

/** Throws CREDENTIAL without a key. */
function policyOf({ key, algorithms }: DecryptSettings) {
  try {
    return { key: createPrivateKey(key.read() ?? ''), algorithms };
  } catch {
    throw new SoapstoneError('CREDENTIAL', 'the key that decrypts responses cannot be read');
  }
}

/** A fault without any protection: services that refuse a message often sign nothing. */
function isBareFault({ soap, body, security }: EnvelopeNodes): boolean {
  const [child] = body.children;
  return security === undefined && body.children.length === 1 && child.name === `{${soap}}Fault`;
}
