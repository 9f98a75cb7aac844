// A REST service that answers from the cases of a mapping, and else with samples of the contract, through the rules of the table.
import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Middleware } from '../binding/front-call.ts';
import { readBody } from '../binding/read-body.ts';
import { createRestFront } from '../binding/rest/front/front.ts';
import { writtenProblem } from '../binding/rest/front/problem.ts';
import { Mismatch } from '../codec/model/codec.ts';
import { SoapstoneError } from '../errors/errors.ts';
import { openExchange } from '../exchange/model/exchange.ts';
import { Fault, toFault } from '../fault/fault.ts';
import { type Json, json, toJs } from '../json/value.ts';
import { sameJson } from '../json/walk.ts';
import type { Case, CaseRequest, CaseResponse } from '../mapping/cases/cases.ts';
import { SoapMessages } from '../mapping/cases/soap-messages.ts';
import type { Mapping, MappingRule } from '../mapping/model/mapping.ts';
import { splitPath } from '../pattern/text/path.ts';
import type { Exchange, Response } from '../rule/exchange.ts';
import type { Lookup, Rule } from '../rule/rule.ts';
import { sampleResponse } from '../samples/sample-exchange.ts';
import { repeating } from './sample-value.ts';
import { Turns } from './turns.ts';

export interface RestMockOptions {
  readonly mapping: Mapping;
  readonly cases: readonly Case[];
  /** Hears where each response comes from. */
  readonly onAnswer?: (operation: string, source: string) => void;
}

interface KnownRequest {
  readonly request: CaseRequest;
  readonly turns: Turns<{ readonly name: string; readonly response: CaseResponse }>;
}

const MAX_BODY = 10 * 1024 * 1024;
/** A client of the mock may name a status here, of a problem. */
const FAULT_FIELD = 'x-mock-fault';

export function createRestMock({ mapping, cases, onAnswer = () => {} }: RestMockOptions): Middleware {
  const recorded = recordedIn(cases);
  const front = createRestFront({
    mapping: { base: mapping.base, media: mapping.media, errorForms: mapping.errorForms, lookup: lookupIn(mapping) },
    pipeline: {
      open: (init) => openExchange(init, Number.POSITIVE_INFINITY),
      handle: async (exchange) => {
        onAnswer(exchange.rule.id, 'a sample of the contract');
        return responseTo(mapping, exchange);
      },
    },
  });
  return (req, res) => {
    readBody(req, MAX_BODY, (error, body) => {
      if (error) return sendError(res, mapping, toFault(error));
      const status = Number(req.headers[FAULT_FIELD] ?? 0);
      if (status >= 400 && status < 600)
        return sendError(
          res,
          mapping,
          new Fault({ status, code: 'MOCK', title: 'A fault of the mock', detail: 'A fault of the mock' }),
        );
      const entry = recorded.find(({ request }) => isSame(request, req.method as string, req.url as string, body));
      if (entry !== undefined) {
        const { name, response } = entry.turns.take();
        onAnswer(`${req.method} ${req.url}`, `case "${name}"`);
        return send(res, response);
      }
      // The front takes a body that has been read before.
      front(Object.assign(req, { rawBody: body }), res);
    });
  };
}

/** REST sides of all cases. */
function recordedIn(cases: readonly Case[]): KnownRequest[] {
  const recorded: KnownRequest[] = [];
  for (const { name, rest, calls } of cases) {
    const exchanges = calls?.side === 'rest' ? calls.list.map((call) => call.rest) : [rest];
    for (const { request, response } of exchanges) {
      if (response === undefined) continue;
      const { method, path, query, body } = request;
      const url = query === '' ? path : `${path}?${query}`;
      let entry = recorded.find((one) => isSame(one.request, method, url, body && bytesOf(body)));
      if (entry === undefined) recorded.push((entry = { request, turns: new Turns() }));
      entry.turns.add({ name, response });
    }
  }
  return recorded;
}

function isSame(request: CaseRequest, method: string, url: string, body: Uint8Array | undefined): boolean {
  const [path, query = ''] = url.split('?', 2);
  return (
    method === request.method &&
    path === request.path &&
    queryText(query) === queryText(request.query) &&
    isSameBody(request.body, body)
  );
}

function queryText(query: string): string {
  return [...new URLSearchParams(query)].map(String).toSorted().join('&');
}

function isSameBody(expected: Json | undefined, body: Uint8Array | undefined): boolean {
  if (expected === undefined || body === undefined || body.length === 0) return expected === undefined && !body?.length;
  try {
    JSON.parse(Buffer.from(body).toString());
    return sameJson(expected, json(body));
  } catch {
    return false;
  }
}

function bytesOf({ bytes, start, end }: Json): Uint8Array {
  return bytes.subarray(start, end);
}

function send(res: ServerResponse, { status, headers, body, problem }: CaseResponse): void {
  if (problem) {
    const { data, ...members } = problem;
    const text = JSON.stringify({ status, ...members, ...(data && { data: toJs(data) }) });
    res.writeHead(status, { ...headers, 'content-type': 'application/problem+json' }).end(text);
  } else if (body === undefined) res.writeHead(status, { ...headers }).end();
  else res.writeHead(status, { 'content-type': 'application/json', ...headers }).end(bytesOf(body));
}

/** In the form of the table for the status. */
function sendError(res: ServerResponse, { errorForms }: Mapping, fault: Fault): void {
  const { media, body } = writtenProblem(fault, randomUUID(), errorForms);
  res.writeHead(fault.init.status, { 'content-type': media }).end(body);
}

/** Rules that only SOAP clients reach are here too: it is the service that they call. */
function lookupIn(mapping: Mapping): (method: string, path: string) => Lookup {
  return (method, path) => {
    const found = mapping.lookup(method, path);
    if (found.kind === 'found') return found;
    const segments = splitPath(path);
    const rules = mapping.rules.filter(
      (rule) => rule.request.rest.method === method && isPath(rule.request.rest.template, segments),
    );
    return rules.length === 0 ? found : { kind: 'found', rules, segments };
  };
}

function isPath(template: string, segments: readonly string[]): boolean {
  const steps = template.split('/').slice(1);
  return steps.length === segments.length && steps.every((part, i) => part.includes('{') || part === segments[i]);
}

/** @throws Fault where there is no sample. */
function responseTo(mapping: Mapping, { rule, bindings }: Exchange): Response {
  for (const size of ['full', 'short', 'least'] as const) {
    const sample = sampleResponse(mapping, rule as MappingRule, bindings, size);
    if (sample !== undefined) return { bindings: echoing(mapping, rule, bindings, sample.bindings), streamed: false };
  }
  const detail = `the contract has no sample for the response of ${rule.id}: write a case for this request`;
  throw new Fault({ status: 500, code: 'MOCK', title: 'No sample', detail });
}

/** The sample with values of the request of the same names, where the contract takes those. */
function echoing(mapping: Mapping, rule: Rule, request: Response['bindings'], sample: Response['bindings']) {
  const values = requestValues(rule, request);
  return sample.reduce<Response['bindings']>((bindings, value, i) => {
    if (value === undefined || request[i] !== undefined) return bindings;
    const isTaken = (repeated: Json) => isValid(mapping, rule, bindings.with(i, repeated));
    return bindings.with(i, repeating(value, values, isTaken));
  }, sample);
}

/** Values of path, query, headers and body, by name. */
function requestValues({ variables }: Rule, bindings: Response['bindings']): Record<string, unknown> {
  return Object.fromEntries(bindings.flatMap((value, i) => (value ? [[variables[i], toJs(value)]] : [])));
}

/** Does the contract take the response? */
function isValid(mapping: Mapping, { response }: Rule, bindings: Response['bindings']): boolean {
  try {
    new SoapMessages(mapping).encode(response.soap, bindings);
    response.rest.fill(bindings.slice());
    return true;
  } catch (error) {
    if (error instanceof SoapstoneError || error instanceof Mismatch) return false;
    throw error;
  }
}
