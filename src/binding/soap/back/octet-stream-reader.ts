// Streams an attachment that is the body of a REST response while it arrives: the envelope comes first, and refers to it.
import { randomUUID } from 'node:crypto';
import { Pieces } from '../../../bytes/pieces.ts';
import { textOf } from '../../../json/value.ts';
import { DelimiterSearch } from '../../../mime/delimiter-search.ts';
import { parametersOf } from '../../../mime/parameters.ts';
import type { ArrivingBytes, Exchange, Holder } from '../../../rule/exchange.ts';
import type { Bindings, HeaderFields } from '../../../rule/pattern.ts';
import type { ResponseReading, Settle } from '../../call.ts';
import { upstream } from '../../upstream-response-error.ts';
import { responseError } from './failure.ts';
import { type ResponseHead, responseHead } from './response-head.ts';

/** Bytes before the first attachment: a larger envelope is read as a whole. */
const LEAD_MAX = 256 * 1024;

/** Reads the response as if it were there as a whole. */
type WholeReader = (exchange: Exchange, settle: Settle) => ResponseReading;

export class OctetStreamReader implements ResponseReading {
  private readonly openReader: WholeReader;
  private readonly variable: number;
  private readonly exchange: Exchange;
  private readonly settle: Settle;
  private head: { readonly status: number; readonly fields: HeaderFields; readonly resume: () => void } | undefined;
  private boundary = '';
  private pieces = new Pieces();
  private received = 0;
  /** Bytes from which on it is tried again whether the envelope is complete. */
  private nextTry = 1024;
  private arriving: ArrivingBytes | undefined = undefined;
  /** Takes over where nothing can be streamed. */
  private delegate: ResponseReading | undefined = undefined;
  private content: DelimiterSearch | undefined = undefined;
  private bindings: Bindings = [];
  private isBlocked = false;
  private isSettled = false;

  /** `variable`: that of the body. */
  constructor(openReader: WholeReader, variable: number, exchange: Exchange, settle: Settle) {
    this.openReader = openReader;
    this.variable = variable;
    this.exchange = exchange;
    this.settle = settle;
  }

  get holder(): Holder {
    return this.content === undefined ? (this.delegate?.holder ?? 'memory') : 'client';
  }

  start(status: number, fields: HeaderFields, resume: () => void): void {
    this.head = { status, fields, resume };
    const head = responseHead(status, fields);
    this.boundary = isStreamable(head) ? (parametersOf(head.package!).get('boundary') ?? '') : '';
    if (this.boundary === '') this.handOver();
    else this.arriving = this.exchange.memory?.receive(resume, (error) => this.fail(error));
  }

  write(piece: Uint8Array): boolean {
    if (this.isSettled) return true;
    if (this.delegate) return this.delegate.write(piece);
    if (this.content) return this.pass(piece);
    this.pieces.add(piece);
    this.received += piece.length;
    const isReady = this.arriving?.add(piece.length) ?? true;
    if (this.received < this.nextTry) return isReady;
    this.nextTry = this.received + Math.max(2048, this.received / 4);
    return this.begin() ?? isReady;
  }

  end(): void {
    if (this.isSettled) return;
    if (this.content === undefined) {
      if (this.delegate === undefined) this.handOver();
      this.delegate!.end();
    } else if (this.content.isComplete) this.finish(undefined);
    else this.fail(upstream('UPSTREAM_BODY', 'the multipart body ends before its last delimiter: it was cut off'));
  }

  fail(error: unknown): void {
    if (this.delegate) this.delegate.fail(error);
    else this.finish(responseError(error));
  }

  /** Starts the response where the envelope is complete and its content comes next. undefined: it is not known yet. */
  private begin(): boolean | undefined {
    const bytes = this.pieces.joined();
    const at = startOfSecond(bytes, this.boundary);
    if (at < 0) return this.received > LEAD_MAX ? this.handOver() : undefined;
    const bindings = this.leadBindings(bytes.subarray(0, at));
    if (bindings === undefined) return this.handOver();
    const { sink } = this.exchange;
    this.bindings = bindings;
    this.content = new DelimiterSearch(this.boundary, (octets) => {
      if (!sink!.write(octets)) this.isBlocked = true;
    });
    sink!.onDrain(() => {
      this.isBlocked = false;
      this.head!.resume();
    });
    this.arriving?.end(0);
    this.pieces = new Pieces();
    return this.streamed(() => {
      sink!.start(bindings);
      this.content!.write(bytes.subarray(at));
    });
  }

  private pass(piece: Uint8Array): boolean {
    return this.streamed(() => this.content!.write(piece));
  }

  private streamed(write: () => void): boolean {
    try {
      write();
    } catch (error) {
      this.fail(error);
    }
    return this.isSettled || !this.isBlocked;
  }

  /** Values of the message, where the content that comes next is that of the body and of nothing else. A mark stands for it. */
  private leadBindings(lead: Uint8Array): Bindings | undefined {
    const mark = `=${randomUUID()}`;
    const response = this.readWhole(Buffer.concat([lead, Buffer.from(`${mark}\r\n--${this.boundary}--\r\n`)]));
    const marked = `"${Buffer.from(mark).toString('base64')}"`;
    const holders = response?.flatMap((value, i) => (value && holds(value, marked) ? [i] : []));
    return holders?.length === 1 && holders[0] === this.variable ? response : undefined;
  }

  /** undefined: there is more to come, or it is no success. */
  private readWhole(body: Uint8Array): Bindings | undefined {
    const { exchange, head } = this;
    let bindings: Bindings | undefined;
    const trial = Object.create(exchange, {
      bindings: { value: exchange.bindings.slice() },
      sink: { value: undefined },
      memory: { value: undefined },
    }) as Exchange;
    const reader = this.openReader(trial, (_, response) => (bindings = response?.bindings));
    const { 'content-length': _, ...fields } = head!.fields;
    reader.start(head!.status, fields, () => {});
    reader.write(body);
    reader.end();
    return bindings;
  }

  private handOver(): boolean {
    const { status, fields, resume } = this.head!;
    const { list } = this.pieces;
    this.arriving?.end(0);
    this.pieces = new Pieces();
    const delegate = this.openReader(this.exchange, this.settle);
    this.delegate = delegate;
    delegate.start(status, fields, resume);
    return list.reduce((_, piece) => delegate.write(piece), true);
  }

  private finish(error: unknown): void {
    if (this.isSettled) return;
    this.isSettled = true;
    this.arriving?.end(0);
    this.pieces = new Pieces();
    if (error === undefined) this.settle(undefined, { bindings: this.bindings, streamed: true });
    else this.settle(error, undefined);
  }
}

function isStreamable({ status, refusal, coding, package: packageType }: ResponseHead): boolean {
  return status < 300 && refusal === undefined && coding === 'identity' && packageType !== undefined;
}

/** A value of many bytes is the content of something else. */
function holds(value: NonNullable<Bindings[number]>, text: string): boolean {
  return textOf(value).includes(text.slice(1, -1));
}

/** Where the content of the second part begins; -1: not there yet. */
function startOfSecond(body: Uint8Array, boundary: string): number {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.length);
  const delimiter = `--${boundary}`;
  const first = bytes.indexOf(delimiter, 0, 'latin1');
  const second = first < 0 ? -1 : bytes.indexOf(`\r\n${delimiter}`, first + delimiter.length, 'latin1');
  const end = second < 0 ? -1 : bytes.indexOf('\r\n\r\n', second + delimiter.length + 2);
  return end < 0 ? -1 : end + 4;
}
