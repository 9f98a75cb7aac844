// One request of a SOAP client, from its head until its exchange has begun.

import { codedFault, Fault, toFault } from '../../../fault/fault.ts';
import { type AttachmentLabels, noteAttachments } from '../../../json/attachment-labels.ts';
import type { Caller } from '../../../rule/exchange.ts';
import type { SoapFrontRule } from '../../../rule/rule.ts';
import { toUtf8 } from '../../../xml/reader/encoding.ts';
import { drain, readBody } from '../../read-body.ts';
import { isOfContract } from './request-fault.ts';
import { type RequestMedia, requestMedia } from './request-media.ts';
import { limitsFor, unpackRequest } from './request-package.ts';
import { openRequest, type RequestReader } from './request-reader.ts';
import { SoapResponseHandler } from './response.ts';
import type { MatchedRequest } from './rule-choice.ts';
import { inWordsOfMessage } from './unfit-values.ts';

export class SoapRequestHandler<R extends SoapFrontRule> extends SoapResponseHandler<R> {
  begin(): void {
    const { gate, late } = this.setting;
    if (gate === undefined || late) return this.receive();
    gate.authenticate({ req: this.req }).then(
      (caller) => {
        this.caller = caller;
        if (!this.isGone) this.receive();
      },
      (error: unknown) => this.refuse(error),
    );
  }

  private receive(): void {
    const { req, setting } = this;
    try {
      const media = requestMedia(req.headers);
      this.version = media.version;
      const onBody = (error: unknown, bytes: Uint8Array, received: number) => {
        this.requestBytes = received;
        if (error) this.refuse(error);
        else this.receivedBody(media, bytes);
      };
      readBody(req, setting.maxBodyBytes, onBody, this.memory());
    } catch (error) {
      this.refuse(error);
    }
  }

  /** A refusal by HTTP status, with the fault as its body. */
  refuse(error: unknown): void {
    const fault = toFault(error);
    this.sendFault(fault, fault.init.status);
    drain(this.req, this.setting.maxBodyBytes);
  }

  otherMethod(): void {
    const { allow } = this.setting;
    const wsdl = allow.startsWith('GET') ? '; the contract is at ?wsdl' : '';
    const message = `${this.req.method} is not possible here: SOAP messages come by POST${wsdl}`;
    this.refuse(codedFault('METHOD_NOT_ALLOWED', message, { allow }));
  }

  private receivedBody(packed: RequestMedia, body: Uint8Array): void {
    try {
      const { media, bytes, labels } = unpackRequest(
        { media: packed, bytes: body },
        this.req.headers,
        this.setting,
        this.memory(),
      );
      this.version = media.version;
      this.open(media, bytes, labels);
    } catch (error) {
      this.refuse(error);
    }
  }

  private open(media: RequestMedia, bytes: Uint8Array, labels: AttachmentLabels | undefined): void {
    try {
      const reader = openRequest(limitsFor(this.setting, media), media, bytes, (rule) => this.meet(rule));
      this.responseTo = reader.responseAddress();
      const preparation = reader.prepare(this.res);
      if (preparation === undefined) return void this.read(reader, media, bytes, labels);
      const handled = preparation.then(
        () => this.read(reader, media, bytes, labels),
        (error: unknown) => this.sendFault(toFault(error)),
      );
      this.setting.pending?.add(handled);
    } catch (error) {
      this.sendFault(toFault(error));
    }
  }

  /** Settles with the response. */
  private read(
    reader: RequestReader<R>,
    media: RequestMedia,
    bytes: Uint8Array,
    labels: AttachmentLabels | undefined,
  ): Promise<void> | undefined {
    if (this.isGone) return undefined;
    try {
      const { gate, late } = this.setting;
      const request = reader.read();
      const { rule, bindings } = request;
      if (labels) noteAttachments(bindings, labels);
      if (gate === undefined || !late || rule.open) return this.run(request);
      const envelope = gate.blocks.size > 0 ? toUtf8(bytes, media.charset) : undefined;
      let signed: Uint8Array | undefined;
      const onVerified = (verified: Uint8Array) => (signed = verified);
      return gate.authenticate({ req: this.req, envelope, onVerified }).then(
        (caller) => this.admitted(caller, signed ? this.readSigned(media, signed, labels) : request),
        (error: unknown) => this.denied(rule, error),
      );
    } catch (error) {
      this.unread(toFault(error));
      return undefined;
    }
  }

  /**
   * What the Body has to do with the contract is a matter of the rule's fault rows; where they have no detail for a message
   * that does not fit, SOAP's own words stay. A value without a form in JSON fits: any row is about it.
   */
  private unread(fault: Fault): void {
    const { currentRule: rule } = this;
    if (rule === undefined || !isOfContract(fault)) return this.sendFault(fault);
    const plain = fault.init.code === 'CODEC_FORM' ? undefined : fault;
    this.fail(rule, new Fault({ ...fault.init, soap: undefined }), plain);
  }

  /** The rule may be another one: what chose it may not be signed. */
  private async readSigned(
    media: RequestMedia,
    envelope: Uint8Array,
    labels: AttachmentLabels | undefined,
  ): Promise<MatchedRequest<R>> {
    const utf8 = { ...media, charset: 'utf-8' };
    const reader = openRequest(limitsFor(this.setting, media), utf8, envelope, (rule) => this.meet(rule));
    await reader.prepare(this.res);
    const request = reader.read();
    if (labels) noteAttachments(request.bindings, labels);
    return request;
  }

  private async admitted(
    caller: Caller | undefined,
    request: MatchedRequest<R> | Promise<MatchedRequest<R>>,
  ): Promise<void> {
    this.caller = caller;
    try {
      const read = request instanceof Promise ? await request : request;
      // Not awaited: a failure of the exchange has its response already.
      return this.isGone ? undefined : this.run(read);
    } catch (error) {
      this.sendFault(toFault(error));
    }
  }

  private denied(rule: R, error: unknown): void {
    try {
      this.deny(rule, toFault(error));
    } catch (failure) {
      this.lost(failure);
    }
  }

  /** As a SOAP fault, or as the rule's fault rows say; else by HTTP status. */
  private deny(rule: R, fault: Fault): void {
    const { soap, rest, headers } = fault.init;
    if (!soap && !rest && headers?.['www-authenticate']) return this.refuse(fault);
    this.fail(rule, rest ? rule.faults.fromRest(fault) : fault);
  }

  private meet(rule: R): void {
    this.rule = rule.id;
    this.currentRule = rule;
  }

  private run(request: MatchedRequest<R>): Promise<void> {
    const { rule, bindings } = request;
    const key = this.keyFor(rule);
    rule.take?.(bindings, this.req);
    const { pipeline, addressOf, lenient } = this.setting;
    const { headers: requestHeaders } = this.req;
    const { id, trace: traceparent, credential, caller } = this;
    const address = addressOf?.(this.req);
    const memory = this.memory(address);
    const opening = {
      id,
      rule,
      bindings,
      traceparent,
      credential,
      caller,
      key,
      address,
      requestHeaders,
      memory,
      lenient,
    };
    const exchange = pipeline.open(opening);
    this.exchange = exchange;
    return pipeline.handle(exchange).then(
      (response) => this.answer(response.rule ?? rule, response),
      (error: unknown) => this.fail(rule, inWordsOfMessage(error, request)),
    );
  }
}
