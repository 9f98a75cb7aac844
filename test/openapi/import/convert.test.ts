// What an OpenAPI description becomes: WSDL and schema that others read, a mapping without problems, JSON that goes through and back.

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ByteBuffer } from '../../../src/bytes/buffer.ts';
import type { ComplexType, ElementDecl } from '../../../src/contract/model/model.ts';
import { formatError, Problems } from '../../../src/errors/errors.ts';
import { json, textOf } from '../../../src/json/value.ts';
import { loadMapping } from '../../../src/mapping/load.ts';
import type { Mapping } from '../../../src/mapping/model/mapping.ts';
import { type Converted, convert } from '../../../src/openapi/import/convert.ts';
import { run } from '../../cli/spawn-cli.ts';
import { attributes, model } from '../../contract/inline-contracts.ts';
import { openOracle } from '../../oracle/xmllint.ts';
import { readWithPhp, readWithZeep } from '../../peers/readers.ts';
import { temp } from '../../server/temp.ts';

const fixtures = join(import.meta.dirname, '..', '..', 'fixtures', 'openapi');

interface Scene extends Converted {
  readonly dir: string;
  readonly mapping: Mapping;
}

async function sceneOf(file: string): Promise<Scene> {
  const dir = mkdtempSync(join(tmpdir(), 'soapstone-openapi-'));
  const converted = convert(file);
  mkdirSync(join(dir, 'contract'));
  for (const [name, text] of converted.files) writeFileSync(join(dir, name), text);
  return { ...converted, dir, mapping: await loadMapping(dir) };
}

/** JSON → an element of the contract → JSON, judged by libxml2 in between. */
function there(scene: Scene, local: string, text: string): { xml: string; back: string } {
  const { codec } = scene.mapping;
  const ns = codec.schemas.namespaces.find((one) => one.startsWith('urn:openapi'))!;
  const program = codec.program(
    codec.schemas.elements.get(`{${ns}}${local}`) as ElementDecl,
    { kind: 'hole', slot: 0 },
    1,
  );
  const out = new ByteBuffer();
  program.encode([json(Buffer.from(text))], out);
  const xml = Buffer.from(out.slice()).toString();
  const decoder = program.decoder();
  decoder.write(Buffer.from(xml));
  return { xml, back: textOf(decoder.end()[0]!) };
}

function modelOf(scene: Scene, name: string): string {
  const { types, elements } = scene.mapping.codec.schemas;
  const found =
    [...types].find(([key]) => key.endsWith(`}${name}`))?.[1] ??
    [...elements].find(([key]) => key.endsWith(`}${name}`))![1].type;
  expect(attributes(found as ComplexType)).toBe('');
  return model(found);
}

describe('properties with the names that the dialect has itself', () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await sceneOf(join(fixtures, 'dollars.yaml'));
  });
  afterAll(() => rmSync(scene.dir, { recursive: true, force: true }));

  it('are members like others', async () => {
    expect(await run(['check', scene.dir])).toMatchObject({ code: 0, out: '1 mapping, 2 rules: no problems\n' });
  });

  it.each([
    '{"body":{"name":"a","$type":"t:Other","$nil":true,"$value":7,"$mixed":["x"],"$any":["y"],"$items":"i","$rest":"r","$each":"e","$$type":"z"}}',
    '{"body":{"name":"a","inner":{"name":"b","$type":"b","$nil":false},"shape":{"kind":"circle","$type":"round","radius":2}}}',
    '{"body":{"name":"a","$value":0,"inner":null}}',
  ])('%s goes through and back', (text) => {
    const { xml, back } = there(scene, 'addThing', text);
    expect(xml).not.toContain('xsi:type="round"');
    expect(back).toBe(text);
  });
});

describe('the shop', () => {
  let shop: Scene;
  beforeAll(async () => {
    shop = await sceneOf(join(fixtures, 'shop.yaml'));
  });
  afterAll(() => rmSync(shop.dir, { recursive: true, force: true }));

  it('has a mapping that check has nothing against, and rules for all its operations', async () => {
    expect(await run(['check', shop.dir])).toMatchObject({ code: 0, out: '1 mapping, 6 rules: no problems\n' });
    expect(shop.mapping.rules.map((rule) => rule.id)).toEqual([
      'getArticle',
      'DeleteArticlesArticleId',
      'find_articles',
      'putArticle',
      'putValues',
      'putPicture',
    ]);
  });

  it('puts parameters and bodies into one message', () => {
    expect(modelOf(shop, 'getArticle')).toBe('(article-id, fields_article_*, X-Tenant)');
    expect(modelOf(shop, 'getArticleResponse')).toBe('(X-Rate-Limit?, result)');
    expect(modelOf(shop, 'find_articles')).toBe('(kind*, limit?)');
    expect(modelOf(shop, 'find_articlesResponse')).toBe('(result*)');
    expect(modelOf(shop, 'putValues')).toBe('(body?)');
    expect(modelOf(shop, 'Article')).toBe(
      '(id?, name?, price, _kind, marks, tags?, parts?, origin?, note?, packing?, wrap?, code?)',
    );
    const yaml = shop.files.get('mapping.yaml');
    expect(yaml).toContain('line: GET /articles/{article-id}?fields%5Barticle%5D={fields_article_|list}\n');
    expect(yaml).toContain('base: /api/v2\n');
    expect(yaml).toContain('#     fields: { key: { env: KEY } }\n');
    expect(yaml).toContain('auth:\n  credential: [ key ]\n  rest: { X-Key: "{$credential.key}" }\n');
  });

  it('writes short rows where the names of the contract say the rest, else long ones', () => {
    const yaml = shop.files.get('mapping.yaml');
    expect(yaml).toContain('unwrap: { request: body, response: result }\n');
    expect(yaml).toContain('\n  - GET /articles?kind&limit: find_articles\n');
    expect(yaml).toContain('\n  - POST /values: putValues\n');
    expect(yaml).toContain('\n  - DELETE /articles/{article-id}: DeleteArticlesArticleId\n');
    expect(yaml).toContain('\n  - id: getArticle\n');
  });

  it('declares errors as faults, with a row for each status', () => {
    const [get] = shop.mapping.rules;
    expect(get.operation.faults.map((f) => f.name)).toEqual(['Problem']);
    const yaml = shop.files.get('mapping.yaml');
    expect(yaml).toContain('[ { soap: { fault: t:PutArticle422Error }, rest: { status: 422 } } ]');
    const first = yaml!.slice(yaml!.indexOf('id: getArticle'), yaml!.indexOf('DELETE /articles'));
    expect([...first.matchAll(/status: (\w+)/g)].map(([, status]) => status)).toEqual(['200', '404', '4XX', '5XX']);
    expect([...first.matchAll(/code: (\w+)/g)].map(([, code]) => code)).toEqual(['Client', 'Client', 'Server']);
  });

  it.each([
    [
      'putArticle',
      '{"body":{"id":7,"name":"Tea","price":{"amount":1.50,"currency":"EUR"},"@kind":"a b","marks":[],"tags":["x","y"],"parts":[{"price":{"amount":1,"currency":"EUR"},"@kind":"","marks":[]}],"origin":{"country":"DE","since":"2020-02-29"},"note":null,"packing":{"packed":"bag","closed":true},"code":"x1"}}',
    ],
    [
      'putValues',
      '{"body":{"instant":"2020-01-01T00:00:00Z","data":"AQID","ratio":0.5,"cents":1.25,"double":1e300,"big":12345678901234567890,"yes":true,"level":2,"url":"see http://a/b","look":"b","free":{"a":1,"b c":2},"odd name":"1","odd_name":"2","unique":["a"]}}',
    ],
    [
      'putArticle',
      '{"body":{"price":{"amount":0,"currency":"EUR"},"@kind":"food","marks":[1,2],"packing":{"packed":"box","width":3},"wrap":{"packed":"bag","closed":false},"code":5}}',
    ],
    ['Problem', '{"type":"about:blank","title":"<&>","status":404}'],
  ])('carries %s', (element, text) => {
    const { xml, back } = there(shop, element, text);
    expect(JSON.parse(back)).toEqual(JSON.parse(text));
    const oracle = openOracle(join(shop.dir, 'contract'));
    expect(oracle.validate([xml])[0].problems).toEqual([]);
    oracle.close();
  });

  it.each([
    ['putArticle', '{"body":{"price":{"amount":1,"currency":"eur"},"@kind":"food"}}', 'currency'],
    ['putArticle', '{"body":{"price":{"amount":1,"currency":"EUR"},"@kind":"none"}}', '@kind'],
    ['putArticle', '{"body":{"@kind":"food"}}', '$.body'],
    ['putArticle', '{"body":{"price":{"amount":1,"currency":"EUR"},"@kind":"food"}}', '$.body'],
    ['putValues', '{"body":{"unique":[]}}', 'unique'],
    ['putValues', '{"body":{"free":{"a":"x"}}}', 'free'],
    [
      'putArticle',
      '{"body":{"price":{"amount":1,"currency":"EUR"},"@kind":"food","marks":[],"tags":["1","2","3","4"]}}',
      'tags',
    ],
    [
      'putArticle',
      '{"body":{"price":{"amount":1,"currency":"EUR"},"@kind":"food","marks":[],"packing":{"packed":"tin"}}}',
      'packing',
    ],
    [
      'putArticle',
      '{"body":{"price":{"amount":1,"currency":"EUR"},"@kind":"food","marks":[],"packing":{"packed":"box","closed":true}}}',
      'closed',
    ],
    ['putValues', '{"body":{"ratio":0}}', 'ratio'],
    ['putValues', '{"body":{"cents":0.125}}', 'cents'],
    ['putValues', '{"body":{"yes":false}}', 'yes'],
    ['putValues', '{"body":{"level":4}}', 'level'],
    ['putValues', '{"body":{"url":"nothing"}}', 'url'],
  ])('refuses %s %s', (element, text, path) => {
    expect(() => there(shop, element, text)).toThrow(expect.objectContaining({ path: expect.stringContaining(path) }));
  });

  it('lists what it cannot carry, each with its place', () => {
    const notes = shop.notes.map(({ pointer, message }) => `${pointer.replace(/~1/g, '|')} ${message}`);
    const expected = [
      ['/head', 'HEAD'],
      ['/get/parameters/3', 'cookie parameter "session"'],
      ['/content/application|xml', 'application/xml is not used'],
      ['/Thing/properties/id', 'readOnly'],
      ['/wrap/oneOf', 'all members'],
      ['/|articles|{other}/get', 'same method and path'],
      ['/parameters/2', '"filter" is an object'],
      ['/responses/202', 'status 202'],
      ['/properties/look', 'pattern'],
      ['/properties/anything', 'any JSON'],
      ['/get/responses', 'the statuses 404, 4XX become one fault, "Problem"'],
      ['/properties/mixed', 'different kinds'],
      ['/unique/uniqueItems', 'uniqueItems'],
      ['/Lost/properties/default/items', 'cannot be resolved: GET /lost is left out'],
      ['/|far/parameters/0/schema', 'cannot be resolved: GET /far is left out'],
      ['/schemas/Tree', 'a list of itself'],
      ['/servers', 'first server'],
      ['/webhooks', 'webhooks'],
      ['/|values/post/callbacks', 'callbacks'],
      ['/|values/post/servers', 'servers of the operation'],
      ['/|values/post/parameters/0', 'the header Connection'],
    ];
    for (const [place, message] of expected)
      expect(notes).toContainEqual(expect.stringMatching(new RegExp(`${escaped(place)} .*${escaped(message)}`)));
  });

  it('passes golden exchanges in both directions', async () => {
    const ns = 'xmlns="urn:openapi:cornershop:v2"';
    const article = `<price><amount>1.50</amount><currency>EUR</currency></price><_kind>food</_kind><marks><item>1</item></marks>`;
    const cases = {
      put: {
        rest: {
          request: {
            line: 'POST /api/v2/articles',
            body: { price: { amount: 1.5, currency: 'EUR' }, '@kind': 'food', marks: [1] },
          },
          response: { status: 201, headers: { Location: '/a/1' } },
        },
        soap: {
          request: `<putArticle ${ns}><body>${article.replace('1.50', '1.5')}</body></putArticle>`,
          response: `<putArticleResponse ${ns}><Location>/a/1</Location></putArticleResponse>`,
        },
      },
      get: {
        rest: {
          request: { line: 'GET /api/v2/articles/7?fields%5Barticle%5D=a,b', headers: { 'X-Tenant': 't' } },
          response: { status: 404, problem: { code: 'PROBLEM', data: { title: 'None', status: 404 } } },
        },
        soap: {
          request: `<getArticle ${ns}><article-id>7</article-id><fields_article_>a</fields_article_><fields_article_>b</fields_article_><X-Tenant>t</X-Tenant></getArticle>`,
          fault: {
            code: 'Client',
            reason: 'None',
            detail: `<Problem ${ns}><title>None</title><status>404</status></Problem>`,
          },
        },
      },
      find: {
        rest: {
          request: 'GET /api/v2/articles?kind=food&kind=drink&limit=5',
          response: { status: 200, body: [{ price: { amount: 1.5, currency: 'EUR' }, '@kind': 'food', marks: [1] }] },
        },
        soap: {
          request: `<find_articles ${ns}><kind>food</kind><kind>drink</kind><limit>5</limit></find_articles>`,
          response: `<find_articlesResponse ${ns}><result>${article.replace('1.50', '1.5')}</result></find_articlesResponse>`,
        },
      },
    };
    const list = Object.entries(cases).map(([name, one]) => ({ name, ...one }));
    mkdirSync(join(shop.dir, 'cases'));
    writeFileSync(join(shop.dir, 'cases/calls.yaml'), JSON.stringify(list));
    const { code, out } = await run(['test', shop.dir]);
    expect([code, out]).toEqual([0, expect.stringContaining('3 passed, 0 failed')]);
    expect([...out.matchAll(/(\d+) steps/g)].map(([, steps]) => steps)).toEqual(['9', '7', '9']);
  });

  it('is read by PHP and zeep', async () => {
    const wsdl = join(shop.dir, 'contract/CornerShop.wsdl');
    const [[php], [zeep]] = await Promise.all([readWithPhp(wsdl), readWithZeep(wsdl)]);
    expect([php.error, zeep.error]).toEqual([undefined, undefined]);
    expect(new Set(php.operations!.map((o) => / (\S+)\(/.exec(o)![1]))).toEqual(
      new Set(shop.mapping.rules.map((r) => r.id)),
    );
    expect(new Set(zeep.operations!.map((o) => o.split('(')[0]))).toEqual(new Set(shop.mapping.rules.map((r) => r.id)));
    expect(zeep.addresses).toEqual(['https://eu.shop.example/api/v2/', 'https://eu.shop.example/api/v2/']);
  });

  it('is what the command line writes, with the notes on standard output; it overwrites nothing', async () => {
    const dir = temp();
    const args = ['wsdl', '--openapi', join(fixtures, 'shop.yaml'), '-o', dir];
    const { code, out, err } = await run(args);
    expect([code, err]).toEqual([0, '']);
    const lines = out.split('\n').slice(0, -3);
    expect(lines.filter((line) => line.startsWith('  ')).toSorted()).toEqual(
      shop.notes.map((n) => `  ${n.file}#${n.pointer}: ${n.message}`).toSorted(),
    );
    expect(lines.filter((line) => !line.startsWith('  '))).toContain('left out: operations and paths (2)');
    expect(out).toContain(`${dir}: 6 operations, ${shop.types} types, ${shop.notes.length} notes\n`);
    for (const [name, text] of shop.files) expect(readFileSync(join(dir, name), 'utf8')).toBe(text);
    expect(out).toMatch(/sample-values\.yaml: 6 stub cases\nnext: .*\n$/);
    expect(out).toContain(`soapstone serve --mapping ${dir} --present soap --upstream https://eu.shop.example\n`);
    const tested = await run(['test', dir]);
    expect(tested, tested.out).toMatchObject({ code: 0, out: expect.stringMatching(/\n[1-9]\d* passed, 0 failed\n$/) });
    expect(await run(args)).toMatchObject({ code: 1, err: expect.stringContaining('OPENAPI_READ') });
  });
});

describe('OpenAPI 3.0', () => {
  let older: Scene;
  beforeAll(async () => {
    older = await sceneOf(join(fixtures, 'older.json'));
  });
  afterAll(() => rmSync(older.dir, { recursive: true, force: true }));

  it('has null and bounds of its own', () => {
    const put = (thing: string) => there(older, 'PutThingsId', `{"id":"1","body":${thing}}`).back;
    for (const thing of ['{"weight":null,"kind":null}', '{"weight":0.1,"kind":"a","same":{"weight":1,"kind":"b"}}'])
      expect(put(thing)).toBe(`{"id":"1","body":${thing}}`);
    expect(() => put('{"weight":0,"kind":"a"}')).toThrow();
    expect(() => put('{"weight":1,"kind":"c"}')).toThrow();
    expect(modelOf(older, 'Thing')).toBe('(weight, kind, same?, secret?)');
  });

  it('takes a namespace and the name of the schema', () => {
    const { files } = convert(join(fixtures, 'older.json'), { namespace: 'urn:mine' });
    expect([...files.keys()]).toEqual(['mapping.yaml', 'contract/_3OldWays.wsdl', 'contract/_3OldWays.xsd']);
    expect(files.get('contract/_3OldWays.xsd')).toContain('targetNamespace="urn:mine"');
  });
});

describe('a file that is none', () => {
  it.each([
    ['swagger: "2.0"\npaths: {}', 'OPENAPI_SHAPE: this is Swagger 2.0'],
    ['openapi: 3.2.0\npaths: {}', 'OPENAPI_SHAPE: this is OpenAPI 3.2.0'],
    ['openapi: 3.0.0', 'OPENAPI_SHAPE: the OpenAPI document has no paths'],
    ['openapi: 3.0.0\npaths: {}', 'OPENAPI_SHAPE: the OpenAPI document has no operation'],
    ['- a', 'OPENAPI_SHAPE: this is no OpenAPI description'],
    ['{"a": 1,', 'MAPPING_SYNTAX'],
    ['"', 'MAPPING_SYNTAX'],
  ])('%s', (text, message) => {
    const dir = temp({ 'api.yaml': text });
    expect(problemOf(() => convert(join(dir, 'api.yaml')))).toContain(message);
  });

  it('is not there', () => {
    expect(problemOf(() => convert('no-such.yaml'))).toBe('OPENAPI_READ: cannot read no-such.yaml: ENOENT');
  });

  it('cannot harm by names and circles', () => {
    const dir = temp({
      'api.json': `{"openapi":"3.0.0","info":{"title":"__proto__"},"paths":{"/a":{"post":{"requestBody":{"content":{"application/json":{"schema":{"$ref":"#/components/schemas/A"}}}},
        "responses":{"200":{"description":"","content":{"application/json":{"schema":{"$ref":"#/components/schemas/A"}}}}}}},
        "/l":{"get":{"responses":{"200":{"description":"","content":{"application/json":{"schema":{"$ref":"#/components/schemas/L"}}}}}}}},
        "components":{"schemas":{"A":{"allOf":[{"$ref":"#/components/schemas/A"}],"properties":{"__proto__":{"type":"string"},"constructor":{"type":"integer"}}},
        "L":{"$ref":"#/components/schemas/L"}}}}`,
    });
    const { files, notes } = convert(join(dir, 'api.json'));
    expect(files.get('contract/_proto_.xsd') ?? [...files.values()][2]).toContain(
      '<xs:element name="constructor" type="xs:integer"',
    );
    expect(files.get([...files.keys()][2])).toContain('<xs:element name="__proto__" type="xs:string"');
    expect(notes.map((n) => n.message)).toEqual(
      expect.arrayContaining([
        'the schema is a combination of itself: the recursion is left out',
        'the reference "#/components/schemas/L" cannot be resolved: GET /l is left out',
      ]),
    );
  });

  it('ends where combinations are many, or combine themselves', () => {
    const many = Object.fromEntries(
      Array.from({ length: 40 }, (_, i) => [
        `A${i}`,
        { allOf: [ref(`A${i + 1}`), { anyOf: [ref(`A${i + 1}`), ref(`A${i + 1}`)] }] },
      ]),
    );
    const schemas = {
      ...many,
      A40: { type: 'object', properties: { last: { type: 'string' } } },
      Self: { allOf: [ref('Self'), ref('Self')], properties: { a: { type: 'string' } } },
      Left: { type: 'object', properties: { x: ref('Both') } },
      Right: { type: 'object', properties: { x: { allOf: [ref('Both')] } } },
      Both: { allOf: [ref('Left'), ref('Right')] },
    };
    for (const name of ['A0', 'A30', 'Self', 'Both']) {
      const description = {
        openapi: '3.1.0',
        info: {},
        paths: { '/a': { put: { requestBody: jsonOf(ref(name)), responses: {} } } },
        components: { schemas },
      };
      const dir = temp({ 'api.json': JSON.stringify(description) });
      const { files, types } = convert(join(dir, 'api.json'));
      expect(types).toBeLessThan(5);
      if (name === 'A30') expect([...files.values()][2]).toContain('name="last"');
    }
  });

  it.each([
    ['objects', (i: number) => ({ type: 'object', properties: { n: ref(`A${i + 1}`) } })],
    ['lists', (i: number) => ({ type: 'array', items: ref(`A${i + 1}`) })],
  ])('refuses %s that lie too deep in each other', (_what, schema) => {
    const ofDepth = (n: number) =>
      problemOf(() => {
        const entries = Array.from({ length: n }, (_, i) => [`A${i}`, schema(i)]);
        const schemas = { ...Object.fromEntries(entries), [`A${n}`]: { type: 'string' } };
        const put = { requestBody: jsonOf({ type: 'object', properties: { a: ref('A0') } }), responses: {} };
        const description = { openapi: '3.1.0', info: {}, paths: { '/a': { put } }, components: { schemas } };
        convert(join(temp({ 'api.json': JSON.stringify(description) }), 'api.json'));
      });
    expect(ofDepth(390)).toBe('');
    expect(ofDepth(5_000)).toMatch(/api.json:1:1 OPENAPI_SHAPE: schemas are nested more than 400 levels/);
  });

  it('leaves out headers with names that HTTP does not have', () => {
    const header = (name: string) => ({ name, in: 'header', schema: { type: 'string' } });
    const headers = { 'x y': { schema: { type: 'string' } }, 'x-y': { schema: { type: 'string' } } };
    const put = { parameters: [header('a\r\nb: c'), header('x-ok')], responses: { 204: { description: '', headers } } };
    const description = { openapi: '3.1.0', info: {}, paths: { '/a': { put } } };
    const { notes, files } = convert(join(temp({ 'api.json': JSON.stringify(description) }), 'api.json'));
    expect(notes.map((n) => n.message)).toEqual([
      'the header "a\\r\\nb: c" is left out: it is not a valid header name',
      'the header "x y" is left out: it is not a valid header name',
    ]);
    expect([...files.values()].join('\n')).toMatch(/x-ok/);
  });

  it('says what stands beside a reference, and what is said twice', () => {
    const schemas = {
      A: { allOf: [ref('B'), { type: 'string', maxLength: 5 }] },
      B: { type: 'string', maxLength: 7 },
      C: { type: 'object', properties: { a: { ...ref('B'), minLength: 2, description: 'Mine' }, b: ref('A') } },
    };
    const description = {
      openapi: '3.1.0',
      info: {},
      paths: { '/a': { put: { requestBody: jsonOf(ref('C')), responses: {} } } },
      components: { schemas },
    };
    const { notes, files } = convert(join(temp({ 'api.json': JSON.stringify(description) }), 'api.json'));
    expect(notes.map((n) => `${n.pointer} ${n.message}`)).toEqual(
      expect.arrayContaining([
        '/components/schemas/C/properties/a/minLength "minLength" beside a reference is ignored',
        '/components/schemas/A "maxLength" is there twice: 7 is used',
      ]),
    );
    expect([...files.values()][2]).toContain('<xs:documentation>Mine</xs:documentation>');
  });
});

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const jsonOf = (schema: object) => ({ content: { 'application/json': { schema } } });

function problemOf(act: () => unknown): string {
  try {
    act();
  } catch (e) {
    if (e instanceof Problems) return e.problems.map(formatError).join('\n');
    throw e;
  }
  return '';
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
