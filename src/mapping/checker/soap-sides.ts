// The SOAP messages of a rule, checked against those of its operation.
import type { Message, Operation } from '../../contract/model/contract.ts';
import type { RuleRow } from '../runtime/job.ts';
import type { Report } from '../syntax/report.ts';
import type { BuildContext } from './bound-hole.ts';
import { namesInPath } from './names-in.ts';
import type { Scope } from './scope.ts';
import { type MessagePlan, SoapMessageBuilder } from './soap-message.ts';
import { unnamedMembers } from './unnamed-members.ts';

export const noMessage: Message = { body: [], headers: [] };

export function planRequest(row: RuleRow, operation: Operation, scope: Scope, ctx: BuildContext): MessagePlan {
  const { soap, direction } = row;
  const builder = new SoapMessageBuilder(ctx, scope, 'soap.request', isSent(row));
  // A refusal is for what a valid message asks for.
  const plan =
    row.flow?.kind === 'refuse' && soap.request === undefined
      ? builder.validMessage(operation.input, soap.headers)
      : builder.build(operation.input, soap.request?.elements, soap.headers, soap.place);
  if (direction === 'soap-to-rest') reportUnnamed(plan, row, ctx);
  else reportMissing(builder, ctx.report);
  ctx.identities?.add(row.id, namesInPath(row), builder.shapes.listings());
  return plan;
}

export function planResponse(row: RuleRow, { name, output }: Operation, scope: Scope, ctx: BuildContext): MessagePlan {
  const { soap, direction, flow } = row;
  if (output === undefined && (soap.response?.elements.length ?? 0) > 0) {
    const message = `the operation "${name}" has no response`;
    ctx.report.add('MAPPING_UNKNOWN_ELEMENT', message, soap.response!.place);
    return { body: [], headers: [], slots: [] };
  }
  const builder = new SoapMessageBuilder(ctx, scope, 'soap.response');
  const plan = builder.build(output ?? noMessage, soap.response?.elements, soap.responseHeaders, soap.place);
  if (direction !== 'rest-to-soap' && flow?.kind !== 'refuse') reportMissing(builder, ctx.report);
  return plan;
}

/** Where the gateway itself answers, nothing gets lost that the REST service should have. */
function isSent({ flow }: RuleRow): boolean {
  return flow?.kind !== 'answer' && flow?.kind !== 'refuse' && flow?.kind !== 'session';
}

/** Members that every message has and no pattern takes. */
function reportUnnamed({ body }: MessagePlan, { soap }: RuleRow, { codec, report }: BuildContext): void {
  for (const { key, required } of unnamedMembers(body, codec)) {
    if (!required) continue;
    const message = `every SOAP request has "${key}", and the rule has no place for it`;
    report.add('MAPPING_MISSING', message, soap.request?.place ?? soap.place, 'name it, or write $rest: skip beside');
  }
}

/** Members that the message needs and no pattern fills. */
function reportMissing({ side, shapes }: SoapMessageBuilder, report: Report): void {
  const direction = side === 'soap.request' ? 'soap-to-rest' : 'rest-to-soap';
  for (const { message, place, hint } of shapes.missing)
    report.add('MAPPING_MISSING', message, place, `${hint}, or set only: ${direction}`);
}
