// Checks what a response of a SOAP service must be protected by, before anything of it is read.
import type { ResponseProtection } from '../../rule/exchange.ts';
import { SECURITY } from '../formats/wss.ts';
import { type EnvelopeNodes, readEnvelope } from '../message-security/envelope-nodes.ts';
import { TrustedCertificates } from '../message-security/trust.ts';
import { checkConfirmation, untrusted, type VerificationPolicy, verifyEnvelope } from '../message-security/verify.ts';
import type { VerifySettings } from '../settings/settings.ts';

const BLOCKS: ReadonlySet<string> = new Set([SECURITY]);

export class ResponseGuard {
  private readonly settings: VerifySettings;
  private readonly policy: VerificationPolicy;

  constructor(settings: VerifySettings) {
    this.settings = settings;
    this.policy = { ...settings, trusted: new TrustedCertificates(settings.authority) };
  }

  /** Of one call. `requestValue`: of the signature of its request. */
  protection(requestValue: () => string | undefined): ResponseProtection {
    return { blocks: BLOCKS, open: (bytes) => this.open(bytes, requestValue()) };
  }

  private open(bytes: Uint8Array, requestValue: string | undefined): Uint8Array {
    try {
      const envelope = readEnvelope(bytes);
      if (this.settings.faults === 'any' && isBareFault(envelope)) return bytes;
      const verified = verifyEnvelope(envelope, this.policy);
      if (this.settings.confirmation && requestValue !== undefined) checkConfirmation(envelope, verified, requestValue);
      return bytes;
    } catch (error) {
      throw untrusted(error);
    }
  }
}

/** A fault without any protection: services that refuse a message often sign nothing. */
function isBareFault({ soap, body, security }: EnvelopeNodes): boolean {
  const [child] = body.children;
  return security === undefined && body.children.length === 1 && child.name === `{${soap}}Fault`;
}
