// One rule of the table → one compiled rule, checked against the contract.

import type { Contract, Operation } from '../../contract/model/contract.ts';
import { type BodyPart, type Manner, requestManner, responseManner } from '../../pattern/body/part.ts';
import type { Tree } from '../../pattern/tree.ts';
import type { SoapPattern } from '../../rule/pattern.ts';
import type { MappingFaults, WrittenRest } from '../model/mapping.ts';
import type { RoutedRule } from '../runtime/deferred-rule.ts';
import type { RuleRow } from '../runtime/job.ts';
import { AcceptedResponse, addressNames, PreferRequest, StatusResponse } from '../runtime/job.ts';
import { JOB_ID, JobRequest } from '../runtime/job-resource.ts';
import { CompiledRestRequest, type RestRequestPlan } from '../runtime/rest-request.ts';
import { CompiledRestResponse } from '../runtime/rest-response.ts';
import type { CompiledSoapPattern } from '../runtime/soap-pattern.ts';
import { reckonedNames, SEARCH_NAMES } from '../syntax/pages.ts';
import { cacheOf, idempotencyOf } from '../syntax/repeats.ts';
import type { Report } from '../syntax/report.ts';
import type { SoapRow } from '../syntax/row.ts';
import type { Table } from '../syntax/table.ts';
import { checkArgumentOrder } from './argument-order.ts';
import {
  type BodyHooks,
  compileConverters,
  gatewayNames,
  type LiftedRow,
  liftConverters,
  readOf,
  toleranceOf,
  useConverters,
  writeOf,
} from './body-converters.ts';
import type { BuildContext } from './bound-hole.ts';
import { chooseOperation } from './contract-lookup/operation.ts';
import type { Defaults } from './defaults.ts';
import { responseLines } from './expand/print.ts';
import { checkRequestMedia, checkResponseMedia, expectedMedia } from './expected-media.ts';
import { oneSidedOf } from './one-sided.ts';
import { checkNames } from './paired-names.ts';
import { listVariable, passesOn, streamedOctets, streamedVariable } from './pass-through.ts';
import { requestNames } from './request-names.ts';
import { compileWholeBody } from './rest-body.ts';
import { etagOf, isBinaryBody, mediaOf, statePath } from './rest-media.ts';
import { compileHeaders, compileQuery, compileResponseHeaders, compileSegments } from './rest-parts.ts';
import { checkRests, isOptional, neededIn, useHeaders, usePath, useRequest, useTree } from './rest-uses.ts';
import { wordsOf } from './rest-words.ts';
import { Scope, type Side, type Variable } from './scope.ts';
import { checkHiddenResponses } from './shadowed-responses.ts';
import { refuseAdded } from './shape-checks.ts';
import type { RestSource } from './shared-forms.ts';
import { compileMessage, type MessagePlan } from './soap-message.ts';
import { planRequest, planResponse } from './soap-sides.ts';
import { allowedFieldsOf, credentialFieldsOf, suppliedType, takerOf } from './supplied-variables.ts';

export interface RuleEnvironment {
  readonly table: Table;
  readonly contract: Contract;
  readonly base: string;
  readonly ctx: BuildContext;
  /** `defaults:` of the table. */
  readonly defaults: Defaults;
  /** `ruleOperations`: further operations of the rule, whose responses its fault rules may match. */
  faults(
    row: RuleRow,
    operation: Operation,
    report: Report,
    ruleOperations: readonly Operation[],
    request: ReadonlyMap<string, boolean>,
  ): MappingFaults;
}

/** A rule with a path for the router. */
export type BuiltRule = RoutedRule;

export interface BuiltRow {
  readonly row: RuleRow;
  readonly rule: BuiltRule;
}

/** undefined (and reported) when the contract has no such operation. */
export function operationOf(soap: SoapRow, { contract, ctx }: RuleEnvironment): Operation | undefined {
  return chooseOperation(soap, contract, ctx.codec.dialect, ctx.report);
}

/** One request with its response: a whole rule, or a part of its flow. Parts of one rule share a scope. */
export class RuleBuilder {
  readonly row: RuleRow;
  readonly operation: Operation;
  readonly scope: Scope;
  private readonly env: RuleEnvironment;
  private readonly ctx: BuildContext;
  /** Its converters of bodies. */
  private readonly lifted: LiftedRow<RuleRow>;
  private hooks: BodyHooks = { request: [], response: [] };
  private messages: { readonly request: MessagePlan; readonly response: MessagePlan } | undefined = undefined;

  /** Problems go to the report of `env`. */
  constructor(row: RuleRow, operation: Operation, env: RuleEnvironment, scope?: Scope) {
    this.lifted = liftConverters(env.defaults.in(row, operation, scope !== undefined) as RuleRow, env.ctx);
    this.row = this.lifted.row;
    this.operation = operation;
    this.env = env;
    const searches = row.flow?.kind === 'pages' && row.flow.several ? SEARCH_NAMES.question : undefined;
    this.ctx = searches === undefined ? env.ctx : { ...env.ctx, searches };
    this.scope = scope ?? new Scope(env.ctx.codec, env.ctx.report);
  }

  /** A rule without a flow. */
  build(ruleOperations: readonly Operation[] = []): BuiltRule {
    this.planSoap();
    this.planRest();
    checkNames(this.scope, this.row.direction, this.ctx, this.flowNames);
    return this.compile(this, ruleOperations);
  }

  /** Names that the gateway binds itself. */
  get flowNames(): ReadonlySet<string> {
    const { job } = this.row;
    const addresses = job?.phase === 'status' ? addressNames(job.row) : [];
    const id = job?.row.shared ? [JOB_ID, ...filledNames(this.scope)] : [];
    return new Set([...gatewayNames(this.lifted), ...addresses, ...id]);
  }

  planSoap(): void {
    const { row, operation, scope, ctx } = this;
    this.messages = {
      request: planRequest(row, operation, scope, ctx),
      response: planResponse(row, operation, scope, ctx),
    };
  }

  planRest(): void {
    const { row, scope } = this;
    useRequest(row, scope);
    checkArgumentOrder(row, this.ctx.report);
    useConverters(this.lifted, scope, this.ctx);
    useHeaders(row.response.headers, 'rest.response', scope);
    if (row.response.body) useTree(row.response.body, 'rest.response', scope);
    if (row.job?.phase === 'submit') usePath(row.job.row.status.rest.line, 'rest.response', scope);
    if (row.job?.row.shared)
      scope.use(JOB_ID, { side: 'rest.request', place: row.place, optional: true, fallback: false });
  }

  /**
   * Call this when every variable has its type. `main` has the SOAP messages of a part that has only a REST side; `restOf` has the REST side of
   * a part that differs by its SOAP messages alone.
   */
  compile(main: RuleBuilder = this, ruleOperations: readonly Operation[] = [], restOf?: BuiltRule): BuiltRule {
    const { row, scope, ctx, operation, env } = this;
    const { request, response } = main.messages!;
    const safe = row.safe ?? row.line.value.method === 'GET';
    checkRests(row, scope, ctx);
    this.checkBody();
    this.hooks = {
      request: compileConverters(this.lifted.request, row, this.source('soap.request')),
      response: compileConverters(this.lifted.response, row, this.source('soap.response')),
    };
    const soapRequest = compileMessage(request, { ...ctx, clientPathOf: inRequest }, wordsOf(row, scope, ctx));
    const soapResponse = compileMessage(response, ctx);
    checkHiddenResponses(row.faults, soapResponse, scope, ctx.report);
    return {
      id: row.id,
      place: row.place,
      direction: row.direction,
      operation,
      variables: scope.names,
      types: scope.all().map((v) => v.type ?? suppliedType(v.name, ctx)),
      restSide: this.restSide(),
      oneSided: oneSidedOf(scope),
      request: { rest: restOf?.request.rest ?? this.restRequest(soapRequest), soap: soapRequest },
      response: { rest: restOf?.response.rest ?? this.restResponse(soapResponse), soap: soapResponse },
      take: takerOf(scope.names, ctx),
      tolerance: toleranceOf(this.hooks),
      deviations: row.tolerance,
      faults: env.faults(row, operation, ctx.report, ruleOperations, requestNames(scope)),
      safe,
      stream: row.stream,
      mtom: row.mtom,
      timeout: row.timeout,
      credentialFields: credentialFieldsOf(scope, ctx, request),
      open: row.auth === 'none',
      access: typeof row.auth === 'object' ? row.auth.access : undefined,
      allowedFields: allowedFieldsOf(row.auth, scope, ctx),
      idempotency: safe ? undefined : idempotencyOf(row, env.table.idempotency),
      cache: cacheOf(row, safe, ctx.report),
    };
  }

  private restSide(): WrittenRest {
    const { base, line, headers, body, response, job, doc } = this.row;
    const may = (side: Side) => this.scope.all().map((variable) => isOptional(variable, side));
    const optional = { request: may('soap.request'), response: may('soap.response') };
    const { phase, row: jobRow, results } = job ?? {};
    const shared = results && phase !== 'submit';
    const written = phase &&
      jobRow && { phase, needsPrefer: jobRow.needsPrefer, sole: jobRow.views.length === 0, shared };
    // The id has the query of a result.
    const lineOf = shared ? { ...line, value: { ...line.value, query: [] } } : line;
    const schemaChanges = new Map(
      this.hooks.response.flatMap(({ name, hooks }) => (hooks.schema ? [[name, hooks.schema] as const] : [])),
    );
    return { base, line: lineOf, headers, body, response, optional, job: written, schemaChanges, doc };
  }

  private checkBody(): void {
    const { line, body } = this.row;
    if (body && line.value.method === 'GET') {
      this.ctx.report.add('MAPPING_PATTERN', 'a GET request has no body', body.place, 'use the query, or POST');
    }
    if (body) refuseAdded(body, this.ctx.report);
  }

  private source(side: 'soap.request' | 'soap.response'): RestSource {
    const reckoned = side === 'soap.response' ? reckonedNames(this.row.flow) : [];
    const optional = (variable: Variable) => isOptional(variable, side) || reckoned.includes(variable.name);
    return { ctx: this.ctx, scope: this.scope, optional };
  }

  private body(tree: Tree | undefined, side: 'soap.request' | 'soap.response', manner: Manner): BodyPart | undefined {
    if (tree === undefined) return undefined;
    const { ctx, scope } = this;
    const variable = (name: string) => scope.get(name) as Variable;
    const items = (list: string) => scope.items(list);
    const source = { ctx, manner, variable, items, optional: this.source(side).optional };
    return compileWholeBody(tree, source, side === 'soap.request');
  }

  private restRequest(soap: CompiledSoapPattern): CompiledRestRequest {
    const { row, env, scope } = this;
    const source = this.source('soap.request');
    const lenient = env.table.unknownQuery === 'ignore';
    const manner = requestManner();
    const { base = env.base } = row;
    checkRequestMedia(row, scope, this.ctx.report);
    const plan: RestRequestPlan = {
      method: row.line.value.method,
      template: base + row.line.value.path,
      segments: compileSegments(row, base, source),
      state: statePath(row, base, source),
      query: { parameters: compileQuery(row, source), lenient },
      headers: compileHeaders(row.headers, source),
      body: this.body(row.body, 'soap.request', manner),
      manner,
      media: row.media?.value,
      binary: isBinaryBody(row.body, row.media?.value, scope),
      passesOn: passesOn(row, scope, soap),
      needed: neededIn(row, scope, 'request'),
      variables: scope.names.length,
      read: readOf(this.hooks),
      write: writeOf(this.hooks.request),
    };
    const { job } = row;
    if (job?.phase === 'submit') return job.row.needsPrefer ? new PreferRequest(plan) : new CompiledRestRequest(plan);
    const id = scope.get(JOB_ID)?.number;
    if (!job?.results || id === undefined) return new CompiledRestRequest(plan);
    return new JobRequest(plan, { results: job.results, id, row: job.id });
  }

  private restResponse(soap: SoapPattern): CompiledRestResponse {
    const { row, scope } = this;
    const { response } = this.lifted.source;
    const body = this.body(row.response.body, 'soap.response', responseManner());
    const media = mediaOf(row, this.env.table, this.ctx.report);
    checkResponseMedia(row, media, scope, this.ctx.report);
    const plan = {
      status: row.response.status ?? (body ? 200 : 204),
      media,
      binary: isBinaryBody(row.response.body, row.response.media && media, scope),
      expectedMedia: expectedMedia(row.response.body, scope),
      headers: compileResponseHeaders(row.response.headers, this.source('soap.response')),
      body,
      needed: neededIn(row, scope, 'response'),
      etag: etagOf(row, scope, this.ctx.report),
      streamed: this.streamed(soap, media),
      list: listVariable(row, scope),
      write: writeOf(this.hooks.response),
      lines: () => responseLines(response),
    };
    switch (row.job?.phase) {
      case 'submit':
        return new AcceptedResponse(plan, row.job, scope.names);
      case 'status':
        return new StatusResponse(plan, row.job, scope.names);
      default:
        return new CompiledRestResponse(plan);
    }
  }

  private streamed(soap: SoapPattern, media: string): number {
    const { row, scope, ctx } = this;
    if (isBinaryBody(row.response.body, row.response.media && media, scope))
      return streamedOctets(row, scope, ctx.report);
    const [converter] = this.lifted.response;
    if (converter === undefined) return streamedVariable(row, scope, soap, ctx.report);
    const message = `"${converter.call.name}" and "stream" cannot be combined`;
    if (row.stream) ctx.report.add('MAPPING_UNSUPPORTED', message, converter.place);
    return -1;
  }
}

/** What only one side says, with a value for the other direction. */
export function filledNames(scope: Scope): string[] {
  return scope
    .all()
    .filter(({ uses }) => uses.every(({ filled }) => filled))
    .map(({ name }) => name);
}

/** Where clients send a variable: `?q`. */
export function inRequest({ uses }: Variable): string | undefined {
  return uses.find((use) => use.side === 'rest.request' && use.clientPath !== undefined)?.clientPath;
}
