// `draft`: a rule that answers something unsaved, and the request that saves it, which says no more of it than our name.
import type { Operation } from '../../../contract/model/contract.ts';
import type { DraftFlow, DraftPlan } from '../../model/flow-plan.ts';
import type { Rule } from '../../model/rule.ts';
import { didYouMean } from '../../syntax/did-you-mean.ts';
import type { DraftRow } from '../../syntax/draft.ts';
import type { Row } from '../../syntax/row.ts';
import { namesInReply, namesInRequest, namesInSoapReply, namesInSoapRequest } from '../names-in.ts';
import { checkNames } from '../paired-names.ts';
import { type BuiltRow, operationOf, RuleBuilder, type RuleEnvironment } from '../rule.ts';

export function buildDraft(row: Row, flow: DraftRow, operation: Operation, env: RuleEnvironment): BuiltRow[] {
  const { rest, soap } = flow.saved;
  const saves = operationOf(soap, env);
  if (saves === undefined) return [];
  const made = new RuleBuilder(row, operation, env);
  const id = `${row.id}.saved`;
  const part = { ...row, id, body: undefined, ...rest, soap, part: true };
  const saved = new RuleBuilder(part, saves, env, made.scope);
  for (const one of [made, saved]) {
    one.planSoap();
    one.planRest();
  }
  const kept = keptNames(row, flow);
  checkName(row, flow, env);
  checkNames(made.scope, row.only, env.ctx, new Set([flow.name.value, ...kept]));
  const operations = [operation, saves];
  const one = made.compile(made, operations);
  const two = saved.compile(saved, operations);
  const number = (name: string) => made.scope.get(name)?.number ?? -1;
  const plan: DraftPlan<Rule> = {
    id: row.id,
    name: number(flow.name.value),
    kept: kept.map(number),
    keep: flow.keep,
    otherwise: { taken: (bindings) => env.ctx.relay.taken(two.request.soap, bindings, isSaving) },
  };
  const flowOf = (part: DraftFlow<Rule>['part']): DraftFlow<Rule> => ({
    kind: 'draft',
    part,
    plan,
    kin: { rules: new Map() },
  });
  return [
    { row, rule: { ...one, flow: flowOf('make') } },
    { row: saved.row, rule: { ...two, flow: flowOf('save') } },
  ];
}

function isSaving({ flow }: Rule): boolean {
  return flow?.kind === 'draft' && flow.part === 'save';
}

/** What the request that saves needs, and does not say itself, as far as the first request or its reply has said it. */
function keptNames(row: Row, { saved: { rest, soap } }: DraftRow): string[] {
  const said = new Set(namesInSoapRequest(soap));
  const known = new Set([...namesInSoapRequest(row.soap), ...namesInReply(row)]);
  return [...new Set(namesInRequest(rest))].filter((name) => !said.has(name) && known.has(name));
}

function checkName(row: Row, { name, saved }: DraftRow, { ctx }: RuleEnvironment): void {
  const places = [
    ['soap.reply', namesInSoapReply(row.soap)],
    ['the SOAP request of "draft"', namesInSoapRequest(saved.soap)],
  ] as const;
  for (const [where, names] of places)
    if (!names.includes(name.value))
      ctx.report.add(
        'MAPPING_NAMES',
        `{${name.value}} does not stand in ${where}`,
        name.place,
        didYouMean(name.value, names),
      );
}
