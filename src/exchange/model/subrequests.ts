// The calls of a flow: each is a child of the flow's exchange.

import { SoapstoneError } from '../../errors/errors.ts';
import { Fault, toFault } from '../../fault/fault.ts';
import type { Exchange, Handler, Response } from '../../rule/exchange.ts';
import type { InternalRequest } from '../../rule/flow.ts';
import type { Bindings } from '../../rule/pattern.ts';
import type { Rule } from '../../rule/rule.ts';

/** The outcome of a request that the service may answer later. */
export type Submitted =
  | { readonly kind: 'answered'; readonly ok: boolean; readonly bindings: Bindings }
  /** `at`: path of the status resource. */
  | { readonly kind: 'accepted'; readonly rule: Rule; readonly bindings: Bindings; readonly at: string };

type Routing = Pick<InternalRequest<Rule>, 'prepare' | 'route'>;

export class Subrequests {
  private readonly parent: Exchange;
  private readonly next: Handler;
  private readonly inside: Handler;

  /** `next`: to the service. `inside`: to rules of the table, which may be flows too. */
  constructor(parent: Exchange, next: Handler, inside: Handler) {
    this.parent = parent;
    this.next = next;
    this.inside = inside;
  }

  /** One call. Returns the bindings of request and response; `bindings` do not change. */
  async send(rule: Rule, bindings: Bindings): Promise<Bindings> {
    const response = await this.carried(rule, bindings, this.next);
    return response.bindings;
  }

  /** One call that the service may answer later. */
  defer(rule: Rule, bindings: Bindings): Promise<Response> {
    return this.carried(rule, bindings, this.next, true);
  }

  /** A request to the rules of the table. A fault that its rule maps to a response counts as that response. */
  async ask(inner: InternalRequest<Rule>, bindings: Bindings): Promise<Bindings> {
    const outcome = await this.submit(inner, bindings, false);
    if (outcome.kind === 'accepted') throw new Error('an answer that nobody has deferred');
    return outcome.bindings;
  }

  /** The same; `deferred`: the service may respond later. */
  async submit(inner: InternalRequest<Rule>, bindings: Bindings, deferred = true): Promise<Submitted> {
    const { rule, bindings: request } = await routed(inner, bindings);
    return this.answerOf(inner, rule, bindings, async () => {
      const response = await this.carried(rule, request, this.inside, deferred);
      const { accepted } = response;
      if (accepted !== undefined) return { kind: 'accepted', rule, bindings: request, at: accepted };
      return {
        kind: 'answered',
        ok: true,
        bindings: inner.answered(response.rule ?? rule, response.bindings, bindings, this.parent.lenient),
      };
    });
  }

  /** Gets the result of a deferred request by the rule `later`. It is a response to `rule`. */
  collect(
    inner: InternalRequest<Rule>,
    rule: Rule,
    later: Rule,
    request: Bindings,
    bindings: Bindings,
  ): Promise<Submitted> {
    return this.answerOf(inner, rule, bindings, async () => {
      const response = await this.send(later, request);
      return { kind: 'answered', ok: true, bindings: inner.answered(rule, response, bindings, this.parent.lenient) };
    });
  }

  private async answerOf(
    inner: InternalRequest<Rule>,
    rule: Rule,
    bindings: Bindings,
    act: () => Promise<Submitted>,
  ): Promise<Submitted> {
    try {
      return await act();
    } catch (error) {
      if (this.parent.cancelled) throw this.parent.cancelled;
      const fault = toFault(error);
      const answer = inner.failed(rule, fault, bindings);
      if (answer === undefined) throw fault;
      return { kind: 'answered', ok: false, bindings: answer };
    }
  }

  /** Delegates the whole exchange to another rule. */
  async through(inner: Routing, bindings: Bindings): Promise<Response> {
    const { rule, bindings: request } = await routed(inner, bindings);
    const response = await this.carried(rule, request, this.inside);
    return { ...response, rule: response.rule ?? rule };
  }

  private async carried(rule: Rule, bindings: Bindings, handler: Handler, deferred = false): Promise<Response> {
    const { parent } = this;
    if (parent.cancelled) throw parent.cancelled;
    const call = parent.child({ rule, bindings, deferred });
    try {
      return await handler(call);
    } catch (error) {
      throw sameVariables(rule, parent.rule) ? error : withoutVariables(error);
    } finally {
      call.end();
    }
  }
}

/** Parts of one flow have one scope; another rule has other numbers. */
function sameVariables({ variables }: Rule, { variables: outer }: Rule): boolean {
  return variables === outer || variables.every((name, number) => outer[number] === name);
}

function withoutVariables(error: unknown): unknown {
  if (error instanceof Fault && error.init.cause instanceof SoapstoneError)
    return new Fault({ ...error.init, cause: withoutVariables(error.init.cause) });
  if (!(error instanceof SoapstoneError) || error.constructor !== SoapstoneError) return error;
  return new SoapstoneError(error.code, error.message, { ...error, variables: undefined, cause: error.cause });
}

async function routed(inner: Routing, bindings: Bindings): Promise<ReturnType<Routing['route']>> {
  await inner.prepare?.();
  return inner.route(bindings);
}

/** Maps items with limited concurrency. Results are in the order of the items. After a failure no further item is begun. */
export async function mapConcurrent<T, U>(
  items: readonly T[],
  concurrency: number,
  run: (item: T) => Promise<U>,
): Promise<U[]> {
  const results: U[] = new Array(items.length);
  let nextIndex = 0;
  const lane = async () => {
    while (nextIndex < items.length) {
      const i = nextIndex++;
      try {
        results[i] = await run(items[i]);
      } catch (error) {
        nextIndex = items.length;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, lane));
  return results;
}
