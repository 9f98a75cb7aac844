// A rule of a checked table that is compiled when it is first used. What finds a rule is at hand before: its path, its operation, its part of a job.

import { each, inSlices } from '../../event-loop/time-slices.ts';
import type { Segment } from '../../pattern/segments.ts';
import type { ContinuationGroup } from '../../rule/flow.ts';
import type { RestResponsePattern, SoapPattern } from '../../rule/pattern.ts';
import type { Rule } from '../../rule/rule.ts';
import type { MappingRule } from '../model/mapping.ts';
import { callsOf } from './called-operations.ts';
import { DeferredRequest, DeferredResponse, DeferredSoap, type RoutedRequest } from './deferred-patterns.ts';

/** A rule with a path for the router. */
export type RoutedRule = MappingRule & { readonly request: { readonly rest: RoutedRequest } };

/** What the copies of one rule have in common before they are compiled. */
export interface RuleSort
  extends Pick<
    Rule,
    | 'place'
    | 'direction'
    | 'operation'
    | 'safe'
    | 'stream'
    | 'mtom'
    | 'timeout'
    | 'open'
    | 'allowedFields'
    | 'access'
    | 'cache'
    | 'job'
  > {
  readonly method: string;
  /** Names of the variables that every request must have. */
  readonly needed: readonly string[];
  /** Status of its response. */
  readonly status: number;
  /** A call of it takes fields of the credential. */
  readonly callsTakeCredential: boolean;
  /** It has the further pages of another rule. */
  readonly continuesPages: boolean;
  /** The table says examples of its bodies. */
  readonly hasExamples: boolean;
  /** Its flow fetches the result of a job, whose status another rule has. */
  readonly fetchesResult: boolean;
}

/** What is at hand before the rule is compiled. */
export interface RuleHead {
  readonly id: string;
  readonly sort: RuleSort;
  readonly template: string;
  readonly segments: readonly Segment[];
  /** Present where a stored cursor selects the rule. */
  readonly continuation?: Continuation;
}

export interface Continuation {
  /** Of the rule that it continues. */
  readonly id: string;
  /** Set when all rows are checked. */
  kin?: ContinuationGroup<MappingRule>;
}

/** Compiles the rules of a row. `Text`: what is kept of the row. */
export type CompileRow<Text> = (text: Text, id: string) => readonly MappingRule[];

/** The rules of one row of the table, which are compiled together. */
export class RowRules<Text = unknown> {
  private readonly compile: CompileRow<Text>;
  private readonly id: string;
  private readonly text: Text;
  private rules: MappingRule[] | undefined = undefined;

  constructor(compile: CompileRow<Text>, text: Text, id: string) {
    this.compile = compile;
    this.text = text;
    this.id = id;
  }

  get isCompiled(): boolean {
    return this.rules !== undefined;
  }

  /** `kin`: the group of the rule, where it has one. */
  at(i: number, kin: Continuation['kin']): MappingRule {
    this.rules ??= [...this.compile(this.text, this.id)];
    const rule = this.rules[i];
    return kin === undefined ? rule : (this.rules[i] = inGroup(rule, kin));
  }

  release(): void {
    this.rules = undefined;
  }
}

/** The rule with its group in the flow that has one. */
function inGroup(rule: MappingRule, kin: ContinuationGroup<MappingRule>): MappingRule {
  const { flow, soapFlow } = rule;
  if (soapFlow && 'kin' in soapFlow) return soapFlow.kin === kin ? rule : { ...rule, soapFlow: { ...soapFlow, kin } };
  if (flow === undefined || !('kin' in flow) || flow.kin === kin) return rule;
  return { ...rule, flow: { ...flow, kin } };
}

type Requests = { readonly rest: RoutedRequest; readonly soap: SoapPattern };
type Responses = { readonly rest: RestResponsePattern; readonly soap: SoapPattern };

export class DeferredRule implements RoutedRule {
  readonly id: string;
  readonly sort: RuleSort;
  readonly template: string;
  readonly continuation: Continuation | undefined;
  private readonly row: RowRules;
  /** Of the rule in its row. */
  private readonly index: number;
  private requests: Requests | undefined = undefined;
  private responses: Responses | undefined = undefined;
  /** Each request reads many members of it. */
  private plain: MappingRule | undefined = undefined;

  constructor({ id, sort, template, continuation }: RuleHead, row: RowRules, index: number) {
    this.id = id;
    this.sort = sort;
    this.template = template;
    this.continuation = continuation;
    this.row = row;
    this.index = index;
  }

  get request(): Requests {
    return (this.requests ??= { rest: new DeferredRequest(this), soap: new DeferredSoap(this, 'request') });
  }

  get response(): Responses {
    const { status } = this.sort;
    return (this.responses ??= { rest: new DeferredResponse(status, this), soap: new DeferredSoap(this, 'response') });
  }

  /** The rule as a plain object. */
  get compiled(): MappingRule {
    return this.plain ?? this.compile();
  }

  /** What continues another rule has its group only when all rows are checked. */
  private compile(): MappingRule {
    const kin = this.continuation?.kin;
    const rule = this.row.at(this.index, kin);
    if (this.continuation === undefined || kin !== undefined) this.plain = rule;
    return rule;
  }

  get isCompiled(): boolean {
    return this.row.isCompiled;
  }

  /** Are both compiled together? */
  sharesRow({ row }: DeferredRule): boolean {
    return row === this.row;
  }

  /** The next use compiles it anew. */
  release(): void {
    this.plain = undefined;
    this.requests = undefined;
    this.responses = undefined;
    this.row.release();
  }

  get place(): Rule['place'] {
    return this.sort.place;
  }

  get direction(): Rule['direction'] {
    return this.sort.direction;
  }

  get operation(): Rule['operation'] {
    return this.sort.operation;
  }

  get safe(): Rule['safe'] {
    return this.sort.safe;
  }

  get stream(): Rule['stream'] {
    return this.sort.stream;
  }

  get mtom(): Rule['mtom'] {
    return this.sort.mtom;
  }

  get timeout(): Rule['timeout'] {
    return this.sort.timeout;
  }

  get open(): Rule['open'] {
    return this.sort.open;
  }

  get allowedFields(): Rule['allowedFields'] {
    return this.sort.allowedFields;
  }

  get access(): Rule['access'] {
    return this.sort.access;
  }

  get cache(): Rule['cache'] {
    return this.sort.cache;
  }

  get job(): Rule['job'] {
    return this.sort.job;
  }

  get variables(): Rule['variables'] {
    return this.compiled.variables;
  }

  get types(): MappingRule['types'] {
    return this.compiled.types;
  }

  get restSide(): MappingRule['restSide'] {
    return this.compiled.restSide;
  }

  get oneSided(): MappingRule['oneSided'] {
    return this.compiled.oneSided;
  }

  get faults(): MappingRule['faults'] {
    return this.compiled.faults;
  }

  get take(): Rule['take'] {
    return this.compiled.take;
  }

  get tolerance(): Rule['tolerance'] {
    return this.compiled.tolerance;
  }

  get credentialFields(): Rule['credentialFields'] {
    return this.compiled.credentialFields;
  }

  get deviations(): Rule['deviations'] {
    return this.compiled.deviations;
  }

  get idempotency(): Rule['idempotency'] {
    return this.compiled.idempotency;
  }

  get flow(): MappingRule['flow'] {
    return this.compiled.flow;
  }

  get soapFlow(): MappingRule['soapFlow'] {
    return this.compiled.soapFlow;
  }
}

/** Is a call of it given fields of the credential? */
export function takesCredential(rule: Rule): boolean {
  if (rule instanceof DeferredRule) return rule.sort.callsTakeCredential;
  return callsOf(rule).some((call) => call.credentialFields !== undefined);
}

/** Does it have the further pages of another rule, whose clients ask that rule for all pages? */
export function continuesPages(rule: MappingRule): boolean {
  if (rule instanceof DeferredRule) return rule.sort.continuesPages;
  return rule.flow?.kind === 'pages' && rule.flow.phase === 'next';
}

/** Does the table say examples of its bodies? */
export function hasExamples(rule: MappingRule): boolean {
  return rule instanceof DeferredRule ? rule.sort.hasExamples : rule.restSide.doc?.examples !== undefined;
}

/** Does its flow fetch the result of a job? */
export function fetchesResult(rule: Pick<Rule, 'flow'>): boolean {
  return rule instanceof DeferredRule ? rule.sort.fetchesResult : rule.flow?.kind === 'result';
}

/** Compiles rules in slices, for what looks at all of them. */
export function compileAll(rules: Iterable<MappingRule>): Promise<void> {
  return inSlices(each(rules, compiledOf));
}

/** Compiled rules one after the other, for what looks at all of them: those that nothing else uses are released when the next row begins. */
export class RuleTurns {
  /** Rules of the row in turn that nothing else uses. */
  private readonly turn: DeferredRule[] = [];

  /** The rule as a plain object. */
  of(rule: MappingRule): MappingRule {
    if (!(rule instanceof DeferredRule)) return rule;
    const isSameRow = this.turn.length > 0 && rule.sharesRow(this.turn[0]);
    if (!isSameRow) this.end();
    if (isSameRow || !rule.isCompiled) this.turn.push(rule);
    return rule.compiled;
  }

  end(): void {
    for (const rule of this.turn) rule.release();
    this.turn.length = 0;
  }
}

/** The rule as a plain object, which can be copied with changes. */
export function compiledOf(rule: MappingRule): MappingRule {
  return rule instanceof DeferredRule ? rule.compiled : rule;
}

export function headOf(rule: RoutedRule, continuation: Continuation | undefined): RuleHead {
  const { id, place, direction, operation, safe, stream, mtom, timeout, open, allowedFields, access, cache, job } =
    rule;
  const { method, template, segments, needed } = rule.request.rest;
  const { status } = rule.response.rest;
  const answers = {
    callsTakeCredential: takesCredential(rule),
    continuesPages: continuesPages(rule),
    hasExamples: hasExamples(rule),
    fetchesResult: fetchesResult(rule),
  };
  const options = { safe, stream, mtom, timeout, open, allowedFields, access, cache, job };
  const sort = { place, direction, operation, ...options, method, needed, status, ...answers };
  return { id, sort, template, segments: segments.map(forRouter), continuation };
}

const whole: Segment = { literals: ['', ''], holes: [] };
const tail: Segment = { literals: ['', ''], holes: [], tail: true };

/** The router wants the texts around placeholders alone. */
export function forRouter(segment: Segment): Segment {
  if (typeof segment === 'string') return segment;
  if (segment.tail) return tail;
  return segment.literals.every((text) => text === '') ? whole : { literals: segment.literals, holes: [] };
}
