import { describe, expect, it } from 'vitest';
import { fromJs } from '../../../src/json/value.ts';
import { ask, mappingOf, parcels, problemsOf, refusal, slotsOf } from '../tables.ts';

const SETTINGS = `settings:
  revision: [ 1, 2 ]
  region: eu
  most: { type: int, default: 10 }
  service: { type: text, default: express }
`;
const rule = (more: string, limit = '"{$settings.most}"', service = '"{$settings.service}"') =>
  `rules:
  - id: recent
    ${more}
    rest: { request: "GET /recent", response: { headers: { X-Region: "{$settings.region}" }, body: { most: "{$settings.most}", found: "{found}" } } }
    soap: { request: { FindParcels: { service: [ ${service} ], limit: ${limit} } }, response: { FindParcelsResponse: "{found}" } }`;
const given = (pairs: Record<string, string>) => ({ settings: new Map(Object.entries(pairs)) });

describe('settings of a mapping', () => {
  it('fills places of their kind, on both sides', () => {
    const mapping = mappingOf(parcels, SETTINGS + rule('only: rest-to-soap'));
    const found = ask(mapping, 'GET /recent')!;
    expect(slotsOf(found)).toEqual(['"express"', '10']);
    const bindings = found.bindings.slice();
    bindings[found.rule.variables.indexOf('found')] = fromJs({ total: 0 });
    const response = found.rule.response.rest.fill(bindings);
    expect(response.headers).toEqual({ 'X-Region': 'eu' });
    expect(Buffer.from(response.body!).toString()).toBe('{"most":10,"found":{"total":0}}');
  });

  it('may be chosen from outside', () => {
    const mapping = mappingOf(
      parcels,
      SETTINGS + rule('only: rest-to-soap'),
      given({ most: '20', service: 'economy' }),
    );
    expect(slotsOf(ask(mapping, 'GET /recent')!)).toEqual(['"economy"', '20']);
  });

  it('ignores what messages say in their places', () => {
    const [{ request }] = mappingOf(parcels, SETTINGS + rule('')).rules;
    expect(request.soap.match([undefined, undefined], [])).toEqual([]);
  });

  it.each([
    [{ most: 'many' }, 'SETTINGS: the setting "most" cannot be "many"'],
    [{ most: '007' }, 'SETTINGS: the setting "most" cannot be "007"'],
    [{ revision: '3' }, 'SETTINGS: the setting "revision" cannot be "3"'],
    [{ revisoin: '1' }, 'SETTINGS: the mapping has no setting "revisoin"'],
    [{ service: 'unheard' }, 'MAPPING_TYPE: {$settings.service} is "unheard", which does not fit here'],
  ])('%j is wrong', (pairs, problem) => {
    expect(problemsOf(parcels, SETTINGS + rule('only: rest-to-soap'), given(pairs as Record<string, string>))).toEqual([
      expect.stringContaining(problem),
    ]);
  });

  it('checks places, names and defaults', () => {
    const limit = '"{$settings.region}"';
    expect(problemsOf(parcels, SETTINGS + rule('only: rest-to-soap', limit))[0]).toMatch(
      /^MAPPING_TYPE: \{\$settings.region\} is "eu", which does not fit here/,
    );
    expect(problemsOf(parcels, SETTINGS + rule('only: rest-to-soap', '"{$settings.mst}"'))).toEqual([
      'MAPPING_NAMES: unknown variable {$settings.mst}',
    ]);
    expect(problemsOf(parcels, 'settings: { a: { type: int } }\nrules: []')).toEqual([
      'SETTINGS: the setting "a" has no value',
    ]);
    expect(
      problemsOf(parcels, 'settings: { a: { type: int, default: x }, b: { default: 1, values: [ 2 ] } }\nrules: []'),
    ).toEqual(['MAPPING_TYPE: "x" is not of the type int', 'MAPPING_TYPE: the default "1" is not one of the values']);
  });
});

const two = (first: string, second: string) => `${SETTINGS}rules:
  - { id: get, when: ${first}, "GET /parcels/{id}": GetParcel }
  - { id: get, when: ${second}, "GET /parcels/{id}": GetParcel -> 203 }`;

describe('when: rules under a setting', () => {
  it('has one of them', () => {
    const text = two('{ revision: 1 }', '{ revision: [ 2 ], region: eu }');
    const statusOf = (pairs = {}) => mappingOf(parcels, text, given(pairs)).rules.map((r) => r.response.rest.status);
    expect([statusOf(), statusOf({ revision: '2' }), statusOf({ revision: '2', region: 'us' })]).toEqual([
      [200],
      [203],
      [],
    ]);
  });

  it('checks those that do not hold', () => {
    expect(
      problemsOf(
        parcels,
        two('{ revision: 1 }', '{ revision: 2 }').replace('/{id}": GetParcel ->', '/{idd}": GetParcel ->'),
      ),
    ).toHaveLength(1);
    expect(problemsOf(parcels, two('{ revision: 1 }', '{ revision: 1 }')).length).toBeGreaterThan(0);
    expect(problemsOf(parcels, two('{ revisoin: 1 }', '{ revision: 3 }'))).toContain(
      'MAPPING_NAMES: there is no setting "revisoin"',
    );
    expect(problemsOf(parcels, two('{ revision: 1 }', '{ revision: 3 }'))).toEqual([
      'MAPPING_UNREACHABLE: "revision" is never "3"',
    ]);
  });

  it('stands at fault rows and keys of repeats too', () => {
    const text = `${SETTINGS}idempotency: { header: X-Key, when: { revision: 1 } }
responses:
  - { when: { revision: 2 }, soap: { fault: "*" }, rest: { status: 503, code: DOWN } }
rules:
  - { "POST /parcels": CreateParcel -> 201 }`;
    const one = mappingOf(parcels, text).rules[0];
    const other = mappingOf(parcels, text, given({ revision: '2' })).rules[0];
    expect([one.idempotency?.header, other.idempotency?.header]).toEqual(['x-key', undefined]);
    expect([one.faults.restSides.length, other.faults.restSides.length]).toEqual([0, 1]);
  });
});

describe('parts of the host name', () => {
  const text = (host: string, name: string) => `rest: { host: "${host}" }
rules:
  - id: get
    rest: { request: "GET /parcels/{id}", response: { body: { at: "{${name}}", parcel: "{parcel}" } } }
    soap: { request: { GetParcel: { id: "{id}" } }, response: { GetParcelResponse: { parcel: "{parcel}" } } }`;
  const bodyFor = (mapping: ReturnType<typeof mappingOf>, host: string | undefined) => {
    const { rule, bindings } = ask(mapping, 'GET /parcels/7')!;
    rule.take!(bindings, { headers: { host } });
    return Buffer.from(rule.response.rest.fill(bindings).body!).toString();
  };

  it('come from the request that found the rule', () => {
    const mapping = mappingOf(parcels, text('{account}.api.example.com', '$host.account'));
    expect(bodyFor(mapping, 'DEMO1.api.example.com:8080')).toBe('{"at":"demo1"}');
    for (const host of ['api.example.com', 'a.b.api.example.com', 'demo1.api.example.com.evil.test', '', undefined])
      expect(refusal(() => bodyFor(mapping, host))).toBe('MISDIRECTED');
  });

  it('are all of it where there is no pattern', () => {
    const mapping = mappingOf(parcels, text('', '$host').replace('rest: { host: "" }\n', ''));
    expect(bodyFor(mapping, 'Api.example.com')).toBe('{"at":"api.example.com"}');
    expect(refusal(() => bodyFor(mapping, `${'a'.repeat(300)}.com`))).toBe('MISDIRECTED');
  });

  it('cost nothing where no rule uses them', () => {
    const mapping = mappingOf(parcels, 'rest: { host: "{a}.example.com" }\nrules:\n  - GET /parcels/{id}: GetParcel');
    expect(mapping.rules[0].take).toBeUndefined();
  });

  it('are checked by their names', () => {
    expect(problemsOf(parcels, text('{account}.example.com', '$host.acount'))).toEqual([
      'MAPPING_NAMES: unknown variable {$host.acount}',
    ]);
    expect(problemsOf(parcels, text('{account|int}.example.com', '$host'))).toEqual([
      'MAPPING_PATTERN: a placeholder of a host must be a plain name',
    ]);
  });
});
