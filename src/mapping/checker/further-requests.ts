// Further SOAP requests of a rule: SOAP clients may send them too, the gateway writes the first.

import type { MessageRow, Row } from '../syntax/row.ts';
import { chooseOperation } from './contract-lookup/operation.ts';
import { wordsOf } from './rest-words.ts';
import type { BuiltRow, BuiltRule, RuleBuilder, RuleEnvironment } from './rule.ts';
import { compileMessage, type MessagePlan, SoapMessageBuilder } from './soap-message.ts';

interface FurtherRequest {
  readonly request: MessageRow;
  readonly plan: MessagePlan;
}

/** Their variables are those of the rule. Call this before its names are checked. */
export function planFurther(
  { row, operation, scope }: RuleBuilder,
  { contract, ctx }: RuleEnvironment,
): FurtherRequest[] {
  const { furtherRequests = [] } = row.soap;
  const { report, codec } = ctx;
  const [unread] = furtherRequests;
  if (unread && row.direction === 'rest-to-soap') {
    const hint = 'write one request';
    report.add('MAPPING_SHAPE', 'no SOAP client sends this request: the rule runs rest-to-soap', unread.place, hint);
  }
  return furtherRequests.flatMap((request) => {
    const requestOperation = chooseOperation({ ...row.soap, request }, contract, codec.dialect, report);
    if (requestOperation !== undefined && requestOperation !== operation)
      report.add(
        'MAPPING_SHAPE',
        `a request of "${operation.name}" is expected`,
        request.place,
        'write a rule of its own',
      );
    if (requestOperation !== operation) return [];
    const builder = new SoapMessageBuilder(ctx, scope, 'soap.request');
    return [{ request, plan: builder.build(operation.input, request.elements, row.soap.headers, row.soap.place) }];
  });
}

/** Rules beside `rule` that differ in nothing but the SOAP request. */
export function compileFurther(
  further: readonly FurtherRequest[],
  { row, scope }: RuleBuilder,
  rule: BuiltRule,
  { ctx }: RuleEnvironment,
): BuiltRow[] {
  return further.map(({ request, plan }, i) => {
    const rowOfRequest = furtherRow(row, request, i);
    const { id, direction } = rowOfRequest;
    const soap = compileMessage(plan, ctx, wordsOf({ ...row, direction }, scope, ctx));
    return { row: rowOfRequest, rule: { ...rule, id, direction, request: { ...rule.request, soap } } };
  });
}

/** `i`: index among the further requests. */
export function furtherRow(row: Row, request: MessageRow, i: number): Row {
  const soap = { ...row.soap, request };
  return { ...row, id: furtherId(row.id, i), direction: 'soap-to-rest', async: undefined, soap };
}

export function furtherId(id: string, i: number): string {
  return `${id}.${i + 2}`;
}
