// Bindings of WS-SecurityPolicy (1.3 §7): what protects messages.
import type { Assertion } from '../contract/policy/normal-form.ts';
import { attr } from '../xml/tree.ts';
import { suiteOf } from './algorithm-suite.ts';
import { has, nestedNamed, type Reading } from './reading.ts';
import { readInitiator, readRecipient } from './tokens.ts';

export function readTransport({ nested }: Assertion, reading: Reading): void {
  reading.binding = 'transport';
  const token = nestedNamed(nested, 'TransportToken')?.nested[0];
  if (token?.node.name.local === 'HttpsToken') readHttps(token, reading);
  else if (token) reading.refuse(token.node, 'HTTPS is the only transport with security');
  readProperties({ nested }, reading);
}

function readHttps({ node, nested }: Assertion, reading: Reading): void {
  reading.ask('https', true, node);
  const isMutual = has(nested, 'RequireClientCertificate') || attr(node, 'RequireClientCertificate')?.trim() === 'true';
  if (isMutual) reading.ask('clientCertificate', true, node);
  if (has(nested, 'HttpBasicAuthentication')) reading.ask('basic', true, node);
  if (has(nested, 'HttpDigestAuthentication')) reading.refuse(node, 'HTTP Digest is not carried');
}

export function readAsymmetric({ node, nested }: Assertion, reading: Reading): void {
  reading.binding = 'asymmetric';
  for (const token of nested) {
    if (/^Initiator(?:Signature)?Token$/.test(token.node.name.local)) readInitiator(token, reading);
    else if (/^Recipient(?:Encryption)?Token$/.test(token.node.name.local)) readRecipient(token, reading);
  }
  if (has(nested, 'EncryptBeforeSigning')) reading.refuse(node, 'messages are signed first, then encrypted');
  reading.encryptsSignature = has(nested, 'EncryptSignature');
  reading.protectsTokens = has(nested, 'ProtectTokens');
  readProperties({ nested }, reading);
}

export function readSymmetric({ node }: Assertion, reading: Reading): void {
  reading.binding = 'symmetric';
  reading.refuse(node, 'messages are signed by X.509 keys alone, not by symmetric or derived ones');
}

function readProperties({ nested }: Pick<Assertion, 'nested'>, reading: Reading): void {
  const timestamp = nestedNamed(nested, 'IncludeTimestamp');
  if (timestamp) reading.ask('timestamp', true, timestamp.node);
  const algorithms = nestedNamed(nested, 'AlgorithmSuite');
  if (!algorithms) return;
  reading.suite = suiteOf(algorithms.nested);
  const isWeighty = reading.binding === 'asymmetric';
  if (!isWeighty) return;
  if (!reading.suite) reading.refuse(algorithms.node, 'the suite is not known');
  const transform = nestedNamed(algorithms.nested, 'STRTransform10');
  if (transform) reading.refuse(transform.node, 'the token that a reference names is not signed');
}
