// `state` of a request: the read that conditions are about, where it is not GET of the path.
import { expect, it } from 'vitest';
import { mappingOf, parcels, problemsOf } from '../tables.ts';

const table = (line: string, state: string) =>
  `rules:\n  - { id: x, rest: { request: { line: "${line}", state: "${state}" }, response: { body: { p: "{p}" } } }, soap: { request: { "p:GetParcel": { id: "{id}" } }, response: { "p:GetParcelResponse": "{p}" } } }`;

it('is a path with the values of the request', () => {
  const [{ request }] = mappingOf(parcels, table('PUT /parcels/{id}', 'GET /parcels/code:{id}')).rules;
  const bindings = request.rest.match({
    method: 'PUT',
    segments: ['parcels', '7'],
    query: '',
    headers: {},
    body: undefined,
  });
  expect(request.rest.statePath!(bindings!)).toBe('/parcels/code:7');
});

it.each([
  ['PUT /parcels/{id}', 'GET /parcels/code:{code}', 'MAPPING_NAMES: {code} must be in the path of "line"'],
  [
    'PUT /parcels/{id}',
    'POST /parcels/{id}',
    'MAPPING_SHAPE: "state" is a GET without a query, for a rule with another method',
  ],
  [
    'GET /parcels/{id}',
    'GET /parcels/{id}',
    'MAPPING_SHAPE: "state" is a GET without a query, for a rule with another method',
  ],
])('%s with %s: %s', (line, state, problem) => {
  expect(problemsOf(parcels, table(line, state))).toContain(problem);
});
