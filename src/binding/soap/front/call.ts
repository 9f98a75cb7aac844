// One request of a SOAP client, from its head to the last byte of its response.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Tolerance } from '../../../codec/model/codec.ts';
import type { SoapVersion } from '../../../contract/model/contract.ts';
import { SoapstoneError } from '../../../errors/errors.ts';
import { asSaid, codedFault, Fault, toFault } from '../../../fault/fault.ts';
import type { RequestValues } from '../../../fault/table.ts';
import { shownFault } from '../../../fault/texts.ts';
import { type AttachmentLabels, noteAttachments } from '../../../json/attachment-labels.ts';
import type { Caller, Pipeline, Response } from '../../../rule/exchange.ts';
import type { Bindings, SoapPattern } from '../../../rule/pattern.ts';
import type { SoapFrontRule, SoapRules } from '../../../rule/rule.ts';
import { toUtf8 } from '../../../xml/reader/encoding.ts';
import type { Limits } from '../../../xml/reader/limits.ts';
import { compressBody } from '../../compression.ts';
import { type FrontOptions, RequestHandler } from '../../front-call.ts';
import type { PendingMessages } from '../../pending-messages.ts';
import { drain, readBody } from '../../read-body.ts';
import { sendBody } from '../../send-body.ts';
import { aboutResponse } from '../../upstream-response-error.ts';
import { joinVary } from '../../vary.ts';
import { firstAbsentValue } from '../absent-values.ts';
import { type RequestId, responseProperties } from '../addressing.ts';
import { contentType } from '../envelope.ts';
import { insertBlocks } from '../insert-blocks.ts';
import type { PackedMessage } from '../pack-message.ts';
import type { FaultWriter } from './fault-writer.ts';
import { misfitsIn } from './misfits.ts';
import { plainFault } from './plain-fault.ts';
import { located } from './request-fault.ts';
import { type RequestMedia, requestMedia } from './request-media.ts';
import { limitsFor, unpackRequest } from './request-package.ts';
import { openRequest, type ReaderSetting, type RequestReader } from './request-reader.ts';
import type { ResponseWriter } from './response-writer.ts';
import type { MatchedRequest } from './rule-choice.ts';
import { inWordsOfMessage } from './unfit-values.ts';

export interface SoapFrontOptions<R extends SoapFrontRule> extends FrontOptions {
  readonly mapping: SoapRules<R>;
  /** Rules that clients can reach. */
  readonly rules: readonly R[];
  readonly pipeline: Pipeline<R>;
  /** Path of the address, without query. */
  readonly path: string;
  readonly limits?: Limits;
  /** Gets the messages that are prepared before their exchange begins. */
  readonly pending?: PendingMessages;
  /** Octets from which on a binary content is an attachment, where the client takes MTOM. */
  readonly mtomThreshold?: number;
  /** Skip members of a response that the contract does not have; false by default. */
  readonly lenient?: boolean;
  /** Turns a fault into one that the contract declares. `rule`: that of the request; undefined where it is not known. */
  readonly inWordsOf?: (fault: Fault, rule: R | undefined) => Fault;
  /** Answers GET and HEAD requests for the contract at the address; false, with nothing done, for every other request. */
  readonly serveContract?: (req: IncomingMessage, res: ServerResponse, fields?: readonly string[]) => boolean;
}

/** Shared by all requests of one front. */
export interface SoapFrontSetting<R extends SoapFrontRule>
  extends ReaderSetting<R>,
    Pick<SoapFrontOptions<R>, 'gate' | 'naming' | 'addressOf' | 'faultTexts' | 'pending' | 'compression'>,
    Required<Pick<SoapFrontOptions<R>, 'pipeline' | 'bridge' | 'maxBodyBytes' | 'lenient' | 'inWordsOf'>> {
  /** Authenticates when the rule is known, not before the body is read. */
  readonly late: boolean;
  readonly faults: FaultWriter;
  readonly responses: ResponseWriter;
  /** Methods that the address takes, for Allow. */
  readonly allow: string;
}

const NOTHING = new Uint8Array(0);

export class SoapRequestHandler<R extends SoapFrontRule> extends RequestHandler {
  private readonly setting: SoapFrontSetting<R>;
  /** SOAP 1.1 until the request's version is known: every SOAP client can read that. */
  private version: SoapVersion = '1.1';
  private currentRule: R | undefined = undefined;
  private requestId: RequestId | undefined = undefined;

  constructor(setting: SoapFrontSetting<R>, req: IncomingMessage, res: ServerResponse, path: string) {
    super(setting, req, res, path);
    this.setting = setting;
  }

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
      this.requestId = reader.requestId;
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
      return gate.authenticate({ req: this.req, envelope }).then(
        (caller) => this.admitted(caller, request),
        (error: unknown) => this.denied(rule, error),
      );
    } catch (error) {
      this.unread(toFault(error));
      return undefined;
    }
  }

  /** A message that the contract allows is a matter of the rule's fault rows, also where it has no form in JSON. */
  private unread(fault: Fault): void {
    if (fault.init.code !== 'CODEC_FORM' || this.currentRule === undefined) return this.sendFault(fault);
    this.fail(this.currentRule, new Fault({ ...fault.init, soap: undefined }));
  }

  private admitted(caller: Caller | undefined, request: MatchedRequest<R>): Promise<void> | undefined {
    this.caller = caller;
    if (this.isGone) return undefined;
    try {
      return this.run(request);
    } catch (error) {
      this.sendFault(toFault(error));
      return undefined;
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

  private answer(rule: R, response: Omit<Response, 'rule'>): void {
    const { bindings, fields } = response;
    const { soap, rest } = rule.response;
    try {
      if (rule.operation.output === undefined) this.send(202, undefined, fields);
      else this.sendMessage(this.fitting(rule, soap, response), fields);
    } catch (error) {
      const message = this.setting.programs.message(soap, this.version);
      this.fail(rule, placed(aboutResponse(rest ? firstAbsentValue(error, message, bindings, rest) : error)));
    }
  }

  /** What has no form in the message is left out, where the response says what it is without. */
  private fitting(rule: R, side: SoapPattern, response: Omit<Response, 'rule'>): PackedMessage {
    const { bindings } = response;
    try {
      return this.response(rule, side, bindings);
    } catch (error) {
      if (response.without === undefined) throw error;
      const misfits = misfitsIn((tolerance) => this.response(rule, side, bindings, tolerance));
      const fitting = misfits.length > 0 ? response.without(misfits) : undefined;
      if (fitting === undefined) throw error;
      return this.response(rule, side, fitting);
    }
  }

  private response({ operation }: R, side: SoapPattern, bindings: Bindings, tolerance?: Tolerance): PackedMessage {
    const { programs, lenient, responses } = this.setting;
    const { requestId } = this;
    const properties = requestId && responseProperties(requestId, operation.output?.addressingAction, side);
    const message = programs.message(side, this.version);
    return responses.write(message, side.fill(bindings), lenient, this.req.headers, properties, tolerance);
  }

  /** A fault of the exchange: a soap:Fault, or where the rule's table says so a response that reports failure. */
  private fail(rule: R, error: unknown): void {
    const fault = this.reported(rule, toFault(error));
    try {
      const response = rule.faults.asResponse(fault, this.requestValues());
      const body = response && this.response(rule, response.soap, response.bindings);
      if (body === undefined) return this.sendFault(fault);
      this.fault = fault;
      this.sendMessage(body);
    } catch (problem) {
      // The response cannot hold the values of the problem: it becomes a fault.
      this.sendFault(problem instanceof SoapstoneError ? fault : toFault(problem));
    }
  }

  /** A failure of the gateway is what the rule's table says of its code or status, as if the service had reported it. */
  private reported(rule: R, fault: Fault): Fault {
    const { soap, rest } = fault.init;
    if (soap || rest) return fault;
    // Before a row reads it: what it writes does not know any more which texts quote the service.
    const visible = shownFault(fault, this.setting.faultTexts);
    return rule.faults.fromRest(asSaid(visible), this.requestValues());
  }

  private requestValues(): RequestValues | undefined {
    return this.exchange && { variables: this.exchange.rule.variables, bindings: this.exchange.bindings };
  }

  private sendFault(fault: Fault, status?: number): void {
    try {
      this.writeFault(fault, status);
    } catch (error) {
      this.lost(error);
    }
  }

  /** WS-I BP 1.2 R2714: the response of a one-way operation has no envelope. */
  private writeFault(original: Fault, status?: number): void {
    const { version, setting } = this;
    const fault = shownFault(original, setting.faultTexts);
    this.fault = fault;
    const response = setting.faults.write(version, setting.inWordsOf(fault, this.currentRule));
    if (response.sender !== fault.init.status < 500) this.blame = response.sender ? 400 : 500;
    const oneWay =
      version === '1.1' && this.currentRule !== undefined && this.currentRule.operation.output === undefined;
    const fields = Object.entries(fault.init.headers ?? {});
    // Header fields of fault rows and REST rules belong to REST responses; Retry-After is of use to every client.
    const headers = status === undefined ? fields.filter(([name]) => name === 'Retry-After') : fields;
    const { requestId } = this;
    const body = requestId ? insertBlocks(response.body, responseProperties(requestId)) : response.body;
    this.send(status ?? response.status, oneWay ? undefined : body, headers);
  }

  protected override plainFault({ init }: Fault): { media: string; body: string } {
    return { media: contentType[this.version], body: plainFault(this.version, init.title) };
  }

  private sendMessage({ contentType: media, body }: PackedMessage, headers?: Response['fields']): void {
    this.send(200, body, headers, media);
  }

  private send(
    status: number,
    body: Uint8Array | undefined,
    headers: Response['fields'] = [],
    media = contentType[this.version],
  ): void {
    const { res } = this;
    if (res.destroyed || res.headersSent) return;
    const fields = this.ownFields();
    if (body) fields.push('content-type', media);
    for (const [name, value] of headers) fields.push(name, value);
    this.settled();
    const coding = body && this.setting.compression?.codingFor(this.req, status, fields, media, body.length);
    if (coding === undefined) return this.sendBytes(status, body, fields);
    fields.push('content-encoding', coding);
    compressBody(res, coding, body!, (error, bytes) => {
      if (error) this.lost(error);
      else this.sendBytes(status, bytes, fields);
    });
  }

  private sendBytes(status: number, body: Uint8Array | undefined, fields: string[]): void {
    const { res } = this;
    fields.push('content-length', String(body?.length ?? 0));
    this.responseBytes = body?.length ?? 0;
    res.writeHead(status, joinVary(fields));
    // The response to HEAD has the length of a body that does not follow (RFC 9110 §9.3.2).
    if (body && this.req.method !== 'HEAD') sendBody(res, body);
    else res.end();
  }

  protected sentBytes(): number {
    return this.responseBytes;
  }

  protected outcome(): number {
    return this.res.statusCode;
  }
}

/** Faults have no list of places: the reason names the place in the service's response. */
function placed(error: unknown): unknown {
  if (!(error instanceof SoapstoneError) || error.path === undefined) return error;
  return new SoapstoneError(error.code, located(error, NOTHING), { ...error, cause: error.cause });
}
