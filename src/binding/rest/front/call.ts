// One request of a REST client, from its head to the last byte of its response.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { isFieldText } from '../../../bytes/characters.ts';
import { withSteps } from '../../../codec/datatypes/regex/steps.ts';
import { SoapstoneError } from '../../../errors/errors.ts';
import { codedFault, type Fault, toFault } from '../../../fault/fault.ts';
import { PROBLEM_MEDIA } from '../../../fault/fault-names.ts';
import { shownFault } from '../../../fault/texts.ts';
import { labelsIn } from '../../../json/attachment-labels.ts';
import type { JsonLimits } from '../../../json/limits.ts';
import type { Json } from '../../../json/value.ts';
import type { Exchange, Pipeline, Response } from '../../../rule/exchange.ts';
import type { Bindings, ResponseStream, RestResponseParts } from '../../../rule/pattern.ts';
import type { Lookup, RestRules, Rule } from '../../../rule/rule.ts';
import { binaryJson, octetsOf } from '../../binary-body.ts';
import { compressBody } from '../../compression.ts';
import { type Coding, codedTag } from '../../content-coding.ts';
import { type FrontOptions, RequestHandler } from '../../front-call.ts';
import { mountPath } from '../../mount-path.ts';
import { drain, noRoom, readBody } from '../../read-body.ts';
import { aboutResponse } from '../../upstream-response-error.ts';
import { joinVary } from '../../vary.ts';
import { hasContent, isEmptyFile, RequestContent } from './body.ts';
import { cacheFields, isKept, selectingFields } from './caching.ts';
import type { FormMedia } from './form/form-writer.ts';
import { type Forms, speaksForms } from './form/forms.ts';
import { bodyLines, ListLines, pageLinks, wantedLines } from './json-lines.ts';
import { octetHead } from './octets.ts';
import { checkShown, hasConditions, preconditionOf, responseTag } from './precondition.ts';
import { problemBody, writtenProblem } from './problem.ts';
import { addFields, knownTag, sendResponse } from './response.ts';
import { acceptableRules, chooseRule } from './rule-choice.ts';
import { RestSink } from './sink.ts';

export interface RestFrontOptions extends FrontOptions {
  readonly mapping: RestRules;
  readonly pipeline: Pipeline;
  readonly limits?: JsonLimits;
  /** What links in responses begin with, in place of the mount path. */
  readonly linkBase?: ((req: IncomingMessage) => string) | undefined;
  /** Responses of some rules are cached. */
  readonly keeps?: boolean;
  /** No response is streamed: whoever reads it needs the whole. */
  readonly gathers?: boolean;
  /** For clients that send or want forms. Absent: no body is one. */
  readonly forms?: () => Promise<Forms>;
}

/** Shared by all requests of one front. */
export type RestFrontSetting = RestFrontOptions &
  Required<Pick<RestFrontOptions, 'bridge' | 'maxBodyBytes' | 'limits'>>;

const NOTHING = new Uint8Array(0);

/** `fields`: flat list of names and values that the body asks for. */
interface Representation {
  readonly media: string;
  readonly body: Uint8Array | undefined;
  readonly fields?: readonly string[];
}

type OtherMethod = Extract<Lookup, { readonly kind: 'method' }>;

export class RestRequestHandler extends RequestHandler {
  private readonly setting: RestFrontSetting;
  private readonly query: string;
  private sink: RestSink | undefined = undefined;
  /** What paths of links begin with: the mount path, perhaps with an origin. */
  private mount = '';
  private forms: Forms | undefined = undefined;
  /** The form in which the client wants the response; undefined: as the rule has it. */
  private responseForm: FormMedia | undefined = undefined;
  /** Where the client gets the items of the list, one in each line: their media type. */
  private linesMedia: string | undefined = undefined;
  /** Rules of the path have responses of several media types. */
  private hasMedia = false;
  /** Rules of the path whose responses the client does not accept. */
  private unwilling: readonly Rule[] = [];

  constructor(setting: RestFrontSetting, req: IncomingMessage, res: ServerResponse, path: string, query: string) {
    super(setting, req, res, path);
    this.setting = setting;
    this.query = query;
  }

  begin(lookup: Lookup): void {
    try {
      this.mount = (this.setting.linkBase ?? mountPath)(this.req);
      if (lookup.kind === 'found') this.admit(lookup.rules, lookup.segments);
      else if (lookup.kind === 'none') this.refuse(new SoapstoneError('NOT_FOUND', 'there is nothing at this path'));
      else this.otherMethod(lookup);
    } catch (error) {
      this.refuse(error);
    }
  }

  /** Authenticates before the request's body is read. */
  private admit(rules: readonly Rule[], segments: readonly string[]): void {
    this.pathRule = rules[0].id;
    const { gate } = this.setting;
    if (gate === undefined || rules.every(({ open }) => open)) return this.read(rules, segments);
    gate.authenticate({ req: this.req }).then(
      (caller) => {
        this.caller = caller;
        if (!this.isGone) this.admitted(rules, segments);
      },
      (error: unknown) => this.refuse(error),
    );
  }

  private admitted(rules: readonly Rule[], segments: readonly string[]): void {
    try {
      this.read(rules, segments);
    } catch (error) {
      this.refuse(error);
    }
  }

  /** Refuses a request of the rule before it is one. */
  refuseFor(rule: string, error: unknown): void {
    this.rule = rule;
    this.refuse(error);
  }

  /** Responds with a problem body. After the first byte of a response it cuts the connection, so that the client does not take it for complete. */
  refuse(error: unknown): void {
    this.fault = shownFault(toFault(error), this.setting.faultTexts);
    const { req, res } = this;
    if (res.headersSent || res.destroyed) {
      if (this.sink) this.sink.fail(problemBody(this.fault, this.id));
      else res.destroy();
      return;
    }
    try {
      this.sendProblem(this.fault);
      drain(req, this.setting.maxBodyBytes);
    } catch (failure) {
      this.lost(failure);
    }
  }

  /** Header fields of a fault may hold values of the service. Values that no field can carry are left out. */
  private sendProblem(fault: Fault): void {
    const { init } = fault;
    const { media, body } = writtenProblem(fault, this.id, this.setting.mapping.errorForms);
    const fields = this.ownFields();
    for (const name in init.headers)
      if (isFieldText(init.headers[name])) fields.push(name, this.belowMount(name, init.headers[name]));
    this.responseBytes = sendResponse(this.res, init.status, fields, media, body, this.req.method === 'HEAD');
  }

  /** Fault rows do not know the mount path. */
  private belowMount(name: string, value: string): string {
    return this.mount !== '' && name.toLowerCase() === 'location' && /^\/(?!\/)/.test(value)
      ? this.mount + value
      : value;
  }

  protected override plainFault(fault: Fault): { media: string; body: string } {
    return { media: PROBLEM_MEDIA, body: problemBody(fault, this.id) };
  }

  private otherMethod({ allow: methods, instead }: OtherMethod): void {
    const allow = [...new Set([...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'])].join(', ');
    if (this.req.method === 'OPTIONS') {
      sendResponse(this.res, 204, [...this.ownFields(), 'allow', allow], '', undefined, false);
      drain(this.req, this.setting.maxBodyBytes);
      return;
    }
    // RFC 9110 §15.5.6: the resource exists and does not have the method. A resource of a similar path may have it.
    const possible = `${this.req.method} is not possible here; what is: ${[...new Set(methods)].join(', ')}`;
    const message = instead === undefined ? possible : `${possible}; ${this.req.method} is for ${instead}`;
    this.refuse(codedFault('METHOD_NOT_ALLOWED', message, { allow }));
  }

  private read(rules: readonly Rule[], segments: readonly string[]): void {
    const { req } = this;
    if (this.setting.forms && this.forms === undefined && speaksForms(req.headers))
      return this.loadForms(this.setting.forms, () => this.admitted(rules, segments));
    this.hasMedia =
      rules.length > 1 && rules.some(({ response }) => response.rest.media !== rules[0].response.rest.media);
    const willing = acceptableRules(rules, req.headers, this.forms);
    if (willing.length < rules.length) this.unwilling = rules.filter((rule) => !willing.includes(rule));
    const taking = willing.filter((rule) => rule.request.rest.hasBody);
    if (!hasContent(req.headers)) {
      const content = isEmptyFile(req.headers, taking) ? binaryJson(NOTHING, req.headers['content-type']) : undefined;
      withSteps(0, () => this.match(willing, segments, content));
      return;
    }
    if (taking.length === 0) throw new SoapstoneError('BAD_BODY', 'the request must not have a body');
    const content = new RequestContent(req.headers, taking, this.setting.mapping.media, this.forms);
    const onBody = (error: unknown, bytes: Uint8Array, received: number) => {
      this.requestBytes = received;
      if (error) this.refuse(error);
      else this.matchBody(content, segments, bytes);
    };
    readBody(req, this.setting.maxBodyBytes, onBody, this.memory());
  }

  private loadForms(load: () => Promise<Forms>, then: () => void): void {
    load().then(
      (forms) => {
        this.forms = forms;
        if (!this.isGone) then();
      },
      (error: unknown) => this.refuse(error),
    );
  }

  private matchBody(content: RequestContent, segments: readonly string[], bytes: Uint8Array): void {
    try {
      const { limits } = this.setting;
      const value = content.read(bytes, { limits, claim: (needed) => this.claim(needed) });
      withSteps(bytes.length, () => this.match(content.rules, segments, value));
    } catch (error) {
      this.refuse(error);
    }
  }

  private claim(bytes: number): void {
    if (this.memory()?.take(bytes) === false) throw noRoom();
  }

  private match(rules: readonly Rule[], segments: readonly string[], body: Json | undefined): void {
    const { req, query, unwilling } = this;
    const { rawHeaders, headers } = req;
    const method = req.method === 'HEAD' ? 'GET' : (req.method as string);
    const choice = chooseRule(rules, { method, segments, query, headers, body, rawHeaders }, unwilling, (rule) => {
      this.rule = rule.id;
    });
    this.run(choice.rule, choice.bindings);
  }

  private run(rule: Rule, bindings: Bindings): void {
    const key = this.keyFor(rule);
    this.rule = rule.id;
    const { stream } = rule.response.rest;
    this.responseForm = this.forms?.preferredForm(this.req.headers, rule);
    this.linesMedia = wantedLines(this.req.headers.accept, rule);
    const isWhole = this.req.method === 'HEAD' || this.setting.gathers || this.responseForm !== undefined;
    if (rule.stream && stream && !isWhole) this.sink = this.sinkFor(rule, stream);
    rule.take?.(bindings, this.req);
    const { pipeline, addressOf, keeps } = this.setting;
    const { id, trace: traceparent, credential, caller, mount, sink } = this;
    const address = addressOf?.(this.req);
    const anew = keeps && wantsAnew(this.req.headers['cache-control']);
    const memory = this.memory(address);
    const precondition =
      rule.request.rest.method !== 'GET' && hasConditions(this.req.headers)
        ? this.precondition(rule, bindings)
        : undefined;
    const opening = { id, rule, bindings, traceparent, credential, caller, key, address, mount, anew, sink, memory };
    const exchange = pipeline.open(precondition ? { ...opening, precondition } : opening);
    this.exchange = exchange;
    pipeline.handle(exchange).then(
      (response) => this.answer(rule, response),
      (error: unknown) => this.refuse(error),
    );
  }

  private precondition({ request }: Rule, bindings: Bindings) {
    const path = request.rest.statePath?.(bindings) ?? this.path;
    return preconditionOf(this.setting.mapping, path, this.req.headers, (...read) => this.current(...read));
  }

  private sinkFor(rule: Rule, stream: ResponseStream): RestSink {
    const { res, mount, setting, linesMedia } = this;
    const selecting = this.req.method === 'GET' ? this.selecting(rule, false) : [];
    return new RestSink(
      res,
      () => this.ownFields(),
      rule,
      stream,
      mount,
      selecting,
      setting.compression,
      linesMedia === undefined ? undefined : new ListLines(linesMedia),
    );
  }

  /** What the service has now: a read that no cache answers, with the deadline of the request, and cancelled with it. */
  private async current(exchange: Exchange, rule: Rule, bindings: Bindings): Promise<Bindings> {
    rule.take?.(bindings, this.req);
    const read = exchange.child({ rule, bindings, anew: true });
    try {
      return (await this.setting.pipeline.handle(read)).bindings;
    } finally {
      read.end();
      // The request itself was not sent.
      exchange.requestSent = false;
    }
  }

  private answer(rule: Rule, response: Omit<Response, 'rule'>): void {
    if (this.res.destroyed) return;
    try {
      if (response.streamed) this.sink!.end(response.bindings);
      else this.send(rule, response);
    } catch (error) {
      this.refuse(aboutResponse(error));
    }
  }

  private send(rule: Rule, response: Response): void {
    const parts = rule.response.rest.fill(response.bindings, this.mount);
    const { status, headers } = parts;
    const { media, body, fields: ofBody = [] } = this.representation(rule, parts, response.bindings);
    const tag = status === 200 ? responseTag(rule, response, body) : undefined;
    const isRead = this.req.method === 'GET' || this.req.method === 'HEAD';
    if (tag !== undefined && isRead) checkShown(this.req.headers, tag);
    const fields = [...this.ownFields(), ...ofBody];
    addFields(fields, headers);
    for (const [name, value] of response.fields ?? []) fields.push(name, value);
    if (response.cached) fields.push(...cacheFields(response.cached, this.setting.gate));
    if (isRead || response.cached) fields.push(...this.selecting(rule, isKept(response, tag, headers)));
    if (this.linesMedia) fields.push(...linkFields(rule, response, headers));
    this.settled();
    const coding = body && this.setting.compression?.codingFor(this.req, status, fields, media, body.length);
    const clientTag = tag && isRead ? knownTag(this.req.headers['if-none-match'], tag, coding) : undefined;
    if (tag !== undefined) fields.push('etag', clientTag ?? codedTag(tag, coding));
    if (clientTag !== undefined) {
      this.responseBytes = sendResponse(this.res, 304, fields, media, undefined, false);
    } else if (coding) this.sendCoded(coding, status, fields, media, body!);
    else this.responseBytes = sendResponse(this.res, status, fields, media, body, this.req.method === 'HEAD');
  }

  private selecting(rule: Rule, isKept: boolean): string[] {
    const hasForms = this.hasMedia || this.responseForm !== undefined;
    return selectingFields(rule, { gate: this.setting.gate, isKept, hasForms });
  }

  /** The response to HEAD may lack the length, which only compressing would tell (RFC 9110 §9.3.2). */
  private sendCoded(coding: Coding, status: number, fields: string[], media: string, body: Uint8Array): void {
    const { req, res } = this;
    fields.push('content-encoding', coding);
    if (req.method === 'HEAD') return void res.writeHead(status, joinVary([...fields, 'content-type', media])).end();
    compressBody(res, coding, body, (error, bytes) => {
      if (error) this.refuse(error);
      else this.responseBytes = sendResponse(res, status, fields, media, bytes, false);
    });
  }

  /** The body as this client gets it. */
  private representation(rule: Rule, parts: RestResponseParts, bindings: Bindings): Representation {
    const { rest } = rule.response;
    const { media, body } = parts;
    if (body === undefined) return { media, body };
    if (this.responseForm !== undefined) return this.forms!.write(rule, this.responseForm, body, labelsIn(bindings));
    if (this.linesMedia) return { media: this.linesMedia, body: bodyLines(body, rest.list!) };
    if (!rest.binary || this.setting.gathers) return { media, body };
    return { ...octetHead(rest, parts, body, bindings), body: octetsOf(body) };
  }

  protected sentBytes(): number {
    return this.sink?.bytes || this.responseBytes;
  }

  /** A response that was cut in the middle has failed, although its status says success. */
  protected outcome(): number {
    return this.fault?.init.status ?? this.res.statusCode;
  }
}

function linkFields(rule: Rule, { bindings }: Response, headers: Readonly<Record<string, string>>): string[] {
  const hasLinks = Object.keys(headers).some((name) => name.toLowerCase() === 'link');
  const links = hasLinks ? undefined : pageLinks(rule, bindings);
  return links === undefined ? [] : ['link', links];
}

/** RFC 9111 §5.2.1.4, §5.2.1.5. */
function wantsAnew(field: string | undefined): boolean {
  return field !== undefined && /(?:^|[\s,])no-(?:cache|store)(?:$|[\s,])/i.test(field);
}
