// A job of a REST service behind: where it says how far it is, and the result as the reply that a rule waits for.
import { stringOf } from '../../json/walk.ts';
import type { Bindings, RestReply, RestReplyPattern, RestRequestParts, RestRequestPattern, Rule } from '../rule.ts';
import { matchTarget } from './job.ts';
import type { JobBehind, JobStates } from './plan.ts';

const SEE_OTHER = 303;

export class BehindJob implements JobBehind<Rule> {
  readonly status: Rule;
  readonly state: number;
  readonly states: JobStates;
  private readonly result: Rule;
  private readonly results = new WeakMap<Rule, Rule>();

  /** `state`: variable of `status`. */
  constructor(status: Rule, result: Rule, state: number, states: JobStates) {
    this.status = { ...status, reply: { ...status.reply, rest: new StatusOf(status.reply.rest, state, states) } };
    this.result = result;
    this.state = state;
    this.states = states;
  }

  located(path: string): Bindings | undefined {
    return matchTarget(this.status, path);
  }

  resultOf(rule: Rule): Rule {
    let found = this.results.get(rule);
    if (found === undefined) {
      const rest = new ResultRequest(this.result, this.status, rule.variables.length);
      found = { ...rule, flow: undefined, safe: true, request: { ...rule.request, rest } };
      this.results.set(rule, found);
    }
    return found;
  }
}

/** 200 in any state; a 303 says that the job is done, also without a body (RFC 9110 §15.4.4). */
class StatusOf implements RestReplyPattern {
  readonly status: number;
  readonly media: string;
  readonly hasBody: boolean;
  readonly references: readonly string[];
  readonly others = [SEE_OTHER];
  private readonly own: RestReplyPattern;
  private readonly state: number;
  private readonly done: string;

  constructor(own: RestReplyPattern, state: number, { done }: JobStates) {
    this.own = own;
    this.status = own.status;
    this.media = own.media;
    this.hasBody = own.hasBody;
    this.references = own.references;
    this.state = state;
    this.done = done[0];
  }

  match(reply: RestReply, bindings: Bindings): Bindings | undefined {
    if (reply.status !== SEE_OTHER) return this.own.match(reply, bindings);
    if (reply.body !== undefined) return this.own.match({ ...reply, status: this.status }, bindings);
    bindings[this.state] ??= stringOf(this.done);
    return bindings;
  }

  fill(bindings: Bindings): ReturnType<RestReplyPattern['fill']> {
    return this.own.fill(bindings);
  }

  written(): readonly string[] {
    return this.own.written();
  }
}

/** Its bindings: those of the rule that waits, then those of the status. */
class ResultRequest implements RestRequestPattern {
  readonly method: string;
  readonly template: string;
  readonly hasBody = false;
  readonly headers: readonly string[] = [];
  readonly once: readonly string[] = [];
  private readonly result: Rule;
  private readonly from: readonly number[];

  constructor(result: Rule, status: Rule, before: number) {
    this.result = result;
    this.method = result.request.rest.method;
    this.template = result.request.rest.template;
    this.from = result.variables.map((name) => before + status.variables.indexOf(name));
  }

  match(): undefined {}

  problems(): readonly [] {
    return [];
  }

  fill(bindings: Bindings): RestRequestParts {
    return this.result.request.rest.fill(this.from.map((i) => bindings[i]));
  }
}
