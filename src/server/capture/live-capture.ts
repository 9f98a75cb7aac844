// A request in flight that is captured: its messages as they pass, and all of them as text at its end. Changes nothing on their way.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestRecord } from '../../binding/channels.ts';
import type { CapturedExchange, CapturedField, CapturedRequest, CapturedResponse } from '../../capture/captured.ts';
import type { Redaction } from '../../capture/redaction.ts';
import { lostDetailText } from '../../fault/texts.ts';
import type { OutgoingRequest, ResponseHandler } from '../../transport/transport.ts';
import { BoundedBody, type CaptureMemory } from './bounded-body.ts';
import { uncoded } from './uncoded-body.ts';
import { CapturedUpstreamCall, pairsOf, rounded } from './upstream-call.ts';

/** Calls of one exchange that are captured. */
const MOST_CALLS = 50;

/** Where its bytes go. */
export interface CaptureRoom {
  readonly bodyBytes: number;
  readonly memory: CaptureMemory;
}

export class LiveCapture {
  readonly id: string;
  /** Fields of the client's credential, for the redaction. */
  credential: ReadonlyMap<string, string> = new Map();
  /** Of this request; undefined: it is not wanted, as far as is clear. */
  record: RequestRecord | undefined = undefined;
  private over = false;
  private readonly room: CaptureRoom;
  private readonly began = performance.now();
  private readonly time = new Date().toISOString();
  private readonly requestHead: { readonly method: string; readonly target: string; readonly headers: CapturedField[] };
  private readonly requestBody: BoundedBody;
  private readonly responseBody: BoundedBody;
  private responseHead: { readonly status: number; readonly headers: CapturedField[] } | undefined = undefined;
  private readonly calls: CapturedUpstreamCall[] = [];

  constructor(id: string, room: CaptureRoom, req: IncomingMessage, res: ServerResponse) {
    this.id = id;
    this.room = room;
    this.requestHead = { method: req.method ?? '', target: req.url ?? '', headers: pairsOf(req.rawHeaders) };
    this.requestBody = this.body();
    this.responseBody = this.body();
    this.tapRequest(req);
    this.tapResponse(res);
  }

  /** undefined: there are too many, or the request is over and the call goes on without it. */
  call(origin: string, request: OutgoingRequest, handler: ResponseHandler): ResponseHandler | undefined {
    if (this.over || this.calls.length === MOST_CALLS) return undefined;
    const call = new CapturedUpstreamCall(origin, request, handler, this.began, [this.body(), this.body()]);
    this.calls.push(call);
    return call;
  }

  finish(record: RequestRecord, present: CapturedExchange['present'], redaction: Redaction): CapturedExchange {
    const { id, time } = this;
    return {
      id,
      time,
      bridge: record.bridge,
      present,
      rule: record.rule,
      code: record.code,
      ...(record.lostDetail && { detailLeftOut: lostDetailText(record.lostDetail) }),
      ms: rounded(performance.now() - this.began),
      request: this.request(redaction),
      response: this.response(redaction),
      calls: this.calls.map((call) => call.finish(redaction)),
    };
  }

  /** Gives the memory back. */
  drop(): void {
    this.over = true;
    for (const body of [this.requestBody, this.responseBody]) body.take();
    for (const call of this.calls) call.drop();
  }

  private body(): BoundedBody {
    return new BoundedBody(this.room.bodyBytes, this.room.memory);
  }

  private request(redaction: Redaction): CapturedRequest {
    const { method, target, headers } = this.requestHead;
    const body = redaction.body(this.requestBody.take(), this.requestBody.total, headers);
    return { method, target: redaction.target(target), headers: redaction.headers(headers), ...body };
  }

  private response(redaction: Redaction): CapturedResponse | undefined {
    const bytes = this.responseBody.take();
    if (this.responseHead === undefined) return undefined;
    const { status, headers } = this.responseHead;
    const { total } = this.responseBody;
    const body = uncoded(bytes, headers, this.room.bodyBytes);
    const isCut = bytes.length < total || body.isCut;
    const text = redaction.body(body.bytes, isCut ? Number.POSITIVE_INFINITY : body.bytes.length, body.headers);
    return { status, headers: redaction.headers(headers), ...text, bytes: total };
  }

  /** A listener of its own would let the body flow before its reader is there. */
  private tapRequest(req: IncomingMessage): void {
    const { emit } = req;
    const { requestBody } = this;
    req.emit = (event: string | symbol, ...values: unknown[]) => {
      if (event === 'data' && values[0] instanceof Uint8Array) requestBody.add(values[0]);
      return (emit as (...all: unknown[]) => boolean).call(req, event, ...values);
    };
  }

  private tapResponse(res: ServerResponse): void {
    type Any = (...values: unknown[]) => never;
    const [writeHead, write, end] = [res.writeHead as Any, res.write as Any, res.end as Any];
    const add = (chunk: unknown) => {
      if (typeof chunk === 'string') this.responseBody.add(Buffer.from(chunk));
      else if (chunk instanceof Uint8Array) this.responseBody.add(chunk);
    };
    res.writeHead = (...values: unknown[]) => {
      this.responseHead = { status: Number(values[0]), headers: fieldsOf(res, values.at(-1)) };
      return writeHead.apply(res, values);
    };
    res.write = (...values: unknown[]) => {
      add(values[0]);
      return write.apply(res, values);
    };
    res.end = (...values: unknown[]) => {
      add(values[0]);
      return end.apply(res, values);
    };
  }
}

/** `named`: the last value for `writeHead`, a flat list or an object; others are no fields. */
function fieldsOf(res: ServerResponse, named: unknown): CapturedField[] {
  const fields = Object.entries(res.getHeaders()).map(([name, value]): CapturedField => [name, String(value)]);
  if (Array.isArray(named)) return [...fields, ...pairsOf(named.map(String))];
  if (typeof named !== 'object' || named === null) return fields;
  return [...fields, ...Object.entries(named).map(([name, value]): CapturedField => [name, String(value)])];
}
