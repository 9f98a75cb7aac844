// Variables ⇄ REST replies, compiled.
import type { Bindings } from '../../pattern/bound.ts';
import { type BodyPart, Filling } from '../../pattern/body/part.ts';
import { fillHeaders, type HeaderPattern, matchHeaders } from '../../pattern/headers.ts';
import type { RestReply, RestReplyParts, RestReplyPattern } from '../rule.ts';
import { bodyOf } from './rest-request.ts';

export interface RestReplyPlan {
  readonly status: number;
  readonly media: string;
  readonly headers: readonly HeaderPattern[];
  readonly body: BodyPart | undefined;
  /** The variable whose bytes may go out while they arrive. */
  readonly streamed?: number;
}

export class CompiledRestReply implements RestReplyPattern {
  readonly status: number;
  readonly media: string;
  readonly hasBody: boolean;
  readonly stream?: RestReplyPattern['stream'];
  private readonly plan: RestReplyPlan;

  constructor(plan: RestReplyPlan) {
    this.plan = plan;
    this.status = plan.status;
    this.media = plan.media;
    this.hasBody = plan.body !== undefined;
    if (plan.streamed !== undefined && plan.body !== undefined) this.stream = streamOf(plan.body, plan.streamed);
  }

  match(reply: RestReply, bindings: Bindings): Bindings | undefined {
    const { plan } = this;
    if (reply.status !== plan.status || !matchHeaders(plan.headers, reply.headers, bindings)) return undefined;
    if (plan.body === undefined) return bindings;
    const matched = reply.body === undefined ? plan.body.absent(bindings) : plan.body.match(reply.body, bindings);
    return matched ? bindings : undefined;
  }

  fill(bindings: Bindings): RestReplyParts {
    const { plan } = this;
    const headers: Record<string, string> = {};
    if (plan.headers.length > 0) fillHeaders(plan.headers, bindings, headers);
    return { status: plan.status, headers, media: plan.media, body: bodyOf(plan.body, bindings) };
  }
}

function streamOf(body: BodyPart, variable: number): RestReplyPattern['stream'] {
  const around = (bindings: Bindings): { out: Uint8Array; at: number } => {
    const filling = new Filling(variable);
    body.write(bindings, filling);
    return { out: filling.out.slice(), at: filling.at };
  };
  return {
    variable,
    prefix: (bindings) => {
      const { out, at } = around(bindings);
      return out.subarray(0, at);
    },
    suffix: (bindings) => {
      const { out, at } = around(bindings);
      return out.subarray(at);
    },
  };
}
