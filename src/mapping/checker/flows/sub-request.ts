// A subrequest of a flow to the rules of its own table: filled from the rule's variables, and its response binds some.

import type { Operation } from '../../../contract/model/contract.ts';
import type { InternalRequest } from '../../../rule/flow.ts';
import type { MappingFaults, MappingRule } from '../../model/mapping.ts';
import { InnerRequest } from '../../runtime/relay.ts';
import type { SoapRow } from '../../syntax/row.ts';
import { requestNames } from '../request-names.ts';
import { operationOf, type RuleBuilder, type RuleEnvironment } from '../rule.ts';
import { compileMessage, SoapMessageBuilder } from '../soap-message.ts';

export interface InnerPlan {
  readonly operation: Operation;
  /** The fault rules for the response. */
  readonly faults: MappingFaults;
  /** Call this when every variable has its type. */
  compile(): InternalRequest<MappingRule>;
}

/** The subrequest takes the place of the rule's REST side. undefined (and reported) when the contract has no such operation. */
export function innerPlan(
  soap: SoapRow,
  { row, scope, operation: ruleOperation }: RuleBuilder,
  env: RuleEnvironment,
): InnerPlan | undefined {
  const { ctx } = env;
  const operation = operationOf(soap, env);
  if (operation === undefined) return undefined;
  if (operation === ruleOperation) {
    const message = `"${operation.name}" would call itself`;
    ctx.report.add('MAPPING_SHAPE', message, soap.place, 'name the operation that handles one item');
    return undefined;
  }
  const asking = new SoapMessageBuilder(ctx, scope, 'rest.request');
  const request = asking.build(operation.input, soap.request?.elements, soap.headers, soap.place);
  for (const { message, place, hint } of asking.shapes.missing) ctx.report.add('MAPPING_MISSING', message, place, hint);
  const output = operation.output ?? { body: [], headers: [] };
  const answer = new SoapMessageBuilder(ctx, scope, 'rest.response');
  const response = answer.build(output, soap.response?.elements, soap.responseHeaders, soap.place);
  return {
    operation,
    faults: env.faults(row, operation, ctx.report, [ruleOperation], requestNames(scope)),
    compile: () => new InnerRequest(ctx.relay, compileMessage(request, ctx), compileMessage(response, ctx)),
  };
}
