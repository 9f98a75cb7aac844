// REST client → Soapstone (rest) → Soapstone (soap) → REST service: what the client gets and what the service is asked are what they are
// without anything in between.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadMapping } from '../../src/index.ts';
import { textOf } from '../../src/json/value.ts';
import { type Case, readCases } from '../../src/mapping/cases.ts';
import type { RestRequest } from '../e2e/rest-peer.ts';
import { plainForm } from '../laws/same-json.ts';
import type { Said } from './caller.ts';
import { type Chain, startChain } from './chain.ts';
import { inVersion } from './in-version.ts';
import { bothWays, elementsOf, endOnFailure, places, RUNS } from './places.ts';
import { exchanges, type RandomReply, type RandomRequest } from './rest-random.ts';

const TIMEOUT = 120_000;

describe.each(places)('$name, SOAP $version', async ({ name, folder, version }) => {
  const place = inVersion(folder, version);
  const mapping = await loadMapping(place.path);
  const elements = elementsOf(name, mapping);
  let chain: Chain;
  beforeAll(async () => {
    chain = await startChain(place.path, 'rest');
  });
  afterAll(async () => {
    await chain?.stop();
    place.remove();
  });

  async function talk(request: RandomRequest, reply: RandomReply, media = 'application/json') {
    const { peer, direct, through, caller } = chain;
    peer.asked.length = 0;
    peer.answer = () => ({ status: reply.status, headers: { ...reply.headers, 'content-type': media }, body: reply.body });
    const headers = { ...request.headers, ...(request.body === undefined ? {} : { 'content-type': 'application/json' }) };
    const [first, second] = [
      await caller.call(request.method, direct + request.target, headers, request.body),
      await caller.call(request.method, through + request.target, headers, request.body),
    ];
    return { first, second, asked: [...peer.asked] };
  }

  const rules = bothWays(mapping).map((rule) => ({ rule, id: rule.id }));

  it.each(rules)('$id: replies', { timeout: TIMEOUT }, async ({ rule }) => {
    const law = fc.asyncProperty(exchanges(mapping, rule, elements), async ({ request, reply }) => {
      const { first, second, asked } = await talk(request, reply);
      expect(asked[1] && requestForm(asked[1], request), second.text).toEqual(requestForm(asked[0], request));
      expect(replyForm(second, reply)).toEqual(replyForm(first, reply));
    });
    await fc.assert(law, { numRuns: RUNS, endOnFailure });
  });
});

/** Query parameters have no order among different names (each list of one name has). */
function requestForm({ method, target, headers, body }: RestRequest, sent: RandomRequest) {
  const [path, query = ''] = target.split('?');
  const parameters = [...new URLSearchParams(query)].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return { method, path, parameters, headers: fields(headers, sent.headers), body: body === '' ? '' : plainForm(body) };
}

function replyForm({ status, headers, text }: Said, said: RandomReply) {
  return { status, headers: fields(headers, said.headers), body: text === '' ? '' : plainForm(text) };
}

/** Those that the rule names. */
function fields(headers: Readonly<Record<string, string | string[] | undefined>>, wanted: RandomRequest['headers']) {
  return Object.keys(wanted).map((name) => [name, headers[name.toLowerCase()]]);
}
