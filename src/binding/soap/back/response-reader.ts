// Reads one response while it arrives, into bound variables or a failure. Knows nothing about sockets.

import { type Decoder, Mismatch } from '../../../codec/model/codec.ts';
import { ReferenceFound } from '../../../codec/model/deviation.ts';
import { SoapstoneError } from '../../../errors/errors.ts';
import { Fault } from '../../../fault/fault.ts';
import type { RequestValues } from '../../../fault/table.ts';
import { type AttachmentLabels, noteAttachments } from '../../../json/attachment-labels.ts';
import type { Json } from '../../../json/value.ts';
import type { Exchange, Holder, Response, ResponseProtection } from '../../../rule/exchange.ts';
import type { Bindings } from '../../../rule/pattern.ts';
import { encodingOf, SNIFF_BYTES, Transcoder } from '../../../xml/reader/encoding.ts';
import type { Limits } from '../../../xml/reader/limits.ts';
import { parseClark } from '../../../xml/reader/names.ts';
import type { ResponseReading, Settle } from '../../call.ts';
import { BOMB, type InflateProblem } from '../../inflate.ts';
import { statusError, upstream } from '../../upstream-response-error.ts';
import { type RequestId, relatedIds } from '../addressing.ts';
import { ElementTypes, messageElements } from '../element-types.ts';
import { isBounded, readFault } from '../fault.ts';
import { mentionsDuty, notUnderstood } from '../header-blocks.ts';
import { isEncoded, unpackMessage } from '../message-package.ts';
import { ArrivedEnvelope } from './arrived-envelope.ts';
import { otherMessage } from './body-element.ts';
import {
  findFault,
  findFaultResponse,
  htmlPage,
  otherVersion,
  refusedResponse,
  responseError,
  soapFault,
} from './failure.ts';
import type { CompiledRule } from './request-headers.ts';
import { ResponseDrift } from './response-drift.ts';
import { isDone, mediaError, type ResponseHead, responseHead } from './response-head.ts';
import type { ResponseOptions } from './response-options.ts';
import { slotsWithReferences, streamed } from './response-references.ts';
import { ResponseStream } from './response-stream.ts';

export class ResponseReader implements ResponseReading {
  private readonly rule: CompiledRule;
  private readonly options: ResponseOptions;
  private readonly exchange: Exchange;
  private readonly settled: Settle;
  private head!: ResponseHead;
  /** As long as it may be read again. */
  private readonly body = new ArrivedEnvelope();
  private decoder: Decoder | undefined = undefined;
  private transcoder: Transcoder | undefined = undefined;
  private stream: ResponseStream | undefined = undefined;
  /** Decode on arrival; else when everything is there. */
  private direct = false;
  private failure: unknown = undefined;
  private isSettled = false;
  private limits: Limits;
  /** Of attachments that are in the envelope now. */
  private labels: AttachmentLabels | undefined = undefined;
  private readonly drift: ResponseDrift;
  private readonly awaited: RequestId | undefined;
  private readonly protection: ResponseProtection | undefined;

  /** `awaited`: the message that the response must be a reply to. */
  constructor(rule: CompiledRule, options: ResponseOptions, exchange: Exchange, settled: Settle, awaited?: RequestId) {
    this.rule = rule;
    this.drift = new ResponseDrift(rule.deviations);
    this.options = options;
    this.limits = options.limits;
    this.exchange = exchange;
    this.settled = settled;
    this.awaited = awaited;
    this.protection = exchange.proof?.protection;
  }

  start(status: number, fields: Readonly<Record<string, string | string[] | undefined>>, resume: () => void): void {
    const head = responseHead(status, fields, this.rule.path);
    this.head = head;
    this.body.charset = head.charset;
    this.direct =
      head.refusal === undefined &&
      head.coding === 'identity' &&
      head.package === undefined &&
      this.protection === undefined &&
      this.rule.first.length === 0;
    const { sink, memory } = this.exchange;
    if (memory) this.body.count(memory, resume, (error) => this.fail(error));
    if (this.direct && status < 300 && sink && this.rule.streamSlot >= 0 && !this.rule.refers) {
      this.stream = new ResponseStream(this.rule, this.exchange.bindings, sink, resume);
    } else if (head.length > this.options.maxBytes) this.fail(this.tooLarge());
  }

  get holder(): Holder {
    return this.stream?.started ? 'client' : 'memory';
  }

  /** False: wait for `resume`. */
  write(piece: Uint8Array): boolean {
    if (this.isSettled) return true;
    this.body.length += piece.length;
    if (this.stream?.started) this.decode(piece);
    else if (this.head.refusal === undefined) this.keep(piece);
    if (this.stream?.started) return !this.stream.blocked;
    if (this.body.length > this.options.maxBytes) this.fail(this.tooLarge());
    // A response that is decoded on arrival is held twice.
    return this.isSettled || this.body.hold(this.direct ? 2 * piece.length : piece.length);
  }

  end(): void {
    if (this.isSettled) return;
    if (this.head.coding === 'identity' || this.body.length === 0 || this.head.refusal) this.conclude();
    else this.inflate();
  }

  /** The connection failed, the exchange was cancelled, or the response is invalid. */
  fail(error: unknown): void {
    this.settle(responseError(error), undefined);
  }

  private inflate(): void {
    const { coding } = this.head;
    const inflated = (problem: InflateProblem | undefined) => {
      if (problem === 'limit') this.fail(this.tooLarge());
      else if (problem === 'ratio') this.fail(upstream('UPSTREAM_LIMIT', `the response ${BOMB}`));
      else if (problem) this.fail(upstream('UPSTREAM_BODY', `the response is not valid ${coding}, or was cut off`));
      else this.conclude();
    };
    const isNeeded = () => !this.isSettled;
    this.body.inflate(coding, this.options.maxBytes, 2, inflated, isNeeded, this.exchange.memory?.clientName);
  }

  private keep(piece: Uint8Array): void {
    this.body.add(piece);
    if (!this.direct || this.failure !== undefined) return;
    if (this.decoder) this.decode(piece);
    else if (this.body.length >= SNIFF_BYTES) this.decodeKept();
  }

  private decodeKept(): void {
    try {
      this.decoder = this.open(this.body.joined());
    } catch (error) {
      this.failure = error;
    }
    for (const piece of this.body.pieces) if (this.failure === undefined) this.decode(piece);
  }

  /** `start`: enough of the body to know its encoding. */
  private open(start: Uint8Array): Decoder {
    const { charset, type } = this.head;
    const encoding = encodingOf(start, charset);
    if (encoding !== undefined) this.transcoder = new Transcoder(encoding);
    else if (type === undefined && !looksLikeXml(start)) throw mediaError('');
    const { limits } = this;
    const { lenient } = this.options;
    return this.rule.response.program.decoder({
      limits: this.stream ? unbounded(limits) : limits,
      lenient,
      deviations: this.drift.deviations,
      transcoded: charset !== undefined || encoding !== undefined,
      stream: this.stream && { slot: this.rule.streamSlot, onBytes: (bytes) => this.pass(bytes) },
    });
  }

  private decode(piece: Uint8Array): void {
    try {
      this.decoder!.write(this.transcoder ? this.transcoder.write(piece) : piece);
    } catch (error) {
      this.failure = error;
      if (error instanceof ReferenceFound) this.rule.refers = true;
      if (this.stream?.started) this.fail(error instanceof ReferenceFound ? streamed(error) : error);
    }
  }

  private pass(bytes: Uint8Array): void {
    const stream = this.stream!;
    if (this.isSettled) return;
    if (!stream.started) {
      const refusal = this.notUnderstood() ?? this.unrelated();
      if (refusal) return this.fail(refusal);
      stream.start(this.decoder!.bound());
      this.drift.accept();
      this.body.release(0);
    }
    stream.write(bytes);
  }

  private conclude(): void {
    let response: Response;
    try {
      if (this.head.package !== undefined && this.body.length > 0) this.unpack(this.head.package);
      if (this.protection !== undefined && this.body.length > 0 && this.head.refusal === undefined)
        this.unprotect(this.protection);
      response = this.body.length === 0 ? this.empty() : this.finish();
    } catch (error) {
      this.fail(error);
      return;
    }
    this.settle(undefined, response);
  }

  /** From here on the response is one without attachments. */
  private unpack(contentType: string): void {
    const { maxBytes, limits, schemas } = this.options;
    const claim = (bytes: number) => void this.body.hold(bytes);
    const { partNames, rule } = this.rule;
    const form = { names: partNames, encoded: isEncoded(rule.operation.output) };
    const types = new ElementTypes(messageElements(schemas, [rule.operation]));
    const bounds = { maxBytes, limits, claim, types };
    const unpacked = unpackMessage(this.body.joined(), contentType, bounds, () => form);
    const { envelope, labels, unused } = unpacked;
    for (let i = 0; i < unused; i++) this.drift.deviations.note?.('unknown', UNUSED);
    this.labels = labels;
    this.body.become(envelope);
    this.body.length = envelope.length;
    this.head = { ...this.head, package: undefined, charset: 'utf-8' };
    this.limits = { ...limits, text: maxBytes };
  }

  /** Nothing of the response is read before. */
  private unprotect(protection: ResponseProtection): void {
    const envelope = protection.open(this.body.utf8());
    this.body.become(envelope);
    this.body.hold(envelope.length);
    this.head = { ...this.head, charset: 'utf-8' };
  }

  private empty(): Response {
    const { status } = this.head;
    if (!isDone(status)) throw statusError(status);
    if (!this.rule.oneWay) throw upstream('UPSTREAM_EMPTY', 'the response is empty');
    return this.bind([], false);
  }

  private finish(): Response {
    if (this.head.refusal) throw this.head.refusal;
    try {
      this.seekFirst();
      return this.interpret(this.slots());
    } catch (error) {
      throw this.stream?.started ? error : this.meaningOf(error);
    }
  }

  private seekFirst(): void {
    if (this.rule.first.length === 0) return;
    const fault = findFaultResponse(this.reading(), this.rule.first, this.body.utf8(), this.requestValues());
    if (fault) throw fault;
  }

  /** For further looks at the same response: what deviates has been noted. */
  private reading(): ResponseOptions {
    return { ...this.options, deviations: { ...this.rule.deviations, note: undefined } };
  }

  private requestValues(): RequestValues {
    return { variables: this.exchange.rule.variables, bindings: this.exchange.bindings };
  }

  private slots(): Bindings {
    try {
      return this.arrivedSlots();
    } catch (error) {
      if (!(error instanceof ReferenceFound) || !this.rule.deviations.unknown) throw error;
      const response = { document: this.body.utf8(), limits: this.limits, lenient: this.options.lenient };
      const { rule, drift } = this;
      return slotsWithReferences({ response: rule.response, deviations: drift.deviations }, response, error, (bytes) =>
        this.body.hold(bytes),
      );
    }
  }

  private arrivedSlots(): Bindings {
    if (!this.decoder && this.failure === undefined) this.decodeKept();
    if (this.failure !== undefined) throw this.failure;
    if (this.transcoder) this.decoder!.write(this.transcoder.write(nothing, true));
    return this.decoder!.end();
  }

  private interpret(slots: Bindings): Response {
    const { response } = this.rule;
    const fault = slots[response.faultSlot];
    if (fault) throw this.faultOf(fault);
    if (this.head.status >= 400) throw statusError(this.head.status);
    const { missing, namespaces } = this.rule.deviations;
    const another = missing ? this.otherMessage(this.body.utf8(), namespaces) : undefined;
    if (another) throw another;
    const refusal = this.notUnderstood() ?? this.unrelated();
    if (refusal) throw refusal;
    return this.bind(slots, this.stream?.started ?? false);
  }

  private faultOf(fault: Json): unknown {
    this.drift.accept();
    const { version } = this.rule.response;
    if (isBounded(fault)) return soapFault(readFault(fault, version, this.options));
    return findFault(this.options, version, this.body.utf8(), true) ?? statusError(this.head.status);
  }

  private bind(slots: Bindings, streamed: boolean): Response {
    if (this.labels) noteAttachments(slots, this.labels);
    const bindings = this.rule.response.side.match(slots, this.exchange.bindings);
    if (!bindings) throw new Mismatch('Envelope', 'a value differs');
    return { bindings, streamed };
  }

  /** The rule does not match the response. It may be a fault in any form, or match a fault row. */
  private meaningOf(error: unknown): unknown {
    if (error instanceof Fault) return error;
    const { options, rule, head } = this;
    let bytes: Uint8Array;
    try {
      bytes = this.body.utf8();
    } catch {
      return error;
    }
    const rows = error instanceof Mismatch ? rule.later : [];
    const fault =
      findFault(options, rule.response.version, bytes) ??
      findFaultResponse(this.reading(), rows, bytes, this.requestValues());
    if (fault) return fault;
    if (head.status >= 400) return statusError(head.status, error);
    const { bindings } = this.exchange;
    const refused = { rule, document: bytes, options: this.reading(), bindings };
    return (
      htmlPage(bytes) ??
      otherVersion(rule.response, bytes, error) ??
      this.otherMessage(bytes, true) ??
      refusedResponse(refused, error)
    );
  }

  /** undefined too where the response is streamed. */
  private otherMessage(bytes: Uint8Array, anyNamespace: boolean): SoapstoneError | undefined {
    if (this.stream?.started) return undefined;
    return otherMessage(this.rule.response, bytes, this.limits, anyNamespace);
  }

  /** A message with a mandatory block that is not understood must not be processed (SOAP 1.1 §4.2.3); `lenient` does, and it is counted. */
  private notUnderstood(): SoapstoneError | undefined {
    const { limits, lenient } = this.options;
    if (this.transcoder === undefined && !mentionsDuty(this.body.pieces)) return undefined;
    const text = this.body.text();
    const { response } = this.rule;
    const understood = new Set([...this.rule.understood, ...(this.protection?.blocks ?? [])]);
    const name = notUnderstood(text, response.version, understood, limits);
    if (name === undefined) return undefined;
    if (lenient) {
      this.drift.deviations.note?.('unknown', `Envelope/Header/${parseClark(name).local}`);
      return undefined;
    }
    const problem = 'the response has a header block that must be understood, and the operation declares none such';
    return new SoapstoneError('UPSTREAM_MUST_UNDERSTAND', `${problem}: ${name}`, { safeMessage: problem });
  }

  /** A reply to another message, as WS-Addressing says it. A response that relates to nothing is taken. */
  private unrelated(): SoapstoneError | undefined {
    const { awaited, rule, options } = this;
    if (awaited === undefined) return undefined;
    const ids = relatedIds(this.body.text(), rule.response.version, options.limits);
    if (ids.length === 0 || ids.some((id) => id.trim() === awaited.id)) return undefined;
    return upstream('UPSTREAM_BODY', 'the response is the reply to another message (wsa:RelatesTo)');
  }

  private tooLarge(): SoapstoneError {
    return upstream('UPSTREAM_LIMIT', `the response has more than ${this.options.maxBytes} bytes`);
  }

  private settle(error: unknown, response: Response | undefined): void {
    if (this.isSettled) return;
    this.isSettled = true;
    this.body.release(response === undefined || response.streamed ? 0 : this.body.length);
    if (response !== undefined) this.drift.accept();
    this.settled(error, response);
  }
}

const nothing = new Uint8Array(0);

/** In place of a path. */
const UNUSED = 'attachment';

function looksLikeXml(bytes: Uint8Array): boolean {
  let i = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  while (bytes[i] === 0x20 || (bytes[i] >= 0x09 && bytes[i] <= 0x0d)) i++;
  return bytes[i] === 0x3c;
}

/** The limit of a streamed response is on what is held, not on what passes. */
function unbounded(limits: Limits): Limits {
  return { ...limits, bytes: Number.POSITIVE_INFINITY, elements: Number.POSITIVE_INFINITY };
}
