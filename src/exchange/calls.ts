// The calls that one exchange is made of: cancelled with it, each a flight of its own.
import type { Bindings } from '../binding/binding.ts';
import { toFault } from '../fault/fault.ts';
import type { InnerCall } from '../mapping/flow/plan.ts';
import type { Rule } from '../mapping/rule.ts';
import type { Exchange, Handler, Reply } from './exchange.ts';
import { openExchange } from './open.ts';

export class Calls {
  private readonly whole: Exchange;
  private readonly next: Handler;
  private readonly inside: Handler;
  private readonly live = new Set<Exchange>();

  /** `next`: to the peer. `inside`: for rules of the table, whatever calls they are made of. */
  constructor(whole: Exchange, next: Handler, inside: Handler) {
    this.whole = whole;
    this.next = next;
    this.inside = inside;
    whole.onCancel((reason) => {
      for (const one of this.live) one.cancel(reason);
    });
  }

  /** One call. `bindings` are not changed; what comes back are those of request and reply. */
  async send(rule: Rule, bindings: Bindings): Promise<Bindings> {
    const reply = await this.carried(rule, bindings, this.next);
    return reply.bindings;
  }

  /** A request to the rules of the table. A fault that its rule shows as a reply is one. */
  async ask(inner: InnerCall<Rule>, bindings: Bindings): Promise<Bindings> {
    const { rule, bindings: asked } = inner.taken(bindings);
    let reply: Reply;
    try {
      reply = await this.carried(rule, asked, this.inside);
    } catch (error) {
      if (this.whole.cancelled) throw this.whole.cancelled;
      const fault = toFault(error);
      const said = inner.failed(rule, fault, bindings);
      if (said) return said;
      throw fault;
    }
    return inner.answered(reply.rule ?? rule, reply.bindings, bindings);
  }

  /** The whole of the exchange as another rule has it. */
  async through(other: Pick<InnerCall<Rule>, 'taken'>, bindings: Bindings): Promise<Reply> {
    const { rule, bindings: asked } = other.taken(bindings);
    const reply = await this.carried(rule, asked, this.inside);
    return { ...reply, rule: reply.rule ?? rule };
  }

  private async carried(rule: Rule, bindings: Bindings, handler: Handler): Promise<Reply> {
    const { whole } = this;
    if (whole.cancelled) throw whole.cancelled;
    const { id, traceparent, credential, caller, deadline } = whole;
    const call = openExchange({ id, rule, bindings: bindings.slice(), traceparent, credential, caller }, 0);
    call.deadline = deadline;
    this.live.add(call);
    try {
      return await handler(call);
    } finally {
      this.live.delete(call);
      whole.upstreamMs += call.upstreamMs;
      whole.sent ||= call.sent;
    }
  }

  /** When the last call is over. */
  end(): void {
    this.whole.onCancel(undefined);
  }
}
