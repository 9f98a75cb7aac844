// Forms of JSON that XML has no form for by itself, through a contract made from OpenAPI: what PHP and zeep send and get is what the REST service
// gets and sends.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { convert } from '../../../src/openapi/import/convert.ts';
import { plain } from '../../e2e/soap-clients/clients.ts';
import { startSoapFace } from '../../e2e/soap-face.ts';
import { callWithPhp, callWithZeep } from '../../peers/callers.ts';
import { temp } from '../../server/temp.ts';

const description = `
openapi: 3.1.0
info: { title: Zoo, version: "1" }
servers: [{ url: "https://zoo.example/" }]
paths:
  /cages:
    put:
      operationId: putCage
      requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/Cage" } } } }
      responses:
        "200": { description: It, content: { application/json: { schema: { $ref: "#/components/schemas/Cage" } } } }
        4XX: { description: No, content: { application/json: { schema: { $ref: "#/components/schemas/Trouble" } } } }
components:
  schemas:
    Cage:
      type: object
      required: [animals, keepers]
      properties:
        animals: { type: array, items: { $ref: "#/components/schemas/Animal" } }
        keepers: { type: array, items: { type: string } }
        signs: { type: [array, "null"], items: { type: string } }
        prices: { type: object, additionalProperties: { type: number } }
    Animal:
      type: object
      required: [name]
      properties: { name: { type: string } }
      oneOf: [{ $ref: "#/components/schemas/Cat" }, { $ref: "#/components/schemas/Bird" }]
      discriminator: { propertyName: kind, mapping: { cat: "#/components/schemas/Cat" } }
    Cat: { type: object, required: [kind], properties: { kind: { type: string }, lives: { type: integer } } }
    Bird: { type: object, required: [kind], properties: { kind: { const: bird }, sings: { type: boolean } } }
    Trouble: { type: object, required: [why], properties: { why: { type: string }, at: { type: array, items: { type: string } } } }
`;

const cage = {
  animals: [
    { name: 'Tom', kind: 'cat', lives: 9 },
    { name: 'Tweety', kind: 'bird', sings: true },
  ],
  keepers: [],
  signs: null,
  prices: { adult: 7.5, 'a child': 3 },
};

const ns = 'urn:openapi:zoo:v1';
const given = {
  animals: {
    item: [
      { $type: `{${ns}}AnimalCat`, name: 'Tom', lives: 9 },
      { $type: `{${ns}}AnimalBird`, name: 'Tweety', sings: true },
    ],
  },
  keepers: {},
  signs: null,
  prices: {
    entry: [
      { key: 'adult', value: 7.5 },
      { key: 'a child', value: 3 },
    ],
  },
};

it.each([
  ['PHP', callWithPhp('1.1')],
  ['zeep', callWithZeep('1.1')],
])('%s: variants, empty and null lists, free members, an error', async (_, call) => {
  const dir = temp({ 'zoo.yaml': description });
  const { files, notes } = convert(join(dir, 'zoo.yaml'));
  expect(notes).toEqual([]);
  for (const [name, text] of files) {
    mkdirSync(dirname(join(dir, name)), { recursive: true });
    writeFileSync(join(dir, name), text);
  }
  const face = await startSoapFace(dir);
  onTestFinished(() => face.stop());
  const bodies: unknown[] = [];
  face.rest.answer = ({ body }) => {
    bodies.push(JSON.parse(body));
    if (bodies.length === 1) return { body };
    return { status: 418, body: '{"code":"TEAPOT","why":"It is full","at":[]}' };
  };
  const [kept, full] = await call(`${face.url}?wsdl`, [
    ['putCage', { body: given }],
    ['putCage', { body: { animals: {}, keepers: {} } }],
  ]);
  expect([kept.reason, kept.broken]).toEqual([undefined, undefined]);
  expect(bodies).toEqual([cage, { animals: [], keepers: [] }]);
  expect(plain(kept.result.result ?? kept.result)).toEqual(plain(given));
  expect(plain(full.detail)).toEqual({ TroubleFault: { why: 'It is full' } });
});

const nested = `
openapi: 3.1.0
info: { title: Depot, version: "1" }
servers: [{ url: "https://depot.example/" }]
paths:
  /crates/{id}:
    get:
      operationId: getCrate
      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
      responses:
        "200": { description: It, content: { application/json: { schema: { type: object, properties: { id: { type: string } } } } } }
        "404": { description: No, content: { application/json: { schema: { $ref: "#/components/schemas/Err" } } } }
components:
  schemas:
    Err:
      type: object
      required: [ok, error]
      properties:
        ok: { type: boolean }
        error: { type: object, required: [num, msg], properties: { num: { type: integer }, msg: { type: string } } }
`;

it('an error object inside of a declared body: the fault has the whole body', async () => {
  const dir = temp({ 'depot.yaml': nested });
  for (const [name, text] of convert(join(dir, 'depot.yaml')).files) {
    mkdirSync(dirname(join(dir, name)), { recursive: true });
    writeFileSync(join(dir, name), text);
  }
  const face = await startSoapFace(dir);
  onTestFinished(() => face.stop());
  face.rest.answer = () => ({ status: 404, body: '{"ok":false,"error":{"num":7,"msg":"No such crate"}}' });
  const [fault] = await callWithZeep('1.1')(`${face.url}?wsdl`, [['getCrate', { id: '9' }]]);
  expect(fault.reason).toBe('No such crate');
  expect(plain(fault.detail)).toEqual({ ErrFault: { ok: 'false', error: { num: '7', msg: 'No such crate' } } });
});

const shapes = `
openapi: 3.0.3
info: { title: Shapes, version: "1" }
servers: [{ url: "https://shapes.example/" }]
paths:
  /grids:
    put:
      operationId: putGrid
      requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/Grid" } } } }
      responses: { "200": { description: It, content: { application/json: { schema: { $ref: "#/components/schemas/Grid" } } } } }
  /rows:
    post:
      operationId: postRows
      requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/Rows" } } } }
      responses: { "200": { description: It, content: { application/json: { schema: { $ref: "#/components/schemas/Rows" } } } } }
  /names:
    post:
      operationId: postNames
      requestBody: { required: true, content: { application/json: { schema: { type: array, items: { type: string } } } } }
      responses: { "204": { description: It } }
    put:
      operationId: putNames
      requestBody: { content: { application/json: { schema: { type: array, items: { type: string } } } } }
      responses: { "204": { description: It } }
components:
  schemas:
    Rows: { type: array, items: { type: array, items: { type: integer } } }
    Grid:
      type: object
      required: [rows, pets]
      properties:
        rows: { type: array, items: { type: array, nullable: true, items: { type: array, items: { type: string } } } }
        sides: { type: object, additionalProperties: { type: array, items: { type: number } } }
        pets: { type: array, items: { $ref: "#/components/schemas/Pet" } }
        first: { nullable: true, allOf: [ { $ref: "#/components/schemas/Pet" } ] }
    Pet:
      type: object
      required: [petType]
      properties: { petType: { type: string }, name: { type: string } }
      discriminator: { propertyName: petType, mapping: { dog: "#/components/schemas/Dog" } }
    Cat: { allOf: [ { $ref: "#/components/schemas/Pet" }, { type: object, properties: { lives: { type: integer } } } ] }
    Dog: { allOf: [ { $ref: "#/components/schemas/Pet" }, { type: object, properties: { pack: { type: integer } } } ] }
    Lion: { allOf: [ { $ref: "#/components/schemas/Cat" }, { type: object, properties: { mane: { type: boolean } } } ] }
`;

/** What SOAP clients say, and the JSON that it is. */
const exchanges: readonly (readonly [string, object, unknown])[] = [
  [
    'putGrid',
    {
      rows: { item: [{ item: [{ item: ['a', 'b'] }, { item: [] }] }, {}] },
      sides: { entry: [{ key: 'x', value: { item: [1.5, 2] } }] },
      pets: {
        item: [
          { $type: '{urn:openapi:shapes:v1}PetDog', name: 'Rex', pack: 3 },
          { $type: '{urn:openapi:shapes:v1}PetLion', lives: 9, mane: true },
          { $type: '{urn:openapi:shapes:v1}PetPet', name: 'It' },
        ],
      },
      first: { $type: '{urn:openapi:shapes:v1}GridFirstCat', lives: 7 },
    },
    {
      rows: [[['a', 'b'], []], []],
      sides: { x: [1.5, 2] },
      pets: [
        { petType: 'dog', name: 'Rex', pack: 3 },
        { petType: 'Lion', lives: 9, mane: true },
        { petType: 'Pet', name: 'It' },
      ],
      first: { petType: 'Cat', lives: 7 },
    },
  ],
  ['putGrid', { rows: {}, pets: {} }, { rows: [], pets: [] }],
  ['postRows', { item: [{ item: [1, 2] }, { item: [] }, { item: [3] }] }, [[1, 2], [], [3]]],
  ['postRows', {}, []],
];
/** zeep writes null inside of the holder too. */
const nullRow = ['putGrid', { rows: { item: [null, {}] }, pets: {} }, { rows: [null, []], pets: [] }] as const;

it.each([
  ['PHP', callWithPhp('1.1'), [...exchanges, nullRow]],
  ['zeep', callWithZeep('1.1'), exchanges],
])('%s: lists in lists, lists by name, and what extends a schema with a discriminator', async (_, call, sent) => {
  const face = await faceOf(shapes);
  const bodies: unknown[] = [];
  face.rest.answer = ({ body }) => {
    bodies.push(JSON.parse(body));
    return { body };
  };
  const said = await call(
    `${face.url}?wsdl`,
    sent.map(([operation, body]) => [operation, { body }] as const),
  );
  expect(said.map(({ reason, broken }) => reason ?? broken)).toEqual(sent.map(() => undefined));
  expect(bodies).toEqual(sent.map(([, , json]) => json));
  const [grid] = said;
  expect(plain(grid.result.result ?? grid.result)).toEqual(plain(exchanges[0][1]));
});

it.each([
  ['PHP', callWithPhp('1.1')],
  ['zeep', callWithZeep('1.1')],
])('%s: a list as the body: none of its items is [], unless it may be absent', async (_, call) => {
  const face = await faceOf(shapes);
  face.rest.answer = () => ({ status: 204 });
  const calls = [
    ['postNames', { body: [] }],
    ['postNames', { body: ['a'] }],
    ['putNames', { body: [] }],
  ] as const;
  for (const { reason, broken } of await call(`${face.url}?wsdl`, calls)) expect(reason ?? broken).toBe(undefined);
  expect(face.rest.asked.map(({ body }) => body)).toEqual(['[]', '["a"]', '']);
});

async function faceOf(openapi: string) {
  const dir = temp({ 'api.yaml': openapi });
  for (const [name, text] of convert(join(dir, 'api.yaml')).files) {
    mkdirSync(dirname(join(dir, name)), { recursive: true });
    writeFileSync(join(dir, name), text);
  }
  const face = await startSoapFace(dir);
  onTestFinished(() => face.stop());
  return face;
}
