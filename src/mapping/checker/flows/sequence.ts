// `steps`: the side that the rule does not have is several calls, each of which may use what the replies before it have bound.
import type { Operation } from '../../../contract/model/contract.ts';
import { didYouMean } from '../../syntax/did-you-mean.ts';
import type { StepsRow } from '../../syntax/flow.ts';
import type { RestSide, Row, SoapRow } from '../../syntax/row.ts';
import { namesInReply, namesInRequest, namesInSoapReply, namesInSoapRequest } from '../names-in.ts';
import { checkNames } from '../paired-names.ts';
import { type BuiltRow, operationOf, RuleBuilder, type RuleEnvironment } from '../rule.ts';

/** `operation`: of the last step, or of the rule itself. `others`: beside those of the steps, whose replies the rows of the rule may be about. */
export function buildSequence(
  row: Row,
  flow: StepsRow,
  operation: Operation,
  env: RuleEnvironment,
  others: readonly Operation[] = [],
): BuiltRow[] {
  const main = new RuleBuilder(row, operation, env);
  const before = flow.before.flatMap((step, i) => {
    const part = { ...row, id: `${row.id}.${i + 1}`, ...step.rest, soap: step.soap ?? row.soap };
    const own = step.soap ? operationOf(step.soap, env) : operation;
    return own ? [new RuleBuilder(step.rest ? { ...part, body: step.rest.body } : part, own, env, main.scope)] : [];
  });
  if (before.length < flow.before.length) return [];
  const soap = flow.soap !== undefined;
  for (const part of before) {
    if (soap) part.planSoap();
    else part.planRest();
  }
  main.planSoap();
  main.planRest();
  const given = new Set([...checkOrder(row, flow, env), ...main.given]);
  checkNames(main.scope, row.only, env.ctx, given);
  const operations = [...[...before, main].map((part) => part.operation), ...others];
  const rule = main.compile(main, operations);
  const parts = before.map((part) => {
    const built = part.compile(soap ? part : main, operations);
    return soap
      ? {
          ...built,
          written: rule.written,
          request: { ...built.request, rest: rule.request.rest },
          reply: { ...built.reply, rest: rule.reply.rest },
        }
      : built;
  });
  return [{ row, rule: { ...rule, flow: { kind: 'steps', parts: [...parts, rule] } } }];
}

/** What a step uses must be bound by the request or by a reply before it. Gives the names that steps bind for later ones. */
function checkOrder(row: Row, flow: StepsRow, { ctx }: RuleEnvironment): ReadonlySet<string> {
  const bound = new Set(flow.soap ? namesInRequest(row) : namesInSoapRequest(row.soap));
  const given = new Set<string>();
  const last = flow.soap ? { soap: flow.soap, place: flow.soap.place } : { rest: flow.rest, place: flow.place };
  for (const [i, step] of [...flow.before, last].entries()) {
    for (const name of new Set(used(step))) {
      if (bound.has(name) || name.startsWith('$')) continue;
      const hint = didYouMean(name, bound) ?? `known here: ${[...bound].join(', ') || 'nothing'}`;
      ctx.report.add('MAPPING_NAMES', `nothing has bound {${name}} before step ${i + 1} uses it`, step.place, hint);
      given.add(name);
    }
    for (const name of replied(step)) {
      if (!bound.has(name)) given.add(name);
      bound.add(name);
    }
  }
  return given;
}

interface Step {
  readonly rest?: RestSide;
  readonly soap?: SoapRow;
}

function used({ rest, soap }: Step): string[] {
  return [...(rest ? namesInRequest(rest) : []), ...(soap ? namesInSoapRequest(soap) : [])];
}

function replied({ rest, soap }: Step): string[] {
  return [...(rest ? namesInReply(rest) : []), ...(soap ? namesInSoapReply(soap) : [])];
}
