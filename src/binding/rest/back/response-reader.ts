// Reads one response into bound variables or a failure. Knows nothing about sockets.

import { SoapstoneError } from '../../../errors/errors.ts';
import type { Fault } from '../../../fault/fault.ts';
import type { JsonLimits } from '../../../json/limits.ts';
import { ARRAY, type Json } from '../../../json/value.ts';
import { kindOf } from '../../../json/walk.ts';
import type { ErrorForm } from '../../../rule/error-form.ts';
import type { MemoryShare } from '../../../rule/exchange.ts';
import type { Bindings, HeaderFields } from '../../../rule/pattern.ts';
import { ArrivedBody } from '../../arrived-body.ts';
import { binaryJson } from '../../binary-body.ts';
import type { ResponseReading, Settle } from '../../call.ts';
import { BOMB, type Coding, codingOf, type InflateProblem } from '../../inflate.ts';
import { responseErrorOf, statusError, upstream } from '../../upstream-response-error.ts';
import type { CompiledRestRule } from './request.ts';
import {
  checkBinaryMedia,
  checkMedia,
  contentType,
  isErrorMedia,
  isHtml,
  isJsonMedia,
  readJson,
  saysError,
} from './response-body.ts';
import { statusIn, upstreamFault } from './upstream-fault.ts';

interface ResponseLimits {
  readonly maxBytes: number;
  readonly limits: JsonLimits;
  readonly errors: readonly ErrorForm[];
}

/** Statuses of complete success (RFC 9110 §15.3). A service may use another of them than the rule names. */
const COMPLETE_STATUSES = new Set([200, 201, 203, 204, 205]);

/** The request that a response answers. */
interface RestExpectation {
  readonly path: string;
  readonly bindings: Bindings;
  /** The service may respond later (202). */
  readonly deferred: boolean;
  /** Where its bytes are counted. */
  readonly memory?: MemoryShare;
}

export class RestResponseReader implements ResponseReading {
  readonly holder = 'memory';
  private readonly rule: CompiledRestRule;
  private readonly context: RestExpectation;
  private readonly options: ResponseLimits;
  private readonly settled: Settle;
  private status = 0;
  private fields!: HeaderFields;
  private coding: Coding | undefined = undefined;
  private readonly body = new ArrivedBody();
  private isSettled = false;

  constructor(rule: CompiledRestRule, context: RestExpectation, options: ResponseLimits, settled: Settle) {
    this.rule = rule;
    this.context = context;
    this.options = options;
    this.settled = settled;
  }

  start(status: number, fields: HeaderFields, resume: () => void): void {
    const { memory } = this.context;
    if (memory) this.body.count(memory, resume, (error) => this.fail(error));
    this.status = status;
    this.fields = fields;
    this.coding = codingOf(fields['content-encoding']);
    if (Number(fields['content-length']) > this.options.maxBytes) this.tooLarge();
  }

  write(piece: Uint8Array): boolean {
    if (this.isSettled) return true;
    this.body.length += piece.length;
    if (this.body.length > this.options.maxBytes) this.tooLarge();
    else this.body.add(piece);
    return this.isSettled || this.body.hold(piece.length);
  }

  end(): void {
    if (this.isSettled) return;
    const { coding } = this;
    if (coding === 'identity' || this.body.length === 0) this.conclude();
    else if (coding === undefined)
      this.unread('UPSTREAM_MEDIA_TYPE', 'the response has a content coding that nobody asked for');
    else this.inflate(coding);
  }

  fail(error: unknown): void {
    if (this.isSettled) return;
    this.over(0);
    this.settled(responseError(error), undefined);
  }

  /** `retainedBytes`: bytes that the response's values are cut from. */
  private over(retainedBytes: number): void {
    this.isSettled = true;
    this.body.release(retainedBytes);
  }

  private inflate(coding: Coding): void {
    const inflated = (problem: InflateProblem | undefined) => {
      if (problem === 'limit') this.tooLarge();
      else if (problem === 'ratio') this.unread('UPSTREAM_LIMIT', `the response ${BOMB}`);
      else if (problem) this.unread('UPSTREAM_BODY', `the response is not valid ${coding}, or was cut off`);
      else this.conclude();
    };
    const isNeeded = () => !this.isSettled;
    this.body.inflate(coding, this.options.maxBytes, 1, inflated, isNeeded, this.context.memory?.clientName);
  }

  private tooLarge(): void {
    this.unread('UPSTREAM_LIMIT', `the response has more than ${this.options.maxBytes} bytes`);
  }

  /** The body cannot be read; an error status is a fault without it. */
  private unread(code: 'UPSTREAM_LIMIT' | 'UPSTREAM_BODY' | 'UPSTREAM_MEDIA_TYPE', message: string): void {
    this.fail(this.status >= 400 ? this.failure(this.status, undefined) : upstream(code, message));
  }

  private conclude(): void {
    const bytes = this.body.joined();
    let bindings: Bindings;
    try {
      if (this.status >= 400) throw this.failure(this.status, this.errorBody(bytes));
      if (isErrorMedia(this.fields, this.rule.rule.response.rest.media, this.options.errors)) throw this.problem(bytes);
      if (this.context.deferred && this.status === 202) return this.accept();
      bindings = this.matched(bytes);
    } catch (error) {
      this.fail(error);
      return;
    }
    if (this.isSettled) return;
    this.over(bytes.length);
    this.settled(undefined, { bindings, streamed: false });
  }

  private problem(bytes: Uint8Array): Fault {
    const body = this.errorBody(bytes);
    return this.failure(statusIn(body), body);
  }

  private failure(status: number, body: Json | undefined): Fault {
    return upstreamFault(status, this.fields, body, this.options.errors);
  }

  private accept(): void {
    const { location } = this.fields;
    if (typeof location !== 'string') throw upstream('UPSTREAM_BODY', 'the response 202 does not say where its job is');
    const accepted = referencePath(location, this.context.path, this.rule.prefix);
    this.over(0);
    this.settled(undefined, { bindings: this.context.bindings, streamed: false, accepted });
  }

  /** Redirects are not followed: the only address is the upstream's. */
  private matched(bytes: Uint8Array): Bindings {
    const { rest } = this.rule.rule.response;
    if (this.status !== rest.status && !COMPLETE_STATUSES.has(this.status) && !this.isExtraStatus)
      throw statusError(this.status);
    const body = this.read(bytes);
    const bindings = this.match(body);
    if (!bindings)
      throw upstream('UPSTREAM_BODY', 'the response is not one that the rule describes: a header field differs');
    return bindings;
  }

  private get isExtraStatus(): boolean {
    return this.rule.rule.response.rest.extraStatuses?.includes(this.status) ?? false;
  }

  private match(body: Json | undefined): Bindings | undefined {
    const { rest } = this.rule.rule.response;
    try {
      const status = this.isExtraStatus ? this.status : rest.status;
      return rest.match({ status, headers: this.headers(), body }, this.context.bindings);
    } catch (error) {
      const empty = body === undefined && error instanceof SoapstoneError && error.code === 'CODEC_MISSING';
      throw empty ? upstream('UPSTREAM_EMPTY', 'the response is empty', error) : error;
    }
  }

  private read(bytes: Uint8Array): Json | undefined {
    const { rest } = this.rule.rule.response;
    if (bytes.length === 0) {
      if (rest.binary && this.status === rest.status) return binaryJson(bytes);
      if (rest.hasBody && this.status !== 204 && this.status !== 205 && !this.isExtraStatus)
        throw upstream('UPSTREAM_EMPTY', 'the response is empty');
      return undefined;
    }
    if (rest.binary && !isJsonMedia(this.fields)) {
      checkBinaryMedia(this.fields, rest.media);
      return binaryJson(bytes, contentType(this.fields));
    }
    if (rest.hasBody || isHtml(this.fields)) checkMedia(this.fields, rest.media);
    if (rest.hasBody) return readJson(bytes, this.options.limits);
    if (isJsonMedia(this.fields)) this.checkUnasked(bytes);
    return undefined;
  }

  /** A body that the rule has no use for: one that is cut off, a list, or an error is no success. */
  private checkUnasked(bytes: Uint8Array): void {
    const body = readJson(bytes, this.options.limits);
    if (kindOf(body) === ARRAY) throw upstream('UPSTREAM_BODY', 'the response is a list, which nobody asked for');
    if (saysError(body)) throw this.failure(statusIn(body), body);
  }

  /** undefined: not JSON, so that clients see nothing of it. */
  private errorBody(bytes: Uint8Array): Json | undefined {
    if (bytes.length === 0) return undefined;
    try {
      checkMedia(this.fields, this.rule.rule.response.rest.media, this.options.errors);
      return readJson(bytes, this.options.limits);
    } catch (error) {
      if (error instanceof SoapstoneError) return undefined;
      throw error;
    }
  }

  private headers(): HeaderFields {
    const { rule, prefix } = this.rule;
    const { references } = rule.response.rest;
    if (references.length === 0) return this.fields;
    const fields: Record<string, string | string[] | undefined> = Object.assign(Object.create(null), this.fields);
    for (const name of references) {
      const value = fields[name];
      if (typeof value === 'string') fields[name] = referencePath(value, this.context.path, prefix);
    }
    return fields;
  }
}

/**
 * Path, query and fragment of a reference (RFC 3986 §5.2), without the prefix of the upstream. `base`: path of the request, which a relative
 * one is resolved against. The authority does not count: a service may know itself under another name. Other references than http stay as they are. Nothing is ever fetched.
 */
function referencePath(value: string, base: string, prefix: string): string {
  const url = URL.parse(value, `http://peer${base}`);
  if (url === null || !url.protocol.startsWith('http')) return value;
  const path = url.pathname + url.search + url.hash;
  return prefix !== '' && path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : path;
}

/** Turns errors that are coded for requests into errors of a response. */
function responseError(error: unknown): unknown {
  return responseErrorOf(error, ({ code, message, path, offset }) => {
    if (code === 'JSON_LIMIT') return upstream('UPSTREAM_LIMIT', `the response is too large: ${message}`, error);
    const problem = code === 'JSON_SYNTAX' ? 'is not JSON' : 'is not one that the rule describes';
    const location = path === undefined ? '' : ` at ${path}`;
    const text = `the response ${problem}: ${message}${location}`;
    return new SoapstoneError('UPSTREAM_BODY', text, { path, offset, cause: error });
  });
}
