// A SOAP service that answers from the cases of a mapping, and else with samples of the contract. It validates requests as a service would.
import type { Middleware } from '../binding/front-call.ts';
import { createSoapFront } from '../binding/soap/front/front.ts';
import type { Codec } from '../codec/model/codec.ts';
import { Mismatch } from '../codec/model/codec.ts';
import type { FaultDecl } from '../contract/model/contract.ts';
import type { ElementDecl } from '../contract/model/model.ts';
import { SoapstoneError } from '../errors/errors.ts';
import { openExchange } from '../exchange/model/exchange.ts';
import { Fault } from '../fault/fault.ts';
import { plainCodec } from '../init/operations/operations.ts';
import { type Json, toJs } from '../json/value.ts';
import { sameJson } from '../json/walk.ts';
import type { Case, CaseFault, CaseMessage } from '../mapping/cases/cases.ts';
import type { Mapping } from '../mapping/model/mapping.ts';
import type { Exchange, Response } from '../rule/exchange.ts';
import { createDescribe } from '../server/bridges/wsdl-endpoint.ts';
import { BODY, type OperationRule, operationRules } from '../server/soap-service/operation-rule.ts';
import { readTree } from '../xml/read-tree.ts';
import { clark, parseClark } from '../xml/reader/names.ts';
import { repeating, sampleValue, valueOfXml, xmlOf } from './sample-value.ts';
import { TableSamples } from './table-samples.ts';
import { Turns } from './turns.ts';

export interface SoapMockOptions {
  readonly mapping: Mapping;
  readonly cases: readonly Case[];
  /** Operation → element of the fault that all of its requests get; '': a fault without detail. */
  readonly faults?: ReadonlyMap<string, string>;
  /** Hears where each response comes from. */
  readonly onAnswer?: (operation: string, source: string) => void;
}

interface Answer {
  readonly name: string;
  readonly response?: CaseMessage;
  readonly fault?: CaseFault;
}

interface KnownRequest {
  readonly element: string;
  readonly value: Json | undefined;
  readonly turns: Turns<Answer>;
}

/** A client of the mock may name a fault here; '' for one without detail. */
const FAULT_FIELD = 'x-mock-fault';

/** Middleware for all paths: POST is an operation, GET with `?wsdl` the contract. */
export function createSoapMock(options: SoapMockOptions): Middleware {
  const { contract } = options.mapping;
  const codec = plainCodec(contract);
  const rules = operationRules(contract);
  const mock = new SoapMock(options, codec, rules);
  const path = '/';
  const front = createSoapFront<OperationRule>({
    mapping: { contract, codec, lookupSoap: (element) => [rules.get(element) ?? []].flat() },
    rules: [],
    pipeline: {
      open: (init) => openExchange(init, Number.POSITIVE_INFINITY),
      handle: (exchange) => mock.answer(exchange),
    },
    path,
  });
  const describe = createDescribe(contract, { publicUrl: undefined, forwarded: 'ignore' });
  return (req, res) => {
    if (describe(req, res)) return;
    req.url = path;
    front(req, res);
  };
}

class SoapMock {
  private readonly options: SoapMockOptions;
  private readonly codec: Codec;
  private readonly recorded: readonly KnownRequest[];
  private readonly table: TableSamples;

  constructor(options: SoapMockOptions, codec: Codec, rules: ReadonlyMap<string, OperationRule>) {
    this.options = options;
    this.codec = codec;
    this.recorded = recordedIn(options.cases, codec, rules);
    this.table = new TableSamples(options.mapping);
  }

  async answer({ rule, bindings, requestHeaders = {} }: Exchange<OperationRule>): Promise<Response<OperationRule>> {
    const faultName = requestHeaders[FAULT_FIELD] ?? this.options.faults?.get(rule.id);
    if (faultName !== undefined) throw this.declaredFault(rule, String(faultName), bindings[BODY]);
    const [element] = rule.operation.input.body;
    const key = element === undefined ? '' : clark(element.name);
    const equal = this.recorded.find((recorded) => recorded.element === key && same(recorded.value, bindings[BODY]));
    if (equal !== undefined) return this.fromCase(rule, equal.turns.take());
    const sample = this.sample(rule, bindings);
    if (sample !== undefined) return this.respond(rule, sample, 'a sample of the contract');
    const another = this.recorded.find((recorded) => recorded.element === key && recorded.turns.first.response);
    if (another !== undefined) return this.fromCase(rule, another.turns.first);
    throw plainFault(`the contract has no sample for the response of ${rule.id}: write a case for this request`);
  }

  private fromCase(rule: OperationRule, { name, response, fault }: Answer): Response<OperationRule> {
    const source = `case "${name}"`;
    if (response !== undefined && fault === undefined) return this.respond(rule, this.message(rule, response), source);
    this.options.onAnswer?.(rule.id, source);
    throw this.caseFault(fault ?? { code: 'Server', reason: 'the case has no response' });
  }

  private respond(rule: OperationRule, bindings: Response['bindings'], source: string): Response<OperationRule> {
    this.options.onAnswer?.(rule.id, source);
    return { bindings, streamed: false };
  }

  private message(rule: OperationRule, { body, headers }: CaseMessage): Response['bindings'] {
    const { output } = rule.operation;
    const [element] = output?.body ?? [];
    const headerParts = (output?.headers ?? []).map((part) => {
      const xml = headers.get(part.part) ?? headers.get(part.element.name.local);
      return xml === undefined ? undefined : valueOfXml(this.codec, part.element, xml);
    });
    return [element && body[0] !== undefined ? valueOfXml(this.codec, element, body[0]) : undefined, ...headerParts];
  }

  /** undefined: a required part of the response has none. */
  private sample(rule: OperationRule, request: Response['bindings']): Response['bindings'] | undefined {
    const { operation, responseParts } = rule;
    const [element] = operation.output?.body ?? [];
    const value =
      element && (this.ofTable(rule, element, request) ?? sampleValue(this.codec, element, jsOf(request[BODY])));
    return element !== undefined && value === undefined ? undefined : [value, ...responseParts.map(() => undefined)];
  }

  /** What the rule that makes such requests takes. */
  private ofTable({ operation }: OperationRule, element: ElementDecl, request: Response['bindings']): Json | undefined {
    const [requestElement] = operation.input.body;
    const body = requestElement && xmlOf(this.codec, requestElement, request[BODY]);
    const headers = operation.input.headers.flatMap(({ part, element: header }, i) => {
      const xml = request[i + 1] && xmlOf(this.codec, header, request[i + 1]);
      return xml ? [[part, xml] as const] : [];
    });
    if (body === undefined) return undefined;
    const sample = this.table.sampleFor(clark(requestElement.name), { body: [body], headers: new Map(headers) });
    const value = sample && valueOfXml(this.codec, element, sample.xml);
    const isTaken = (repeated: Json) => sample!.takes(xmlOf(this.codec, element, repeated) ?? '');
    return value && repeating(value, jsOf(request[BODY]), isTaken);
  }

  private declaredFault({ id, operation }: OperationRule, name: string, request: Json | undefined): Fault {
    this.options.onAnswer?.(id, name === '' ? 'a fault' : `fault ${name}`);
    const declared = operation.faults.find((fault) => namesOf(fault).includes(name));
    if (declared === undefined) {
      const known = operation.faults.map(({ element }) => element.name.local).join(', ') || 'none';
      return plainFault(name === '' ? 'a fault of the mock' : `${id} declares no fault ${name}; declared: ${known}`);
    }
    const value = sampleValue(this.codec, declared.element, jsOf(request));
    return faultWith('Server', `fault ${name} of the mock`, [{ name: declared.element.name, value }]);
  }

  private caseFault({ code, reason, detail }: CaseFault): Fault {
    if (detail === undefined) return faultWith(code, reason, []);
    const { name } = readTree(Buffer.from(detail), 'soap.fault.detail');
    const element: ElementDecl | undefined = this.options.mapping.contract.schemas.elements.get(clark(name));
    return faultWith(code, reason, [{ name, value: element && valueOfXml(this.codec, element, detail) }]);
  }
}

/** Of its element and of `wsdl:fault`. */
export function namesOf({ name, element }: FaultDecl): readonly string[] {
  return [element.name.local, name];
}

/** SOAP sides of all cases. A request that the contract does not take is left out. */
function recordedIn(cases: readonly Case[], codec: Codec, rules: ReadonlyMap<string, OperationRule>): KnownRequest[] {
  const recorded: KnownRequest[] = [];
  for (const { name, soap, calls } of cases) {
    const exchanges =
      calls === undefined ? [soap] : calls.side === 'soap' ? calls.list.map((call) => call.soap) : [soap];
    for (const { request, response, fault } of exchanges) {
      if (response === undefined && fault === undefined) continue;
      const parsed = parsedRequest(request, codec, rules);
      if (parsed === undefined) continue;
      let entry = recorded.find(({ element, value }) => element === parsed.element && same(value, parsed.value));
      if (entry === undefined) recorded.push((entry = { ...parsed, turns: new Turns() }));
      entry.turns.add({ name, response, fault });
    }
  }
  return recorded;
}

function parsedRequest(
  { body: [xml] }: CaseMessage,
  codec: Codec,
  rules: ReadonlyMap<string, OperationRule>,
): Pick<KnownRequest, 'element' | 'value'> | undefined {
  if (xml === undefined) return { element: '', value: undefined };
  try {
    const element = clark(readTree(Buffer.from(xml), 'soap.request').name);
    const declared = rules.get(element)?.operation.input.body[0];
    return declared && { element, value: valueOfXml(codec, declared, xml) };
  } catch (error) {
    if (error instanceof SoapstoneError || error instanceof Mismatch) return undefined;
    throw error;
  }
}

function same(a: Json | undefined, b: Json | undefined): boolean {
  return a === undefined || b === undefined ? a === b : sameJson(a, b);
}

function jsOf(value: Json | undefined): unknown {
  return value && toJs(value);
}

function plainFault(reason: string): Fault {
  return faultWith('Server', reason, []);
}

type Detail = NonNullable<Fault['init']['soap']>['detail'];

function faultWith(code: string, reason: string, detail: Detail): Fault {
  const soap = { version: '1.1' as const, code: parseClark(code), subcodes: [], reason, detail };
  return new Fault({ status: 500, code: 'UPSTREAM_FAULT', title: '', detail: reason, soap });
}
