// Reads the body of one request into a rule and its variables. Knows nothing about HTTP.

import type { ServerResponse } from 'node:http';
import { withSteps } from '../../../codec/datatypes/regex/steps.ts';
import { Mismatch } from '../../../codec/model/codec.ts';
import { SoapstoneError } from '../../../errors/errors.ts';
import { inSlices, type Steps } from '../../../event-loop/time-slices.ts';
import { toFault } from '../../../fault/fault.ts';
import type { SoapFrontRule } from '../../../rule/rule.ts';
import { encodingOf, Transcoder } from '../../../xml/reader/encoding.ts';
import type { Limits } from '../../../xml/reader/limits.ts';
import type { Dispatch } from './dispatch.ts';
import { type EnvelopeHead, readHead } from './envelope-head.ts';
import { checkEncoding, missed } from './must-understand.ts';
import type { Programs } from './programs.ts';
import { located, noOperation, notUnderstood, RequestFault, RPC_NS } from './request-fault.ts';
import type { RequestMedia } from './request-media.ts';
import { type ResponseAddress, responseAddress } from './response-address.ts';
import { BadArguments, type MatchedRequest, RuleChoice } from './rule-choice.ts';

/** Bytes of a message that is read in slices. */
const LONG = 524_288;

/** Who waits for the response; destroyed when it has left. */
type Client = Pick<ServerResponse, 'destroyed'>;

export interface ReaderSetting<R extends SoapFrontRule> {
  readonly dispatch: Dispatch<R>;
  readonly programs: Programs<R>;
  readonly limits: Limits;
}

/** `met` is called with each rule that is tried. Throws RequestFault; blanks header blocks for other nodes in `body`. */
export function readRequest<R extends SoapFrontRule>(
  setting: ReaderSetting<R>,
  media: RequestMedia,
  body: Uint8Array,
  met: (rule: R) => void,
): MatchedRequest<R> {
  return openRequest(setting, media, body, met).read();
}

/** Reads the head of the envelope. Throws RequestFault. */
export function openRequest<R extends SoapFrontRule>(
  setting: ReaderSetting<R>,
  media: RequestMedia,
  body: Uint8Array,
  met: (rule: R) => void,
): RequestReader<R> {
  let bytes = body;
  try {
    const encoding = encodingOf(body, media.charset);
    if (encoding !== undefined) bytes = new Transcoder(encoding).write(body, true);
    const transcoded = media.charset !== undefined || encoding !== undefined;
    return new RequestReader(setting, media, bytes, transcoded, met);
  } catch (error) {
    throw refusal(error, bytes);
  }
}

export class RequestReader<R extends SoapFrontRule> {
  private readonly setting: ReaderSetting<R>;
  private readonly media: RequestMedia;
  private readonly bytes: Uint8Array;
  private readonly options: { readonly limits: Limits; readonly transcoded: boolean; readonly noInstructions: true };
  private readonly met: (rule: R) => void;
  private readonly head: EnvelopeHead;
  private matched: MatchedRequest<R> | undefined = undefined;
  private failure: { readonly error: unknown } | undefined = undefined;

  constructor(
    setting: ReaderSetting<R>,
    media: RequestMedia,
    bytes: Uint8Array,
    transcoded: boolean,
    met: (rule: R) => void,
  ) {
    this.setting = setting;
    this.media = media;
    this.bytes = bytes;
    this.options = { limits: setting.limits, transcoded, noInstructions: true };
    this.met = met;
    this.head = readHead(bytes, media.version, this.options);
  }

  /** WS-Addressing: what the response relates to, and what it says. Throws RequestFault. */
  responseAddress(): ResponseAddress | undefined {
    return responseAddress(this.head, this.bytes);
  }

  /**
   * Compiles the rules that may take the message, and reads a long one in slices, while the client waits.
   * undefined: `read` needs no preparation.
   */
  prepare(client: Client): Promise<void> | undefined {
    const compiled = this.setting.dispatch.prepare(this.head);
    return this.bytes.length < LONG ? compiled : this.readAhead(compiled, client);
  }

  private async readAhead(compiled: Promise<void> | undefined, client: Client): Promise<void> {
    await compiled;
    try {
      this.matched = await inSlices(whileWaiting(client, this.firstInSteps()));
    } catch (error) {
      this.failure = { error };
    }
  }

  /** Throws RequestFault. */
  read(): MatchedRequest<R> {
    try {
      return this.readWhole();
    } catch (error) {
      throw refusal(error, this.bytes);
    }
  }

  private readWhole(): MatchedRequest<R> {
    if (this.failure) throw this.failure.error;
    return this.matched ?? withSteps(this.bytes.length, () => this.first());
  }

  private willing(): readonly R[] {
    const { head, media } = this;
    const rules = this.setting.dispatch.rules(head, media.action);
    const encoding = rules[0]?.request.soap.body[0]?.element.encoding;
    if (head.element) checkEncoding(head.encoding, `the body element "${head.element.local}"`, head.version, encoding);
    return this.understanding(head, rules);
  }

  /** SOAP 1.2 Part 1 §2.6: mandatory header blocks come before everything else. */
  private understanding(head: EnvelopeHead, rules: readonly R[]): readonly R[] {
    this.checkNamespaces(rules);
    if (rules.length === 0) {
      const names = missed(head, new Set());
      if (names.length > 0) throw notUnderstood(names);
      throw noOperation(this.setting.dispatch.unserved(head));
    }
    if (head.blocks.length === 0) return rules;
    const { programs } = this.setting;
    const willing = rules.filter((rule) => missed(head, programs.understood(rule)).length === 0);
    if (willing.length === 0) throw notUnderstood(missed(head, programs.understood(rules[0])));
    return willing;
  }

  /**
   * SOAP 1.2 Part 1 §5.2, SOAP 1.1 §4.2: header entries are in a namespace. WSDL 1.1 §3.7 allows a part with `type` without one, so
   * what the contract has in none is taken.
   */
  private checkNamespaces(rules: readonly R[]): void {
    const { blocks } = this.head;
    const isOfContract = (key: string) => rules.some((rule) => this.setting.programs.understood(rule).has(key));
    const stray = blocks.find(({ name, key }) => name.ns === '' && !isOfContract(key));
    if (stray === undefined) return;
    const { local } = stray.name;
    const place = { path: `Envelope/Header/${local}`, offset: stray.start };
    throw new SoapstoneError('XML_NAMESPACE', `the header block "${local}" is in no namespace`, place);
  }

  /** Rules of one body element differ in their constants: the first that fits has the message. */
  private first(): MatchedRequest<R> {
    const rules = this.willing();
    const choice = this.choice();
    for (const rule of this.possible(rules)) {
      this.met(rule);
      const matched = choice.bind(rule);
      if (matched) return matched;
    }
    return this.none(choice, rules);
  }

  private *firstInSteps(): Steps<MatchedRequest<R>> {
    const rules = this.willing();
    const choice = this.choice();
    for (const rule of this.possible(rules)) {
      this.met(rule);
      yield* choice.decodeAhead(rule);
      const matched = choice.bind(rule);
      if (matched) return matched;
    }
    yield;
    return this.none(choice, rules);
  }

  private choice(): RuleChoice<R> {
    return new RuleChoice(this.setting.programs, this.head, this.bytes, this.options);
  }

  private possible(rules: readonly R[]): readonly R[] {
    const { bytes, options, head } = this;
    return this.setting.dispatch.possible(head, rules, { bytes, options });
  }

  private none(choice: RuleChoice<R>, rules: readonly R[]): never {
    this.met(rules[rules.length - 1]);
    throw choice.reason(rules);
  }
}

function* whileWaiting<T>(client: Client, steps: Steps<T>): Steps<T> {
  let step = steps.next();
  while (!step.done) {
    yield;
    if (client.destroyed) throw new SoapstoneError('CLIENT_GONE', 'the client closed the connection');
    step = steps.next();
  }
  return step.value;
}

/** Turns an error while reading a request into a fault that names the place. */
function refusal(error: unknown, bytes: Uint8Array): unknown {
  if (error instanceof BadArguments) return bodyFault(error.error, bytes, true);
  if (error instanceof SoapstoneError) return bodyFault(error, bytes, false);
  if (!(error instanceof Mismatch)) return error;
  const safeMessage = 'no rule takes this message';
  const place = { path: error.path, safeMessage, cause: error };
  return bodyFault(new SoapstoneError('BAD_BODY', `${safeMessage}: ${withSubject(error)}`, place), bytes, false);
}

/** `"kind" is "green", expected "red"`: most differences say what an element is, and their paths which one. */
function withSubject({ message, path }: Mismatch): string {
  return /^(?:is|has) /.test(message) ? `"${path.slice(path.lastIndexOf('/') + 1)}" ${message}` : message;
}

/** About header blocks or the action, not the Body. */
function isAside({ code, path }: SoapstoneError): boolean {
  return code === 'SOAP_ACTION' || path?.startsWith('Envelope/Header/') === true;
}

/** SOAP 1.2 Part 2 §4.4: arguments that cannot be read have a subcode of their own. */
function bodyFault(error: SoapstoneError, bytes: Uint8Array, rpc: boolean): RequestFault {
  return new RequestFault(error.code, located(error, bytes), {
    body: !isAside(error),
    cause: toFault(error).init.cause,
    subcodes: rpc ? [{ ns: RPC_NS, local: 'BadArguments' }] : undefined,
  });
}
