// The SOAP back binding: fills a rule's request, sends it, and reads the response. Knows nothing about the client.

import type { BinarySpan } from '../../../codec/datatypes/binary-spans.ts';
import type { Codec } from '../../../codec/model/codec.ts';
import type { AcceptedDeviations } from '../../../codec/model/deviation.ts';
import type { Operation } from '../../../contract/model/contract.ts';
import type { Exchange, OutboundCredential, Response } from '../../../rule/exchange.ts';
import type { Bindings } from '../../../rule/pattern.ts';
import type { Rule } from '../../../rule/rule.ts';
import type { OutgoingRequest, Sender } from '../../../transport/transport.ts';
import { defaultLimits, type Limits } from '../../../xml/reader/limits.ts';
import { Call, type Settle, withFields } from '../../call.ts';
import { newMessageId, RequestAddressing, type RequestId } from '../addressing.ts';
import { insertBlocks } from '../insert-blocks.ts';
import { type AttachmentPolicy, MTOM_THRESHOLD, packMessage } from '../pack-message.ts';
import { writeDocument, writeWithSpans } from '../write.ts';
import { ContractDrift } from './contract-drift.ts';
import { OctetStreamReader } from './octet-stream-reader.ts';
import { type CompiledRule, compileFaults, compileResponses, compileRule, PACKAGE } from './request-headers.ts';
import { refusal } from './request-refusal.ts';
import type { ResponseOptions } from './response-options.ts';
import { ResponseReader } from './response-reader.ts';

export interface SoapBackOptions {
  readonly codec: Codec;
  readonly transport: Sender;
  /** Path and query to send an operation to; that of its port's address by default. */
  readonly target?: (operation: Operation) => string;
  /** Further header fields for every request: name, value, name, value … */
  readonly headers?: readonly string[];
  /** Most bytes of a response that is not streamed; 32 MiB by default. */
  readonly maxResponseBytes?: number;
  readonly limits?: Limits;
  /** Accept elements, attributes and values that the contract does not have. */
  readonly lenient?: boolean;
  /** What responses may have beside the contract; nothing by default. */
  readonly deviations?: AcceptedDeviations;
  /** WS-Addressing: the namespace of its version, and the origin of the service's address. */
  readonly addressing?: { readonly ns: string; readonly origin: string };
  /** Counts and reports it. */
  readonly drift?: ContractDrift;
  /** How binary contents are sent; in the envelope by default. */
  readonly attachments?: AttachmentPolicy;
}

export interface SoapRequest extends OutgoingRequest {
  readonly body: Uint8Array;
}

export interface SoapBack {
  /** Sends the exchange's request. The promise fails with a Fault or a SoapstoneError. */
  handle(exchange: Exchange): Promise<Response>;
  /** The request as it would be sent. Throws SoapstoneError (CODEC_*) for values that do not fit their types. */
  request(rule: Rule, bindings: Bindings, traceparent?: string): SoapRequest;
}

const INLINE: AttachmentPolicy = { mtom: false, threshold: MTOM_THRESHOLD };
const NONE: AcceptedDeviations = { unknown: false, namespaces: false, missing: false, values: false };

export function createSoapBack(options: SoapBackOptions): SoapBack {
  const {
    codec,
    transport,
    target = addressPath,
    headers = [],
    deviations = NONE,
    drift = new ContractDrift(),
    attachments = INLINE,
  } = options;
  const responses: ResponseOptions = {
    dialect: codec.dialect,
    schemas: codec.schemas,
    faults: compileFaults(codec),
    maxBytes: options.maxResponseBytes ?? defaultLimits.bytes,
    limits: options.limits ?? defaultLimits,
    lenient: options.lenient ?? false,
    deviations,
  };
  const compiledRules = new Map<Rule, CompiledRule>();
  const setting = {
    codec,
    response: compileResponses(codec),
    deviations: (rule: Rule) => drift.of(rule.operation.name, { ...deviations, ...rule.deviations }),
    headers,
    addressing: options.addressing && addressingOf(options.addressing, target),
    attachments,
  };

  function compiled(rule: Rule): CompiledRule {
    let compiledRule = compiledRules.get(rule);
    if (!compiledRule) compiledRules.set(rule, (compiledRule = compileRule(setting, rule, target(rule.operation))));
    return compiledRule;
  }

  return {
    handle: (exchange) =>
      new Promise((resolve, reject) => {
        if (exchange.cancelled) throw exchange.cancelled;
        const rule = compiled(exchange.rule);
        const awaited = rule.addressing && { ns: rule.addressing.ns, id: newMessageId() };
        const request = written(rule, exchange, awaited);
        const expected = rule.addressing?.hasId ? awaited : undefined;
        const whole = (origin: Exchange, settle: Settle) =>
          new ResponseReader(rule, responses, origin, settle, expected);
        const reader = (settle: Settle) =>
          exchange.sink === undefined || rule.streamedOctets < 0
            ? whole(exchange, settle)
            : new OctetStreamReader(whole, rule.streamedOctets, exchange, settle);
        new Call(reader, exchange, resolve, reject).send(transport, request);
      }),
    request: (rule, bindings, traceparent) => write(compiled(rule), { bindings, traceparent }),
  };
}

function addressed(request: SoapRequest, { addressing }: CompiledRule, message: RequestId | undefined): SoapRequest {
  if (addressing === undefined || message === undefined) return request;
  return { ...request, body: insertBlocks(request.body, addressing.blocks(message.id)) };
}

function written(rule: CompiledRule, exchange: Exchange, message: RequestId | undefined): OutgoingRequest {
  const { attachments } = rule;
  const { proof } = exchange;
  const finish = (bareRequest: SoapRequest): OutgoingRequest => {
    const request = addressed(bareRequest, rule, message);
    return proof === undefined ? request : proven(request, proof);
  };
  if (attachments !== undefined && !proof?.isEncrypted) return packed(rule, attachments, exchange, finish);
  return finish(write(rule, exchange));
}

/** Header blocks and signatures are about the envelope with its contents (XOP §1.4): it is packed last. */
function packed(
  rule: CompiledRule,
  policy: AttachmentPolicy,
  exchange: Exchange,
  finish: (bareRequest: SoapRequest) => OutgoingRequest,
): OutgoingRequest {
  let spans: readonly BinarySpan[] = [];
  const bareRequest = write(rule, exchange, (...document) => {
    const { bytes, spans: bytesSpans } = writeWithSpans(...document);
    spans = bytesSpans;
    return bytes;
  });
  const request = finish(bareRequest);
  const envelope = request.body as Uint8Array;
  const [, contentTypeValue] = request.headers;
  const message = packMessage(envelope, contentTypeValue, spans, envelope.length - bareRequest.body.length, policy);
  if (message === undefined) return request;
  const headers = request.headers.with(1, message.contentType);
  return { ...request, headers: acceptingPackages(headers), body: message.body };
}

function acceptingPackages(headers: readonly string[]): string[] {
  const at = headers.indexOf('accept') + 1;
  if (headers[at].includes(PACKAGE)) return [...headers];
  return headers.with(at, `${headers[at]}, ${PACKAGE}`);
}

function proven(bareRequest: SoapRequest, proof: OutboundCredential): OutgoingRequest {
  const { origin, path = bareRequest.path } = proof.address ?? {};
  const body = insertBlocks(bareRequest.body, proof.blocks);
  const request = withFields(
    origin === undefined ? { ...bareRequest, body } : { ...bareRequest, body, origin, path },
    proof.fields,
  );
  return proof.sign?.(request) ?? request;
}

function addressingOf(
  { ns, origin }: NonNullable<SoapBackOptions['addressing']>,
  target: (operation: Operation) => string,
) {
  return ({ operation, request }: Rule) =>
    new RequestAddressing(
      ns,
      origin + target(operation),
      operation.input.addressingAction ?? operation.action,
      request.soap,
    );
}

/** Path and query of the address that the contract gives the operation's port. */
export function addressPath(operation: Operation): string {
  if (!URL.canParse(operation.address)) return '/';
  const { pathname, search } = new URL(operation.address);
  return pathname + search;
}

/** What a request says beside its envelope; outside of an exchange it has no id. */
type Circumstances = Pick<Exchange, 'bindings' | 'traceparent'> & Partial<Pick<Exchange, 'id' | 'resend'>>;

function write(
  rule: CompiledRule,
  { bindings, traceparent, id, resend }: Circumstances,
  documentOf = writeDocument,
): SoapRequest {
  const { program, side } = rule.request;
  const slots = side.fill(bindings);
  try {
    const body = documentOf(program, slots, false, rule.rule.tolerance?.(bindings), 'ignored');
    const headers = [...rule.headers];
    if (traceparent !== undefined) headers.push('traceparent', traceparent);
    if (id !== undefined) headers.push('x-request-id', id);
    const { safe: retryable, operation } = rule.rule;
    return { method: 'POST', path: rule.path, headers, body, retryable, operation: operation.name, resend };
  } catch (error) {
    throw refusal(error, rule, slots, bindings);
  }
}
