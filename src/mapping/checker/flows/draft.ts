// `draft`: a rule whose response is not saved yet, and the request that saves it by the gateway's name for it.

import type { Operation } from '../../../contract/model/contract.ts';
import { suggest } from '../../../errors/suggest.ts';
import type { DraftFlow, DraftPlan } from '../../../rule/flow.ts';
import type { MappingRule } from '../../model/mapping.ts';
import type { DraftRow } from '../../syntax/draft.ts';
import type { Row } from '../../syntax/row.ts';
import { namesInRequest, namesInResponse, namesInSoapRequest, namesInSoapResponse } from '../names-in.ts';
import { checkNames } from '../paired-names.ts';
import { type BuiltRow, operationOf, RuleBuilder, type RuleEnvironment } from '../rule.ts';

export function buildDraft(row: Row, flow: DraftRow, operation: Operation, env: RuleEnvironment): BuiltRow[] {
  const { rest, soap } = flow.saved;
  const saves = operationOf(soap, env);
  if (saves === undefined) return [];
  const draft = new RuleBuilder(row, operation, env);
  const id = `${row.id}.saved`;
  const saveRow = { ...row, id, body: undefined, ...rest, soap, part: true };
  const saved = new RuleBuilder(saveRow, saves, env, draft.scope);
  for (const builder of [draft, saved]) {
    builder.planSoap();
    builder.planRest();
  }
  const storedNames = keptNames(row, flow);
  checkName(row, flow, env);
  checkNames(draft.scope, row.direction, env.ctx, new Set([flow.name.value, ...storedNames]));
  const operations = [operation, saves];
  const draftRule = draft.compile(draft, operations);
  const savedRule = saved.compile(saved, operations);
  const number = (name: string) => draft.scope.get(name)?.number ?? -1;
  const plan: DraftPlan<MappingRule> = {
    id: row.id,
    name: number(flow.name.value),
    storedVariables: storedNames.map(number),
    keep: flow.keep,
    otherwise: { route: (bindings) => env.ctx.relay.route(savedRule.request.soap, bindings, isSaving) },
  };
  const flowOf = (phase: DraftFlow<MappingRule>['phase']): DraftFlow<MappingRule> => ({
    kind: 'draft',
    phase,
    plan,
    kin: { rules: new Map() },
  });
  return [
    { row, rule: { ...draftRule, flow: flowOf('make') } },
    { row: saved.row, rule: { ...savedRule, flow: flowOf('save') } },
  ];
}

function isSaving({ flow }: MappingRule): boolean {
  return flow?.kind === 'draft' && flow.phase === 'save';
}

/** The variables of the saving request that come from the first request or its response. */
function keptNames(row: Row, { saved: { rest, soap } }: DraftRow): string[] {
  const saveNames = new Set(namesInSoapRequest(soap));
  const boundNames = new Set([...namesInSoapRequest(row.soap), ...namesInResponse(row)]);
  return [...new Set(namesInRequest(rest))].filter((name) => !saveNames.has(name) && boundNames.has(name));
}

function checkName(row: Row, { name, saved }: DraftRow, { ctx }: RuleEnvironment): void {
  const places = [
    ['soap.reply', namesInSoapResponse(row.soap)],
    ['the SOAP request of "draft"', namesInSoapRequest(saved.soap)],
  ] as const;
  for (const [location, names] of places)
    if (!names.includes(name.value))
      ctx.report.add('MAPPING_NAMES', `{${name.value}} must be in ${location}`, name.place, suggest(name.value, names));
}
