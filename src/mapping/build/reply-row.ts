// A fault row whose SOAP side is a reply: services that report failure inside a message of success.
import type { Operation } from '../../contract/contract.ts';
import { Fault } from '../../fault/fault.ts';
import { titleOf } from '../../fault/words.ts';
import { answerOf, matchProblem } from '../fault-row.ts';
import { flagField } from '../read/fields.ts';
import { readMessage } from '../read/row.ts';
import type { Bindings, FaultTable } from '../rule.ts';
import type { YamlEntry } from '../yaml.ts';
import type { BuildContext } from './bound-hole.ts';
import { FaultVariables } from './fault-variables.ts';
import { problemPattern } from './problem-pattern.ts';
import { SoapMessageBuilder } from './soap-message.ts';
import { compileMessage } from './steps.ts';

export type FaultReply = FaultTable['replies'][number];

/** `*` as the name of the element stands for the reply of any operation. */
export function replyRow(
  soap: ReadonlyMap<string, YamlEntry>,
  rest: YamlEntry,
  operation: Operation,
  ctx: BuildContext,
): FaultReply | undefined {
  const { report } = ctx;
  const reply = soap.get('reply') as YamlEntry;
  const others = [...soap.keys()].filter((key) => key !== 'reply' && key !== 'first');
  for (const key of others) report.add('MAPPING_SHAPE', `"${key}" cannot stand beside "reply"`, soap.get(key)!.place);
  const message = readMessage(reply, report);
  const output = operation.output;
  if (message === undefined || output === undefined || output.body.length === 0) {
    report.add('MAPPING_UNKNOWN_ELEMENT', 'there is no reply that this pattern could match', reply.place);
    return undefined;
  }
  const entries = message.elements.map((e) => (e.key === '*' ? { ...e, key: output.body[0].name.local } : e));
  const variables = new FaultVariables(ctx);
  const plan = new SoapMessageBuilder(ctx, variables.scope, 'soap.reply').build(output, entries, [], reply.place);
  const problem = problemPattern(rest, undefined, variables, ctx);
  return {
    soap: compileMessage(plan, ctx),
    first: flagField(soap.get('first'), report) ?? false,
    variables: variables.scope.names,
    fault: (bindings: Bindings) => {
      const answer = answerOf(problem, bindings);
      return new Fault({ ...answer, title: answer.title ?? titleOf(answer.code) });
    },
    bind: ({ init }, fit) => {
      const bindings: Bindings = new Array(variables.count);
      return matchProblem(problem, init, fit, bindings) ? bindings : undefined;
    },
  };
}
