// Responses of a SOAP service that the rules of a table take: samples with the constants and members that the rule of the request names.
import { Mismatch } from '../codec/model/codec.ts';
import { SoapstoneError } from '../errors/errors.ts';
import { fromJs, type Json } from '../json/value.ts';
import type { CaseMessage } from '../mapping/cases/cases.ts';
import { SoapMessages } from '../mapping/cases/soap-messages.ts';
import type { Mapping } from '../mapping/model/mapping.ts';
import { callsOf } from '../mapping/runtime/called-operations.ts';
import { compiledOf } from '../mapping/runtime/deferred-rule.ts';
import { lookupOf } from '../mapping/runtime/soap-lookup/soap-lookup.ts';
import type { Bindings } from '../rule/pattern.ts';
import type { Rule } from '../rule/rule.ts';
import { SAMPLE_TEXTS, sampleMessage } from '../samples/sample-exchange.ts';
import { clark } from '../xml/reader/names.ts';

export interface TableSample {
  /** Of the body element. */
  readonly xml: string;
  /** Whether the rule takes this body in its place. */
  takes(xml: string): boolean;
}

/** A call of a rule. A call of a flow has no response of its own for clients. */
interface Call {
  readonly rule: Rule;
  readonly isSingle: boolean;
}

interface ElementCalls {
  readonly rules: readonly Rule[];
  readonly singleCalls: ReadonlySet<Rule>;
}

/** The variable of the state of a job, and its value when the job is done. */
interface DoneState {
  readonly variable: number;
  readonly value: Json;
}

export class TableSamples {
  private readonly mapping: Mapping;
  private readonly messages: SoapMessages;
  /** By the Clark name of the body element; made for the first request, since it compiles all rules. */
  private calls: ReadonlyMap<string, ElementCalls> | undefined = undefined;
  /** By the rule of the status: a job of the mock is done, so that its result can be seen. */
  private doneStates: ReadonlyMap<Rule, DoneState> = new Map();

  constructor(mapping: Mapping) {
    this.mapping = mapping;
    this.messages = new SoapMessages(mapping);
  }

  /** `element`: Clark name of the body element. undefined: no rule of the table makes such a request, or none has a sample. */
  sampleFor(element: string, message: CaseMessage): TableSample | undefined {
    const { rules = [], singleCalls } = (this.calls ??= this.compile()).get(element) ?? {};
    for (const rule of lookupOf(rules, this.mapping.codec).possibleFor(
      rules,
      message.body.map((xml) => Buffer.from(xml)),
    )) {
      const request = attempt(() => this.messages.decode(rule.request.soap, message, new Array(rule.variables.length)));
      const sample = request && this.sampleOf({ rule, isSingle: singleCalls!.has(rule) }, request);
      if (sample !== undefined) return sample;
    }
    return undefined;
  }

  private compile(): ReadonlyMap<string, ElementCalls> {
    const compiled = this.mapping.rules.filter(({ direction }) => direction !== 'soap-to-rest').map(compiledOf);
    this.doneStates = doneStatesOf(compiled);
    return callsByElement(compiled);
  }

  private sampleOf(call: Call, request: Bindings): TableSample | undefined {
    const takes = (xml: string) => this.takes(call, request, xml);
    for (const [size, text] of SAMPLES) {
      const xml = sampleMessage(this.mapping, call.rule.response.soap, size, text)?.flat().join('\n');
      const accepted =
        xml && [this.repeated(call.rule, request, xml), xml].find((one) => one !== undefined && takes(one));
      if (accepted) return { xml: accepted, takes };
    }
    return undefined;
  }

  /** The response with values of the request, where both have the same variables. */
  private repeated(rule: Rule, request: Bindings, xml: string): string | undefined {
    const { response, variables } = rule;
    const { soap } = response;
    const done = this.doneStates.get(rule);
    return attempt(() => {
      const bound = this.messages.decode(soap, bodyOf(xml), new Array(variables.length));
      if (bound === undefined) return undefined;
      if (done) bound[done.variable] = done.value;
      const [body] = this.messages.encode(
        soap,
        variables.map((_, i) => request[i] ?? bound[i]),
      ).body;
      return Buffer.from(body).toString();
    });
  }

  private takes({ rule: { response }, isSingle }: Call, request: Bindings, xml: string): boolean {
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

/** Rules with one call come first: what they say of its response is all that clients get. */
function callsByElement(compiled: readonly Rule[]): ReadonlyMap<string, ElementCalls> {
  const singleCalls = new Set<Rule>(compiled.filter(({ flow }) => flow === undefined));
  const inFlows = compiled.filter(({ flow }) => flow !== undefined).flatMap((rule) => callsOf<Rule>(rule));
  const groups = Map.groupBy([...singleCalls, ...inFlows], ({ operation: { input } }) =>
    input.body[0] === undefined ? '' : clark(input.body[0].name),
  );
  return new Map([...groups].map(([element, calls]) => [element, { rules: calls, singleCalls }]));
}

function doneStatesOf(rules: readonly Rule[]): ReadonlyMap<Rule, DoneState> {
  const flows = rules.flatMap(({ flow }) => (flow?.kind === 'result' ? [flow] : []));
  return new Map(
    flows.map(({ status, state, states }) => [status, { variable: state, value: fromJs(states.doneStates[0]) }]),
  );
}

function bodyOf(xml: string): CaseMessage {
  return { body: [xml], headers: new Map() };
}

function attempt<T>(make: () => T): T | undefined {
  try {
    return make();
  } catch (error) {
    if (error instanceof SoapstoneError || error instanceof Mismatch) return undefined;
    throw error;
  }
}
