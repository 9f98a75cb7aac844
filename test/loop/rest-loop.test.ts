// REST client → Soapstone (rest) → Soapstone (soap) → REST service: what the client gets and what the service is asked are what they are
// without anything in between.

import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadMapping } from '../../src/index.ts';
import { textOf } from '../../src/json/value.ts';
import { type Case, readCases } from '../../src/mapping/cases/cases.ts';
import type { Rule } from '../../src/rule/rule.ts';
import type { RestRequest } from '../e2e/rest-peer.ts';
import { plainForm } from '../laws/same-json.ts';
import type { Said } from './caller.ts';
import { type Chain, startChain } from './chain.ts';
import { callers, fieldsOf } from './credentials.ts';
import { inVersion } from './in-version.ts';
import { inOwnForm } from './own-forms.ts';
import { bothWays, elementsOf, endOnFailure, places, RUNS } from './places.ts';
import { exchanges, problems, type RandomReply, type RandomRequest } from './rest-random.ts';

const TIMEOUT = 120_000;

describe.each(places)('$name, SOAP $version', async ({ name, folder, version, auth }) => {
  const place = inVersion(folder, version);
  const mapping = await loadMapping(place.path);
  const elements = elementsOf(name, mapping);
  let chain: Chain;
  let count = 0;
  beforeAll(async () => {
    chain = await startChain(place.path, 'rest', auth);
  });
  afterAll(async () => {
    await chain?.stop();
    place.remove();
  });

  async function talk({ open }: Rule, request: RandomRequest, response: RandomReply, media = 'application/json') {
    const { peer, direct, through, caller } = chain;
    peer.asked.length = 0;
    peer.answer = () => ({
      status: response.status,
      headers: { ...response.headers, 'content-type': media },
      body: response.body,
    });
    const headers = {
      ...request.headers,
      // Each calls in turn; an open rule wants nobody's name.
      ...(auth && !open && fieldsOf(callers[count++ % callers.length])),
      ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
    };
    const [first, second] = [
      await caller.call(request.method, direct + request.target, headers, request.body),
      await caller.call(request.method, through + request.target, headers, request.body),
    ];
    return { first, second, asked: [...peer.asked] };
  }

  const rules = bothWays(mapping).map((rule) => ({ rule, id: rule.id }));

  it.each(rules)('$id: responses', { timeout: TIMEOUT }, async ({ rule }) => {
    const law = fc.asyncProperty(exchanges(mapping, rule, elements), async ({ request, response }) => {
      const { first, second, asked } = await talk(rule, request, response);
      expect(asked[1] && requestForm(asked[1], request), second.text).toEqual(requestForm(asked[0], request));
      expect(replyForm(second, response)).toEqual(replyForm(first, response));
    });
    await fc.assert(law, { numRuns: RUNS, endOnFailure });
  });

  const failing = rules.filter(({ rule }) => rule.operation.faults.length + rule.faults.responses.length > 0);

  it.runIf(failing.length > 0).each(failing)('$id: problems of the table', { timeout: TIMEOUT }, async ({ rule }) => {
    const requests = exchanges(mapping, rule, elements).map(({ request }) => request);
    const law = fc.asyncProperty(requests, problems(mapping, rule, elements), async (request, problem) => {
      const { first, second } = await talk(rule, request, problem, problem.media ?? PROBLEM);
      expect(problemForm(second)).toEqual(problemForm(first));
    });
    await fc.assert(law, { numRuns: RUNS, endOnFailure });
  });

  it.each(rules)('$id: other errors keep their words', { timeout: TIMEOUT }, async ({ rule }) => {
    const requests = exchanges(mapping, rule, elements).map(({ request }) => request);
    // Limit: failures of one-way operations. WS-I BP 1.2 R2714: nothing but the status says that a one-way message failed.
    const mute = version === '1.1' && rule.operation.output === undefined;
    const [sender, receiver] = mute ? [MUTE, MUTE] : (rows[name] ?? OTHERS);
    const detail = 'what happened';
    const errors = fc.record({ status: fc.integer({ min: 400, max: 599 }), form: fc.constantFrom(...forms) });
    const law = fc.asyncProperty(requests, errors, async (request, { status, form }) => {
      const { second } = await talk(rule, request, { status, headers: {}, body: form(status, detail) });
      // The gateway shows no credential: a 401 is its own failure.
      const wanted = { detail, ...(status < 500 && status !== 401 ? sender : receiver) };
      const own = inOwnForm(mapping, { ...wanted, title: '' });
      expect(JSON.parse(second.text)).toMatchObject(own ? JSON.parse(own.body) : wanted);
      expect(second.status).toBe(wanted.status);
    });
    await fc.assert(law, { numRuns: Math.ceil(RUNS / 4), endOnFailure });
  });

  const cases = readCases(folder).filter(
    ({ rule: named, direction }) => direction === undefined && rules.some(({ id }) => id === named),
  );

  it.runIf(cases.length > 0).each(cases)('case: $name', async (one) => {
    const { rule } = rules.find(({ id }) => id === one.rule)!;
    const { method, path, query, headers, body } = one.rest.request;
    const target = query === '' ? path : `${path}?${query}`;
    const request = { method, target, headers, body: body && textOf(body) };
    const { status, headers: fields, body: said, problem } = one.rest.response!;
    const own = problem && inOwnForm(mapping, { status, code: '', title: '', ...problem });
    const text = own?.body ?? (problem ? problemText(problem) : said && textOf(said));
    const response = { status, headers: fields, body: text };
    const { first, second, asked } = await talk(rule, request, response, own?.media ?? (problem ? PROBLEM : undefined));
    expect(requestForm(asked[1], request)).toEqual(requestForm(asked[0], request));
    if (own) expect([second.status, JSON.parse(second.text)]).toMatchObject([first.status, JSON.parse(first.text)]);
    else if (problem) expect(chosen(second, problem)).toEqual(chosen(first, problem));
    else expect(replyForm(second, response)).toEqual(replyForm(first, response));
  });
});

const PROBLEM = 'application/problem+json';

/** Limit: codes without a row. By whose mistake it is: docs/reference/faults.md, and the rows of the tables. */
const OTHERS = [
  { status: 400, code: 'UPSTREAM_FAULT' },
  { status: 502, code: 'UPSTREAM_FAULT' },
];
const PAYMENTS = [
  { status: 400, code: 'BAD_PAYMENT_REQUEST' },
  { status: 503, code: 'PAYMENTS_UNAVAILABLE' },
];
const FERRIES = [
  { status: 400, code: 'BOOKING_FAILED' },
  { status: 500, code: 'BOOKING_FAILED' },
];
const rows: Readonly<Record<string, typeof OTHERS>> = { '70-faults': PAYMENTS, '80-foreign-errors': FERRIES };
const MUTE = { status: 502, code: 'UPSTREAM_STATUS', detail: 'the upstream responded with status 500' };

/** Errors of services that know no problems. */
const forms: readonly ((status: number, detail: string) => string)[] = [
  (status, detail) => JSON.stringify({ status, code: 'OTHER', detail }),
  (_, message) => JSON.stringify({ code: 'OTHER', message }),
  (_, message) => JSON.stringify({ error: { code: 'OTHER', message } }),
  (_, detail) => JSON.stringify({ errors: [{ code: 'OTHER', detail }] }),
];

type CaseProblem = NonNullable<NonNullable<Case['rest']['response']>['problem']>;

function problemText({ data, ...words }: CaseProblem): string {
  const text = JSON.stringify(words);
  return data === undefined ? text : `${text.slice(0, -1)}${text === '{}' ? '' : ','}"data":${textOf(data)}}`;
}

/** What callers are told, but for whose problem it is. */
function problemForm({ status, text }: Said) {
  const { type, instance, fault, status: said, ...told } = Object.fromEntries(membersIn(text));
  return { status, ...told };
}

function chosen({ status, text }: Said, problem: CaseProblem) {
  return { status, told: membersIn(text).filter(([name]) => problem[name as keyof CaseProblem] !== undefined) };
}

function membersIn(text: string): [string, unknown][] {
  return plainForm(text) as [string, unknown][];
}

/** Query parameters have no order among different names (each list of one name has). */
function requestForm({ method, target, headers, body }: RestRequest, sent: RandomRequest) {
  const [path, query = ''] = target.split('?');
  const parameters = [...new URLSearchParams(query)].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  const shown = [fields(headers, sent.headers), headers['authorization'], headers['x-account']];
  return { method, path, parameters, headers: shown, body: body === '' ? '' : plainForm(body) };
}

function replyForm({ status, headers, text }: Said, said: RandomReply) {
  return { status, headers: fields(headers, said.headers), body: text === '' ? '' : plainForm(text) };
}

/** Those that the rule names. */
function fields(headers: Readonly<Record<string, string | string[] | undefined>>, wanted: RandomRequest['headers']) {
  return Object.keys(wanted).map((name) => [name, headers[name.toLowerCase()]]);
}
