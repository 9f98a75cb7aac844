// WS-Addressing: message addressing properties as header blocks, of 1.0 (2005/08) and of the submission of 2004. Knows nothing about HTTP.
import { randomUUID } from 'node:crypto';
import type { SoapVersion } from '../../contract/model/contract.ts';
import type { SoapPattern } from '../../rule/pattern.ts';
import type { Limits } from '../../xml/reader/limits.ts';
import { clark } from '../../xml/reader/names.ts';
import { END, EOF, NEED_INPUT, START, TEXT, XmlReader } from '../../xml/reader/reader.ts';
import { namespaceOf } from './envelope.ts';

/** WS-Addressing 1.0. */
export const ADDRESSING_NS = 'http://www.w3.org/2005/08/addressing';
export const ADDRESSING_2004_NS = 'http://schemas.xmlsoap.org/ws/2004/08/addressing';

const ANONYMOUS: ReadonlyMap<string, string> = new Map([
  [ADDRESSING_NS, `${ADDRESSING_NS}/anonymous`],
  [ADDRESSING_2004_NS, `${ADDRESSING_2004_NS}/role/anonymous`],
]);

/** Actions of faults: SOAP Binding 1.0 §6, submission §4. */
const FAULT_ACTIONS: ReadonlyMap<string, string> = new Map([
  [ADDRESSING_NS, `${ADDRESSING_NS}/fault`],
  [ADDRESSING_2004_NS, `${ADDRESSING_2004_NS}/fault`],
]);

/** Properties that responses have. */
const RESPONSE_PROPERTIES = ['Action', 'To', 'From', 'MessageID', 'RelatesTo'];

export function isAnonymous(ns: string, address: string): boolean {
  return ANONYMOUS.get(ns) === address;
}

/** Messages to this address are not sent (WS-Addressing 1.0 Core §2.1); the submission of 2004 has none such. */
export function isNone(ns: string, address: string): boolean {
  return ns === ADDRESSING_NS && address === `${ADDRESSING_NS}/none`;
}

/** Clark names of the blocks of responses, which are understood. */
export function responseBlocks(ns: string): string[] {
  return RESPONSE_PROPERTIES.map((local) => clark({ ns, local }));
}

/** An absolute IRI, of its own for each message (WS-Addressing 1.0 Core §3.2). */
export function newMessageId(): string {
  return `urn:uuid:${randomUUID()}`;
}

/** The properties of a request, without those that the rule writes itself. */
export class RequestAddressing {
  readonly ns: string;
  private readonly toAndAction: Buffer;
  private readonly replyTo: Buffer;
  /** The message id is the gateway's: responses must relate to it. */
  readonly hasId: boolean;

  constructor(ns: string, to: string, action: string, { headers }: Pick<SoapPattern, 'headers'>) {
    const written = namesOf(headers);
    const blockOf = (local: string, text: string) =>
      written.has(clark({ ns, local })) ? '' : block(ns, local, escapedText(text));
    const replyTo = block(ns, 'ReplyTo', `<wsa:Address>${ANONYMOUS.get(ns)}</wsa:Address>`);
    this.ns = ns;
    this.hasId = !written.has(clark({ ns, local: 'MessageID' }));
    this.toAndAction = Buffer.from(blockOf('To', to) + blockOf('Action', action));
    this.replyTo = Buffer.from(written.has(clark({ ns, local: 'ReplyTo' })) ? '' : replyTo);
  }

  blocks(id: string): Uint8Array[] {
    const messageId = this.hasId ? [Buffer.from(block(this.ns, 'MessageID', id))] : [];
    return [this.toAndAction, ...messageId, this.replyTo];
  }
}

export interface RequestId {
  readonly ns: string;
  readonly id: string;
}

/** Properties of a response; without `action` those of a fault. `id`: of its request. `side`: what the rule writes itself. */
export function responseProperties(
  { ns, id }: { readonly ns: string; readonly id: string | undefined },
  action = FAULT_ACTIONS.get(ns)!,
  side?: Pick<SoapPattern, 'headers'>,
): Uint8Array[] {
  const written = namesOf(side?.headers ?? []);
  const properties: readonly (readonly [string, string])[] = [
    ['Action', action],
    ...(id === undefined ? [] : ([['RelatesTo', id]] as const)),
  ];
  return properties
    .filter(([local]) => !written.has(clark({ ns, local })))
    .map(([local, text]) => Buffer.from(block(ns, local, escapedText(text))));
}

function namesOf(headers: SoapPattern['headers']): ReadonlySet<string> {
  return new Set(headers.map(({ part }) => clark(part.element.name)));
}

/** `content`: XML. */
function block(ns: string, local: string, content: string): string {
  return `<wsa:${local} xmlns:wsa="${ns}">${content}</wsa:${local}>`;
}

export function escapedText(text: string): string {
  return text.replace(/[&<>\r]/g, (c) => `&#${c.charCodeAt(0)};`);
}

const RELATES_TO = new Set([ADDRESSING_NS, ADDRESSING_2004_NS].map((ns) => clark({ ns, local: 'RelatesTo' })));

/** Longest message id that is compared, in characters. */
const ID_MAX = 2048;

/**
 * What a response says it is the reply to: texts of its `RelatesTo` blocks of either version, without another relationship. `bytes`: an envelope in UTF-8, at least
 * up to its Body.
 */
export function relatedIds(bytes: Uint8Array, version: SoapVersion, limits: Limits): string[] {
  const reader = new XmlReader({ limits, transcoded: true });
  const header = clark({ ns: namespaceOf(version), local: 'Header' });
  const ids: string[] = [];
  let open = false;
  reader.feed(bytes);
  for (let token = reader.next(); token !== NEED_INPUT && token !== EOF; token = reader.next()) {
    if (token === END && reader.depth === 1) return ids;
    if (token === START && reader.depth === 2 && reader.name.key !== header) return ids;
    if (token === START && reader.depth === 3) {
      open = RELATES_TO.has(reader.name.key) && isReply(reader);
      if (open) ids.push('');
    }
    if (token === TEXT && open && reader.depth === 3)
      ids[ids.length - 1] = (ids.at(-1) + textOf(reader)).slice(0, ID_MAX + 1);
  }
  return ids;
}

function textOf({ text, textStart, textEnd }: XmlReader): string {
  return Buffer.from(text.subarray(textStart, textEnd)).toString();
}

/** Core 1.0 §3.2, submission §3: the relationship that is meant unless another one is named. */
function isReply({ attributes, name: { ns } }: XmlReader): boolean {
  for (let k = 0; k < attributes.count; k++) {
    if (attributes.names[k].local !== 'RelationshipType') continue;
    const value = Buffer.from(attributes.value(k).subarray(attributes.start[k], attributes.end[k])).toString().trim();
    return value === `${ns}/reply` || value === `${ns}/response` || value.endsWith(':Reply');
  }
  return true;
}
