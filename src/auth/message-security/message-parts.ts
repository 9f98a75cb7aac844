// Parts of a message that are signed or encrypted, by the names that settings use.
import { DS, WSSE, WSU } from '../formats/wss.ts';
import type { EnvelopeNodes, XmlNode } from './envelope-nodes.ts';

/** Names beside `{namespace}Name` of a header block. */
export const PART_NAMES = ['body', 'timestamp', 'usernameToken', 'certificate', 'assertion', 'addressing'] as const;

const ADDRESSING = ['{http://www.w3.org/2005/08/addressing}', '{http://schemas.xmlsoap.org/ws/2004/08/addressing}'];
/** Of SAML 2.0 and 1.1. */
export const ASSERTIONS: readonly string[] = [
  '{urn:oasis:names:tc:SAML:2.0:assertion}Assertion',
  '{urn:oasis:names:tc:SAML:1.0:assertion}Assertion',
];

/** Children of the Security block. */
const TOKENS: ReadonlyMap<string, readonly string[]> = new Map([
  ['timestamp', [`{${WSU}}Timestamp`]],
  ['usernameToken', [`{${WSSE}}UsernameToken`]],
  ['certificate', [`{${WSSE}}BinarySecurityToken`]],
  ['signature', [`{${DS}}Signature`]],
  [
    'assertion',
    ['{urn:oasis:names:tc:SAML:2.0:assertion}Assertion', '{urn:oasis:names:tc:SAML:1.0:assertion}Assertion'],
  ],
]);

export function isPartName(name: string): boolean {
  return (PART_NAMES as readonly string[]).includes(name) || /^\{[^{}]+\}[^{}\s]+$/.test(name);
}

/** Elements of that name. Empty: the message has none. */
export function partsNamed({ body, blocks, security }: EnvelopeNodes, part: string): readonly XmlNode[] {
  if (part === 'body') return [body];
  if (part === 'addressing') return blocks.filter(({ name }) => ADDRESSING.some((ns) => name.startsWith(ns)));
  const tokens = TOKENS.get(part);
  if (tokens === undefined) return blocks.filter(({ name }) => name === part);
  return security?.children.filter(({ name }) => tokens.includes(name)) ?? [];
}
