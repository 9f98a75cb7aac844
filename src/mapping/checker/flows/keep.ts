// `resume`: two requests of SOAP clients, the second of which brings the gateway's token for the first.

import { suggest } from '../../../errors/suggest.ts';
import type { KeepFlow, KeepPlan } from '../../../rule/flow.ts';
import type { MappingRule } from '../../model/mapping.ts';
import type { RuleRow } from '../../runtime/job.ts';
import type { KeepRow } from '../../syntax/keep.ts';
import type { Row } from '../../syntax/row.ts';
import { namesInRequest, namesInResponse, namesInSoapRequest, namesInSoapResponse } from '../names-in.ts';
import { checkNames } from '../paired-names.ts';
import { type BuiltRow, operationOf, RuleBuilder, type RuleEnvironment } from '../rule.ts';

/** `id`: of the first request. */
export function buildKeep(row: Row, id: string, flow: KeepRow, env: RuleEnvironment): BuiltRow[] {
  const { first, second, direction, name } = flow;
  const operations = [first, second].flatMap(({ soap }) => operationOf(soap, env) ?? []);
  if (operations.length < 2) return [];
  const alike: Row = { ...row, async: undefined, direction, flow, body: undefined };
  const keptRow: RuleRow = { ...alike, id, ...first.rest, soap: first.soap };
  const resumedRow: RuleRow = { ...alike, id: `${id}.resumed`, ...second.rest, soap: second.soap, part: true };
  const kept = new RuleBuilder(keptRow, operations[0], env);
  const resumed = new RuleBuilder(resumedRow, operations[1], env, kept.scope);
  for (const builder of [kept, resumed]) {
    builder.planSoap();
    builder.planRest();
  }
  const storedNames = namesToStore(flow);
  checkToken(flow, env);
  const ofGateway = [...kept.flowNames, ...resumed.flowNames];
  checkNames(kept.scope, direction, env.ctx, new Set([name.value, ...storedNames, ...ofGateway]));
  const keptRule = kept.compile(kept, operations);
  const resumedRule = resumed.compile(resumed, operations);
  const number = (variable: string) => kept.scope.get(variable)?.number ?? -1;
  const plan: KeepPlan<MappingRule> = {
    id,
    token: number(name.value),
    storedVariables: storedNames.map(number),
    ttl: flow.ttl,
    otherwise: { route: (bindings) => env.ctx.relay.route(resumedRule.request.soap, bindings, isResumed) },
  };
  const flowOf = (phase: KeepFlow<MappingRule>['phase']): KeepFlow<MappingRule> => ({
    kind: 'keep',
    phase,
    plan,
    kin: { rules: new Map() },
  });
  return [
    { row: kept.row, rule: { ...keptRule, flow: flowOf('keep') } },
    { row: resumed.row, rule: { ...resumedRule, flow: flowOf('resume') } },
  ];
}

function isResumed({ flow }: MappingRule): boolean {
  return flow?.kind === 'keep' && flow.phase === 'resume';
}

/** The variables of the second REST request that come from the first request or its response. */
function namesToStore({ first, second }: KeepRow): string[] {
  const ownNames = new Set(namesInSoapRequest(second.soap));
  const boundNames = new Set([...namesInSoapRequest(first.soap), ...namesInResponse(first.rest)]);
  return [...new Set(namesInRequest(second.rest))].filter((name) => !ownNames.has(name) && boundNames.has(name));
}

function checkToken({ name: { value, place }, first, second }: KeepRow, { ctx }: RuleEnvironment): void {
  const places = [
    ['the SOAP response of the call before "resume"', namesInSoapResponse(first.soap)],
    ['the SOAP request of the call with "resume"', namesInSoapRequest(second.soap)],
  ] as const;
  for (const [location, names] of places)
    if (!names.includes(value))
      ctx.report.add('MAPPING_NAMES', `{${value}} must be in ${location}`, place, suggest(value, names));
}
