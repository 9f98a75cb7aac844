// Rules of tutorial 45 make several calls of one, and run one way. With the rows for the single calls on the way back they go through two
// gateways all the same: what the client gets is what it makes by itself of the single calls.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Operation, SoapVersion } from '../../src/contract/model/contract.ts';
import { loadMapping } from '../../src/index.ts';
import { backend, problem } from '../e2e/backends/routes.ts';
import { tutorial } from '../e2e/scene.ts';
import { startSoapFace } from '../e2e/soap-face.ts';
import type { Form } from '../laws/canonical.ts';
import { type Chain, startChain } from './chain.ts';
import { undescribed } from './described.ts';
import { envelope, media, type Said } from './envelope.ts';
import { type Ask, peopleOf, rules, shown, worlds } from './people.ts';
import { endOnFailure, RUNS } from './places.ts';
import { anyElements } from './random.ts';
import { SoapLaw } from './soap-law.ts';

const TIMEOUT = 120_000;
const folder = tutorial('50-calls');

describe('REST in front, several SOAP calls', () => {
  let chain: Chain;
  beforeAll(async () => {
    chain = await startChain(folder, 'rest');
  });
  afterAll(() => chain?.stop());

  const askAt =
    (origin: string): Ask =>
    async (line, body) => {
      const [method, target] = line.split(' ');
      const headers: Record<string, string> = body ? { 'content-type': 'application/json' } : {};
      const said = await chain.caller.call(method, `${origin}/v1${target}`, headers, body && JSON.stringify(body));
      return { status: said.status, body: JSON.parse(said.text), location: said.headers['location'] };
    };

  it.each(rules)('$id', { timeout: TIMEOUT }, async ({ line, body, alone }) => {
    const law = fc.asyncProperty(worlds, async (given) => {
      chain.peer.answer = peopleOf(given);
      const wanted = await alone(given, askAt(chain.direct));
      expect(shown(await askAt(chain.through)(line(given), body?.(given)))).toEqual(shown(wanted));
    });
    await fc.assert(law, { numRuns: RUNS, endOnFailure });
  });

  it('goes over as the single operations', () => {
    const sent = new Set(chain.traffic.map(({ request }) => request.headers['soapaction']));
    const names = ['FindPerson', 'GetBalance', 'DraftOrder', 'PlaceOrder', 'GetPerson', 'AddPerson'];
    expect([...sent].toSorted()).toEqual(names.map((name) => `"https://example.com/people/${name}"`).toSorted());
  });
});

describe('SOAP in front, several REST requests', async () => {
  const mapping = await loadMapping(folder);
  const operation = (name: string) => mapping.contract.operations.find((op) => op.name === name) as Operation;
  const [single, list, contact] = ['GetPerson', 'GetPeople', 'GetContact'].map(operation);
  const versions = fc.constantFrom<SoapVersion>('1.1', '1.2');
  const ns = 'https://example.com/people';
  const inner = (said: Said) => (said.body?.[0].content ?? []) as Form[];
  const form = (local: string, content: string | Form[]): Form => ({
    name: `{${ns}}${local}`,
    attributes: [],
    content,
  });
  const asked = (name: string, content: string) => ({
    body: `<${name} xmlns="${ns}">${content}</${name}>`,
    header: '',
  });
  let chain: Chain;
  let law: SoapLaw;
  beforeAll(async () => {
    chain = await startChain(folder, 'soap');
    law = new SoapLaw(chain, mapping);
  });
  afterAll(() => chain?.stop());

  const elements = anyElements(mapping.contract.schemas);
  const replies = elements(single.output!.body[0]).map((body) => envelope('1.1', body));
  const missing = elements(single.faults[0].element).map((detail) =>
    envelope(
      '1.1',
      `<e:Fault><faultcode>e:Client</faultcode><faultstring>x</faultstring><detail>${detail}</detail></e:Fault>`,
    ),
  );

  it('people.soap: as many calls, one entry for each', { timeout: TIMEOUT }, async () => {
    const people = fc.array(fc.oneof(replies, replies, missing), { maxLength: 5 });
    const property = fc.asyncProperty(versions, people, async (version, said) => {
      const { peer, direct, through } = chain;
      peer.answer = ({ body }) => {
        const text = said[Number(/personId>(\d+)</.exec(body)![1])];
        return { status: text.includes('Fault') ? 500 : 200, headers: { 'content-type': media['1.1'] }, body: text };
      };
      const ids = said.map((_, i) => i);
      const each = await Promise.all(
        ids.map((id) => law.ask(direct, single, '1.1', asked('GetPerson', `<personId>${id}</personId>`))),
      );
      const all = ids.map((id) => `<personId>${id}</personId>`).join('');
      const got = await law.ask(through, list, version, asked('GetPeople', all));
      expect(inner(got)).toEqual(each.map((one) => form('entry', entryOf(one))));
    });
    await fc.assert(property, { numRuns: RUNS, endOnFailure });
  });

  function entryOf(said: Said): Form[] {
    if (said.fault) {
      const [what] = said.fault.detail[0].content as Form[];
      return [form('ok', 'false'), form('code', 'NOT_FOUND'), form('message', `there is no ${what.content}`)];
    }
    const [, name, email] = inner(said)[0].content as Form[];
    return [form('ok', 'true'), name, email];
  }

  it('is REST as the OpenAPI document says', () => {
    expect(chain.traffic.length).toBeGreaterThan(RUNS);
    expect(undescribed(mapping, chain.traffic)).toEqual([]);
  });

  // No operation of the contract stands for the directory behind GetContact: one gateway, in front of a REST service.
  it('contact: what two requests say', { timeout: TIMEOUT }, async () => {
    const face = await startSoapFace(folder);
    const text = fc.constantFrom('Ada', '', ' é"', '漢');
    const service = fc.record({
      key: fc.constantFrom('k 1', 'ü?', '7'),
      name: text,
      number: fc.option(text, { nil: undefined }),
      failing: fc.option(fc.constantFrom(1, 2), { nil: 0, freq: 2 }),
    });
    const property = fc.asyncProperty(versions, service, async (version, { key, name, number, failing }) => {
      const directory = backend({
        'GET /v1/directory': () => (failing === 1 ? missed('person') : { body: { key, name } }),
        'GET /v1/directory/:key/phone': ({ path }) =>
          failing === 2 || path['key'] !== key ? missed('phone') : { body: { number } },
      });
      face.rest.answer = directory;
      const got = await law.ask(face.url, contact, version, asked('GetContact', '<email>a@b</email>'));
      const what = failing === 1 ? 'person' : 'phone';
      if (failing > 0) {
        expect(got.fault?.reason).toBe(`there is no ${what}`);
        expect(got.fault?.detail).toEqual([form('NotFound', [form('what', what)])]);
      } else {
        const phone = number === undefined ? [] : [form('phone', number)];
        expect(inner(got)).toEqual([form('name', name), ...phone]);
      }
    });
    await fc.assert(property, { numRuns: RUNS, endOnFailure });
    await face.stop();
  });
});

function missed(what: string) {
  return problem(404, { code: 'NOT_FOUND', detail: `there is no ${what}`, data: { what } });
}
