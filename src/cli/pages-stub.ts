// A stub case for a rule with pages. Its responses are samples; what clients get, the gateway's own flow makes of them.
import { createCarry } from '../case-runner/case-runner.ts';
import { Mismatch } from '../codec/model/codec.ts';
import { SoapstoneError } from '../errors/errors.ts';
import { Fault } from '../fault/fault.ts';
import { type Stub, stubName } from '../init/table/stub-cases.ts';
import { type CaseMessage, parseCases } from '../mapping/cases/cases.ts';
import { Wrong } from '../mapping/cases/compare.ts';
import { asCase, view } from '../mapping/cases/round-trip-laws.ts';
import { type Back, runFlowCases } from '../mapping/cases/run-flow-cases.ts';
import { SoapMessages } from '../mapping/cases/soap-messages.ts';
import { withCredential } from '../mapping/cases/supplied-values.ts';
import type { Mapping, MappingRule } from '../mapping/model/mapping.ts';
import { splitPath } from '../pattern/text/path.ts';
import { caseYaml, type SoapPart } from '../recording/case-yaml.ts';
import type { Bindings } from '../rule/pattern.ts';
import type { Rule } from '../rule/rule.ts';
import { SAMPLE_TEXTS, sampleExchange, sampleMessage } from '../samples/sample-exchange.ts';
import type { SampleSize } from '../samples/sample-xml.ts';
import { readTree } from '../xml/read-tree.ts';

/** Calls of one sample: pages that do not end have none. */
const MOST_CALLS = 3;

export async function pagesStub(mapping: Mapping, rule: MappingRule): Promise<Stub> {
  const exchange = sampleExchange(mapping, rule);
  const request = exchange && { ...exchange.request, body: bytesOf(exchange.request.body) };
  const caseRequest = request && asCase(request);
  const bindings = caseRequest && rule.request.rest.match(view(caseRequest, splitPath(caseRequest.path)));
  if (exchange === undefined || bindings === undefined) return { cause: 'the rule takes no sample of its request' };
  const { method, target, headers, body } = exchange.request;
  const service = new SampleService(mapping);
  try {
    const outcome = await createCarry()('rest', rule, bindings, service.play);
    const { status, body: page } = rule.response.rest.fill(outcome.bindings.slice());
    const response = { status, headers: [], body: page && Buffer.from(page).toString(), isProblem: false };
    const restSide = { line: `${method} ${target}`, headers: Object.entries(headers), body, response };
    const named = { name: stubName(rule.id), rule: rule.id, settings: new Map() };
    const text = caseYaml({ ...named, rest: restSide, soap: service.calls });
    const outcomes = await runFlowCases(mapping, parseCases(text, 'case'), createCarry());
    const [problem] = outcomes.flatMap(({ problems }) => problems);
    return problem === undefined ? { text } : { cause: `its sample fails: ${problem}` };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return { cause: 'no sample of its responses makes pages' };
  }
}

function isRefusal(error: unknown): boolean {
  return [SoapstoneError, Fault, Wrong, Mismatch].some((kind) => error instanceof kind);
}

function bytesOf(text: string | undefined): Uint8Array | undefined {
  return text === undefined ? undefined : Buffer.from(text);
}

/** A service that has one page; the page after it is empty. */
class SampleService {
  readonly calls: SoapPart[] = [];
  private readonly mapping: Mapping;
  private readonly messages: SoapMessages;

  constructor(mapping: Mapping) {
    this.mapping = mapping;
    this.messages = new SoapMessages(mapping);
  }

  readonly play: Back = (rule, bindings) => {
    if (this.calls.length === MOST_CALLS) throw new Wrong('the pages of the sample do not end');
    const { soap } = rule.request;
    const encoded = this.messages.encodeRequest(rule, withCredential(rule, bindings));
    for (const size of this.calls.length === 0 ? SIZES : LEAST)
      for (const text of SAMPLE_TEXTS) {
        const answer = this.answer(rule, bindings, size, text);
        if (answer === undefined) continue;
        const request = partsOf(this.messages.messageOf(soap, encoded));
        this.calls.push({ request, response: partsOf(answer.message) });
        return { bindings: answer.bindings };
      }
    throw new Wrong('no sample is a response of the rule');
  };

  private answer(rule: Rule, bindings: Bindings, size: SampleSize, text: string | undefined) {
    const { soap } = rule.response;
    const body = sampleMessage(this.mapping, soap, size, text)?.map((lines) => lines.join('\n'));
    if (body === undefined) return undefined;
    const message: CaseMessage = { body, headers: new Map() };
    const matched = this.messages.decodeResponse(soap, message, bindings.slice());
    return matched && { message, bindings: matched };
  }
}

const SIZES: readonly SampleSize[] = ['full', 'short', 'least'];
const LEAST: readonly SampleSize[] = ['least'];

function partsOf({ body, headers }: CaseMessage): SoapPart['request'] {
  const treeOf = (xml: string) => readTree(Buffer.from(xml), 'sample');
  return { body: body.map(treeOf), headers: [...headers].map(([part, xml]) => ({ part, element: treeOf(xml) })) };
}
