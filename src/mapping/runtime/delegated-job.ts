// A job of the REST service behind a SOAP job: its status, its result as the response of a rule, and the request that submits it.

import { stringOf } from '../../json/walk.ts';
import type { JobBehind, JobStates, OneRequest } from '../../rule/flow.ts';
import type {
  Bindings,
  RestRequestParts,
  RestRequestPattern,
  RestResponse,
  RestResponsePattern,
} from '../../rule/pattern.ts';
import type { MappingRule } from '../model/mapping.ts';
import { compiledOf } from './deferred-rule.ts';
import { matchTarget } from './job.ts';
import { InnerRequest, type InternalRouter } from './relay.ts';

const SEE_OTHER = 303;

interface BehindRules {
  readonly status: MappingRule;
  readonly task?: MappingRule;
  /** Names in the request of `task`. */
  readonly asks: readonly string[];
  readonly result: MappingRule;
}

export class BehindJob implements JobBehind<MappingRule> {
  readonly status: MappingRule;
  readonly task: MappingRule | undefined;
  private readonly asks: readonly string[];
  readonly state: number;
  readonly states: JobStates;
  private readonly result: MappingRule;
  /** Names that are bound before the request for the result. */
  private readonly inputNames: readonly string[];
  private readonly results = new WeakMap<MappingRule, MappingRule>();

  /** `state`: variable of `status`. */
  constructor({ status, task, asks, result }: BehindRules, state: number, states: JobStates) {
    this.task = task;
    this.asks = asks;
    this.inputNames = [...status.variables, ...(task?.variables ?? [])];
    this.status = {
      ...status,
      response: { ...status.response, rest: new StatusOf(status.response.rest, state, states) },
    };
    this.result = result;
    this.state = state;
    this.states = states;
  }

  located(path: string): Bindings | undefined {
    return matchTarget(this.status, path);
  }

  taskOf(status: Bindings): Bindings {
    const { variables } = this.status;
    // Other variables of responses, such as a common header field, differ in each.
    return (this.task?.variables ?? []).map((name) =>
      this.asks.includes(name) ? status[variables.indexOf(name)] : undefined,
    );
  }

  resultOf(rule: MappingRule): MappingRule {
    let resultRule = this.results.get(rule);
    if (resultRule === undefined) {
      resultRule = { ...withRequest(rule, this.result, this.inputNames), safe: true };
      this.results.set(rule, resultRule);
    }
    return resultRule;
  }
}

/** Matches 200 in any state. A 303 means that the job is done, even without a body (RFC 9110 §15.4.4). */
class StatusOf implements RestResponsePattern {
  readonly status: number;
  readonly media: string;
  readonly hasBody: boolean;
  readonly references: readonly string[];
  readonly extraStatuses = [SEE_OTHER];
  private readonly pattern: RestResponsePattern;
  private readonly state: number;
  private readonly doneState: string;

  constructor(pattern: RestResponsePattern, state: number, { doneStates }: JobStates) {
    this.pattern = pattern;
    this.status = pattern.status;
    this.media = pattern.media;
    this.hasBody = pattern.hasBody;
    this.references = pattern.references;
    this.state = state;
    this.doneState = doneStates[0];
  }

  match(response: RestResponse, bindings: Bindings): Bindings | undefined {
    if (response.status !== SEE_OTHER) return this.pattern.match(response, bindings);
    if (response.body !== undefined) return this.pattern.match({ ...response, status: this.status }, bindings);
    bindings[this.state] ??= stringOf(this.doneState);
    return bindings;
  }

  placeOf(variable: number, path: string): string | undefined {
    return this.pattern.placeOf(variable, path);
  }

  fill(bindings: Bindings, mount?: string): ReturnType<RestResponsePattern['fill']> {
    return this.pattern.fill(bindings, mount);
  }

  lines(): readonly string[] {
    return this.pattern.lines();
  }
}

/** The rule with the REST request of another one, whose bindings stand after its own. `names`: those of these bindings. */
function withRequest(rule: MappingRule, asks: MappingRule, names: readonly string[]): MappingRule {
  const { request, variables, ...others } = compiledOf(rule);
  const rest = new LentRequest(asks, names, variables.length);
  const alone = { flow: undefined, soapFlow: undefined };
  return { ...others, ...alone, variables: [...variables, ...names], request: { ...request, rest } };
}

/** The one request of a job: the submission of a rule, and its result. */
export class JobOfOne implements OneRequest<MappingRule> {
  readonly kind = 'one';
  readonly atOnce: MappingRule;
  readonly result: MappingRule;
  private readonly submit: MappingRule;
  private readonly rule: MappingRule;
  private readonly relay: InternalRouter;

  /** `rule`: the rule without the job. */
  constructor(rule: MappingRule, submit: MappingRule, result: MappingRule, relay: InternalRouter) {
    this.rule = rule;
    this.submit = submit;
    this.result = result;
    this.relay = relay;
    this.atOnce = { ...withRequest(result, submit, submit.variables), safe: false };
  }

  otherwise(bindings: Bindings): InnerRequest | undefined {
    const { rule, submit, relay } = this;
    const own = rule.variables.map((name) => bindings[submit.variables.indexOf(name)]);
    if (relay.route(rule.request.soap, own).rule.id === rule.id) return undefined;
    return new InnerRequest(relay, submit.request.soap, submit.response.soap, isSubmission);
  }
}

function isSubmission({ job }: MappingRule): boolean {
  return job?.phase === 'submit';
}

/** Filled from the bindings that stand after those of the rule. */
class LentRequest implements RestRequestPattern {
  readonly method: string;
  readonly template: string;
  readonly hasBody: boolean;
  readonly media: string | undefined;
  readonly headers: readonly string[];
  readonly once: readonly string[] = [];
  private readonly asks: RestRequestPattern;
  private readonly from: readonly number[];

  /** `names`: of the bindings after the first `offset`. */
  constructor({ request: { rest }, variables }: MappingRule, names: readonly string[], offset: number) {
    this.asks = rest;
    this.method = rest.method;
    this.template = rest.template;
    this.hasBody = rest.hasBody;
    this.media = rest.media;
    this.headers = rest.headers;
    this.from = variables.map((name) => offset + names.lastIndexOf(name));
  }

  match(): undefined {}

  problems(): readonly [] {
    return [];
  }

  placeOf(variable: number, path: string): string | undefined {
    return this.asks.placeOf(this.from.indexOf(variable), path);
  }

  fill(bindings: Bindings): RestRequestParts {
    return this.asks.fill(this.from.map((i) => bindings[i]));
  }
}
