// XML signatures of client requests (SOAP Message Security 1.1.1 §8, X.509 Token Profile 1.1.1): the certificate says who the caller is.
import type { X509Certificate } from 'node:crypto';
import type { InboundRequest } from '../../binding/gate.ts';
import { SoapstoneError } from '../../errors/errors.ts';
import type { Caller } from '../../rule/exchange.ts';
import { DS, SECURITY } from '../formats/wss.ts';
import { type EnvelopeNodes, readEnvelope } from '../message-security/envelope-nodes.ts';
import { signedForm } from '../message-security/signed-form.ts';
import { namesOf, TrustedCertificates } from '../message-security/trust.ts';
import { type VerifiedSignature, verifyEnvelope } from '../message-security/verify.ts';
import type { FieldSources, FrontSettings } from '../settings/settings.ts';
import { type FrontKind, Refused, sentBefore, type Verdict } from './authenticator.ts';
import { type CallerRegistry, keyOf, knownCaller } from './caller-registry.ts';
import { authoritiesAt, keyPrint } from './certificate.ts';
import { namesGrants } from './grants.ts';
import type { Nonces } from './nonces.ts';
import { securityFault } from './security-fault.ts';

type Settings = FrontSettings & { readonly kind: 'signature' };

/** SOAP Message Security 1.1.1 §12. */
const failed = securityFault('FailedCheck', 'The signature or decryption was invalid');

export function signature(settings: Settings, registry: CallerRegistry, nonces: Nonces): FrontKind {
  const { as, known, ...policy } = settings;
  const trusted = new TrustedCertificates(settings.authority);
  const check = (nodes: EnvelopeNodes): VerifiedSignature | undefined => {
    const isSigned = nodes.security?.children.some(({ name }) => name === `{${DS}}Signature`);
    return isSigned ? verifyEnvelope(nodes, { ...policy, trusted, fresh: true }) : undefined;
  };
  const callerOf = ({ certificate, anchor }: VerifiedSignature): Caller | undefined => {
    const names = namesOf(certificate);
    const fits = (caller: FieldSources) => isOf(anchor, caller, as.authority);
    const match = names.map((name) => registry.find(new Map([[as.certificate, name]]), fits)).find((found) => found);
    if (match) return knownCaller('signature', match);
    return known ? undefined : strangerOf(as.certificate, names, certificate, anchor);
  };
  return {
    name: 'signature',
    blocks: [SECURITY],
    fault: failed,
    async authenticate({ envelope, onVerified }: InboundRequest): Promise<Verdict | undefined> {
      if (envelope === undefined) return undefined;
      try {
        const nodes = readEnvelope(envelope);
        const verified = check(nodes);
        const caller = verified && callerOf(verified);
        if (verified === undefined || caller === undefined) return verified && 'refused';
        const isFirst = await nonces.first(caller, ['signature', verified.digest], 2 * settings.window);
        if (!isFirst) return sentBefore;
        if (settings.prefixes === 'signed') onVerified?.(signedForm(nodes, verified));
        return caller;
      } catch (error) {
        if (error instanceof SoapstoneError && /^(UPSTREAM_SECURITY|XML_)/.test(error.code))
          return new Refused(error.message);
        throw error;
      }
    },
  };
}

/** A caller without an authority in the settings may have a certificate of any trusted one. */
function isOf(anchor: X509Certificate, caller: FieldSources, field: string): boolean {
  const source = caller.get(field);
  return source === undefined || authoritiesAt(source).has(keyPrint(anchor));
}

/** Names count with the authority that gave them. */
function strangerOf(
  field: string,
  names: readonly string[],
  { issuer }: X509Certificate,
  anchor: X509Certificate,
): Caller | undefined {
  if (names.length === 0) return undefined;
  const identity = [
    ['names', JSON.stringify(names)],
    ['issuer', (issuer as string | undefined) ?? ''],
    ['authority', keyPrint(anchor)],
  ] as const;
  const fields = new Map([[field, names[0]]]);
  return { key: keyOf('signature', new Map(identity)), fields, grants: namesGrants(field, names) };
}
