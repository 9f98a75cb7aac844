// Files of the operator: tables, contracts and descriptions that are broken in any way are problems with a code and a place.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadContractFrom } from '../../../src/contract/load.ts';
import { publish } from '../../../src/contract/publish/publish.ts';
import { Problems } from '../../../src/errors/errors.ts';
import { compileMapping, expandTable } from '../../../src/mapping/compile.ts';
import { parseYaml } from '../../../src/mapping/syntax/yaml.ts';
import { convert } from '../../../src/openapi/import/convert.ts';
import { schema, wsdl as simpleWsdl } from '../../security/documents.ts';
import { holds, outcomeOf, type Target } from '../target.ts';
import { XML_KEYS } from './xml.ts';

const notes = join(import.meta.dirname, '../../security/notes');
const table = readFileSync(join(notes, 'mapping.yaml'), 'utf8');
const notesWsdl = readFileSync(join(notes, 'notes.wsdl'), 'utf8');
const contract = loadContractFrom(new Map([['notes.wsdl', Buffer.from(notesWsdl)]]));
const root = join(import.meta.dirname, '../../..');
const tutorialTable = (name: string) => readFileSync(join(root, 'mappings', name, 'mapping.yaml'), 'utf8');

export const tables: Target = {
  name: 'tables',
  seeds: [
    table,
    tutorialTable('40-paging'),
    tutorialTable('60-jobs'),
    tutorialTable('30-types'),
    'soapstone: 2\ncontract: a\nrules:\n  - GET /notes/{id}: GetNote\n',
  ],
  words: [
    '{id}',
    '{id?}',
    '{id=7}',
    '{id|int}',
    '{$now}',
    '- ',
    ': ',
    '\n',
    '\n  ',
    '{',
    '}',
    '[',
    ']',
    '&a ',
    '*a',
    '!!js ',
    '<<: ',
    '|',
    '"',
    "'",
    '$add',
    '$each',
    '$rest',
    '$type',
    'converters:',
    '{a|join(f, b)}',
    '{a|view(fields: b)}',
    'rest:',
    'soap:',
    'responses:',
    'types:',
    'tables:',
    'pages:',
    'async:',
    'calls:',
    'each:',
    'complete:',
    '<x?>',
    'idempotency:',
    'GET /x',
    'POST /x',
    'note',
    'title',
    'n:Note',
    '__proto__',
    'constructor',
    '1e999',
    '~',
  ],
  run: (input) => {
    const text = Buffer.from(input).toString();
    problems(() => parseYaml(text, 'mapping.yaml'));
    if (problems(() => compileMapping(text, 'mapping.yaml', contract)) === undefined) return;
    const long = problems(() => expandTable(text, 'mapping.yaml', contract));
    holds('a good table has a long form', long !== undefined);
    const again = outcomeOf(() => compileMapping(long, 'mapping.yaml', contract));
    holds('which is as good', 'value' in again, 'error' in again ? again.error.message : '');
  },
};

export const contracts: Target = {
  name: 'contracts',
  seeds: [
    notesWsdl,
    simpleWsdl({}),
    simpleWsdl(
      {},
      schema({
        members:
          '<xsd:simpleType name="S"><xsd:restriction base="xsd:string"><xsd:pattern value="[a-z\\-]{2,3}|\\d+\\p{Lu}"/><xsd:maxLength value="7"/></xsd:restriction></xsd:simpleType><xsd:attributeGroup name="G"><xsd:attribute name="a" type="xsd:int" default="1"/></xsd:attributeGroup><xsd:group name="R"><xsd:choice><xsd:element name="x" type="xsd:ID"/><xsd:any/></xsd:choice></xsd:group><xsd:complexType name="D"><xsd:complexContent><xsd:extension base="T"><xsd:group ref="R"/><xsd:attributeGroup ref="G"/></xsd:extension></xsd:complexContent></xsd:complexType>',
      }),
    ),
  ],
  words: [
    ...XML_KEYS,
    'xsd:extension',
    'xsd:restriction',
    'xsd:union',
    'xsd:list',
    'xsd:all',
    'xsd:choice',
    'xsd:any',
    'base="T"',
    'ref="n:In"',
    'type="T"',
    'substitutionGroup="In"',
    'maxOccurs="unbounded"',
    'minOccurs="999999999999"',
    'maxOccurs="0"',
    'abstract="true"',
    'name="T"',
    'use="encoded"',
    'style="rpc"',
    'element="n:In"',
    'schemaLocation="a.wsdl"',
    'memberTypes="S S"',
    'itemType="S"',
    'xsd:redefine',
    'xsd:include',
    'xsd:import',
    'fixed="1"',
    'default="x"',
    'mixed="true"',
    'nillable="true"',
  ],
  run: (input) => {
    const loaded = problems(() => loadContractFrom(new Map([['a.wsdl', input]]), 'a.wsdl'));
    if (loaded) problems(() => publish(loaded)?.get('wsdl')?.text('http://gateway.example/soap'));
  },
};

const dir = mkdtempSync(join(tmpdir(), 'soapstone-fuzz-'));
process.once('exit', () => rmSync(dir, { recursive: true, force: true }));

export const openapi: Target = {
  name: 'openapi',
  seeds: [
    JSON.stringify(
      {
        openapi: '3.1.0',
        info: { title: 'A', version: '1' },
        servers: [{ url: 'https://a.example/v1' }],
        paths: {
          '/notes/{id}': {
            parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
            get: {
              operationId: 'getNote',
              responses: {
                200: {
                  description: 'ok',
                  content: { 'application/json': { schema: { $ref: '#/components/schemas/Note' } } },
                },
                default: { description: 'no' },
              },
            },
            put: {
              requestBody: {
                content: {
                  'application/json': {
                    schema: {
                      allOf: [
                        { $ref: '#/components/schemas/Note' },
                        { type: 'object', properties: { x: { type: ['integer', 'null'], minimum: 1 } } },
                      ],
                    },
                  },
                },
              },
              responses: { 204: { description: 'ok' } },
            },
          },
        },
        components: {
          schemas: {
            Note: {
              type: 'object',
              required: ['title'],
              properties: {
                title: { type: 'string', pattern: '^[a-z]+$' },
                tags: { type: 'array', items: { type: 'string', enum: ['a', 'b'] } },
                below: { $ref: '#/components/schemas/Note' },
              },
              additionalProperties: false,
            },
          },
        },
      },
      null,
      1,
    ),
    'openapi: 3.0.3\ninfo: { title: B, version: "2" }\npaths:\n  /a:\n    get:\n      responses:\n        "200":\n          description: ok\n          content: { application/json: { schema: { oneOf: [{ type: number }, { type: string, nullable: true }] } } }\n',
  ],
  words: [
    '$ref',
    '#/components/schemas/Note',
    '#/',
    '#/paths/~1a',
    '"type":',
    '"object"',
    '"array"',
    '"string"',
    'null',
    'true',
    '{}',
    '[]',
    '"items":',
    '"properties":',
    '"allOf":',
    '"oneOf":',
    '"anyOf":',
    '"enum":',
    '"format":"date-time"',
    '"required":',
    '"additionalProperties":',
    '"discriminator":{"propertyName":"k"}',
    '"__proto__":',
    '"constructor":',
    '"in":"query"',
    '"in":"header"',
    '"in":"cookie"',
    '"explode":true',
    '"style":"deepObject"',
    '/{a}/{b}',
    '"default":',
    '1e999',
    '"nullable":true',
    '"not":',
  ],
  run: (input) => {
    const file = join(dir, 'api.yaml');
    writeFileSync(file, input);
    const made = problems(() => convert(file));
    if (made === undefined) return;
    const files = new Map(
      [...made.files]
        .filter(([name]) => name.startsWith('contract/'))
        .map(([name, text]) => [name, Buffer.from(text)] as const),
    );
    const main = [...files.keys()].find((name) => name.endsWith('.wsdl'))!;
    const loaded = outcomeOf(() => loadContractFrom(files, main));
    holds('its contract loads', 'value' in loaded, 'error' in loaded ? loaded.error.message : '');
    const checked = outcomeOf(() => compileMapping(made.files.get('mapping.yaml')!, 'mapping.yaml', loaded.value));
    holds('its table is right', 'value' in checked, 'error' in checked ? checked.error.message : '');
  },
};

/** Only problems, each with a message. undefined: there are some. */
function problems<T>(run: () => T): T | undefined {
  const outcome = outcomeOf(run);
  if ('value' in outcome) return outcome.value;
  if (outcome.error instanceof Problems)
    for (const { message } of outcome.error.problems) holds('every problem says something', message !== '');
  return undefined;
}
