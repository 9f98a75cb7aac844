// The REST patterns of a job: an accepted submission, its status resource, and the address of the result.

import { preferencesOf, prefers, withPreference } from '../../bytes/preferences.ts';
import { SoapstoneError } from '../../errors/errors.ts';
import type { Json } from '../../json/value.ts';
import { sameJson, scalarText, stringOf } from '../../json/walk.ts';
import { isHole } from '../../pattern/text/hole.ts';
import { splitPath } from '../../pattern/text/path.ts';
import type { JobStates } from '../../rule/flow.ts';
import type { Bindings, RestRequest, RestRequestParts, RestResponse, RestResponseParts } from '../../rule/pattern.ts';
import type { Rule } from '../../rule/rule.ts';
import { type JobRow, STATE } from '../syntax/job.ts';
import type { RestSide, Row } from '../syntax/row.ts';
import type { YamlNode } from '../syntax/yaml.ts';
import { JOB_ID, type JobRequest, type JobResults } from './job-resource.ts';
import { CompiledRestRequest } from './rest-request.ts';
import { CompiledRestResponse, type RestResponsePlan } from './rest-response.ts';

/** The parts of one job, set as they are built. */
export interface JobLinks {
  status?: Rule;
  views?: readonly Rule[];
  result?: Rule;
}

/** The part of a job that a rule is. */
export interface JobRole {
  readonly phase: 'submit' | 'status' | 'result';
  readonly row: JobRow;
  readonly links: JobLinks;
  /** Of `async`: the rule of each result. */
  readonly results?: JobResults;
  /** Of `async`: id of the row. */
  readonly id?: string;
}

/** A rule of the table, or one part of its job. */
export interface RuleRow extends Row {
  /** Set for the parts of a job. */
  readonly job?: JobRole;
  /** The failures of the rule, as the result of its job reports them. */
  readonly jobFaults?: JobFaults;
}

export interface JobFaults {
  /** Equal for rows whose results look the same. */
  readonly key: string;
  readonly nodes: readonly YamlNode[];
}

const ASYNC = 'respond-async';
const DEFERRED = preferencesOf(ASYNC);
const SEE_OTHER = 303;

/** `Prefer: respond-async` (RFC 7240 §4.1), perhaps among other preferences. */
export class PreferRequest extends CompiledRestRequest {
  override match(request: RestRequest): Bindings | undefined {
    return prefers([request.headers['prefer'] ?? ''].flat().join(), DEFERRED) ? super.match(request) : undefined;
  }

  override fill(bindings: Bindings): RestRequestParts {
    const parts = super.fill(bindings);
    const name = Object.keys(parts.headers).find((key) => key.toLowerCase() === 'prefer') ?? 'Prefer';
    return { ...parts, headers: { ...parts.headers, [name]: withPreference(parts.headers[name], ASYNC) } };
  }
}

/** 202 with the address of the status resource. */
export class AcceptedResponse extends CompiledRestResponse {
  override readonly references = ['location'];
  private readonly role: JobRole;
  private readonly names: readonly string[];

  constructor(plan: RestResponsePlan, role: JobRole, names: readonly string[]) {
    super(plan);
    this.role = role;
    this.names = names;
  }

  override fill(values: Bindings, mount = ''): RestResponseParts {
    const bindings = this.role.row.shared ? this.identified(values) : values;
    const parts = super.fill(bindings, mount);
    const applied: Record<string, string> = this.role.row.needsPrefer ? { 'Preference-Applied': ASYNC } : {};
    const Location = mount + addressOf(this.role.links.status!, this.names, bindings);
    return { ...parts, headers: { ...parts.headers, Location, ...applied } };
  }

  /** With the id of the job in place of the service's name. */
  private identified(bindings: Bindings): Bindings {
    const result = this.role.links.result as Rule;
    const named = result.variables.map((name) => bindings[this.names.indexOf(name)]);
    const all = bindings.slice();
    all[this.names.indexOf(JOB_ID)] = stringOf((result.request.rest as JobRequest).idOf(named));
    return withId(this.role.row, this.names, all);
  }

  override match(response: RestResponse, bindings: Bindings): Bindings | undefined {
    const responseBindings = super.match(response, bindings);
    return responseBindings && locate(this.role.links.status!, response, this.names, responseBindings)
      ? responseBindings
      : undefined;
  }
}

/** 200 while the job runs or has failed. When it is done: 303 to the result (RFC 9110 §15.4.4), or 200 where further resources lead to it. */
export class StatusResponse extends CompiledRestResponse {
  override readonly extraStatuses = [SEE_OTHER];
  private readonly role: JobRole;
  private readonly names: readonly string[];
  private readonly okStatus: number;
  private readonly states: JobStates;

  constructor(plan: RestResponsePlan, role: JobRole, names: readonly string[]) {
    super(plan);
    this.role = role;
    this.names = names;
    this.okStatus = plan.status;
    this.states = statesOf(role.row);
  }

  override fill(bindings: Bindings, mount = ''): RestResponseParts {
    const parts = super.fill(this.addressed(bindings, mount), mount);
    const state = stateOf(this.states, bindings[this.names.indexOf(STATE)]);
    if (state === 'failed') return parts;
    if (state === 'running')
      return { ...parts, headers: { ...parts.headers, 'Retry-After': String(this.states.retry) } };
    if (this.role.row.views.length > 0) return parts;
    const Location = mount + addressOf(this.role.links.result!, this.names, bindings);
    return { ...parts, status: SEE_OTHER, headers: { ...parts.headers, Location } };
  }

  /** Adds the addresses for the response. */
  private addressed(bindings: Bindings, mount: string): Bindings {
    const { status, views = [], result } = this.role.links;
    const all = bindings.slice();
    for (const [i, name] of addressNames(this.role.row).entries()) {
      const at = this.names.indexOf(name);
      const rule = [status, ...views, result][i];
      if (at >= 0 && rule) all[at] = stringOf(mount + addressOf(rule, this.names, bindings));
    }
    return withId(this.role.row, this.names, all);
  }

  /** A 303 means that the job is done, even without a body. */
  override match(response: RestResponse, bindings: Bindings): Bindings | undefined {
    if (response.status !== SEE_OTHER) return super.match(response, bindings);
    if (response.body !== undefined) return super.match({ ...response, status: this.okStatus }, bindings);
    bindings[this.names.indexOf(STATE)] ??= stringOf(this.states.doneStates[0]);
    return bindings;
  }
}

/** REST clients see the id where the pattern has the service's name. */
function withId({ shared, status }: JobRow, names: readonly string[], bindings: Bindings): Bindings {
  const id = shared && bindings[names.indexOf(JOB_ID)];
  return id ? bindings.with(names.indexOf(jobName(status.rest)), id) : bindings;
}

/** The variable in the path of a resource of all jobs. */
export function jobName({ line }: RestSide): string {
  return line.value.segments.flatMap((parts) => parts.filter(isHole).map(({ name }) => name))[0] ?? '';
}

/** Variables of status responses: the addresses of the status resources in order, and of the result. */
export function addressNames({ views }: JobRow): string[] {
  return ['$status', ...views.map((_, i) => `$status${i + 2}`), '$result'];
}

export function statesOf({ doneStates, failedStates, retry }: JobRow): JobStates {
  return { doneStates, failedStates, retry: Math.ceil(retry / 1000) };
}

export function stateOf(
  { doneStates, failedStates }: JobStates,
  value: Json | undefined,
): 'running' | 'done' | 'failed' {
  const text = value && scalarText(value);
  if (text === undefined) return 'running';
  return doneStates.includes(text) ? 'done' : failedStates.includes(text) ? 'failed' : 'running';
}

/** The address of the resource of `rule`. `names`: of `bindings`. */
export function addressOf(rule: Rule, names: readonly string[], bindings: Bindings): string {
  const values = rule.variables.map((name) => bindings[names.indexOf(name)]);
  return rule.request.rest.fill(values).target;
}

/** Binds the path of `Location`, which must agree with the rest of the response. The host is ignored: the service may have another name for itself. */
function locate(rule: Rule, { headers }: RestResponse, names: readonly string[], bindings: Bindings): boolean {
  const pathBindings = matchTarget(rule, headers['location']);
  if (pathBindings === undefined) return false;
  for (const [i, name] of rule.variables.entries()) {
    const here = names.indexOf(name);
    const value = pathBindings[i];
    if (here < 0 || value === undefined) continue;
    const boundValue = (bindings[here] ??= value);
    if (!sameJson(boundValue, value)) return false;
  }
  return true;
}

/** Matches the path of `location` with the request of `rule`. */
export function matchTarget(rule: Rule, location: string | string[] | undefined): Bindings | undefined {
  if (typeof location !== 'string' || !URL.canParse(location, 'http://peer')) return undefined;
  const { pathname, search } = new URL(location, 'http://peer');
  const { method } = rule.request.rest;
  try {
    const segments = splitPath(pathname);
    return rule.request.rest.match({ method, segments, query: search.slice(1), headers: {}, body: undefined });
  } catch (e) {
    if (e instanceof SoapstoneError) return undefined;
    throw e;
  }
}
