// Resources of the jobs of a whole table: one path for each, and the id in it says which rule the job belongs to.

import { SoapstoneError } from '../../errors/errors.ts';
import { scalarText, stringOf } from '../../json/walk.ts';
import { fillSegments } from '../../pattern/segments.ts';
import { faultOf } from '../../pattern/text/path.ts';
import type { Bindings, RestRequest, RestRequestParts } from '../../rule/pattern.ts';
import type { Rule } from '../../rule/rule.ts';
import { type JobId, readJobId, writeJobId } from './job-id.ts';
import { CompiledRestRequest, type RestRequestPlan } from './rest-request.ts';

/** The variable of the id, beside that of the service's name. */
export const JOB_ID = '$job';

/** The rule of each result, by the id of its row. */
export type JobResults<R extends Rule = Rule> = Map<string, R>;

export interface JobResource {
  readonly results: JobResults;
  /** Number of the variable `$job`. */
  readonly id: number;
  /** Of a result: id of its row; absent for resources of all jobs. */
  readonly row?: string;
}

/** A status, or the result of one rule. Clients write an id where the pattern has the service's name. */
export class JobRequest extends CompiledRestRequest {
  private readonly resource: JobResource;
  /** Number of the segment. */
  private readonly at: number;
  private readonly windowed: boolean;

  constructor(plan: RestRequestPlan, resource: JobResource) {
    super(plan);
    this.resource = resource;
    this.at = plan.segments.findIndex((segment) => typeof segment !== 'string');
    this.windowed = resource.row !== undefined && plan.query.parameters.length > 0;
  }

  override match(request: RestRequest): Bindings | undefined {
    const text = request.segments[this.at];
    const id = this.known(text);
    if (id === undefined) throw new SoapstoneError('JOB_LOST', 'this job is not known, or not any more');
    const bindings = super.match(this.requestOf(request, id));
    if (bindings) bindings[this.resource.id] = stringOf(text);
    return bindings;
  }

  override problems(request: RestRequest): readonly SoapstoneError[] {
    const id = this.known(request.segments[this.at]);
    return id === undefined ? [] : super.problems(this.requestOf(request, id));
  }

  /** The address for a client, where the id is known; else that of the service's own name. */
  override fill(values: Bindings): RestRequestParts {
    const id = values[this.resource.id];
    const parts = id === undefined ? super.fill(values) : { headers: {}, body: undefined };
    const path = fillSegments(this.segments, values).split('/');
    path[this.at + 1] = (id && scalarText(id)) ?? this.idOf(values);
    return { ...parts, method: this.method, target: path.join('/') };
  }

  /** The id of a job of this rule. */
  idOf(values: Bindings): string {
    const [path, query = ''] = super.fill(values).target.split('?');
    const name = decodeURIComponent(path.split('/')[this.at + 1]);
    return writeJobId({ rule: this.resource.row ?? '', name, query: this.windowed ? query : '' });
  }

  /** The rule of the result that the path names. */
  ruleOf(segments: readonly string[]): Rule | undefined {
    const id = readJobId(segments[this.at]);
    return id && this.resource.results.get(id.rule);
  }

  private known(text: string): JobId | undefined {
    const id = readJobId(text);
    const { row, results } = this.resource;
    // No address has a name that cannot be a segment, so nobody was given its id.
    if (id === undefined || faultOf(id.name) !== undefined || !results.has(id.rule)) return undefined;
    if (row === undefined) return id;
    return id.rule === row && (this.windowed || id.query === '') ? id : undefined;
  }

  /** The request as if the service's name stood in it. */
  private requestOf(request: RestRequest, { name, query }: JobId): RestRequest {
    if (this.windowed && request.query !== '')
      throw new SoapstoneError('BAD_QUERY', 'the job says which part of the list its result is', { path: '?' });
    const segments = request.segments.with(this.at, name);
    return { ...request, segments, query: this.windowed ? query : request.query };
  }
}
