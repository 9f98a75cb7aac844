// `optional:` of a table: names that another contract may lack.
import { describe, expect, it } from 'vitest';
import { Lacking } from '../../../src/mapping/syntax/lacking.ts';
import { fitsNamespace } from '../../../src/mapping/syntax/namespace-pattern.ts';
import { parseYaml } from '../../../src/mapping/syntax/yaml.ts';
import { mappingOf, parcels, problemsOf } from '../tables.ts';

const ids = (text: string) => mappingOf(parcels, text).rules.map(({ id }) => id);

/** The table as it is read with the contract of parcels. */
function present(text: string): unknown {
  const root = parseYaml(text, 'mapping.yaml');
  return plain(new Lacking(root, parcels).present(root));
}

function plain(node: ReturnType<typeof parseYaml>): unknown {
  if (node.kind === 'scalar') return node.value;
  if (node.kind === 'list') return node.items.map(plain);
  return Object.fromEntries(node.entries.map(({ key, value }) => [key, plain(value)]));
}

describe('optional: names that a contract may lack', () => {
  const rules = `
rules:
  - GET /parcels/{id}: GetParcel
  - DELETE /parcels/{id}: LoseParcel
  - id: tracked
    rest: { request: "GET /tracks/{id}", response: { status: 204 } }
    soap: { request: { SealParcel: { id: "{id}" } } }
`;

  it('leaves out rules for operations that are lacking, and says so', () => {
    const mapping = mappingOf(parcels, `optional: [ LoseParcel, SealParcel, GetParcel ]${rules}`);
    expect(mapping.rules.map(({ id }) => id)).toEqual(['GetParcel']);
    expect(mapping.lacks).toEqual({ types: [], names: ['LoseParcel', 'SealParcel'] });
  });

  it('changes nothing for names that are not in the list', () => {
    expect(problemsOf(parcels, `optional: LoseParcel${rules}`)).toEqual([
      expect.stringMatching(/^MAPPING_UNKNOWN_ELEMENT: no operation takes the element "SealParcel"/),
    ]);
  });

  it('leaves out rows of tables where a rule uses their cell', () => {
    const text = `
tables: { acts: [ { act: see, op: GetParcel, way: rest-to-soap }, { act: lose, op: LoseParcel } ] }
rules:
  - { forEach: acts, "GET /<act>/{id}": <op>, id: <act>, only: <way?> }
`;
    expect(ids(`optional: LoseParcel${text}`)).toEqual(['see']);
    expect(problemsOf(parcels, text)[0]).toMatch(/MAPPING_UNKNOWN_OPERATION/);
  });

  it('leaves out rows whose value the enumeration lacks', () => {
    const text = (rows: string) => `
optional: [ ServiceLevel/overnight, ServiceLevel/express ]
tables: { kinds: [ ${rows} ] }
rules:
  - forEach: kinds
    id: <kind>
    rest: { request: "GET /<kind>", response: { body: "{found}" } }
    soap: { request: { FindParcels: { service: [ <kind> ], limit: 1 } }, response: { FindParcelsResponse: "{found}" } }
`;
    expect(ids(text('{ kind: express }, { kind: overnight }'))).toEqual(['express']);
  });

  it('leaves out what cannot be without it, and no more', () => {
    const table = `
optional: [ Gone ]
auth:
  soap: [ { Gone: { a: 1 } }, { Tenant: "{$credential.a}" } ]
  front: { login: [ { request: { Gone: x } }, { request: { GetParcel: x } } ], logout: { request: Gone } }
defaults: { soap: { headers: { Gone: 1, Tenant: 2 } } }
tables: { t: [ { a: Gone } ] }
rules:
  - { id: a, soap: { request: [ { Gone: 1 }, { GetParcel: 2 } ] } }
  - { id: b, soap: { operation: Gone } }
  - { id: c, calls: [ { soap: { request: Gone } }, { soap: { request: GetParcel } } ] }
  - { id: d, soap: { request: GetParcel }, async: { submit: { request: { Gone: 1 } }, result: x } }
  - { id: e, soap: { request: GetParcel, response: { Gone: 1 } }, pages: { next: [ { request: Gone }, { request: GetParcel } ] } }
`;
    expect(present(table)).toEqual({
      optional: ['Gone'],
      auth: { soap: [{ Tenant: '{$credential.a}' }], front: { login: [{ request: { GetParcel: 'x' } }] } },
      defaults: { soap: { headers: { Tenant: 2 } } },
      tables: { t: [{ a: 'Gone' }] },
      rules: [
        { id: 'a', soap: { request: [{ GetParcel: 2 }] } },
        { id: 'd', soap: { request: 'GetParcel' } },
        { id: 'e', soap: { request: 'GetParcel', response: { Gone: 1 } }, pages: { next: [{ request: 'GetParcel' }] } },
      ],
    });
  });

  it('ends sessions of clients where no login is left', () => {
    const front =
      'auth: { soap: [ { Tenant: 1 } ], front: { login: [ { request: Gone } ], logout: { request: GetParcel } } }';
    expect(present(`optional: Gone\n${front}`)).toEqual({ optional: 'Gone', auth: { soap: [{ Tenant: 1 }] } });
  });
});

describe('a namespace of a table', () => {
  it.each([
    ['urn:a', 'urn:a', true],
    ['urn:a', 'urn:ab', false],
    ['urn:a*', 'urn:ab', true],
    ['urn:core_*.records.*', 'urn:core_2019_1.records.example.com', true],
    ['urn:core_*.records.*', 'urn:types.core_2019_1.records.example.com', false],
    ['urn:core_*.records.example.com', 'urn:core_2019_1.records.example.org', false],
    ['*x*x', 'x', false],
    ['a*a', 'a', false],
    ['*', '', true],
  ])('%s fits %s: %s', (pattern, ns, fits) => {
    expect(fitsNamespace(pattern, ns)).toBe(fits);
  });
});
