// `steps`: several calls on one side of the rule. Each may use what earlier responses have bound.
import type { Operation } from '../../../contract/model/contract.ts';
import { suggest } from '../../../errors/suggest.ts';
import type { StepsRow } from '../../syntax/flow.ts';
import type { RestSide, Row, SoapRow } from '../../syntax/row.ts';
import { namesInRequest, namesInResponse, namesInSoapRequest, namesInSoapResponse } from '../names-in.ts';
import { checkNames } from '../paired-names.ts';
import { type BuiltRow, operationOf, RuleBuilder, type RuleEnvironment } from '../rule.ts';

/** `operation`: of the last step, or of the rule itself. `ruleOperations`: further operations of the rule, for its fault rules. */
export function buildSequence(
  row: Row,
  flow: StepsRow,
  operation: Operation,
  env: RuleEnvironment,
  ruleOperations: readonly Operation[] = [],
): BuiltRow[] {
  const main = new RuleBuilder(row, operation, env);
  const stepBuilders = flow.priorSteps.flatMap((step, i) => {
    const part = { ...row, id: `${row.id}.${i + 1}`, ...step.rest, soap: step.soap ?? row.soap };
    const stepOperation = step.soap ? operationOf(step.soap, env) : operation;
    return stepOperation
      ? [new RuleBuilder(step.rest ? { ...part, body: step.rest.body } : part, stepOperation, env, main.scope)]
      : [];
  });
  if (stepBuilders.length < flow.priorSteps.length) return [];
  const soap = flow.soap !== undefined;
  for (const part of stepBuilders) {
    if (soap) part.planSoap();
    else part.planRest();
  }
  main.planSoap();
  main.planRest();
  const flowNames = new Set([...checkOrder(row, flow, env), ...main.flowNames]);
  checkNames(main.scope, row.direction, env.ctx, flowNames);
  const operations = [...[...stepBuilders, main].map((part) => part.operation), ...ruleOperations];
  const rule = main.compile(main, operations);
  const parts = stepBuilders.map((part) => {
    const built = part.compile(soap ? part : main, operations);
    return soap
      ? {
          ...built,
          restSide: rule.restSide,
          request: { ...built.request, rest: rule.request.rest },
          response: { ...built.response, rest: rule.response.rest },
        }
      : built;
  });
  return [{ row, rule: { ...rule, flow: { kind: 'steps', parts: [...parts, rule] } } }];
}

/** Reports variables that a step uses before they are bound. Returns the names that steps bind for later ones. */
function checkOrder(row: Row, flow: StepsRow, { ctx }: RuleEnvironment): ReadonlySet<string> {
  const bound = new Set(flow.soap ? namesInRequest(row) : namesInSoapRequest(row.soap));
  const flowNames = new Set<string>();
  const last = flow.soap ? { soap: flow.soap, place: flow.soap.place } : { rest: flow.rest, place: flow.place };
  for (const [i, step] of [...flow.priorSteps, last].entries()) {
    for (const name of new Set(used(step))) {
      if (bound.has(name) || name.startsWith('$')) continue;
      const hint = suggest(name, bound) ?? `bound before it: ${[...bound].join(', ') || 'nothing'}`;
      ctx.report.add('MAPPING_NAMES', `step ${i + 1} uses {${name}}, which nothing before it binds`, step.place, hint);
      flowNames.add(name);
    }
    for (const name of replied(step)) {
      if (!bound.has(name)) flowNames.add(name);
      bound.add(name);
    }
  }
  return flowNames;
}

interface Step {
  readonly rest?: RestSide;
  readonly soap?: SoapRow;
}

function used({ rest, soap }: Step): string[] {
  return [...(rest ? namesInRequest(rest) : []), ...(soap ? namesInSoapRequest(soap) : [])];
}

function replied({ rest, soap }: Step): string[] {
  return [...(rest ? namesInResponse(rest) : []), ...(soap ? namesInSoapResponse(soap) : [])];
}
