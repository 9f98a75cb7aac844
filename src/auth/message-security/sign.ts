// Puts an XML signature into the Security block of an envelope that the gateway has written.
import { createHash, type KeyObject, type X509Certificate } from 'node:crypto';
import { canonicalize, prefixesOfValues } from '../../xml/canonicalization.ts';
import { DS, EXCLUSIVE_C14N, INCLUSIVE_C14N, WSU, WSU_ID } from '../formats/wss.ts';
import { DIGESTS, type SignatureAlgorithm, signBytes } from './algorithms.ts';
import { readEnvelope, required, type XmlNode } from './envelope-nodes.ts';
import { type KeyReference, writeReference } from './key-reference.ts';
import { partsNamed } from './message-parts.ts';

export interface SigningMethod {
  readonly algorithm: SignatureAlgorithm;
  readonly digest: string;
  readonly exclusive: boolean;
  readonly reference: KeyReference;
  /** Names as `partsNamed` takes them; those that the message has are signed. */
  readonly parts: readonly string[];
}

export interface SignedEnvelope {
  readonly bytes: Buffer;
  /** Base64 of the signature. */
  readonly value: string;
}

/** wsu:Id of the BinarySecurityToken. */
export const TOKEN_ID = 'certificate';

/** `envelope`: with a Security block for the next node. */
export function signEnvelope(
  envelope: Uint8Array,
  method: SigningMethod,
  key: KeyObject,
  certificate: X509Certificate,
): SignedEnvelope {
  const bytes = withIds(envelope, method.parts);
  const nodes = readEnvelope(bytes);
  const parts = method.parts.flatMap((name) => partsNamed(nodes, name));
  const references = [...new Set(parts)].map((part) => reference(bytes, part, method)).join('');
  const info = signedInfo(references, method);
  const keyInfo = `<ds:KeyInfo>${writeReference(method.reference, certificate, TOKEN_ID)}</ds:KeyInfo>`;
  const at = (nodes.security as XmlNode).contentEnd;
  const put = (value: string) => {
    const text = `<ds:Signature xmlns:ds="${DS}">${info}<ds:SignatureValue>${value}</ds:SignatureValue>${keyInfo}</ds:Signature>`;
    return Buffer.concat([bytes.subarray(0, at), Buffer.from(text), bytes.subarray(at)]);
  };
  const value = signBytes(method.algorithm, canonicalInfo(info, put, method), key).toString('base64');
  return { bytes: put(value), value };
}

/** What is written is canonical already, but for what the inclusive form takes from the elements around. */
function canonicalInfo(info: string, put: (value: string) => Buffer, { exclusive }: SigningMethod): Buffer {
  if (exclusive) return Buffer.from(info.replace('<ds:SignedInfo>', `<ds:SignedInfo xmlns:ds="${DS}">`));
  const bytes = put('');
  const signature = required(readEnvelope(bytes).security as XmlNode, `{${DS}}Signature`);
  return canonicalize(bytes, required(signature, `{${DS}}SignedInfo`).start, { exclusive });
}

function signedInfo(references: string, { algorithm, exclusive }: SigningMethod): string {
  return (
    `<ds:SignedInfo><ds:CanonicalizationMethod Algorithm="${c14n(exclusive)}"></ds:CanonicalizationMethod>` +
    `<ds:SignatureMethod Algorithm="${algorithm.uri}"></ds:SignatureMethod>${references}</ds:SignedInfo>`
  );
}

function reference(bytes: Buffer, part: XmlNode, { digest, exclusive }: SigningMethod): string {
  const prefixes = exclusive ? prefixesOfValues(bytes, part.start) : [];
  const value = createHash(digest)
    .update(canonicalize(bytes, part.start, { exclusive, prefixes }))
    .digest('base64');
  const transform = `<ds:Transform Algorithm="${c14n(exclusive)}">${inclusiveNamespaces(prefixes)}</ds:Transform>`;
  return (
    `<ds:Reference URI="#${writtenId(part)}"><ds:Transforms>${transform}</ds:Transforms>` +
    `<ds:DigestMethod Algorithm="${DIGESTS[digest]}"></ds:DigestMethod><ds:DigestValue>${value}</ds:DigestValue></ds:Reference>`
  );
}

/** Without it the signature would not cover what the prefixes of values mean (Exclusive XML Canonicalization 1.0 §3). */
function inclusiveNamespaces(prefixes: readonly string[]): string {
  if (prefixes.length === 0) return '';
  const list = prefixes.map((prefix) => prefix || '#default').join(' ');
  return `<ec:InclusiveNamespaces xmlns:ec="${EXCLUSIVE_C14N}" PrefixList="${list}"></ec:InclusiveNamespaces>`;
}

function c14n(exclusive: boolean): string {
  return exclusive ? EXCLUSIVE_C14N : INCLUSIVE_C14N;
}

/** Assertions have ids of their own and stay as they are. */
function writtenId({ attributes }: XmlNode): string | undefined {
  return attributes.get(WSU_ID) ?? attributes.get('ID') ?? attributes.get('AssertionID');
}

/** Each part with an Id (SOAP Message Security 1.1.1 §4). */
function withIds(envelope: Uint8Array, parts: readonly string[]): Buffer {
  const nodes = readEnvelope(envelope);
  const bare = [...new Set(parts.flatMap((name) => partsNamed(nodes, name)))].filter(
    (part) => writtenId(part) === undefined,
  );
  let at = 0;
  const pieces: Buffer[] = [];
  for (const part of bare.toSorted((a, b) => a.nameEnd - b.nameEnd)) {
    const id = part === nodes.body ? 'body' : `part-${nodes.blocks.indexOf(part) + 1}`;
    pieces.push(nodes.bytes.subarray(at, part.nameEnd), Buffer.from(` xmlns:wsu="${WSU}" wsu:Id="${id}"`));
    at = part.nameEnd;
  }
  return Buffer.concat([...pieces, nodes.bytes.subarray(at)]);
}
