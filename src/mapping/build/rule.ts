// One row of the table → one rule, checked against the contract.
import type { Contract, Message, Operation } from '../../contract/contract.ts';
import { type BodyPart, replyManner, requestManner } from '../../pattern/body/part.ts';
import { isHole } from '../../pattern/hole.ts';
import type { Tree } from '../../pattern/tree.ts';
import { checkHiddenReplies } from '../check/hidden-replies.ts';
import { checkNames } from '../check/names.ts';
import { checkRests } from '../check/rests.ts';
import { chooseOperation } from '../operation.ts';
import type { Row } from '../read/row.ts';
import type { Table } from '../read/table.ts';
import type { Report } from '../report.ts';
import { CompiledRestReply } from '../rest-reply.ts';
import { CompiledRestRequest, type Needed } from '../rest-request.ts';
import type { FaultTable, Rule, SoapPattern } from '../rule.ts';
import type { BuildContext } from './bound-hole.ts';
import { compileBody } from './rest-body.ts';
import { compileHeaders, compileQuery, compileSegments, type RestSource } from './rest-parts.ts';
import { useHeaders, useRequest, useTree } from './rest-uses.ts';
import { Scope, type Spot, type Variable } from './scope.ts';
import { type MessagePlan, SoapMessageBuilder } from './soap-message.ts';
import { compileMessage } from './steps.ts';
import { streamedVariable } from './streamed.ts';

export interface RuleEnvironment {
  readonly table: Table;
  readonly contract: Contract;
  readonly base: string;
  readonly ctx: BuildContext;
  faults(row: Row, operation: Operation, report: Report): FaultTable;
}

/** A rule whose path the router can read. */
export type BuiltRule = Rule & { readonly request: { readonly rest: CompiledRestRequest } };

const noMessage: Message = { body: [], headers: [] };

/** undefined when the operation is unknown; other problems are in the report, and the rule is then of no use. */
export function buildRule(row: Row, env: RuleEnvironment): BuiltRule | undefined {
  const report = env.ctx.report.of(row.id);
  const ctx = { ...env.ctx, report };
  const operation = chooseOperation(row.soap, env.contract, ctx.codec.dialect, report);
  if (operation === undefined) return undefined;
  return new RuleBuilder(row, operation, { ...env, ctx }).build();
}

class RuleBuilder {
  private readonly row: Row;
  private readonly operation: Operation;
  private readonly env: RuleEnvironment;
  private readonly ctx: BuildContext;
  private readonly scope: Scope;

  constructor(row: Row, operation: Operation, env: RuleEnvironment) {
    this.row = row;
    this.operation = operation;
    this.env = env;
    this.ctx = env.ctx;
    this.scope = new Scope(env.ctx.codec, env.ctx.report);
  }

  build(): BuiltRule {
    const { row, scope, ctx, operation, env } = this;
    const request = this.request();
    const reply = this.reply();
    useRequest(row, scope, ctx.report);
    useHeaders(row.reply.headers, 'rest.reply', scope);
    if (row.reply.body) useTree(row.reply.body, 'rest.reply', scope, ctx.report);
    checkNames(scope, row.only, ctx.report);
    checkRests(row, scope, ctx);
    this.checkBody();
    const soapReply = compileMessage(reply, ctx);
    checkHiddenReplies(row.faults, soapReply, ctx.report);
    return {
      id: row.id,
      place: row.place,
      only: row.only,
      operation,
      variables: scope.names,
      types: [...scope.all()].map((v) => v.type),
      request: { rest: this.restRequest(), soap: compileMessage(request, ctx) },
      reply: { rest: this.restReply(soapReply), soap: soapReply },
      faults: env.faults(row, operation, ctx.report),
      safe: row.safe ?? row.line.value.method === 'GET',
      stream: row.stream,
      timeout: row.timeout,
    };
  }

  private request(): MessagePlan {
    const { soap, only } = this.row;
    const builder = new SoapMessageBuilder(this.ctx, this.scope, 'soap.request');
    const plan = builder.build(this.operation.input, soap.request?.elements, soap.headers, soap.place);
    if (only !== 'soap-to-rest') this.unfilled(builder);
    return plan;
  }

  private reply(): MessagePlan {
    const { soap, only } = this.row;
    const { output } = this.operation;
    if (output === undefined && (soap.reply?.elements.length ?? 0) > 0) {
      this.ctx.report.add(
        'MAPPING_UNKNOWN_ELEMENT',
        `the operation "${this.operation.name}" has no reply`,
        soap.reply!.place,
      );
      return { body: [], headers: [], slots: [] };
    }
    const builder = new SoapMessageBuilder(this.ctx, this.scope, 'soap.reply');
    const plan = builder.build(output ?? noMessage, soap.reply?.elements, soap.replyHeaders, soap.place);
    if (only !== 'rest-to-soap') this.unfilled(builder);
    return plan;
  }

  private unfilled(builder: SoapMessageBuilder): void {
    const other = builder.spot === 'soap.request' ? 'soap-to-rest' : 'rest-to-soap';
    for (const { message, place } of builder.shapes.missing) {
      this.ctx.report.add(
        'MAPPING_MISSING',
        message,
        place,
        `name it, bind all others with $rest, or say only: ${other}`,
      );
    }
  }

  private checkBody(): void {
    const { line, body } = this.row;
    if (body && line.value.method === 'GET') {
      this.ctx.report.add('MAPPING_PATTERN', 'a GET request has no body', body.place, 'use the query, or POST');
    }
  }

  /** Absence matches where no place of the contract's side demands a value. */
  private optional(variable: Variable, spot: Spot): boolean {
    const uses = variable.uses.filter((use) => use.spot === spot);
    return uses.length > 0 && uses.every((use) => use.optional || use.fallback);
  }

  private source(spot: 'soap.request' | 'soap.reply'): RestSource {
    return { ctx: this.ctx, scope: this.scope, optional: (variable) => this.optional(variable, spot) };
  }

  private body(tree: Tree | undefined, spot: 'soap.request' | 'soap.reply'): BodyPart | undefined {
    if (tree === undefined) return undefined;
    const { ctx, scope } = this;
    const variable = (name: string) => scope.get(name) as Variable;
    const manner = spot === 'soap.request' ? requestManner : replyManner;
    return compileBody(tree, { ctx, manner, variable, optional: (v) => this.optional(v, spot) });
  }

  private restRequest(): CompiledRestRequest {
    const { row, env, scope } = this;
    const source = this.source('soap.request');
    const lenient = env.table.unknownQuery === 'ignore';
    return new CompiledRestRequest({
      method: row.line.value.method,
      template: env.base + row.line.value.path,
      segments: compileSegments(row, env.base, source),
      query: { parameters: compileQuery(row, source), lenient },
      headers: compileHeaders(row.headers, source),
      body: this.body(row.body, 'soap.request'),
      needed: this.needed('rest.request', 'soap.request'),
      variables: scope.names.length,
    });
  }

  private restReply(soap: SoapPattern): CompiledRestReply {
    const { row, scope, ctx } = this;
    const body = this.body(row.reply.body, 'soap.reply');
    return new CompiledRestReply({
      status: row.reply.status ?? (body ? 200 : 204),
      media: row.reply.media ?? this.env.table.media,
      headers: compileHeaders(row.reply.headers, this.source('soap.reply')),
      body,
      needed: this.needed('rest.reply', 'soap.reply'),
      streamed: streamedVariable(row, scope, soap, ctx.report),
    });
  }

  /** Variables that a fill of the REST side cannot do without. */
  private needed(rest: 'rest.request' | 'rest.reply', soap: 'soap.request' | 'soap.reply'): Needed[] {
    const inPath = new Set(
      this.row.line.value.segments
        .flat()
        .filter(isHole)
        .map((hole) => hole.name),
    );
    const found: Needed[] = [];
    for (const variable of this.scope.all()) {
      const uses = variable.uses.filter((use) => use.spot === rest);
      if (uses.length === 0 || variable.name.startsWith('$')) continue;
      const must = rest === 'rest.request' && inPath.has(variable.name);
      const may = this.optional(variable, soap) || uses.every((use) => use.optional || use.fallback);
      if (must || !may) found.push({ name: variable.name, variable: variable.number });
    }
    return found;
  }
}
