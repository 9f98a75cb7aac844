// Compiles `faults:` of the table and of its rules.

import type { Contract, Operation } from '../../../contract/model/contract.ts';
import type { ElementDecl } from '../../../contract/model/model.ts';
import type { Place, SoapstoneError } from '../../../errors/errors.ts';
import { suggest } from '../../../errors/suggest.ts';
import type { DetailElement } from '../../../fault/table.ts';
import type { IdleResponse, IncompleteFault, MappingFaults, WrittenProblem } from '../../model/mapping.ts';
import { detailElement } from '../../runtime/detail-element.ts';
import { type ProblemPattern, type TableFaultRow, wholeDetail } from '../../runtime/fault-row.ts';
import type { JobFaults } from '../../runtime/job.ts';
import { mapOf, textField } from '../../syntax/fields.ts';
import { Report } from '../../syntax/report.ts';
import type { YamlEntry, YamlNode } from '../../syntax/yaml.ts';
import type { BuildContext } from '../bound-hole.ts';
import { findElement, unknownPrefix } from '../contract-lookup/operation.ts';
import { bareGaps, type Gap, gapsOf } from './completeness.ts';
import {
  FaultVariables,
  reportUnbound,
  type RequestNames as SomeRequestNames,
  type Unbound,
} from './fault-variables.ts';
import { problemPattern } from './problem-pattern.ts';
import { type ReadRow, readRows, type Settings, whereHolds } from './read-fault-rows.ts';
import { reportHiddenSuccess } from './response-conditions.ts';
import { hasMembers } from './response-members.ts';
import { type FaultResponse, responseRow } from './response-row.ts';
import { CheckedFaultRow, type Entry, tableOf } from './rule-faults.ts';
import { faultElement, soapPattern } from './soap-fault-pattern.ts';

interface ResponseNode {
  readonly row: ReadRow;
  /** Operations whose response it does not fit. */
  readonly unfit: Operation[];
  fits: boolean;
  /** It was reported that the row hides successes. */
  hides?: boolean;
  /** A cache: many rules have the same operation. */
  readonly responses: Map<Operation, FaultResponse[]>;
}

/** Of one rule. */
type RequestNames = NonNullable<SomeRequestNames>;

interface OwnRow {
  readonly operation: Operation;
  readonly request: RequestNames;
  readonly entries: readonly Entry[];
}

interface Common {
  readonly shared: readonly Entry[];
  readonly elements: readonly DetailElement[];
}

function responseNode(row: ReadRow): ResponseNode {
  return { row, unfit: [], fits: false, responses: new Map() };
}

/** Compiles the fault rules of the table once, and their response patterns once per operation. */
export class FaultTables {
  private readonly ctx: BuildContext;
  private readonly settings: Settings;
  private readonly shared: (TableFaultRow | ResponseNode)[] = [];
  private readonly commons = new Map<Operation, Common>();
  private readonly tables = new Map<Operation, SharedTable[]>();
  private readonly ownRows = new WeakMap<YamlNode, OwnRow[]>();
  private readonly faultElements: readonly ElementDecl[];
  /** Local names of the elements of all responses. */
  private readonly responses: readonly string[];
  /** Rows about the results of jobs, by the form of the result. */
  private readonly ofJobs = new Map<string, ResponseNode[]>();
  /** Names in the requests of all rules. */
  private readonly requestNames = new Set<string>();
  private readonly unbound: Unbound[] = [];
  private readonly place: Place;
  /** Rows about responses that the contract has and no rule. Known after `finish`. */
  readonly idle: IdleResponse[] = [];
  /** Of declared faults without a row. */
  private readonly gaps = new Map<ElementDecl, readonly Gap[]>();

  /** `place`: that of the table, for faults without a row. */
  constructor(nodes: readonly YamlNode[], contract: Contract, settings: Settings, place: Place, ctx: BuildContext) {
    this.ctx = ctx;
    this.place = place;
    this.settings = settings;
    this.faultElements = contract.operations.flatMap((op) => op.faults.map((f) => f.element));
    this.responses = contract.operations.flatMap((op) => op.output?.body.map((e) => e.name.local) ?? []);
    for (const row of readRows(nodes, settings, ctx.report)) {
      if (row.soap.has('response')) this.shared.push(responseNode(row));
      else this.shared.push(...whereHolds(row, this.sharedRow(row)));
    }
  }

  /** `nodes`: the fault rules of the rule, which come first. `ruleOperations`: further operations of the rule, whose responses they may match. */
  of(
    nodes: readonly YamlNode[],
    operation: Operation,
    report: Report,
    ruleOperations: readonly Operation[] = [],
    request: RequestNames = new Map(),
    ofJob?: JobFaults,
  ): MappingFaults {
    for (const name of request.keys()) this.requestNames.add(name);
    return nodes.length === 0
      ? this.ofTable(operation, ruleOperations, request, ofJob)
      : this.tableOf(nodes, operation, report, ruleOperations, request, ofJob);
  }

  /** Rules without fault rows of their own share one table for each operation, form of a job's result, and set of variables of the request. */
  private ofTable(
    operation: Operation,
    ruleOperations: readonly Operation[],
    request: RequestNames,
    ofJob: JobFaults | undefined,
  ): MappingFaults {
    const tables = this.tables.get(operation) ?? [];
    this.tables.set(operation, tables);
    let same = tables.find(
      (table) =>
        table.job === ofJob?.key && equalLists(table.of, ruleOperations) && equalVariables(table.request, request),
    );
    if (same === undefined) {
      const faults = this.tableOf([], operation, this.ctx.report, ruleOperations, request, ofJob);
      tables.push((same = { of: ruleOperations, request, job: ofJob?.key, faults }));
    }
    return same.faults;
  }

  private tableOf(
    nodes: readonly YamlNode[],
    operation: Operation,
    report: Report,
    ruleOperations: readonly Operation[],
    request: RequestNames,
    ofJob?: JobFaults,
  ): MappingFaults {
    const declared = operation.faults.map((f) => f.element);
    const ownRows = readRows(nodes, this.settings, report).flatMap((row): readonly Entry[] => {
      const isOfOther = row.soap.has('response') && !this.names(row, operation);
      if (isOfOther && ruleOperations.some((op) => this.names(row, op))) return [];
      return this.ownRow(row, operation, report, request);
    });
    const { shared: common, elements } = this.common(operation);
    const ofJobs = this.jobRows(ofJob).flatMap((node) => this.tryResponse(node, operation));
    const shared = [...common, ...ofJobs];
    const ruleElements = [...declared, ...ruleOperations.flatMap((op) => op.faults.map((f) => f.element))];
    const rows = [...ownRows, ...shared.filter((row) => isAbout(row, ruleElements))];
    const restSides = rows.map((row) => row.restSide).filter(isWritten);
    const incomplete = this.incompleteOf([...ownRows, ...shared], operation, request);
    return tableOf([...ownRows, ...shared], elements, restSides, incomplete);
  }

  /** The parts of a rule have the same rows, and copies of it often. */
  private ownRow(row: ReadRow, operation: Operation, report: Report, request: RequestNames): readonly Entry[] {
    const compiled = this.ownRows.get(row.node) ?? [];
    this.ownRows.set(row.node, compiled);
    const same = compiled.find((one) => one.operation === operation && equalVariables(one.request, request));
    if (same) return same.entries;
    const { length } = report.problems;
    const entries = whereHolds(row, this.compiledRow(row, operation, { ...this.ctx, report }, request));
    if (report.problems.length === length) compiled.push({ operation, request, entries });
    return entries;
  }

  private compiledRow(row: ReadRow, operation: Operation, ctx: BuildContext, request: RequestNames): Entry[] {
    if (!row.soap.has('response'))
      return compileRow(
        row,
        operation.faults.map(({ element }) => element),
        ctx,
        request,
      );
    const response = responseRow(row, operation, ctx, request);
    if (response?.hidesSuccess) reportHiddenSuccess(response.hidesSuccess, ctx.report);
    return toList(response);
  }

  /** Rows about faults of the operation, and its faults without a row. */
  private incompleteOf(
    entries: readonly Entry[],
    { faults }: Operation,
    request: RequestNames,
  ): readonly IncompleteFault[] {
    const rows = entries.filter((row) => row instanceof CheckedFaultRow);
    return faults.flatMap(({ element }) => {
      const written = rows.filter(({ restSide }) => restSide.element === element);
      if (written.length === 0) return this.bareGaps(element);
      return written.flatMap(({ gaps }) => gaps.filter(({ variable }) => !(variable && request.get(variable))));
    });
  }

  private bareGaps(element: ElementDecl): readonly Gap[] {
    let gaps = this.gaps.get(element);
    if (gaps === undefined)
      this.gaps.set(element, (gaps = bareGaps(element, this.place, this.ctx).map((gap) => ({ ...gap, bare: true }))));
    return gaps;
  }

  private jobRows(faults: JobFaults | undefined): readonly ResponseNode[] {
    if (faults === undefined) return [];
    let rows = this.ofJobs.get(faults.key);
    if (rows === undefined) {
      rows = readRows(faults.nodes, this.settings, new Report()).map(responseNode);
      this.ofJobs.set(faults.key, rows);
    }
    return rows;
  }

  private sharedRow(row: ReadRow): CheckedFaultRow[] {
    const rows = compileRow(row, this.faultElements, this.ctx);
    this.unbound.push(...rows.flatMap(({ unbound }) => unbound));
    return rows;
  }

  /** What all rules of an operation have. */
  private common(operation: Operation): Common {
    let common = this.commons.get(operation);
    if (common === undefined) {
      const shared = this.shared.flatMap((entry): readonly Entry[] =>
        'row' in entry ? this.tryResponse(entry, operation) : [entry],
      );
      const elements = operation.faults.map((f) => detailElement(f.element, this.ctx.codec));
      this.commons.set(operation, (common = { shared, elements }));
    }
    return common;
  }

  /** Tries a response pattern of the table on an operation. */
  private tryResponse(node: ResponseNode, operation: Operation): FaultResponse[] {
    const responses = node.responses.get(operation) ?? this.tryFirst(node, operation);
    node.responses.set(operation, responses);
    return responses;
  }

  private tryFirst(node: ResponseNode, operation: Operation): FaultResponse[] {
    const { row } = node;
    if (!this.names(row, operation)) return [];
    const report = new Report().trial();
    const response = hasMembers(row.soap.get('response')!, operation, this.ctx.codec)
      ? responseRow(row, operation, { ...this.ctx, report })
      : undefined;
    if (response && report.problems.length === 0) {
      if (response.hidesSuccess && !node.hides) reportHiddenSuccess(response.hidesSuccess, this.ctx.report);
      node.hides ||= response.hidesSuccess !== undefined;
      node.fits = true;
      this.unbound.push(...response.unbound);
      return whereHolds(row, [response]);
    }
    node.unfit.push(operation);
    return [];
  }

  /** The shortest list of problems among the operations. */
  private unfitProblems({ row, unfit }: ResponseNode): readonly SoapstoneError[] {
    const lists = unfit.map((operation) => {
      const report = new Report();
      responseRow(row, operation, { ...this.ctx, report });
      return report.problems;
    });
    return lists.reduce((a, b) => (b.length < a.length ? b : a));
  }

  /** Does the response pattern name the response of this operation? */
  private names(row: ReadRow, operation: Operation): boolean {
    const names = mapOf(row.soap.get('response'), new Report()).map((e) => e.key);
    const body = operation.output?.body ?? [];
    return names.every((name) => name === '*' || findElement(body, name, this.ctx.codec.dialect) !== undefined);
  }

  /**
   * Call this when all rules are built: reports response patterns that fit no response of the contract. `haveRulesFailed`: a rule that is wrong, or unread, may be
   * what has the response.
   */
  finish(haveRulesFailed: boolean): void {
    this.reportUnfit(haveRulesFailed);
    // Most operations are not called for a long time. What a rule needs is compiled again with it.
    this.commons.clear();
    this.tables.clear();
    for (const node of [...this.shared, ...[...this.ofJobs.values()].flat()]) if ('row' in node) node.responses.clear();
  }

  private reportUnfit(haveRulesFailed: boolean): void {
    const { report } = this.ctx;
    for (const unbound of this.unbound) if (!this.requestNames.has(unbound.name)) reportUnbound(unbound, report);
    for (const node of this.shared.filter((entry) => 'row' in entry)) {
      if (node.fits) continue;
      if (node.unfit.length > 0) report.problems.push(...this.unfitProblems(node));
      else this.noResponse(node.row.soap.get('response')!, haveRulesFailed);
    }
  }

  private noResponse(response: YamlEntry, haveRulesFailed: boolean): void {
    const { report, codec } = this.ctx;
    const [{ key, place }] = [...mapOf(response, new Report()), response];
    if (unknownPrefix(key, place, codec.dialect, report)) return;
    const local = key.replace(/^.*[:}]/, '');
    if (this.responses.includes(local)) {
      if (!haveRulesFailed) this.idle.push({ response: local, place });
      return;
    }
    const hint = suggest(local, this.responses);
    report.add('MAPPING_UNKNOWN_ELEMENT', 'no rule has a response with this element', place, hint);
  }
}

interface SharedTable {
  readonly of: readonly Operation[];
  readonly request: RequestNames;
  readonly job: string | undefined;
  readonly faults: MappingFaults;
}

function equalLists(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((one, i) => one === b[i]);
}

function equalVariables(a: RequestNames, b: RequestNames): boolean {
  if (a.size !== b.size) return false;
  for (const [name, must] of a) if (b.get(name) !== must) return false;
  return true;
}

/** A fault rule without an element, or with one of these elements, applies to the operation. */
function isAbout({ restSide: { element } }: Entry, elements: readonly ElementDecl[]): boolean {
  return element === undefined || elements.includes(element);
}

/** Without a code of its own, a row after one that takes every such fault is only for errors of REST services. */
function isWritten({ element, anyCode }: WrittenProblem, i: number, all: readonly WrittenProblem[]): boolean {
  return !(anyCode && element && all.slice(0, i).some((row) => row.catchAll && row.element === element));
}

function toList<T>(value: T | undefined): T[] {
  return value === undefined ? [] : [value];
}

function compileRow(
  row: ReadRow,
  declared: readonly ElementDecl[],
  ctx: BuildContext,
  request?: RequestNames,
): CheckedFaultRow[] {
  const variables = new FaultVariables(ctx, row.sound, request);
  const fault = variables.reading(() => textField(row.soap.get('fault'), ctx.report));
  const element = faultElement(fault, declared, ctx);
  const soap = soapPattern(row, element, variables, ctx);
  const catchAll = !['code', 'subcode'].some((key) => row.soap.has(key)) && variables.total;
  const rest: ProblemPattern = problemPattern(row.rest, { element, catchAll }, variables, ctx);
  const whole = wholeDetail(rest);
  const outside = variables.outside(whole);
  const names = new Set([...rest.code.holes, ...(whole ? [whole] : [])].map(({ name }) => name));
  const detail = { element, place: row.soapPlace, hasPattern: row.soap.has('detail'), variables, bound: names };
  const gaps = gapsOf(detail, ctx);
  return [new CheckedFaultRow(soap, rest, variables.count, outside, { unbound: variables.unbound, gaps })];
}
