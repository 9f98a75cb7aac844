// The calls that one exchange is made of: cancelled with it, each a flight of its own.
import type { Bindings } from '../binding/binding.ts';
import type { Rule } from '../mapping/rule.ts';
import type { Exchange, Handler } from './exchange.ts';
import { openExchange } from './open.ts';

export class Calls {
  private readonly whole: Exchange;
  private readonly next: Handler;
  private readonly live = new Set<Exchange>();

  constructor(whole: Exchange, next: Handler) {
    this.whole = whole;
    this.next = next;
    whole.onCancel((reason) => {
      for (const one of this.live) one.cancel(reason);
    });
  }

  /** One call. `bindings` are not changed; what comes back are those of request and reply. */
  async send(rule: Rule, bindings: Bindings): Promise<Bindings> {
    const { whole } = this;
    if (whole.cancelled) throw whole.cancelled;
    const { id, traceparent, credential, caller, deadline } = whole;
    const call = openExchange({ id, rule, bindings: bindings.slice(), traceparent, credential, caller }, 0);
    call.deadline = deadline;
    this.live.add(call);
    try {
      const reply = await this.next(call);
      return reply.bindings;
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
