// Rules that ask the rules of their own table: what a table may say, and how messages go through two rules.
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createCarry } from '../../../src/case-runner/case-runner.ts';
import { loadContract } from '../../../src/contract/load.ts';
import { Fault } from '../../../src/fault/fault.ts';
import { fromJs } from '../../../src/json/value.ts';
import type { Back } from '../../../src/mapping/cases/run-flow-cases.ts';
import { SoapMessages } from '../../../src/mapping/cases/soap-messages.ts';
import { mappingOf, problemsOf } from '../tables.ts';

const people = await loadContract(join(import.meta.dirname, '..', '..', '..', 'mappings', '50-calls', 'contract'));

const single = `
  - id: person
    only: soap-to-rest
    rest: { request: "GET /person/{id}", response: { body: "{person}" } }
    soap: { request: { GetPerson: { personId: "{id}" } }, response: { GetPersonResponse: { person: "{person}" } } }`;
const list = (each: string) => `
rules:${single}
  - id: people
    soap:
      request: { GetPeople: { personId: "{ids}" } }
      response: { GetPeopleResponse: { entry: { $each: { ok: "{results.ok}", code: "{results.code}", name: "{results.name}" } } } }
    calls: [ { each: id in ids, ${each} } ]`;
const asks =
  'soap: { request: { GetPerson: { personId: "{id}" } }, response: { GetPersonResponse: { person: { name: "{name}" } } } }';

describe('each over rules of the table', () => {
  const mapping = mappingOf(people, list(asks));
  const messages = new SoapMessages(mapping);
  const rule = mapping.rules.find(({ id }) => id === 'people')!;
  const ask = async (ids: readonly number[], back: Back) => {
    const bindings = new Array(rule.variables.length);
    bindings[rule.variables.indexOf('ids')] = fromJs(ids);
    const response = await createCarry()('soap', rule, bindings, back);
    return Buffer.from(messages.encode(rule.response.soap, response.bindings).body[0]).toString();
  };
  const person =
    (sent: string[]): Back =>
    (part, bindings) => {
      const { target } = part.request.rest.fill(bindings);
      sent.push(target);
      const body = fromJs({ id: Number(target.slice(8)), email: 'a@example.com', name: `N${target.slice(8)}` });
      return { bindings: part.response.rest.match({ status: 200, headers: {}, body }, bindings)! };
    };

  it('sends what the single rule sends, and keeps the order', async () => {
    const sent: string[] = [];
    const xml = await ask([3, 1, 2], person(sent));
    expect(sent).toEqual(['/person/3', '/person/1', '/person/2']);
    expect([...xml.matchAll(/name>(\w+)</g)].map(([, name]) => name)).toEqual(['N3', 'N1', 'N2']);
  });

  it('is the fault of its items when all have one', async () => {
    const fail: Back = () => {
      throw new Fault({ status: 401, code: 'NO', title: 'No', rest: { headers: {}, code: 'NO' } });
    };
    await expect(ask([1, 2], fail)).rejects.toMatchObject({ init: { status: 401, code: 'NO' } });
  });

  it.each([
    ['its own operation', 'soap: { request: { GetPeople: {} } }', '"GetPeople" would call itself'],
    ['an unknown operation', 'soap: { request: { GetNobody: {} } }', 'GetNobody'],
    ['less than the contract wants', 'soap: { request: { GetPerson: {} } }', 'personId'],
  ])('cannot ask for %s', (_, each, message) => {
    expect(problemsOf(people, list(each))).toContainEqual(expect.stringContaining(message));
  });
});

describe('calls: []', () => {
  it('is answered without any call', async () => {
    const mapping = mappingOf(
      people,
      'rules:\n  - { id: known, calls: [], soap: { request: { GetPeople: { personId: "{ids}" } }, response: { GetPeopleResponse: {} } } }',
    );
    const [rule] = mapping.rules;
    expect(rule.direction).toBe('soap-to-rest');
    expect(mapping.lookup('POST', '/').kind).toBe('none');
    const none: Back = () => {
      throw new Error('a call');
    };
    await expect(createCarry()('soap', rule, [fromJs(['1'])], none)).resolves.toMatchObject({ bindings: [{}] });
  });
});

describe('$rest: none', () => {
  const mapping = mappingOf(
    people,
    `
rules:
  - id: bare
    only: soap-to-rest
    rest: { request: "GET /people" }
    soap: { request: { GetPeople: { $rest: none } } }
  - id: some
    only: soap-to-rest
    rest: { request: "GET /people?id={ids}" }
    soap: { request: { GetPeople: { personId: "{ids}" } } }`,
  );
  const messages = new SoapMessages(mapping);
  const { ns } = people.operations.find(({ name }) => name === 'GetPeople')!.input.body[0].name;

  it('means another rule where there is something else', () => {
    const taken = (content: string) => {
      const xml = `<GetPeople xmlns="${ns}">${content}</GetPeople>`;
      const request = { body: [xml], headers: new Map<string, string>() };
      return mapping.lookupSoap(`{${ns}}GetPeople`).find((rule) => messages.decode(rule.request.soap, request, []))?.id;
    };
    expect([taken(''), taken('<personId>1</personId>')]).toEqual(['bare', 'some']);
  });

  it('says nothing on the REST side', () => {
    const text =
      'rules:\n  - { rest: { request: { line: POST /people, body: { $rest: none } } }, soap: { request: GetPeople } }';
    expect(problemsOf(people, text)).toContainEqual(expect.stringContaining('says nothing on the REST side'));
  });
});
