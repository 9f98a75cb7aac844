// Responses of a SOAP service for a request: those that the rules of a table take, which make such a request.
import type { CaseMessage } from '../mapping/cases/cases.ts';
import { SoapMessages } from '../mapping/cases/soap-messages.ts';
import type { Mapping } from '../mapping/model/mapping.ts';
import { callsOf } from '../mapping/runtime/called-operations.ts';
import { compiledOf } from '../mapping/runtime/deferred-rule.ts';
import { lookupOf } from '../mapping/runtime/soap-lookup/soap-lookup.ts';
import type { Rule } from '../rule/rule.ts';
import {
  attempt,
  type DoneState,
  doneStatesOf,
  ResponseSamples,
  type SampledCall,
  type TakenSample,
} from '../samples/response-samples.ts';
import { clark } from '../xml/reader/names.ts';

interface ElementCalls {
  readonly rules: readonly Rule[];
  readonly singleCalls: ReadonlySet<Rule>;
}

export class TableSamples {
  private readonly mapping: Mapping;
  private readonly messages: SoapMessages;
  private readonly samples: ResponseSamples;
  /** By the Clark name of the body element; made for the first request, since it compiles all rules. */
  private calls: ReadonlyMap<string, ElementCalls> | undefined = undefined;
  /** By the rule of the status: a job of the mock is done, so that its result can be seen. */
  private doneStates: ReadonlyMap<Rule, DoneState> = new Map();

  constructor(mapping: Mapping) {
    this.mapping = mapping;
    this.messages = new SoapMessages(mapping);
    this.samples = new ResponseSamples(mapping, this.messages);
  }

  /** `element`: Clark name of the body element. undefined: no rule of the table makes such a request, or none has a sample. */
  sampleFor(element: string, message: CaseMessage): TakenSample | undefined {
    const { rules = [], singleCalls } = (this.calls ??= this.compile()).get(element) ?? {};
    for (const rule of lookupOf(rules, this.mapping.codec).possibleFor(
      rules,
      message.body.map((xml) => Buffer.from(xml)),
    )) {
      const request = attempt(() => this.messages.decode(rule.request.soap, message, new Array(rule.variables.length)));
      const sample = request && this.samples.sampleOf(this.callOf(rule, singleCalls!), request);
      if (sample !== undefined) return sample;
    }
    return undefined;
  }

  private callOf(rule: Rule, singleCalls: ReadonlySet<Rule>): SampledCall {
    return { rule, isSingle: singleCalls.has(rule), doneState: this.doneStates.get(rule) };
  }

  private compile(): ReadonlyMap<string, ElementCalls> {
    const compiled = this.mapping.rules.filter(({ direction }) => direction !== 'soap-to-rest').map(compiledOf);
    this.doneStates = doneStatesOf(compiled);
    return callsByElement(compiled);
  }
}

/** Rules with one call come first: what they say of its response is all that clients get. */
function callsByElement(compiled: readonly Rule[]): ReadonlyMap<string, ElementCalls> {
  const singleCalls = new Set<Rule>(compiled.filter(({ flow }) => flow === undefined));
  const inFlows = compiled.filter(({ flow }) => flow !== undefined).flatMap((rule) => callsOf<Rule>(rule));
  const groups = Map.groupBy([...singleCalls, ...inFlows], ({ operation: { input } }) =>
    input.body[0] === undefined ? '' : clark(input.body[0].name),
  );
  return new Map([...groups].map(([element, calls]) => [element, { rules: calls, singleCalls }]));
}
