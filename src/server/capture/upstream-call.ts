// One request to the upstream and its response, copied as they pass. Changes nothing on their way.
import type { CapturedCall, CapturedField, CapturedResponse } from '../../capture/captured.ts';
import type { Redaction } from '../../capture/redaction.ts';
import { connectionFailure } from '../../errors/connection-cause.ts';
import type { OutgoingRequest, ResponseHandler } from '../../transport/transport.ts';
import type { BoundedBody } from './bounded-body.ts';

export class CapturedUpstreamCall implements ResponseHandler {
  private readonly handler: ResponseHandler;
  private readonly origin: string;
  private readonly request: Pick<CapturedCall['request'], 'method' | 'target' | 'headers'>;
  private readonly bodies: readonly [request: BoundedBody, response: BoundedBody];
  private readonly began = performance.now();
  private readonly startMs: number;
  private head: { readonly status: number; readonly headers: CapturedField[] } | undefined = undefined;
  private error: string | undefined = undefined;
  private ms: number | undefined = undefined;

  /** `exchangeBegan`: ms, monotonic. */
  constructor(
    origin: string,
    { method, path, headers, body }: OutgoingRequest,
    handler: ResponseHandler,
    exchangeBegan: number,
    bodies: readonly [BoundedBody, BoundedBody],
  ) {
    this.handler = handler;
    this.origin = URL.parse(origin)?.origin ?? origin;
    this.request = { method, target: URL.parse(path, origin)?.href ?? origin + path, headers: pairsOf(headers) };
    this.bodies = bodies;
    this.startMs = rounded(this.began - exchangeBegan);
    if (body !== undefined) bodies[0].add(body);
  }

  onTarget(origin: string): void {
    this.handler.onTarget?.(origin);
  }

  onHead(status: number, headers: Parameters<ResponseHandler['onHead']>[1]): void {
    const fields = Object.entries(headers).flatMap(([name, value = []]) =>
      (typeof value === 'string' ? [value] : value).map((text): CapturedField => [name, text]),
    );
    this.head = { status, headers: fields };
    this.handler.onHead(status, headers);
  }

  onData(chunk: Uint8Array): boolean {
    this.bodies[1].add(chunk);
    return this.handler.onData(chunk);
  }

  onEnd(): void {
    this.ms = this.elapsed();
    this.handler.onEnd();
  }

  onError(error: Error, unsent: boolean): void {
    this.ms = this.elapsed();
    this.error = connectionFailure(error, this.origin);
    this.handler.onError(error, unsent);
  }

  finish(redaction: Redaction): CapturedCall {
    const { startMs, ms = this.elapsed(), error } = this;
    const { method, target, headers } = this.request;
    const [sent, received] = this.bodies;
    const body = redaction.body(sent.take(), sent.total, headers);
    const request = { method, target: redaction.target(target), headers: redaction.headers(headers), ...body };
    return { request, response: this.response(redaction, received), error, startMs, ms };
  }

  drop(): void {
    for (const body of this.bodies) body.take();
  }

  private response(redaction: Redaction, body: BoundedBody): CapturedResponse | undefined {
    const bytes = body.take();
    if (this.head === undefined) return undefined;
    const { status, headers } = this.head;
    return { status, headers: redaction.headers(headers), ...redaction.body(bytes, body.total, headers) };
  }

  private elapsed(): number {
    return rounded(performance.now() - this.began);
  }
}

export function pairsOf(flat: readonly string[]): CapturedField[] {
  const pairs: CapturedField[] = [];
  for (let i = 0; i < flat.length; i += 2) pairs.push([flat[i], flat[i + 1]]);
  return pairs;
}

export function rounded(ms: number): number {
  return Math.round(ms * 100) / 100;
}
