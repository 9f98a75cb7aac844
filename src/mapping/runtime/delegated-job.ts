// A job of the REST service behind a SOAP job: its status, and its result as the response of a rule.

import { stringOf } from '../../json/walk.ts';
import type { JobBehind, JobStates } from '../../rule/flow.ts';
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
      const rest = new ResultRequest(this.result, this.inputNames, rule.variables.length);
      const { request, ...others } = compiledOf(rule);
      resultRule = { ...others, flow: undefined, safe: true, request: { ...request, rest } };
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

  fill(bindings: Bindings, mount?: string): ReturnType<RestResponsePattern['fill']> {
    return this.pattern.fill(bindings, mount);
  }

  lines(): readonly string[] {
    return this.pattern.lines();
  }
}

/** Filled from the bindings of the waiting rule, then those of status and task. */
class ResultRequest implements RestRequestPattern {
  readonly method: string;
  readonly template: string;
  readonly hasBody = false;
  readonly headers: readonly string[] = [];
  readonly once: readonly string[] = [];
  private readonly result: MappingRule;
  private readonly from: readonly number[];

  /** `inputNames`: names of the bindings after the first `offset`. */
  constructor(result: MappingRule, inputNames: readonly string[], offset: number) {
    this.result = result;
    this.method = result.request.rest.method;
    this.template = result.request.rest.template;
    this.from = result.variables.map((name) => offset + inputNames.lastIndexOf(name));
  }

  match(): undefined {}

  problems(): readonly [] {
    return [];
  }

  fill(bindings: Bindings): RestRequestParts {
    return this.result.request.rest.fill(this.from.map((i) => bindings[i]));
  }
}
