// What has been read of a policy → settings: who signs what by which algorithms, and what is encrypted.
import type { XmlElement } from '../xml/tree.ts';
import type { Plan, SignaturePlan } from './plan.ts';
import type { PartNodes, Reading } from './reading.ts';

export function planOf(reading: Reading): Plan {
  if (reading.binding === 'asymmetric') protectMessages(reading);
  else if (reading.binding === 'transport') endorseTransport(reading);
  else if (reading.binding === 'none') refuseUnbound(reading);
  return { settings: reading.settings, unmet: reading.unmet };
}

/** WS-SecurityPolicy 1.3 §7.5: the timestamp is signed too. */
function protectMessages(reading: Reading): void {
  const { signed, encrypted, settings, endorsing } = reading;
  const { timestamp } = settings;
  if (endorsing) reading.refuse(endorsing, 'a signature is not signed once more');
  for (const parts of [signed.input, signed.output])
    if (timestamp && parts.size > 0) parts.set('timestamp', [...parts.values()][0]);
  if (reading.protectsTokens && reading.signer === 'certificate' && signed.input.size > 0)
    signed.input.set('certificate', [...signed.input.values()][0]);
  sign(reading, signed.input);
  encrypt(reading, encrypted.input);
  verify(reading, signed.output);
  decrypt(reading, encrypted.output);
}

function sign(reading: Reading, parts: PartNodes): void {
  const at = firstOf(parts);
  if (at && reading.signer) reading.ask('signature', signatureOf(reading, [...parts.keys()]), at);
}

/** The standard signs by SHA-1 in every suite (§6.1), and so do those that Apache CXF adds. */
function signatureOf({ suite, signer = 'certificate' }: Reading, parts: readonly string[]): SignaturePlan {
  const { digest = 'sha256', canonicalization = 'exclusive' } = suite ?? {};
  return { parts, algorithm: 'rsa-sha1', digest, canonicalization, keyReference: signer };
}

function encrypt(reading: Reading, parts: PartNodes): void {
  const at = firstOf(parts);
  const algorithm = at && cipherOf(reading);
  if (!algorithm) return;
  const names = [...parts.keys(), ...(reading.encryptsSignature ? ['signature'] : [])];
  reading.ask('encryption', { parts: names, algorithm, keyReference: reading.receiver }, at);
}

function verify(reading: Reading, parts: PartNodes): void {
  const at = firstOf(parts);
  if (!at) return;
  const algorithms = ['rsa-sha256', 'rsa-sha1'];
  const names = [...parts.keys()];
  reading.ask('verify', { parts: names, algorithms, confirmation: reading.confirms !== undefined }, at);
}

function decrypt(reading: Reading, parts: PartNodes): void {
  const at = firstOf(parts);
  const cipher = at && cipherOf(reading);
  if (cipher) reading.ask('decrypt', [cipher], at);
}

/** Undefined after it has been refused. */
function cipherOf(reading: Reading): string | undefined {
  const { suite } = reading;
  if (!suite) return undefined;
  const reason = suite.canUnwrap
    ? 'of the ciphers, AES with 128 or 256 bits is carried'
    : 'keys are sent by RSA-OAEP, not by RSA 1.5';
  if (suite.cipher && suite.canUnwrap) return suite.cipher;
  if (!reading.unmet.some(({ place }) => place === suite.node.place)) reading.refuse(suite.node, reason);
  return undefined;
}

/** §8.3: over TLS the token signs the Timestamp. Signatures and encryption of parts are those of the transport. */
function endorseTransport(reading: Reading): void {
  const { endorsing, settings } = reading;
  if (!endorsing) return;
  if (settings.timestamp) reading.ask('signature', signatureOf(reading, ['timestamp']), endorsing);
  else reading.refuse(endorsing, 'there is no Timestamp that it could sign');
}

function refuseUnbound(reading: Reading): void {
  const nodes = new Set(
    [reading.signed, reading.encrypted].flatMap(({ input, output }) => [...input.values(), ...output.values()]),
  );
  const asserted = [...nodes].filter(({ name }) => /Parts$/.test(name.local));
  for (const node of [...asserted, ...(reading.endorsing ? [reading.endorsing] : [])])
    reading.refuse(node, 'the policy has no binding that says by which keys');
}

function firstOf(parts: PartNodes): XmlElement | undefined {
  return parts.values().next().value;
}
