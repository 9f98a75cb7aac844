// Responses of a SOAP service that a rule takes: samples with the constants and members that the rule names, and the values of its request.
import { Mismatch } from '../codec/model/codec.ts';
import { SoapstoneError } from '../errors/errors.ts';
import { fromJs, type Json } from '../json/value.ts';
import type { CaseMessage } from '../mapping/cases/cases.ts';
import type { SoapMessages } from '../mapping/cases/soap-messages.ts';
import type { Mapping } from '../mapping/model/mapping.ts';
import type { Bindings } from '../rule/pattern.ts';
import type { Rule } from '../rule/rule.ts';
import { SAMPLE_TEXTS, sampleMessage } from './sample-exchange.ts';

export interface TakenSample {
  /** Of the body element. */
  readonly xml: string;
  /** Whether the rule takes this body in its place. */
  takes(xml: string): boolean;
}

/** A call of a rule. A call of a flow has no response of its own for clients. */
export interface SampledCall {
  readonly rule: Rule;
  readonly isSingle: boolean;
  /** Of a status of a job: its result can be seen. */
  readonly doneState?: DoneState;
}

/** The variable of the state of a job, and its value when the job is done. */
export interface DoneState {
  readonly variable: number;
  readonly value: Json;
}

/** By the rule of the status. `rules`: compiled. */
export function doneStatesOf(rules: readonly Rule[]): ReadonlyMap<Rule, DoneState> {
  const flows = rules.flatMap(({ flow }) => (flow?.kind === 'result' ? [flow] : []));
  return new Map(
    flows.map(({ status, state, states }) => [status, { variable: state, value: fromJs(states.doneStates[0]) }]),
  );
}

export class ResponseSamples {
  private readonly mapping: Mapping;
  private readonly messages: SoapMessages;

  constructor(mapping: Mapping, messages: SoapMessages) {
    this.mapping = mapping;
    this.messages = messages;
  }

  /** `request`: bindings of the request. undefined: the rule takes no sample. */
  sampleOf(call: SampledCall, request: Bindings): TakenSample | undefined {
    const takes = (xml: string) => this.takes(call, request, xml);
    for (const [size, text] of SAMPLES) {
      const xml = sampleMessage(this.mapping, call.rule.response.soap, size, text)?.flat().join('\n');
      const accepted = xml && [this.repeated(call, request, xml), xml].find((one) => one !== undefined && takes(one));
      if (accepted) return { xml: accepted, takes };
    }
    return undefined;
  }

  /** The response with values of the request, where both have the same variables. */
  private repeated({ rule, doneState }: SampledCall, request: Bindings, xml: string): string | undefined {
    const { response, variables } = rule;
    const { soap } = response;
    return attempt(() => {
      const bound = this.messages.decode(soap, bodyOf(xml), new Array(variables.length));
      if (bound === undefined) return undefined;
      if (doneState) bound[doneState.variable] = doneState.value;
      const [body] = this.messages.encode(
        soap,
        variables.map((_, i) => request[i] ?? bound[i]),
      ).body;
      return Buffer.from(body).toString();
    });
  }

  private takes({ rule: { response }, isSingle }: SampledCall, request: Bindings, xml: string): boolean {
    const isTaken = attempt(() => {
      const bindings = this.messages.decode(response.soap, bodyOf(xml), request.slice());
      if (bindings !== undefined && isSingle) response.rest.fill(bindings);
      return bindings !== undefined;
    });
    return isTaken ?? false;
  }
}

const SAMPLES = (['full', 'short', 'least'] as const).flatMap((size) =>
  SAMPLE_TEXTS.map((text) => [size, text] as const),
);

function bodyOf(xml: string): CaseMessage {
  return { body: [xml], headers: new Map() };
}

/** Samples that a rule refuses are none. */
export function attempt<T>(make: () => T): T | undefined {
  try {
    return make();
  } catch (error) {
    if (error instanceof SoapstoneError || error instanceof Mismatch) return undefined;
    throw error;
  }
}
