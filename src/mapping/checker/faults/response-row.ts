// A fault rule whose SOAP side is a response: services that report failures inside a message of success.

import { ByteBuffer } from '../../../bytes/buffer.ts';
import type { Codec } from '../../../codec/model/codec.ts';
import type { Operation } from '../../../contract/model/contract.ts';
import { type Place, SoapstoneError } from '../../../errors/errors.ts';
import { Fault } from '../../../fault/fault.ts';
import { titleWithout } from '../../../fault/fault-names.ts';
import type { Fit } from '../../../fault/table.ts';
import type { Bindings, SoapPattern } from '../../../rule/pattern.ts';
import type { MappingFaults, WrittenProblem } from '../../model/mapping.ts';
import { answerOf, fitsProblem, wholeDetail } from '../../runtime/fault-row.ts';
import { bindRequest, soapBindings } from '../../runtime/outside-values.ts';
import { type Fields, flagField } from '../../syntax/fields.ts';
import { readMessage } from '../../syntax/row.ts';
import type { YamlEntry } from '../../syntax/yaml.ts';
import type { BuildContext } from '../bound-hole.ts';
import { compileMessage, SoapMessageBuilder } from '../soap-message.ts';
import { FaultVariables, type RequestNames, type Unbound } from './fault-variables.ts';
import { problemPattern } from './problem-pattern.ts';
import { describedTexts, fitsEvery, isUnconditional } from './response-conditions.ts';

export type FaultResponse = MappingFaults['responses'][number] & {
  readonly restSide: WrittenProblem;
  readonly unbound: readonly Unbound[];
  /** The row is tried before the rule's own pattern, and fits every response. */
  readonly hidesSuccess?: { readonly operation: Operation; readonly place: Place };
};

/** The element name `*` matches the response of any operation. */
export function responseRow(
  { soap, rest, sound }: { soap: Fields; rest: YamlEntry; sound: boolean },
  operation: Operation,
  ctx: BuildContext,
  request?: RequestNames,
): FaultResponse | undefined {
  const { report } = ctx;
  const response = soap.get('response') as YamlEntry;
  const extraKeys = [...soap.keys()].filter((key) => key !== 'response' && key !== 'first');
  for (const key of extraKeys)
    report.add('MAPPING_SHAPE', `"${key}" and "response" cannot be combined`, soap.get(key)!.place);
  const variables = new FaultVariables(ctx, sound, request);
  const message = variables.reading(() => readMessage(response, report));
  const output = operation.output;
  if (message === undefined && !variables.sound) return undefined;
  if (message === undefined || output === undefined || output.body.length === 0) {
    report.add('MAPPING_UNKNOWN_ELEMENT', 'the operation has no response for this pattern', response.place);
    return undefined;
  }
  const entries = message.elements.map((e) => (e.key === '*' ? { ...e, key: output.body[0].name.local } : e));
  const builder = new SoapMessageBuilder({ ...ctx, tellsApart: true }, variables.scope, 'soap.response');
  const plan = builder.build(output, entries, [], response.place);
  // The pattern may name fewer members than the contract requires for writing.
  const lacks = builder.shapes.missing;
  const problem = problemPattern(rest, {}, variables, ctx);
  const pattern = compileMessage(plan, ctx).needingValue(isUnconditional(plan)).needingSlots(describedTexts(plan));
  const written = compileMessage(plan, { ...ctx, writesDefaults: true });
  variables.holds(entries.map(({ value }) => value));
  const outside = variables.outside(wholeDetail(problem));
  const first = flagField(soap.get('first'), report) ?? false;
  return {
    restSide: problem.restSide,
    soap: pattern,
    writtenMessage: written,
    unbound: variables.unbound,
    first,
    hidesSuccess: first && fitsEvery(plan, pattern) ? { operation, place: response.place } : undefined,
    variables: variables.scope.names,
    lacks,
    fault: (bindings, requestValues) => {
      const filled = bindings.slice();
      bindRequest(outside.toRest, filled, requestValues);
      const answer = answerOf(problem, filled);
      return new Fault({ ...answer, title: answer.title ?? titleWithout(answer.status, answer.code) });
    },
    bind: ({ init }, fit, requestValues, ofItem) => {
      if (lacks.length > 0 || !(ofItem || FITS.includes(fit))) return undefined;
      const bindings: Bindings = new Array(variables.count);
      if (!fitsProblem(problem, init, fit, bindings)) return undefined;
      // A row with a status of its own is better than one for any code, with the title in it.
      const values = fit === 'whole' && init.rest?.code === undefined ? { ...outside, titled: undefined } : outside;
      for (const candidate of soapBindings(values, bindings, init, requestValues))
        if (canBeWritten(written, candidate, ctx.codec)) return candidate;
      return undefined;
    },
  };
}

/** Only a matching code selects a response pattern; status or title alone do not, except for an item of a list. */
const FITS: readonly Fit[] = ['whole', 'code'];

function canBeWritten(pattern: SoapPattern, bindings: Bindings, codec: Codec): boolean {
  try {
    const slots = pattern.fill(bindings.slice());
    for (const { element, shape } of pattern.body) {
      codec.program(element, shape, pattern.slots).encode(slots, new ByteBuffer());
    }
    return true;
  } catch (e) {
    if (e instanceof SoapstoneError) return false;
    throw e;
  }
}
