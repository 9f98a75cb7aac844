// Tokens of WS-SecurityPolicy (1.3 §5, §8): who calls, and by which key.
import type { Alternative, Assertion } from '../contract/policy/normal-form.ts';
import { attr } from '../xml/tree.ts';
import { has, type Reading } from './reading.ts';

/** `role`: the name of the assertion that holds the tokens, such as `SignedSupportingTokens`. */
export function readSupportingTokens({ node, nested }: Assertion, reading: Reading): void {
  const { local: role } = node.name;
  for (const token of nested) SUPPORTING[token.node.name.local]?.(token, role, reading);
  for (const { node: token } of nested)
    if (token.name.local.endsWith('Token') && !Object.hasOwn(SUPPORTING, token.name.local))
      reading.refuse(token, NOT_CARRIED[token.name.local] ?? 'such a token is not carried');
}

const NOT_CARRIED: Readonly<Record<string, string>> = {
  KerberosToken: 'Kerberos is not carried',
  SpnegoContextToken: 'Negotiate is not carried',
  SecureConversationToken: 'WS-SecureConversation is not carried',
  SecurityContextToken: 'WS-SecureConversation is not carried',
  RelToken: 'licences (REL) are not carried',
  KeyValueToken: 'keys without a certificate are not carried',
  RsaToken: 'keys without a certificate are not carried',
};

type Reader = (token: Assertion, role: string, reading: Reading) => void;

const SUPPORTING: Readonly<Record<string, Reader>> = {
  UsernameToken: readUsernameToken,
  X509Token: readX509Token,
  SamlToken: readAssertion,
  IssuedToken: readAssertion,
  HttpsToken: () => {},
};

function readUsernameToken({ node, nested }: Assertion, role: string, reading: Reading): void {
  const isKey = ['RequireDerivedKeys', 'RequireExplicitDerivedKeys', 'RequireImpliedDerivedKeys'];
  if (isKey.some((local) => has(nested, local)) || /Endorsing/.test(role))
    return reading.refuse(node, 'no key is made of a password');
  if (has(nested, 'NoPassword')) return reading.refuse(node, 'a token without a password is not sent');
  reading.ask('usernameToken', has(nested, 'HashPassword') ? 'digest' : 'text', node);
  protect(role, 'usernameToken', { node, nested }, reading);
}

function readX509Token({ node, nested }: Assertion, role: string, reading: Reading): void {
  if (!/Endorsing/.test(role)) return reading.refuse(node, 'a certificate that signs nothing is not sent');
  reading.endorsing = node;
  reading.signer ??= keyReference(node, nested);
}

/** Holders of a key sign with it, which only whoever has it can do. */
function readAssertion({ node, nested }: Assertion, role: string, reading: Reading): void {
  if (/Endorsing/.test(role)) return reading.refuse(node, 'no message is signed by the key of an assertion');
  reading.ask('assertion', true, node);
  protect(role, 'assertion', { node, nested }, reading);
}

function protect(role: string, part: string, { node }: Assertion, reading: Reading): void {
  if (/Signed/.test(role)) reading.signed.input.set(part, node);
  if (/Encrypted/.test(role)) reading.encrypted.input.set(part, node);
}

/** Of sp:InitiatorToken: the key that signs requests. */
export function readInitiator({ node, nested }: Assertion, reading: Reading): void {
  const token = x509In(nested);
  if (token) reading.signer = keyReference(token.node, token.nested);
  else refuseToken({ node, nested }, reading);
}

/** Of sp:RecipientToken: the key that requests are encrypted for. */
export function readRecipient({ node, nested }: Assertion, reading: Reading): void {
  const token = x509In(nested);
  if (!token) return refuseToken({ node, nested }, reading);
  const reference = referenceIn(token.nested);
  if (reference) reading.receiver = reference;
}

function x509In(nested: Alternative): Assertion | undefined {
  return nested.find(({ node }) => node.name.local === 'X509Token');
}

function refuseToken({ node, nested }: Assertion, reading: Reading): void {
  const token = nested[0]?.node ?? node;
  reading.refuse(token, NOT_CARRIED[token.name.local] ?? 'messages are signed and encrypted by X.509 alone');
}

/** §5.1.1: a token that is never included is referred to. */
function keyReference(node: Assertion['node'], nested: Alternative) {
  const inclusion =
    node.attributes.find(({ name }) => name.local === 'IncludeToken')?.value ?? attr(node, 'IncludeToken');
  const isIncluded = inclusion === undefined || /\/(?:Always|AlwaysToRecipient|Once)$/.test(inclusion.trim());
  return isIncluded ? 'certificate' : (referenceIn(nested) ?? 'issuerSerial');
}

function referenceIn(nested: Alternative) {
  if (has(nested, 'RequireThumbprintReference')) return 'thumbprint';
  if (has(nested, 'RequireIssuerSerialReference')) return 'issuerSerial';
  return has(nested, 'RequireKeyIdentifierReference') ? 'subjectKeyIdentifier' : undefined;
}
