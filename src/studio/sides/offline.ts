// One exchange through the pipeline and a back binding, as a bridge has them, over a service whose responses are a script. Nothing is sent.
import { createRestBack } from '../../binding/rest/back/back.ts';
import { createSoapBack } from '../../binding/soap/back/back.ts';
import { createPipeline } from '../../exchange/pipeline.ts';
import { maskedSamples } from '../../explain/masked-samples.ts';
import { withMarks } from '../../explain/request-writers.ts';
import { type Fault, toFault } from '../../fault/fault.ts';
import type { FaultTexts } from '../../fault/texts.ts';
import type { Mapping, MappingRule } from '../../mapping/model/mapping.ts';
import type { Exchange, Handler } from '../../rule/exchange.ts';
import type { Bindings } from '../../rule/pattern.ts';
import type { Rule } from '../../rule/rule.ts';
import { memoryStore } from '../../store/memory.ts';
import type { OutgoingRequest, ResponseHandler, Sender } from '../../transport/transport.ts';
import type { Side } from '../protocol/api.ts';

/** What the service answers. */
export interface Scripted {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | undefined;
}

export interface OfflineCall {
  readonly rule: MappingRule;
  readonly request: OutgoingRequest;
  readonly bindings: Bindings;
  readonly response: Scripted;
}

export interface OfflineExchange {
  readonly calls: readonly OfflineCall[];
  /** Of the response; or the fault in place of it. */
  readonly outcome: { readonly rule: MappingRule; readonly bindings: Bindings } | Fault;
}

/** `present`: the side of the client. `respond`: throws for a service without a response. */
export async function runOffline(
  mapping: Mapping,
  present: Side,
  rule: MappingRule,
  bindings: Bindings,
  respond: (rule: MappingRule, call: number, bindings: Bindings) => Scripted,
  faultTexts?: FaultTexts,
): Promise<OfflineExchange> {
  const calls: OfflineCall[] = [];
  const back = backOf(mapping, present, (exchange, request) => {
    const called = exchange.rule as MappingRule;
    if (calls.length >= MOST_CALLS) throw new Error('too many calls');
    const bindings = exchange.bindings.slice();
    const call = { rule: called, request, bindings, response: NO_RESPONSE };
    calls.push(call);
    return (call.response = respond(called, calls.length - 1, bindings));
  });
  const store = memoryStore({ bytes: STORE });
  const pipeline = createPipeline({ back, timeout: TIME, store, present, faultTexts, freshId: () => CURSOR });
  try {
    const exchange = pipeline.open({ id: 'studio', rule, bindings: bindings.slice(), key: keyOf(rule) });
    const response = await pipeline.handle(exchange);
    return { calls, outcome: { rule: (response.rule as MappingRule) ?? rule, bindings: response.bindings } };
  } catch (error) {
    return { calls, outcome: toFault(error) };
  }
}

/** Of a service without one: the request is shown all the same. */
const NO_RESPONSE: Scripted = { status: 502, headers: {}, body: undefined };
const TIME = 20_000;
const STORE = 1024 * 1024;
const MOST_CALLS = 50;
/** As in cases. */
const CURSOR = '00000000-0000-4000-8000-000000000000';

function keyOf({ idempotency }: MappingRule): string | undefined {
  return idempotency?.required ? CURSOR : undefined;
}

interface Back {
  handle: Handler;
  request(rule: Rule, bindings: Bindings): OutgoingRequest;
}

type Play = (exchange: Exchange, request: OutgoingRequest) => Scripted;

/** A back for each call: its transport must know whose call it is. */
function backOf(mapping: Mapping, present: Side, play: Play): Handler {
  return (exchange) => {
    const second = withMarks(exchange.rule, exchange.bindings, 'second');
    exchange.bindings.splice(0, exchange.bindings.length, ...withMarks(exchange.rule, exchange.bindings));
    const transport = scriptedTransport((request) =>
      play(exchange, maskedSamples(request, back.request(exchange.rule, second))),
    );
    const { codec, media, errorForms: errors } = mapping;
    const back: Back =
      present === 'rest' ? createSoapBack({ codec, transport }) : createRestBack({ media, errors, transport });
    return back.handle(exchange);
  };
}

function scriptedTransport(play: (request: OutgoingRequest) => Scripted): Sender {
  return {
    send: (request, handler) => {
      const { status, headers, body } = play(request);
      queueMicrotask(() => answer(handler, status, headers, body));
      return { abort: () => {}, resume: () => {} };
    },
  };
}

function answer(
  handler: ResponseHandler,
  status: number,
  headers: Scripted['headers'],
  body: Uint8Array | undefined,
): void {
  handler.onHead(status, headers);
  if (body && body.length > 0) handler.onData(body);
  handler.onEnd();
}
