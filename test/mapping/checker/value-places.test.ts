// A value that a table or an enumeration does not have is told which ones may stand in its place.
import { expect, it } from 'vitest';
import { explainRest } from '../../../src/explain/explain-rest.ts';
import { toFault } from '../../../src/fault/fault.ts';
import { ask, mappingOf, parcels, problemsOf } from '../tables.ts';

const mapping = mappingOf(
  parcels,
  `tables: { speed: { slow: economy, fast: express, "": standard } }
rules:
  - id: joined
    only: rest-to-soap
    rest: { request: "GET /joined?speed={services|table(speed)|csv}", response: { body: "{found}" } }
    soap: { request: { FindParcels: { service: "{services}", limit: 5 } }, response: { FindParcelsResponse: "{found}" } }
  - id: repeated
    only: rest-to-soap
    rest: { request: "GET /repeated?speed={services|table(speed)}", response: { body: "{found}" } }
    soap: { request: { FindParcels: { service: "{services}", limit: 5 } }, response: { FindParcelsResponse: "{found}" } }
  - id: header
    only: rest-to-soap
    rest:
      request: { line: "GET /header", headers: { X-Speed: "{service|table(speed)}" } }
      response: { body: "{found}" }
    soap: { request: { FindParcels: { service: [ "{service}" ], limit: 5 } }, response: { FindParcelsResponse: "{found}" } }
  - id: body
    only: rest-to-soap
    rest: { request: { line: "POST /body", body: { speed: "{service|table(speed)}" } }, response: { body: "{found}" } }
    soap: { request: { FindParcels: { service: [ "{service}" ], limit: 5 } }, response: { FindParcelsResponse: "{found}" } }
  - id: plain
    only: rest-to-soap
    rest: { request: "GET /plain?speed={services|csv}", response: { body: "{found}" } }
    soap: { request: { FindParcels: { service: "{services}", limit: 5 } }, response: { FindParcelsResponse: "{found}" } }
`,
);

function told(line: string, more = {}): unknown {
  try {
    ask(mapping, line, more);
  } catch (error) {
    return toFault(error).init.errors;
  }
  throw new Error('nothing was refused');
}

const values = 'must be one of slow, fast, ""';

it.each([
  ['GET /joined?speed=slow,lost', {}, '?speed', 'BAD_QUERY', values],
  ['GET /repeated?speed=slow&speed=lost', {}, '?speed', 'BAD_QUERY', values],
  ['GET /header', { headers: { 'x-speed': 'lost' } }, 'X-Speed', 'BAD_HEADER', values],
  ['POST /body', { body: { speed: 'lost' } }, '$.speed', 'CODEC_TYPE', values],
  ['GET /plain?speed=economy,lost', {}, '?speed', 'BAD_QUERY', expect.stringMatching(/^must be one of .*economy/)],
])('%s', (line, more, path, code, message) => {
  expect(told(line, more)).toEqual([{ path, code, message }]);
});

it('explain says so too', async () => {
  const request = { method: 'GET', path: '/joined', query: 'speed=lost', headers: {}, body: undefined };
  const { lines, matched } = await explainRest(mapping, request, () => {
    throw new Error('nothing is written');
  });
  expect([matched, lines.join('\n')]).toEqual([false, expect.stringContaining(`BAD_QUERY: ${values} at ?speed`)]);
});

it('a value table of a type without an enumeration has values of its lexical form', () => {
  const table = (south: string) => `tables: { offices: { north: AAA01, south: ${south} } }
types: { p:OfficeCode: { values: offices } }
rules: [ { "GET /parcels/{id}": GetParcel } ]`;
  expect(problemsOf(parcels, table('BBB02'))).toEqual([]);
  expect(problemsOf(parcels, table('nowhere'))).toEqual([
    expect.stringMatching(/^MAPPING_TYPE: "nowhere" of table "offices" is not a value of "OfficeCode": /),
  ]);
});
