import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadContract } from '../../../src/contract/load.ts';
import { compileMapping } from '../../../src/mapping/compile.ts';
import { describeRest } from '../../../src/openapi/export/document.ts';
import type { PathItem } from '../../../src/openapi/export/document-types.ts';
import { Page } from '../../../src/openapi/page/page.ts';
import { inlined, validateExchange } from '../../oracle/openapi.ts';
import { temp } from '../../server/temp.ts';
import { exampleProblems } from './examples.ts';
import { lint } from './lint.ts';

const contract = await loadContract(join(import.meta.dirname, '..', '..', '..', 'mappings', '20-shapes', 'contract'));
const faulty = await loadContract(join(import.meta.dirname, '..', '..', '..', 'mappings', '70-faults', 'contract'));

// biome-ignore lint/suspicious/noExplicitAny: a document is looked at in many places
function documentOf(rules: string, head = '', of = contract): any {
  return inlined(writtenDocument(rules, head, of));
}

// biome-ignore lint/suspicious/noExplicitAny: as above
function writtenDocument(rules: string, head = '', of = contract): any {
  const table = `soapstone: 2\nnamespaces: { p: "https://example.com/*" }\n${head}\nrules:\n${rules}`;
  return JSON.parse(JSON.stringify(describeRest([compileMapping(table, 'mapping.yaml', of)])));
}

const FIND = `
  - id: find
    rest:
      request: "GET /parcels/by/{services|csv}?limit={limit=50}&since={since?}"
      response: { body: { total: "{total}", parcels: "{parcels}" } }
    soap:
      request: { FindParcels: { service: "{services}", createdAfter: "{since}", limit: "{limit}" } }
      response: { FindParcelsResponse: { total: "{total}", parcel: "{parcels}" } }
`;

describe('a document', () => {
  it('has parameters with types, defaults and lists', async () => {
    const document = documentOf(
      FIND,
      'info: { title: Post, version: 2.10, description: All of it }\nrest: { base: /v1 }',
    );
    expect(document.info).toEqual({ title: 'Post', version: '2.10', description: 'All of it' });
    const [services, limit, since] = document.paths['/v1/parcels/by/{services}'].get.parameters;
    expect(services).toMatchObject({
      in: 'path',
      required: true,
      style: 'simple',
      explode: false,
      schema: { type: 'array' },
    });
    expect(limit).toMatchObject({ in: 'query', schema: { type: 'integer', default: 50 } });
    expect([limit.required, since.required]).toEqual([undefined, undefined]);
    expect(await lint(writtenDocument(FIND))).toEqual([]);
  });

  it('says license, contact and terms, and what its tags are', () => {
    const info = `info: { license: { identifier: MIT }, contact: { email: help@example.com }, termsOfService: "https://example.com/terms" }`;
    const document = documentOf(FIND, `${info}\nrest: { base: /v1 }`);
    expect(document.info).toMatchObject({
      license: { name: 'MIT', identifier: 'MIT' },
      contact: { email: 'help@example.com' },
      termsOfService: 'https://example.com/terms',
    });
    expect(document.tags).toEqual([
      { name: 'parcels', description: '`Parcel` of `https://example.com/parcels`. Below `/v1/parcels`.' },
    ]);
    expect(documentOf(FIND, 'tags: { parcels: What is on its way }').tags[0].description).toBe('What is on its way');
  });

  it('says the values of a list that goes through a value table', () => {
    const rows = FIND.replaceAll('services|csv', 'services|table(speed)|csv');
    const document = documentOf(rows, 'tables: { speed: { slow: economy, normal: standard } }');
    expect(document.paths['/parcels/by/{services}'].get.parameters[0]).toMatchObject({
      style: 'simple',
      explode: false,
      schema: { type: 'array', items: { type: 'string', enum: ['slow', 'normal'] } },
    });
  });

  it('makes one operation of rows that constants tell apart, and one path of holes with other names', async () => {
    const row = (id: string, query: string, hole: string) => `
  - id: ${id}
    only: rest-to-soap
    rest: { request: "GET /parcels/{${hole}}${query}", response: { body: "{parcel}" } }
    soap: { request: { GetParcel: { id: "{${hole}}" } }, response: { GetParcelResponse: { parcel: "{parcel}" } } }`;
    const rows = row('full', '?view=full', 'id') + row('brief', '?view=brief', 'number') + row('plain', '', 'id');
    const document = documentOf(rows);
    expect(Object.keys(document.paths)).toEqual(['/parcels/{id}']);
    expect(document.paths['/parcels/{id}'].get).toMatchObject({
      operationId: 'full',
      parameters: [
        { name: 'id', required: true },
        { name: 'view', schema: { type: 'string', enum: ['full', 'brief'] } },
      ],
    });
    expect(await lint(writtenDocument(rows))).toEqual([]);
  });

  it('leaves out what REST callers cannot reach', () => {
    const soap = FIND.replace('id: find', 'id: find\n    only: soap-to-rest');
    expect(documentOf(soap).paths).toEqual({});
  });

  it('says by their codes which problems have which data', () => {
    const rules = `
  - id: pay
    rest: { request: { line: POST /payments, body: "{all}" }, response: { status: 201, body: { id: "{id}" } } }
    soap: { request: { Pay: "{all}" }, response: { PayResponse: { paymentId: "{id}" } } }
    responses:
      - soap: { fault: AccountBlocked, detail: { account: "{account}" } }
        rest: { status: 423, code: BLOCKED, data: { number: "{account}" }, headers: { X-Account: "{account}" } }
`;
    const document = documentOf(rules, '', faulty);
    const { responses } = document.paths['/payments'].post;
    expect(responses['423'].headers).toHaveProperty('X-Account');
    const body = { type: 'urn:a', instance: 'urn:b', title: 't', status: 423, code: 'BLOCKED' };
    const request = { method: 'POST', target: '/payments', headers: {} };
    const problemsOf = (response: object) =>
      validateExchange(document, request, {
        status: 423,
        headers: { 'content-type': 'application/problem+json' },
        body: { ...body, ...response },
      }).filter((line) => line !== 'the body is required');
    expect(problemsOf({ data: { number: 'A-1' } })).toEqual([]);
    expect(problemsOf({ data: { account: 'A-1' } })).toHaveLength(1);
    expect(problemsOf({ code: 'OTHER' })).toHaveLength(1);
    // Faults that no row takes whole are 422; a row whose detail names what is always there takes all.
    expect(responses['422'].description).toBe('Insufficient funds; Invalid payment');
  });

  it('is asked for Authorization as security, not as a parameter', async () => {
    const rules = `
  - id: secured
    only: rest-to-soap
    rest: { request: { line: "GET /parcels/{id}", headers: { Authorization: "Bearer {tenant}" } }, response: { body: "{parcel}" } }
    soap:
      headers: { Tenant: "{tenant}" }
      request: { GetParcel: { id: "{id}" } }
      response: { GetParcelResponse: { parcel: "{parcel}" } }
`;
    const document = documentOf(rules);
    const { security, parameters } = document.paths['/parcels/{id}'].get;
    expect(parameters.map((p: { name: string }) => p.name)).toEqual(['id']);
    expect(security).toEqual([{ authorization: [] }, {}]);
    expect(await lint(writtenDocument(rules))).toEqual([]);
  });
});

describe('a parameter', () => {
  it('is required beside a value that each request has', async () => {
    const notes = await loadContract(join(import.meta.dirname, '../../../mappings/90-credentials/contract'));
    const rule = (line: string) => `
  - id: get
    rest:
      request: { line: "GET ${line}", headers: { X-Email: "{email?}", X-Password: "{word?}" } }
      response: { body: { text: "{text}" } }
    soap:
      headers: { passport: { email: "{email?}", password: "{word?}", account: "{account?}" } }
      request: { GetNote: { id: "{id}" } }
      response: { GetNoteResponse: { text: "{text}" } }
`;
    const requiredIn = (path: string, query = '') => {
      const { parameters } = documentOf(rule(path + query), 'only: rest-to-soap', notes).paths[path].get;
      // biome-ignore lint/suspicious/noExplicitAny: as above
      return parameters.flatMap(({ name, required }: any) => (required ? [name] : []));
    };
    expect(requiredIn('/accounts/{account}/notes', '?id')).toEqual(['account', 'id', 'X-Email', 'X-Password']);
    expect(requiredIn('/notes', '?id&account={account!}')).toEqual(['id', 'account', 'X-Email', 'X-Password']);
    expect(requiredIn('/notes', '?id&account={account?}')).toEqual(['id']);
  });

  it('of a window is an integer, also where numbers are strings', async () => {
    const root = join(import.meta.dirname, '../../../mappings/40-paging');
    const table = readFileSync(join(root, 'mapping.yaml'), 'utf8').replace('/v1 }', '/v1, numbers: string }');
    const mapping = compileMapping(table, 'mapping.yaml', await loadContract(join(root, 'contract')));
    // biome-ignore lint/suspicious/noExplicitAny: as above
    const { parameters, responses } = (inlined(describeRest([mapping])) as any).paths['/v1/books'].get;
    // biome-ignore lint/suspicious/noExplicitAny: as above
    const [limit, offset] = parameters.filter(({ name }: any) => name !== 'words');
    expect(limit.schema).toEqual({ type: 'integer', default: 20, minimum: 0, maximum: expect.any(Number) });
    expect(offset.schema).toMatchObject({ type: 'integer', default: 0, minimum: 0 });
    const { example } = responses['200'].content['application/x-ndjson'];
    expect(JSON.parse(example)).toEqual(responses['200'].content['application/json'].schema.examples[0].items[0]);
    expect(example).toMatch(/^\{.*\}\n$/);
  });
});

describe('doc of a rule', () => {
  const doc = `{ summary: Look, description: "**All** of it", tags: [ post, parcels ], deprecated: true, examples: { response: { total: 1, parcels: [] } } }`;

  it('comes before what the contract says, and before generated examples', async () => {
    const document = documentOf(FIND.replace('id: find', `id: find\n    doc: ${doc}`));
    const operation = document.paths['/parcels/by/{services}'].get;
    expect(operation).toMatchObject({
      summary: 'Look',
      description: '**All** of it',
      tags: ['post', 'parcels'],
      deprecated: true,
    });
    expect(document.tags.map(({ name }: { name: string }) => name)).toEqual(['post', 'parcels']);
    expect(operation.responses['200'].content['application/json'].example).toEqual({ total: 1, parcels: [] });
    expect(await lint(writtenDocument(FIND.replace('id: find', `id: find\n    doc: ${doc}`)))).toEqual([]);
  });

  it('may be a summary alone, also of a short rule', () => {
    const document = documentOf('  - GET /parcels/{id}: GetParcel\n    doc: One parcel\n');
    expect(document.paths['/parcels/{id}'].get).toMatchObject({ summary: 'One parcel', tags: ['parcels'] });
  });

  it('has no other keys', () => {
    expect(() => documentOf('  - GET /parcels/{id}: GetParcel\n    doc: { sumary: One }\n')).toThrow(
      'did you mean "summary"',
    );
  });
});

describe('examples', () => {
  it('are bodies that fit, with some of what is optional', () => {
    const written = writtenDocument(FIND);
    expect(exampleProblems(written)).toEqual([]);
    const [example] =
      documentOf(FIND).paths['/parcels/by/{services}'].get.responses['200'].content['application/json'].schema.examples;
    expect(example.parcels).toHaveLength(1);
    expect(example.total).toBe(1);
  });

  it('that do not fit are noticed by the tests', () => {
    const components = { schemas: { A: { type: 'integer', examples: ['x'] } } };
    expect(exampleProblems({ components })).toHaveLength(1);
  });
});

const NULLABLE = 'soapstone: 2\nrules:\n  - GET /places/{id}: GetPlace\n';
const WSDL = `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:p="urn:places" name="Places" targetNamespace="urn:places">
<types><xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:places" elementFormDefault="qualified">
<xs:complexType name="Place"><xs:sequence><xs:element name="name" type="xs:string"/></xs:sequence></xs:complexType>
<xs:element name="GetPlace"><xs:complexType><xs:sequence><xs:element name="id" type="xs:int"/></xs:sequence></xs:complexType></xs:element>
<xs:element name="GetPlaceResponse"><xs:complexType><xs:sequence><xs:element name="place" type="p:Place" nillable="true"/><xs:element name="number" type="xs:int"/></xs:sequence></xs:complexType></xs:element>
</xs:schema></types>
<message name="In"><part name="b" element="p:GetPlace"/></message><message name="Out"><part name="b" element="p:GetPlaceResponse"/></message>
<portType name="P"><operation name="GetPlace"><input message="p:In"/><output message="p:Out"/></operation></portType>
<binding name="B" type="p:P"><s:binding style="document" transport="http://schemas.xmlsoap.org/soap/http"/><operation name="GetPlace"><s:operation soapAction=""/><input><s:body use="literal"/></input><output><s:body use="literal"/></output></operation></binding>
<service name="Places"><port name="P" binding="p:B"><s:address location="http://127.0.0.1/"/></port></service></definitions>`;

describe('null and the names of types', () => {
  const { schemas } = writtenDocument(FIND).components;

  it('are in the schemas of types that have attributes or relatives', () => {
    expect(schemas['p.HomeDelivery'].properties).toHaveProperty(['$type']);
    expect(JSON.stringify(schemas['p.Parcel'].properties.insuredValue)).toContain('$nil');
  });

  it('are in no others: null is all that stands for nil', async () => {
    expect(schemas['p.Party'].properties).not.toHaveProperty(['$type']);
    const nullable = await loadContract(join(temp({ 'places.wsdl': WSDL }), 'places.wsdl'));
    const text = JSON.stringify(describeRest([compileMapping(NULLABLE, 'mapping.yaml', nullable)]));
    expect(text).toContain('"null"');
    expect(text).not.toMatch(/\$nil|\$type/);
  });
});

describe('fault rows', () => {
  const statuses = (soap: string) => {
    const rules = `  - POST /payments: Pay -> 201\n    responses:\n      - { soap: ${soap}, rest: { status: 402, code: POOR } }\n`;
    const document = documentOf(rules, '', faulty);
    return Object.keys(document.paths['/payments'].post.responses).filter((status) => /^4(?:02|22)$/.test(status));
  };
  const fault = 'fault: "p:InsufficientFunds"';

  it.each([
    `{ ${fault} }`,
    `{ ${fault}, detail: "{all}" }`,
    `{ ${fault}, detail: { account: "{account}", missing: "{missing}" } }`,
    `{ ${fault}, detail: { account: "{account}", $rest: "{others}" }, reason: "{why}" }`,
  ])('that take every fault with the element leave no other answer: %s', async (soap) => {
    expect(statuses(soap)).toEqual(statuses(`{ ${fault} }`));
  });

  it('that take some of them leave the default', () => {
    const whole = documentOf('  - POST /payments: Pay -> 201\n', '', faulty);
    const codes = (soap: string) =>
      JSON.stringify(
        documentOf(
          `  - POST /payments: Pay -> 201\n    responses:\n      - { soap: ${soap}, rest: { status: 402, code: POOR } }\n`,
          '',
          faulty,
        ).paths['/payments'].post.responses,
      ).includes('INSUFFICIENT_FUNDS');
    expect(JSON.stringify(whole.paths['/payments'].post.responses)).toContain('INSUFFICIENT_FUNDS');
    for (const soap of [
      `{ ${fault}, detail: { account: A } }`,
      `{ ${fault}, detail: { account: "{a}" }, reason: "{a}" }`,
      `{ ${fault}, detail: { account: "{a|int}" } }`,
      `{ ${fault}, detail: { account: "x-{a}" } }`,
      `{ ${fault}, detail: { account: "{a}", $rest: none } }`,
      `{ ${fault}, reason: "no {a}" }`,
      `{ ${fault}, code: Client }`,
    ])
      expect([soap, codes(soap)]).toEqual([soap, true]);
    for (const soap of [`{ ${fault} }`, `{ ${fault}, detail: { account: "{a}" } }`, `{ ${fault}, reason: "{a}" }`])
      expect([soap, codes(soap)]).toEqual([soap, false]);
  });
});

describe('what many operations have', () => {
  const rows = ['a', 'b'].map((name) => FIND.replace('find', name).replace('/parcels', `/${name}`)).join('');
  const text = JSON.stringify(
    describeRest([compileMapping(`soapstone: 2\nonly: rest-to-soap\nrules:\n${rows}`, 'mapping.yaml', contract)]),
  );
  const document = JSON.parse(text);

  it('stands once, under components', () => {
    const [a, b] = ['a', 'b'].map((name) => document.paths[`/${name}/by/{services}`].get);
    expect(a.parameters[0]).toEqual({ $ref: '#/components/parameters/services' });
    expect(b.parameters).toEqual(a.parameters);
    expect(a.responses['400']).toEqual(b.responses['400']);
    const [response] = Object.values<{ schema: unknown }>(a.responses['200'].content);
    expect(response.schema).toEqual({ $ref: '#/components/schemas/a.response' });
    expect(document.components.schemas['a.response'].properties).toHaveProperty('parcels');
  });

  it('has no reference that leads nowhere', () => {
    for (const [, kind, name] of text.matchAll(/"#\/components\/(\w+)\/([^"]+)"/g))
      expect(document.components[kind], `${kind}/${name}`).toHaveProperty([decodeURIComponent(name)]);
  });
});

describe('the docs page', () => {
  it('shows what comes from outside as text', () => {
    const evil = `<script>alert("x")</script>'&`;
    const document = documentOf(
      FIND,
      `info: { title: ${JSON.stringify(evil)}, description: ${JSON.stringify(evil)}, license: ${JSON.stringify(evil)} }`,
    );
    document.paths['/parcels/by/{services}'].get.operationId = `"><img src=x onerror=alert(1)>`;
    document.components.schemas[evil] = {
      description: evil,
      properties: { [evil]: { enum: [evil], pattern: evil, default: evil } },
    };
    const shown = new Page(() => document.components);
    for (const [path, item] of Object.entries<PathItem>(document.paths)) shown.add(path, item);
    const page = [...shown.pieces(document.info, Object.entries(document.components.schemas), `"onload=x`)].join('');
    expect(page).not.toMatch(/<script|<img|"onload/);
    expect(page).toContain('License: &lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;&#39;&amp;');
    expect(() => documentOf(FIND, 'info: { termsOfService: "javascript:alert(1)" }')).toThrow('address of the web');
  });
});

describe('the oracle', () => {
  const document = documentOf(FIND);
  const problemsOf = (target: string, response?: object) =>
    validateExchange(
      document,
      { method: 'GET', target, headers: {} },
      response && { status: 200, headers: {}, body: response },
    );

  it.each([
    ['/parcels/by/express,economy?limit=7', 0],
    ['/parcels/by/express?limit=x', 1],
    ['/parcels/by/never', 1],
    ['/parcels/by/express?other=1', 1],
    ['/parcels', 1],
  ])('finds in %s so many problems: %i', (target, n) => expect(problemsOf(target)).toHaveLength(n));

  it('looks at responses', () => {
    const good = { total: 0, parcels: [] };
    expect(problemsOf('/parcels/by/express', good)).toEqual([]);
    for (const bad of [{ ...good, total: 'x' }, { ...good, more: 1 }, { parcels: [] }, []])
      expect(problemsOf('/parcels/by/express', bad), JSON.stringify(bad)).toHaveLength(1);
    expect(
      validateExchange(
        document,
        { method: 'GET', target: '/parcels/by/express', headers: {} },
        { status: 204, headers: {} },
      ),
    ).toHaveLength(1);
  });
});
