// The response to one request of a SOAP client: a message, a fault, or a message that reports failure.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Tolerance } from '../../../codec/model/codec.ts';
import type { SoapVersion } from '../../../contract/model/contract.ts';
import { SoapstoneError } from '../../../errors/errors.ts';
import { asSaid, type Fault, toFault } from '../../../fault/fault.ts';
import type { RequestValues } from '../../../fault/table.ts';
import { shownFault } from '../../../fault/texts.ts';
import type { Response } from '../../../rule/exchange.ts';
import type { Bindings, SoapPattern } from '../../../rule/pattern.ts';
import type { SoapFrontRule } from '../../../rule/rule.ts';
import { compressBody } from '../../compression.ts';
import { RequestHandler } from '../../front-call.ts';
import { sendBody } from '../../send-body.ts';
import { aboutResponse } from '../../upstream-response-error.ts';
import { joinVary } from '../../vary.ts';
import { firstAbsentValue } from '../absent-values.ts';
import { contentType } from '../envelope.ts';
import { insertBlocks } from '../insert-blocks.ts';
import type { PackedMessage } from '../pack-message.ts';
import { misfitsIn } from './misfits.ts';
import { plainFault } from './plain-fault.ts';
import { detailedOr, located } from './request-fault.ts';
import { addressBlocks, type ResponseAddress } from './response-address.ts';
import type { SoapFrontSetting } from './setting.ts';

const NOTHING = new Uint8Array(0);

export abstract class SoapResponseHandler<R extends SoapFrontRule> extends RequestHandler {
  protected readonly setting: SoapFrontSetting<R>;
  /** SOAP 1.1 until the request's version is known: every SOAP client can read that. */
  protected version: SoapVersion = '1.1';
  protected currentRule: R | undefined = undefined;
  protected responseTo: ResponseAddress | undefined = undefined;

  constructor(setting: SoapFrontSetting<R>, req: IncomingMessage, res: ServerResponse, path: string) {
    super(setting, req, res, path);
    this.setting = setting;
  }

  protected answer(rule: R, response: Omit<Response, 'rule'>): void {
    const { bindings, fields } = response;
    const { soap, rest } = rule.response;
    try {
      if (rule.operation.output === undefined || this.responseTo?.response.isNone) this.send(202, undefined, fields);
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
    const properties = addressBlocks(this.responseTo, 'response', operation.output?.addressingAction, side);
    const message = programs.message(side, this.version);
    return responses.write(message, side.fill(bindings), lenient, this.req.headers, properties, tolerance);
  }

  /**
   * A fault of the exchange: a soap:Fault, or where the rule's table says so a response that reports failure.
   * `plain`: of a message that does not fit the contract, in place of a soap:Fault without detail. It has no response: nothing was asked.
   */
  protected fail(rule: R, error: unknown, plain?: Fault): void {
    const fault = this.reported(rule, toFault(error));
    try {
      const response = plain ? undefined : rule.faults.asResponse(fault, this.requestValues());
      const body = response && this.response(rule, response.soap, response.bindings);
      if (body === undefined) return this.sendFault(detailedOr(plain, fault));
      this.fault = fault;
      if (this.responseTo?.response.isNone) this.send(202, undefined);
      else this.sendMessage(body);
    } catch (problem) {
      // The response cannot hold the values of the problem: it becomes a fault.
      this.sendFault(problem instanceof SoapstoneError ? detailedOr(plain, fault) : toFault(problem));
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

  protected sendFault(fault: Fault, status?: number): void {
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
    const body = insertBlocks(response.body, addressBlocks(this.responseTo, 'fault'));
    this.send(status ?? response.status, oneWay || this.responseTo?.fault.isNone ? undefined : body, headers);
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
