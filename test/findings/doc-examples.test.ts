// Examples that a table says of its rules are checked like everything else in it.
import { describe, expect, test } from 'vitest';
import type { JsonSchema } from '../../src/codec/schema/json-schema.ts';
import { SchemaCheck } from '../../src/codec/schema/schema-check.ts';
import { exampleFindings } from '../../src/findings/doc-examples.ts';
import { mappingOf, parcels, payments } from '../mapping/tables.ts';

const linesOf = (contract: typeof parcels, text: string) =>
  exampleFindings(mappingOf(contract, text)).map(({ line }) => line.replace('mapping.yaml:', ''));

const refund = (examples: string) => `
rules:
  - id: refund
    doc: { examples: ${examples} }
    only: rest-to-soap
    rest:
      request: { line: "POST /payments/{id}/refunds", body: { amount: "{amount}" } }
      response: { status: 201, body: { refund: "{refund}" } }
    soap: { request: { Refund: { paymentId: "{id}", amount: "{amount}" } }, response: { RefundResponse: { status: { code: OK }, refundId: "{refund}" } } }`;

describe('examples of doc', () => {
  test('that fit say nothing', () => {
    expect(linesOf(payments, refund('{ request: { amount: 5.50 }, response: { refund: 7 } }'))).toEqual([]);
    expect(linesOf(payments, refund('{ response: { refund: 7 } }'))).toEqual([]);
  });

  test('have problems with place, rule and path', () => {
    expect(linesOf(payments, refund('{ request: { amount: much }, response: { refunds: 7 } }'))).toEqual([
      '6:35 [refund] MAPPING_TYPE: example of the request: expected number, found string at $.amount',
      '6:63 [refund] MAPPING_TYPE: example of the response: there is no such member at $.refunds (did you mean "refund"?)',
    ]);
  });

  test('of a body that is not there are problems', () => {
    const rows = `
rules:
  - GET /parcels/{id}: GetParcel
    doc:
      examples:
        request: { id: 7 }`;
    expect(linesOf(parcels, rows)).toEqual([
      '8:18 [GetParcel] MAPPING_TYPE: the request has no body that an example could be of (remove the example)',
    ]);
  });

  test('of copies of a row are told once for each copy, and of rows that SOAP clients alone call not at all', () => {
    const rows = (only: string) => `
tables: { classes: { slow: economy, fast: express } }
rules:
  - forEach: classes
    id: by.<rest>
    only: ${only}
    doc: { examples: { response: { totals: 1 } } }
    rest: { request: "GET /parcels/<rest>?limit={limit=50}", response: { body: "{found}" } }
    soap: { request: { FindParcels: { service: [ <soap> ], limit: "{limit}" } }, response: { FindParcelsResponse: "{found}" } }`;
    const lines = linesOf(parcels, rows('rest-to-soap'));
    expect(lines.filter((line) => line.includes('[by.slow]')).length).toBe(lines.length / 2);
    expect(lines.filter((line) => line.includes('[by.fast]'))).toContainEqual(
      expect.stringMatching(/^9:\d+ .* there is no such member at \$\.totals/),
    );
    expect(linesOf(parcels, rows('soap-to-rest'))).toEqual([]);
  });
});

describe('a schema', () => {
  const check = new SchemaCheck((name) => (name === 'Text' ? { type: 'string', maxLength: 2 } : undefined));
  const misfits = (value: unknown, schema: JsonSchema) =>
    [...check.misfits(value, schema)].map(({ path, message }) => `${['$', ...path].join('.')} ${message}`);

  test.each<[unknown, JsonSchema, string[]]>([
    ['abc', { $ref: '#/components/schemas/Text' }, ['$ is longer than 2 characters']],
    [null, { anyOf: [{ type: 'string' }, { type: 'null' }] }, []],
    [
      { a: { b: 1 } },
      { anyOf: [{ type: 'null' }, { properties: { a: { properties: { b: { type: 'string' } } } } }] },
      ['$.a.b expected string, found integer'],
    ],
    [1, { oneOf: [{ type: 'integer' }, { type: 'number' }] }, ['$ fits more than one of the alternatives']],
    [{ x: 1 }, { properties: { x: { not: {} } } }, ['$.x must not stand here']],
    [{ a: 1 }, { dependentRequired: { a: ['b'] } }, ['$ "b" is missing']],
    [
      { kx: 1 },
      { patternProperties: { '^k': { type: 'string' } }, additionalProperties: false },
      ['$.kx expected string, found integer'],
    ],
    [{ Ab: 1 }, { propertyNames: { pattern: '^[a-z]+$' } }, ['$.Ab does not fit the pattern ^[a-z]+$']],
    [
      [1, 'a'],
      { prefixItems: [{ type: 'string' }], items: { type: 'integer' }, minItems: 3 },
      ['$ has fewer than 3 items', '$.0 expected string, found integer', '$.1 expected integer, found string'],
    ],
    [[1], { contains: { const: 2 } }, ['$ lacks an item that must be there']],
    [0.3, { multipleOf: 0.1 }, []],
    [0.35, { multipleOf: 0.1, maximum: 0.2 }, ['$ is above 0.2', '$ is no multiple of 0.1']],
    [5, { exclusiveMinimum: 5, exclusiveMaximum: 5 }, ['$ is not above 5', '$ is not below 5']],
    ['gren', { enum: ['green', 'red'] }, ['$ expected "green", "red"']],
    [{}, { minProperties: 1 }, ['$ has fewer than 1 members']],
  ])('%j against %j', (value, schema, expected) => {
    expect(misfits(value, schema)).toEqual(expected);
  });
});
