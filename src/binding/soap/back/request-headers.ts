// Compiles a rule before its first request: messages, path and header fields.

import type { Codec } from '../../../codec/model/codec.ts';
import type { AcceptedDeviations } from '../../../codec/model/deviation.ts';
import type { Operation, SoapVersion } from '../../../contract/model/contract.ts';
import type { FaultResponse, Rule } from '../../../rule/rule.ts';
import { clark } from '../../../xml/reader/names.ts';
import { type RequestAddressing, responseBlocks } from '../addressing.ts';
import { contentType, media } from '../envelope.ts';
import { briefFaultMessage, faultMessage, type Message, requestMessage, responseMessage } from '../message.ts';
import { mimePartNames, mimePartsOf } from '../mime-parts.ts';
import { type AttachmentPolicy, hasReferences } from '../pack-message.ts';

export interface CompiledRule {
  readonly rule: Rule;
  readonly request: Message;
  readonly response: Message;
  /** Fault rows that look like responses: those to try before the rule's own response, and those after it. */
  readonly first: readonly CompiledFaultResponse[];
  readonly later: readonly CompiledFaultResponse[];
  /** Slot that is streamed to the client; -1: none. */
  readonly streamSlot: number;
  /** Responses have had references to values elsewhere: they are read as a whole, since those need it. */
  refers: boolean;
  /** Variable whose octets are streamed to the client as its body; -1: none. */
  readonly streamedOctets: number;
  readonly oneWay: boolean;
  /** Header blocks of the response that the operation declares or the rule reads, in Clark notation. */
  readonly understood: ReadonlySet<string>;
  /** Of its responses. */
  readonly deviations: AcceptedDeviations;
  /** How binary contents are sent; undefined: in the envelope, and no type of the contract asks for more. */
  readonly attachments: AttachmentPolicy | undefined;
  /** Names of the parts of a response that the MIME binding puts beside the envelope. */
  readonly partNames: readonly string[];
  readonly path: string;
  /** Absent without WS-Addressing. */
  readonly addressing: RequestAddressing | undefined;
  /** Flat list of names and values. */
  readonly headers: readonly string[];
}

export interface CompiledFaultResponse {
  readonly message: Message;
  readonly row: FaultResponse;
}

/** Messages with a fault and nothing else, in the order in which they are tried. `brief`: without its detail, which may then be of any size. */
export type FaultMessages = (version: SoapVersion, brief: boolean) => readonly FaultForm[];

export interface FaultForm {
  readonly message: Message;
  /** Codes are plain texts: their prefixes need not be declared. */
  readonly loose: boolean;
}

/** Rules of one operation share their fault rows: each is compiled once. */
type CompileResponse = (row: FaultResponse, version: SoapVersion) => CompiledFaultResponse;

export function compileResponses(codec: Codec): CompileResponse {
  const compiledResponses = new Map<FaultResponse, CompiledFaultResponse>();
  return (row, version) => {
    let compiledResponse = compiledResponses.get(row);
    if (!compiledResponse)
      compiledResponses.set(row, (compiledResponse = { row, message: responseMessage(codec, row.soap, version) }));
    return compiledResponse;
  };
}

/** Shared by all rules of one bridge. */
interface RuleSetting {
  readonly codec: Codec;
  readonly response: CompileResponse;
  readonly deviations: (rule: Rule) => AcceptedDeviations;
  readonly addressing: ((rule: Rule) => RequestAddressing) | undefined;
  /** Header fields of every request: a flat list of names and values. */
  readonly headers: readonly string[];
  readonly attachments: AttachmentPolicy;
}

export function compileRule(
  { codec, response, deviations, addressing: addressingOf, headers, attachments: usual }: RuleSetting,
  rule: Rule,
  path: string,
): CompiledRule {
  const { operation } = rule;
  const addressing = addressingOf?.(rule);
  const attachments = { ...usual, mtom: rule.mtom ?? usual.mtom };
  const hasAttachments = attachments.mtom || mimePartsOf(operation.input).length > 0 || hasReferences(codec);
  const rows = rule.faults.responses.map((row) => response(row, operation.version));
  return {
    rule,
    request: requestMessage(codec, rule.request.soap, operation.version),
    response: responseMessage(codec, rule.response.soap, operation.version),
    first: rows.filter(({ row }) => row.first),
    later: rows.filter(({ row }) => !row.first),
    streamSlot: streamSlot(rule),
    refers: false,
    streamedOctets: streamedOctets(rule),
    oneWay: operation.output === undefined,
    deviations: deviations(rule),
    understood: new Set([...understoodBy(rule), ...(addressing ? responseBlocks(addressing.ns) : [])]),
    attachments: hasAttachments ? attachments : undefined,
    path,
    addressing,
    partNames: mimePartNames(operation.output),
    headers: [...headersOf(operation), ...headers],
  };
}

function understoodBy({ operation: { output }, response }: Rule): string[] {
  const parts = [...(output?.headers ?? []), ...response.soap.headers.map(({ part }) => part)];
  return parts.map(({ element }) => clark(element.name));
}

/** A rule whose fault rows must see the whole response first cannot stream. */
function streamSlot(rule: Rule): number {
  const variable = rule.response.rest.stream?.variable;
  if (
    !rule.stream ||
    rule.response.rest.binary ||
    variable === undefined ||
    rule.faults.responses.some((row) => row.first)
  )
    return -1;
  return rule.response.soap.slotOf(variable) ?? -1;
}

/** As `streamSlot`, of a body that is the octets of an attachment. */
function streamedOctets({ stream, response, faults }: Rule): number {
  const isWhole = !stream || !response.rest.binary || faults.responses.some((row) => row.first);
  return isWhole ? -1 : (response.rest.stream?.variable ?? -1);
}

/** Compiled when a response first needs them: those of the rule's own version first. */
export function compileFaults(codec: Codec): FaultMessages {
  const formsByKey = new Map<string, readonly FaultForm[]>();
  const formsOf = (version: SoapVersion, brief: boolean): readonly FaultForm[] => {
    const message = brief ? briefFaultMessage : faultMessage;
    return [
      { message: message(codec, version, 'QName'), loose: false },
      { message: message(codec, version, 'string'), loose: true },
    ];
  };
  return (version, brief) => {
    const key = `${version} ${brief}`;
    const forms = formsByKey.get(key) ?? [
      ...formsOf(version, brief),
      ...formsOf(version === '1.1' ? '1.2' : '1.1', brief),
    ];
    formsByKey.set(key, forms);
    return forms;
  };
}

/** SOAP 1.1 §6.1.1 wants the SOAPAction field always; in SOAP 1.2 it became a parameter of the media type (RFC 3902). */
function headersOf({ version, action, output }: Operation): string[] {
  const multipart = mimePartsOf(output).length > 0 ? `, ${PACKAGE}` : '';
  if (version === '1.1') {
    return [
      'content-type',
      contentType[version],
      'soapaction',
      `"${visible(action)}"`,
      'accept',
      media[version] + multipart,
      ...identity,
    ];
  }
  const parameter = action === '' ? '' : `; action="${visible(action)}"`;
  return [
    'content-type',
    `${contentType[version]}${parameter}`,
    'accept',
    `${media['1.2']}, ${media['1.1']};q=0.5${multipart}`,
    ...identity,
  ];
}

export const PACKAGE = 'multipart/related';
const identity = ['accept-encoding', 'identity'];

/** An action is a URI: what cannot stand in one, or would end the quoted string, is percent-encoded. */
function visible(action: string): string {
  return action.toWellFormed().replace(/[^\x21-\x7e]|["\\]/gu, encodeURIComponent);
}
