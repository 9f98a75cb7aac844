// `{name|fn(a, b)}`: a function of module.ts sees the values of further variables.
import { describe, expect, it } from 'vitest';
import { scan } from '../../src/json/tape.ts';
import { textOf } from '../../src/json/value.ts';
import type { FunctionPair } from '../../src/pattern/converters/pair.ts';
import { ask, mappingOf, parcels, problemsOf } from './tables.ts';

const shown: FunctionPair = {
  in: (place, ...args) => ({ place, args }),
  out: (variable, ...args) => [variable, ...args.map((arg) => arg ?? 'none')],
};
const options = { functions: new Map([['shown', shown]]) };
const table = (query: string, response: string, request = 'limit: 10') => `rules:
  - id: find
    only: rest-to-soap
    rest: { request: "GET /parcels?${query}", response: { body: { found: "${response}" } } }
    soap: { request: { FindParcels: { service: [ express ], ${request} } }, response: { FindParcelsResponse: "{found}" } }`;

describe('arguments of a function', () => {
  it('are values of the request, in their order, and undefined where there is none', () => {
    const mapping = mappingOf(parcels, table('a={a=1}&b={b?}', '{found|shown(b, a)}'), options);
    const written = (query: string) => {
      const { rule, bindings } = ask(mapping, `GET /parcels?${query}`)!;
      const all = bindings.slice();
      all[rule.variables.indexOf('found')] = scan(Buffer.from('"x"'));
      return JSON.parse(Buffer.from(rule.response.rest.fill(all).body!).toString());
    };
    expect(written('a=7&b=y')).toEqual({ found: ['x', 'y', '7'] });
    expect(written('a=7')).toEqual({ found: ['x', 'none', '7'] });
    const { rule, bindings } = ask(mapping, 'GET /parcels?b=y')!;
    const body = scan(Buffer.from('{"found":"z"}'));
    const read = rule.response.rest.match({ status: 200, headers: {}, body }, bindings.slice())!;
    expect(JSON.parse(textOf(read[rule.variables.indexOf('found')]!))).toEqual({ place: 'z', args: ['y', '1'] });
  });

  it.each([
    ['a={a|shown(b)}&b={b?}', 'MAPPING_UNSUPPORTED: {a|shown(b)} is read before {b}'],
    ['b={b?}&a={a|shown(b)}', undefined],
  ])('cannot come after what is read with them: %s', (query, problem) => {
    const soap = 'limit: "{b}", createdAfter: "{a}"';
    const said = problemsOf(parcels, table(query, '{found}', soap), options);
    expect(said.filter((message) => message.includes('is read before'))).toEqual(problem ? [problem] : []);
  });
});
