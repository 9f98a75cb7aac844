// `patterns:` and `$use`.
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { loadContractFrom } from '../../../src/contract/load.ts';
import { expandTable } from '../../../src/mapping/compile.ts';
import { wsdlOf } from '../../codec/presented.ts';
import { bothWays, problemsOf } from '../both-ways.ts';

const schema = `<xs:complexType name="Status"><xs:sequence><xs:element name="code" type="xs:string"/></xs:sequence><xs:attribute name="ok" type="xs:boolean"/></xs:complexType>
  <xs:element name="Put"><xs:complexType><xs:sequence><xs:element name="status" type="t:Status"/><xs:element name="id" type="xs:int" minOccurs="0"/></xs:sequence></xs:complexType></xs:element>`;
const head = (patterns: string) => `patterns: { ${patterns} }`;
const fine = 'ok: { status: { "@ok": true, $use: coded } }, coded: { code: "{code}" }, id: "{id}"';

describe('$use', () => {
  it('puts a pattern, or several, among the members of an object; alone, in its place', () => {
    for (const soap of ['{ $use: ok, id: { $use: id } }', '{ $use: [ ok ], id: "{id}" }']) {
      const { toXml, toJson } = bothWays(schema, '{ code: "{code}", id: "{id}" }', soap, head(fine));
      const xml = '<t:status ok="true"><t:code>c</t:code></t:status><t:id>7</t:id>';
      expect(toXml({ code: 'c', id: 7 })).toBe(xml);
      expect(toJson(xml)).toEqual({ code: 'c', id: 7 });
      expect(toJson(xml.replace('true', 'false'))).toBeUndefined();
    }
  });

  it('is gone from the long form', () => {
    const contract = loadContractFrom(new Map([['t.wsdl', Buffer.from(wsdlOf(schema))]]));
    const table = `soapstone: 1\n${head(fine)}\nrules:\n  - id: r\n    rest: { request: { line: POST /p, body: { c: "{code}" } } }\n    soap: { request: { Put: { $use: ok } } }`;
    const { rules } = parse(expandTable(table, 'mapping.yaml', contract));
    expect(rules[0].soap.request).toEqual({ Put: { status: { '@ok': true, code: '{code}' } } });
  });

  it.each([
    ['{ $use: okk }', fine, 'MAPPING_NAMES: there is no pattern "okk"'],
    [
      '{ $use: a }',
      'a: { status: { $use: b } }, b: { x: { $use: a } }',
      'MAPPING_PATTERN: the pattern "a" uses itself',
    ],
    ['{ $use: ok, status: "{s}" }', fine, 'MAPPING_DUPLICATE: "status" is also in a pattern of $use'],
    [
      '{ $use: id, status: "{s}" }',
      fine,
      'MAPPING_PATTERN: $use beside other members needs a pattern that is an object',
    ],
    [
      '{ $use: p9 }',
      Array.from({ length: 18 }, (_, i) => `p${i}: { a: { $use: p${i + 1} }, b: { $use: p${i + 1} } }`).join(', '),
      'MAPPING_SHAPE: the table is too large after its patterns are inserted',
    ],
  ])('%s is refused', (soap, patterns, problem) => {
    const bomb = problem.includes('too large') ? soap.replace('p9', 'p0') : soap;
    expect(problemsOf(schema, '{ c: "{code}" }', bomb, head(patterns))).toContain(problem);
  });
});
