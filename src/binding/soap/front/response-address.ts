// Where WS-Addressing sends the response and the fault of a request: to the client that waits, with the parameters that it names, or nowhere.
import { SoapstoneError } from '../../../errors/errors.ts';
import type { SoapPattern } from '../../../rule/pattern.ts';
import { canonicalize } from '../../../xml/canonicalization.ts';
import { arrivedLimits } from '../../../xml/reader/limits.ts';
import { clark } from '../../../xml/reader/names.ts';
import { EOF, START, XmlReader } from '../../../xml/reader/reader.ts';
import { ADDRESSING_NS, isAnonymous, isNone, responseProperties } from '../addressing.ts';
import { type EnvelopeHead, type HeaderBlock, isAddressing } from './envelope-head.ts';
import { isOurs } from './must-understand.ts';
import { addressingFault, type RequestFault } from './request-fault.ts';

interface Endpoint {
  /** Header blocks of a message to it. */
  readonly parameters: readonly Uint8Array[];
  /** Messages to it are not sent. */
  readonly isNone: boolean;
}

export interface ResponseAddress {
  readonly ns: string;
  /** Of the message that the response relates to; undefined: it has none. */
  readonly id: string | undefined;
  readonly response: Endpoint;
  readonly fault: Endpoint;
}

/** Most bytes of an endpoint in the request, and of its parameters with their namespaces in the response. */
const MOST_BYTES = 16 * 1024;
const MOST_WRITTEN = 4 * MOST_BYTES;
const MOST_PARAMETERS = 64;
const HERE: Endpoint = { parameters: [], isNone: false };

/** undefined: the request says nothing about its response. `bytes`: the request in UTF-8. Throws RequestFault for parameters that are too large. */
export function responseAddress({ blocks, version }: EnvelopeHead, bytes: Uint8Array): ResponseAddress | undefined {
  if (blocks.length === 0) return undefined;
  const properties = blocks.filter((block) => isAddressing(block.name) && isOurs(block, version));
  const named = (local: string, ns?: string) =>
    properties.find(({ name }) => name.local === local && (ns === undefined || name.ns === ns));
  const id = named('MessageID');
  const ns = (id?.text ? id : (named('ReplyTo') ?? named('FaultTo')))?.name.ns;
  if (ns === undefined) return undefined;
  const response = endpointOf(named('ReplyTo', ns), bytes) ?? HERE;
  const fault = endpointOf(named('FaultTo', ns), bytes) ?? response;
  return { ns, id: id?.text || undefined, response, fault };
}

/** Header blocks of a response; without `action` those of a fault. `side`: what the rule writes itself. */
export function addressBlocks(
  address: ResponseAddress | undefined,
  endpoint: 'response' | 'fault',
  action?: string,
  side?: Pick<SoapPattern, 'headers'>,
): readonly Uint8Array[] {
  if (address === undefined) return [];
  return [...responseProperties(address, action, side), ...address[endpoint].parameters];
}

/** The parameters of another address are not for the client that waits. */
function endpointOf(block: HeaderBlock | undefined, bytes: Uint8Array): Endpoint | undefined {
  if (block === undefined) return undefined;
  const { name, text, parameters, start, end } = block;
  if (isNone(name.ns, text)) return { parameters: [], isNone: true };
  if (parameters.length === 0 || !isAnonymous(name.ns, text)) return HERE;
  if (end - start > MOST_BYTES) throw tooLarge(block);
  try {
    return { parameters: parameters.flatMap((at) => parameterBlocks(bytes, at, name.ns)), isNone: false };
  } catch (error) {
    throw error instanceof SoapstoneError && error.code === 'XML_LIMIT' ? tooLarge(block) : error;
  }
}

function tooLarge({ name: { ns, local } }: HeaderBlock): RequestFault {
  const reason = `the reference parameters of wsa:${local} are too many, or larger than ${MOST_BYTES} bytes`;
  return addressingFault('XML_LIMIT', reason, ns, ['InvalidAddressingHeader', 'InvalidEPR']);
}

/** Parameters are of any kind, and may have prefixes in values. */
const ALL_PREFIXES = { exclusive: false };

/**
 * SOAP Binding 1.0 §3.4: each child of the element at `at` is a header block, with an attribute that says what it is. The submission of 2004 (§2.3) has
 * no such attribute. Throws XML_LIMIT.
 */
function parameterBlocks(bytes: Uint8Array, at: number, ns: string): Buffer[] {
  const element = canonicalize(bytes, at, ALL_PREFIXES, MOST_WRITTEN);
  const blocks: Buffer[] = [];
  let left = MOST_WRITTEN;
  for (const child of childrenOf(element)) {
    const block = canonicalize(element, child.at, ALL_PREFIXES, left);
    left -= block.length;
    blocks.push(ns === ADDRESSING_NS && !child.isMarked ? marked(block, child.nameEnd) : block);
  }
  return blocks;
}

const MARK = clark({ ns: ADDRESSING_NS, local: 'IsReferenceParameter' });

/** `at`, `nameEnd`: its `<` in `element`, and the end of its name from there. */
function childrenOf(element: Buffer) {
  const children: { at: number; nameEnd: number; isMarked: boolean }[] = [];
  const reader = new XmlReader({ transcoded: true, limits: arrivedLimits });
  reader.feed(element);
  reader.finish();
  for (let token = reader.next(); token !== EOF; token = reader.next()) {
    if (token !== START || reader.depth !== 2) continue;
    if (children.length === MOST_PARAMETERS) reader.fail('XML_LIMIT', 'too many reference parameters');
    const { name, attributes, startOffset } = reader;
    const isMarked = attributes.names.slice(0, attributes.count).some(({ key }) => key === MARK);
    children.push({ at: startOffset, nameEnd: 1 + name.raw.length, isMarked });
  }
  return children;
}

function marked(block: Buffer, nameEnd: number): Buffer {
  let prefix = 'wsa';
  for (let i = 1; block.includes(`xmlns:${prefix}=`); i++) prefix = `wsa${i}`;
  const mark = ` xmlns:${prefix}="${ADDRESSING_NS}" ${prefix}:IsReferenceParameter="true"`;
  return Buffer.concat([block.subarray(0, nameEnd), Buffer.from(mark), block.subarray(nameEnd)]);
}
