// Verifies the XML signature of a SOAP message. The parts that count are found by their positions, where the message is read from afterwards, and
// must be what the signature covers: an element that was moved, copied or hidden is none of them. Transforms other than one canonicalization,
// objects, keys without a certificate and signatures by a shared secret are refused.
import { createHash, type X509Certificate } from 'node:crypto';
import { SoapstoneError } from '../../errors/errors.ts';
import { type Canonicalization, canonicalize } from '../../xml/canonicalization.ts';
import { timeOf } from '../formats/message-time.ts';
import { DS, EXCLUSIVE_C14N, WSSE11, WSU } from '../formats/wss.ts';
import { CANONICALIZATIONS, digestOf, SIGNATURES, verifyBytes } from './algorithms.ts';
import { distrust } from './distrust.ts';
import { countIds, type EnvelopeNodes, idOf, only, readNodes, required, type XmlNode } from './envelope-nodes.ts';
import { lookUp } from './key-reference.ts';
import { partsNamed } from './message-parts.ts';
import { namesOf, type TrustedCertificates } from './trust.ts';

export interface VerificationPolicy {
  readonly trusted: TrustedCertificates;
  /** Names that the certificate may have; undefined: any. */
  readonly subjects?: readonly string[];
  /** Names of parts that must be signed, as `partsNamed` takes them. */
  readonly parts: readonly string[];
  /** Names of signature algorithms. SHA-1 for digests goes with rsa-sha1. */
  readonly algorithms: readonly string[];
  /** The message must say when it was made, within the window: for callers whose messages count once. */
  readonly fresh?: boolean;
  /** ms by which clocks differ, and how old a message without an end may be. */
  readonly window: number;
}

export interface VerifiedSignature {
  readonly certificate: X509Certificate;
  /** The trusted certificate that makes it trusted. */
  readonly anchor: X509Certificate;
  /** SHA-256 of what is signed, in base64. The value of a signature has several forms: base64 is read leniently, ECDSA has two values. */
  readonly digest: string;
  /** Elements that it covers, each with the canonicalization of its digest. */
  readonly parts: ReadonlyMap<XmlNode, Canonicalization>;
}

/** Most references of a signature. */
const MOST_REFERENCES = 30;
/** Of the canonical SignedInfo: nobody has vouched for it yet. */
const MOST_CHARACTERS = 256 * 1024;
const SIGNATURE = `{${DS}}Signature`;

/** @throws SoapstoneError UPSTREAM_SECURITY, XML_* */
export function verifyEnvelope(envelope: EnvelopeNodes, policy: VerificationPolicy): VerifiedSignature {
  const { security } = envelope;
  const signature = security && only(security, SIGNATURE);
  if (security === undefined || signature === undefined) throw distrust('the message is not signed');
  const verified = verifySignature(envelope, security, signature, policy);
  for (const name of policy.parts)
    for (const part of mustBeSigned(envelope, name))
      if (!verified.parts.has(part)) throw distrust(`the signature does not cover ${name}`);
  checkTime(only(security, TIMESTAMP), policy);
  return verified;
}

const TIMESTAMP = `{${WSU}}Timestamp`;

/** Header blocks of WS-Addressing are signed as far as there are any. */
function mustBeSigned(envelope: EnvelopeNodes, name: string): readonly XmlNode[] {
  const parts = partsNamed(envelope, name);
  if (parts.length === 0 && name !== 'addressing') throw distrust(`the message has no ${name}, which must be signed`);
  return parts;
}

function verifySignature(
  envelope: EnvelopeNodes,
  security: XmlNode,
  signature: XmlNode,
  { trusted, subjects, algorithms }: VerificationPolicy,
): VerifiedSignature {
  if (signature.children.length !== 3) throw distrust('the signature must be SignedInfo, SignatureValue and KeyInfo');
  const [info, valueNode, keyInfo] = ['SignedInfo', 'SignatureValue', 'KeyInfo'].map((name) =>
    required(signature, ds(name)),
  );
  const certificate = lookUp(keyInfo, security, trusted.list);
  const anchor = trusted.anchorOf(certificate);
  if (subjects !== undefined && !namesOf(certificate).some((name) => subjects.includes(name)))
    throw distrust('the certificate of the signature has another subject');
  const method = methodOf(required(info, ds('CanonicalizationMethod')));
  // What has been verified is read again, so that nobody reads anything else.
  const signed = canonicalize(envelope.bytes, info.start, method, MOST_CHARACTERS);
  const signedInfo = readNodes(signed);
  const uri = required(signedInfo, ds('SignatureMethod')).attributes.get('Algorithm');
  const algorithm = SIGNATURES.find((candidate) => candidate.uri === uri);
  if (algorithm === undefined) throw distrust('the algorithm of the signature is not supported');
  if (!algorithms.includes(algorithm.name))
    throw distrust(`the signature is made by ${algorithm.name}`, `algorithms: [ ${algorithm.name} ] accepts it`);
  if (!verifyBytes(algorithm, signed, certificate.publicKey, Buffer.from(valueNode.text, 'base64')))
    throw distrust('the signature does not fit the message');
  const weak = algorithms.includes('rsa-sha1');
  const digest = createHash('sha256').update(signed).digest('base64');
  return { certificate, anchor, digest, parts: coveredParts(envelope, security, signature, signedInfo, weak) };
}

/** The elements whose digests are right. */
function coveredParts(
  envelope: EnvelopeNodes,
  security: XmlNode,
  signature: XmlNode,
  signedInfo: XmlNode,
  weak: boolean,
): ReadonlyMap<XmlNode, Canonicalization> {
  const references = signedInfo.children.filter(({ name }) => name === ds('Reference'));
  if (references.length !== signedInfo.children.length - 2)
    throw distrust('SignedInfo has an element that is not expected');
  if (references.length === 0 || references.length > MOST_REFERENCES)
    throw distrust(`the signature must have 1 to ${MOST_REFERENCES} references`);
  const candidates = [...envelope.blocks, envelope.body, ...security.children.filter((child) => child !== signature)];
  const ids = references.map(idReferred);
  const counts = countIds(envelope.bytes, ids);
  if (new Set(ids).size !== ids.length) throw distrust('the signature refers to one element twice');
  return new Map(
    references.map((reference, i) => {
      if (counts.get(ids[i]) !== 1) throw distrust('an id of the signature occurs twice in the message, or not at all');
      const part = candidates.find((candidate) => idOf(candidate) === ids[i]);
      if (part === undefined) throw distrust('the signature covers an element at another position');
      return [part, checkDigest(envelope.bytes, part, reference, weak)];
    }),
  );
}

function idReferred({ attributes }: XmlNode): string {
  const uri = attributes.get('URI') ?? '';
  if (!/^#[^()\s]{1,256}$/.test(uri)) throw distrust('the signature refers to something else than an id');
  return uri.slice(1);
}

/** The canonicalization of a digest that is right. */
function checkDigest(bytes: Buffer, part: XmlNode, reference: XmlNode, weak: boolean): Canonicalization {
  const transforms = required(reference, ds('Transforms')).children;
  if (transforms.length !== 1 || transforms[0].name !== ds('Transform'))
    throw distrust('a reference of the signature must have one transform');
  const hash = digestOf(required(reference, ds('DigestMethod')).attributes.get('Algorithm'));
  if (hash === undefined || (hash === 'sha1' && !weak)) throw distrust('the digest of the signature is not accepted');
  const method = methodOf(transforms[0]);
  const digest = createHash(hash)
    .update(canonicalize(bytes, part.start, method))
    .digest();
  if (!digest.equals(Buffer.from(required(reference, ds('DigestValue')).text, 'base64')))
    throw distrust('a part of the message is not as it was signed');
  return method;
}

/** Of a CanonicalizationMethod or a Transform. */
function methodOf(node: XmlNode): Canonicalization {
  const method = CANONICALIZATIONS.get(node.attributes.get('Algorithm'));
  if (method === undefined) throw distrust('the signature has a transform that is not accepted');
  if (node.children.length === 0) return method;
  const [list] = node.children;
  if (!method.exclusive || node.children.length > 1 || list.name !== `{${EXCLUSIVE_C14N}}InclusiveNamespaces`)
    throw distrust('a canonicalization of the signature has parameters that are not accepted');
  const prefixes = (list.attributes.get('PrefixList') ?? '').split(/\s+/).filter((prefix) => prefix !== '');
  return { ...method, prefixes: prefixes.map((prefix) => (prefix === '#default' ? '' : prefix)) };
}

/** SOAP Message Security 1.1.1 §10. */
function checkTime(timestamp: XmlNode | undefined, { window, fresh }: VerificationPolicy): void {
  if (timestamp === undefined) return;
  const now = Date.now();
  const [created, expires] = ['Created', 'Expires'].map((name) => instantOf(only(timestamp, `{${WSU}}${name}`)));
  if (created !== undefined && created > now + window) throw distrust('the message is of the future');
  if (fresh && (created === undefined || created < now - window)) throw distrust('the message is too old');
  const end = expires ?? (created === undefined ? Number.POSITIVE_INFINITY : created + window);
  if (end + (expires === undefined ? 0 : window) < now) throw distrust('the message has expired');
}

function instantOf(node: XmlNode | undefined): number | undefined {
  if (node === undefined) return undefined;
  const time = timeOf(node.text.trim());
  if (typeof time === 'number') return time;
  throw distrust('the Timestamp of the message has a time that is not an xsd:dateTime with a time zone');
}

/** SOAP Message Security 1.1.1 §8.5: the response confirms the signature of its request, and that is signed too. */
export function checkConfirmation(
  { security }: EnvelopeNodes,
  { parts }: VerifiedSignature,
  requestValue: string,
): void {
  const confirmation = security && only(security, `{${WSSE11}}SignatureConfirmation`);
  if (confirmation === undefined || !parts.has(confirmation))
    throw distrust('the message has no signed SignatureConfirmation');
  if (confirmation.attributes.get('Value') !== requestValue) throw distrust('the message confirms another request');
}

function ds(local: string): string {
  return `{${DS}}${local}`;
}

/** Whatever is wrong with a message whose protection is checked, as one failure of the service. */
export function untrusted(error: unknown): unknown {
  if (!(error instanceof SoapstoneError) || !error.code.startsWith('XML_')) return error;
  return new SoapstoneError('UPSTREAM_SECURITY', `the message cannot be read: ${error.message}`, { cause: error });
}
