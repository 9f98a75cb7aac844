// Values that `types:` spells otherwise than the contract: paths, queries, header fields and bodies have one spelling, both ways.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadContractFrom } from '../../src/contract/load.ts';
import { Problems } from '../../src/errors/errors.ts';
import { scan } from '../../src/json/tape.ts';
import { fromJs, textOf } from '../../src/json/value.ts';
import { compileMapping } from '../../src/mapping/compile.ts';
import { describeRest } from '../../src/openapi/export/document.ts';
import type { RestRequest } from '../../src/rule/pattern.ts';
import { wsdlOf } from '../codec/presented.ts';
import { inlined } from '../oracle/openapi.ts';
import { refusal } from './tables.ts';

const contract = loadContractFrom(
  new Map([
    [
      't.wsdl',
      Buffer.from(
        wsdlOf(`<xs:simpleType name="Kind"><xs:restriction base="xs:string"><xs:enumeration value="SINGLE"/><xs:enumeration value="SUITE"/>
    <xs:enumeration value="ROOF_TOP"/></xs:restriction></xs:simpleType>
  <xs:simpleType name="Board"><xs:restriction base="xs:string"><xs:enumeration value="_none"/><xs:enumeration value="_full"/></xs:restriction></xs:simpleType>
  <xs:element name="Put"><xs:complexType><xs:sequence><xs:element name="kind" type="t:Kind"/><xs:element name="board" type="t:Board"/>
    <xs:element name="other" type="t:Kind" maxOccurs="unbounded"/><xs:element name="level" type="xs:string"/><xs:element name="at" type="xs:dateTime"/>
    <xs:element name="text" type="xs:string"/></xs:sequence></xs:complexType></xs:element>`),
      ),
    ],
  ]),
);

const head = `soapstone: 2
namespaces: { t: "urn:t" }
tables: { kinds: { single: SINGLE, suite: SUITE, roof top/1: ROOF_TOP } }
types:
  "*": { values: "_{x}" }
  t:Kind: { values: kinds }
  dateTime: { values: date }
`;

const mapping = compileMapping(
  `${head}rules:
  - id: put
    rest:
      request:
        line: "PUT /rooms/{board}/{at}?kind={kind=suite}&text=is-{level}"
        headers: { X-Others: "{others|csv}", X-Text: "{text|table(kinds)}" }
        body: { board: "{board}", at: "{at}", kind: "{kind}", others: "{others}", of: "kind {kind}" }
      response: { status: 204 }
    soap: { request: { Put: { kind: "{kind}", board: "{board}", other: "{others}", level: "{level}", at: "{at}", text: "{text}" } } }
`,
  'mapping.yaml',
  contract,
);
const [{ request, variables }] = mapping.rules;

function asked(target: string, headers: Record<string, string>, body: unknown): RestRequest {
  const [path, query = ''] = target.split('?');
  const look = mapping.lookup('PUT', path);
  if (look.kind !== 'found') throw new Error(`no rule takes ${path}`);
  return { method: 'PUT', segments: look.segments, query, headers, body: scan(fromJs(body).bytes) };
}

const named = (values: Record<string, unknown>) =>
  variables.map((name) => (name in values ? fromJs(values[name]) : undefined));
const suite = {
  kind: 'suite',
  board: 'full',
  others: ['roof top/1', 'single'],
  level: 'x',
  at: '2026-01-05',
  text: 'SUITE',
};

describe('texts of values', () => {
  it('are those of bodies', () => {
    const { target, headers, body } = request.rest.fill(named({ ...suite, kind: 'single' }));
    expect(target).toBe('/rooms/full/2026-01-05?kind=single&text=is-x');
    expect(headers).toEqual({ 'X-Others': 'roof top/1,single', 'X-Text': 'suite' });
    expect(JSON.parse(Buffer.from(body!).toString())).toEqual({
      board: 'full',
      at: '2026-01-05',
      kind: 'single',
      others: ['roof top/1', 'single'],
      of: 'kind single',
    });
  });

  it('have defaults in the same spelling', () => {
    expect(request.rest.fill(named(suite)).target).toBe('/rooms/full/2026-01-05?text=is-x');
  });

  const body = { board: 'full', at: '2026-01-05', kind: 'suite', others: ['single'], of: 'kind suite' };
  const fields = { 'x-others': 'single', 'x-text': 'suite' };
  it.each([
    ['/rooms/full/2026-01-05?kind=SUITE&text=is-x', fields, 'BAD_QUERY ?kind'],
    ['/rooms/full/2026-01-05?text=is-x', { ...fields, 'x-others': 'SINGLE' }, 'BAD_HEADER X-Others'],
    ['/rooms/full/2026-01-05?text=is-x', fields, 'none'],
  ])('are not those of the contract: %s %j', (target, headers, expected) => {
    expect(refusal(() => request.rest.match(asked(target, headers, body)))).toBe(expected);
  });

  it('are not those of the contract in a path', () => {
    const found = () =>
      request.rest.match(asked('/rooms/_full/2026-01-05?text=is-x', fields, { ...body, board: '_full' }));
    expect(refusal(found)).not.toBe('none');
  });

  it('are matched after they are filled', () => {
    const kinds = fc.constantFrom('single', 'suite', 'roof top/1');
    const values = fc.record({
      kind: kinds,
      board: fc.constantFrom('none', 'full'),
      others: fc.array(kinds, { minLength: 1 }),
      level: fc.string({ minLength: 1 }),
      at: fc.constantFrom('2026-01-05', '2026-01-05T10:00:00Z', '-0044-03-15', '2026-01-05T00:00:00+02:00'),
      text: fc.constantFrom('SUITE', 'SINGLE', 'ROOF_TOP'),
    });
    fc.assert(
      fc.property(values, (said) => {
        const { target, headers, body } = request.rest.fill(named(said));
        const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
        const found = request.rest.match(asked(target, lower, JSON.parse(Buffer.from(body!).toString())));
        if (!Array.isArray(found)) throw new Error('no match');
        expect(variables.map((name, i) => [name, JSON.parse(textOf(found[i]!))])).toEqual(
          variables.map((name) => [name, said[name as keyof typeof said]]),
        );
      }),
    );
  });

  it.each([
    ['{ kind: SUITE, $rest: skip }', 'none'],
    ['{ kind: "{kind=SUITE}", $rest: skip }', 'none'],
    ['{ kind: suite, $rest: skip }', 'MAPPING_TYPE'],
    ['{ kind: "{kind=suite}", $rest: skip }', 'MAPPING_TYPE'],
  ])('are those of the contract on the SOAP side: %s', (put, expected) => {
    const rule = `rules:
  - id: put
    only: soap-to-rest
    rest: { request: "GET /rooms?kind={kind=single}", response: { status: 204 } }
    soap: { request: { Put: ${put} } }
`.replace('?kind={kind=single}', put.includes('{kind') ? '?kind={kind=single}' : '');
    const codes: string[] = [];
    try {
      compileMapping(head + rule, 'mapping.yaml', contract);
    } catch (e) {
      if (!(e instanceof Problems)) throw e;
      codes.push(...e.problems.map(({ code }) => code));
    }
    expect(codes.join() || 'none').toBe(expected);
  });

  it('are what the description says', () => {
    const document = inlined(JSON.parse(JSON.stringify(describeRest([mapping]))));
    const { parameters } = document.paths['/rooms/{board}/{at}'].put;
    const schemas = Object.fromEntries(parameters.map((p: { name: string; schema: unknown }) => [p.name, p.schema]));
    expect(schemas.board).toMatchObject({ enum: ['none', 'full'] });
    expect(schemas.kind).toMatchObject({ enum: ['single', 'suite', 'roof top/1'], default: 'suite' });
    expect(schemas['X-Others'].items).toMatchObject({ enum: ['single', 'suite', 'roof top/1'] });
    expect(schemas['X-Text']).toMatchObject({ enum: ['single', 'suite', 'roof top/1'] });
  });
});
