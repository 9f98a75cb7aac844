// The series of one bridge: groups of requests, and one group for those that no rule took. Labels are names of the table and closed sets, and their
// number is bounded: clients cannot add series.
import type { RequestRecord } from '../../binding/channels.ts';
import { methodLabel, OTHER_METHOD, sampledTrace } from '../../binding/identity.ts';
import { Measures } from './distribution.ts';
import type { JobStep } from './job-steps.ts';

/** What the labels of a rule say. */
export interface RuleLabels {
  readonly id: string;
  /** The SOAP operation. */
  readonly operation: string;
  /** The first segment of the path below the base; '' for none. */
  readonly resource: string;
}

/** `counters`: one group for each rule, or for each resource and operation. `histograms`: for which requests there is one. */
export interface Detail {
  readonly counters: 'auto' | 'rule' | 'resource';
  readonly histograms: 'bridge' | 'operation' | 'rule';
}

export const USUAL_DETAIL: Detail = { counters: 'auto', histograms: 'bridge' };

/** Tables with more rules are counted by resource and operation. */
const MOST_RULES = 100;
/** Series of counters of a bridge, unless each rule is asked for: the others are one group. */
const MOST_SERIES = 1000;
/** Limits fault codes of a group, which a mapping may make from data. */
const MOST_OUTCOMES = 100;
const CLASSES = ['', '1xx', '2xx', '3xx', '4xx', '5xx'];

interface Outcome {
  readonly method: string;
  /** `2xx` … `5xx`; of a fault, by its code: `4xx` where it blames the client, whatever status its protocol has for it. */
  readonly status: string;
  /** Fault code, '' for none. */
  readonly fault: string;
  count: number;
}

export type GroupLabels = Readonly<Record<'rule' | 'operation' | 'resource', string>>;

/** Requests that have these labels in common. */
export class RequestGroup {
  readonly labels: GroupLabels;
  readonly outcomes = new Map<string, Outcome>();

  constructor(labels: GroupLabels) {
    this.labels = labels;
  }

  /** undefined: another series would be one too many. */
  add(method: string, status: string, fault: string, mayGrow: boolean): Outcome | undefined {
    const key = `${method} ${status} ${fault}`;
    const outcome = this.outcomes.get(key);
    if (outcome !== undefined || !mayGrow) {
      if (outcome) outcome.count++;
      return outcome;
    }
    const isFull = this.outcomes.size >= MOST_OUTCOMES && fault !== '' && fault !== OTHER_METHOD;
    if (isFull) return this.add(method, status, OTHER_METHOD, true);
    const added = { method, status, fault, count: 1 };
    this.outcomes.set(key, added);
    return added;
  }
}

const NO_RULE = '_none';
export const PASS_THROUGH = '_pass_through';
/** The labels of requests that have no series of their own any more. */
const OVERFLOW: GroupLabels = { rule: OTHER_METHOD, operation: OTHER_METHOD, resource: OTHER_METHOD };

/** Times and sizes of the requests that a histogram has in common, by class of status. */
interface Measured {
  readonly labels: GroupLabels;
  readonly byStatus: Map<string, Measures>;
}

export interface StepCount {
  readonly step: JobStep['step'];
  /** Id of the job's rule; in groups by resource its operation. */
  readonly job: string;
  readonly status: string;
  count: number;
}

export class BridgeSeries {
  readonly detail: Detail;
  private byRule = new Map<string, RequestGroup>();
  private groups = new Map<string, RequestGroup>();
  private measuredByRule = new Map<string, Measured>();
  private measuredGroups = new Map<string, Measured>();
  private readonly overflow = new RequestGroup(OVERFLOW);
  private readonly stepCounts = new Map<string, StepCount>();
  private steps = new Map<string, readonly Pick<JobStep, 'job' | 'step'>[]>();
  private isByRule = true;
  /** Number of series of counters. */
  private size = 0;

  constructor(rules: readonly RuleLabels[], detail = USUAL_DETAIL, jobs: readonly JobStep[] = []) {
    this.detail = detail;
    this.keep(rules, jobs);
  }

  /** Removes series of rules that no longer exist; the others go on counting. */
  keep(rules: readonly RuleLabels[], jobs: readonly JobStep[]): void {
    const { counters, histograms } = this.detail;
    this.isByRule = counters === 'rule' || (counters === 'auto' && rules.length <= MOST_RULES);
    const counted = this.isByRule ? 'rule' : 'resource';
    const groups = new Map<string, RequestGroup>();
    const measured = new Map<string, Measured>();
    this.byRule = new Map(
      rules.map((rule) => [
        rule.id,
        retained(this.groups, groups, labelsOf(rule, counted), (labels) => new RequestGroup(labels)),
      ]),
    );
    this.measuredByRule = new Map(
      rules.map((rule) => [rule.id, retained(this.measuredGroups, measured, labelsOf(rule, histograms), newMeasured)]),
    );
    for (const id of [NO_RULE, PASS_THROUGH]) this.addSpecial(id, groups, measured);
    this.groups = groups;
    this.measuredGroups = measured;
    this.size = [...groups.values()].reduce((sum, { outcomes }) => sum + outcomes.size, 0);
    const operations = new Map(rules.map(({ id, operation }) => [id, operation]));
    const steps = jobs.map(({ job, step, rule }) => ({
      rule,
      step,
      job: this.isByRule ? job : (operations.get(rule) ?? job),
    }));
    this.steps = Map.groupBy(steps, ({ rule }) => rule);
    const remaining = new Set(steps.map(({ job }) => job));
    for (const [key, { job }] of this.stepCounts) if (!remaining.has(job)) this.stepCounts.delete(key);
  }

  /** Groups of requests that no rule took go on counting where there are any. */
  private addSpecial(id: string, groups: Map<string, RequestGroup>, measured: Map<string, Measured>): void {
    const labels = { rule: id, operation: '', resource: '' };
    this.byRule.set(
      id,
      retained(this.groups, groups, labels, (all) => new RequestGroup(all)),
    );
    const coarse = this.detail.histograms === 'rule' ? labels : labelsOf({ id, operation: '', resource: '' }, 'bridge');
    this.measuredByRule.set(id, retained(this.measuredGroups, measured, coarse, newMeasured));
  }

  add(record: RequestRecord): void {
    const rule = record.rule ?? NO_RULE;
    const method = methodLabel(record.method);
    const status = CLASSES[((record.faultStatus ?? record.status) / 100) | 0] ?? '';
    this.count(this.byRule.get(rule) ?? this.overflow, method, status, record.code ?? '');
    for (const step of this.steps.get(rule) ?? []) this.countStep(step, status);
    const measured = this.measuredByRule.get(rule) ?? this.measuredByRule.get(NO_RULE);
    if (measured) observe(measuresOf(measured, status), record);
  }

  private count(group: RequestGroup, method: string, status: string, fault: string): void {
    const before = group.outcomes.size;
    const mayGrow = this.detail.counters === 'rule' || this.size < MOST_SERIES;
    // Without their method: that leaves one for each code.
    if (group.add(method, status, fault, mayGrow) === undefined) this.overflow.add(OTHER_METHOD, status, fault, true);
    else this.size += group.outcomes.size - before;
  }

  private countStep({ job, step }: Pick<JobStep, 'job' | 'step'>, status: string): void {
    const key = `${job} ${step} ${status}`;
    const counted = this.stepCounts.get(key);
    if (counted) counted.count++;
    else this.stepCounts.set(key, { job, step, status, count: 1 });
  }

  /** SOAP operation of a rule; '' for requests that are handed on. */
  operationOf(rule: string): string | undefined {
    return this.byRule.get(rule)?.labels.operation;
  }

  get requestGroups(): readonly RequestGroup[] {
    return [...this.groups.values(), this.overflow];
  }

  get measuredRequests(): readonly Measured[] {
    return [...this.measuredGroups.values()];
  }

  get jobSteps(): readonly StepCount[] {
    return [...this.stepCounts.values()];
  }
}

/** Labels that a level does not tell apart are empty, which Prometheus takes as absent. */
function labelsOf(
  { id, operation, resource }: RuleLabels,
  level: 'bridge' | 'operation' | 'resource' | 'rule',
): GroupLabels {
  if (level === 'rule') return { rule: id, operation, resource };
  if (level === 'resource') return { rule: '', operation, resource };
  return { rule: '', operation: level === 'operation' ? operation : '', resource: '' };
}

/** The value for these labels, of the series before where there is one. */
function retained<T>(
  before: ReadonlyMap<string, T>,
  after: Map<string, T>,
  labels: GroupLabels,
  make: (labels: GroupLabels) => T,
): T {
  const key = `${labels.rule} ${labels.operation} ${labels.resource}`;
  let value = after.get(key) ?? before.get(key);
  if (value === undefined) value = make(labels);
  after.set(key, value);
  return value;
}

function newMeasured(labels: GroupLabels): Measured {
  return { labels, byStatus: new Map() };
}

function measuresOf({ byStatus }: Measured, status: string): Measures {
  let measures = byStatus.get(status);
  if (!measures) byStatus.set(status, (measures = new Measures()));
  return measures;
}

function observe(
  measures: Measures,
  { ms, upstreamMs, queuedMs = 0, retryWaitMs = 0, traceparent, requestBytes, responseBytes }: RequestRecord,
): void {
  const traceId = traceparent === undefined ? undefined : sampledTrace(traceparent);
  measures.seconds.observe(ms / 1000, traceId);
  if (upstreamMs > 0 || queuedMs > 0) measures.queueSeconds.observe(queuedMs / 1000, traceId);
  if (upstreamMs > 0) {
    measures.upstreamSeconds.observe(upstreamMs / 1000, traceId);
    measures.gatewaySeconds.observe(Math.max(0, ms - upstreamMs - queuedMs - retryWaitMs) / 1000, traceId);
  }
  measures.requestBytes.observe(requestBytes);
  measures.responseBytes.observe(responseBytes);
}
