import { describe, expect, it } from 'vitest';
import { DeferredRule } from '../../../src/mapping/runtime/deferred-rule.ts';
import { ask, bank, mappingOf, parcels, refusal } from '../tables.ts';

const mapping = mappingOf(
  parcels,
  `
rest: { base: /v1 }
only: rest-to-soap
rules:
  - { "GET /parcels/{id}": GetParcel, id: by-id }
  - { GET /parcels/latest: FindParcels, id: latest }
  - { "GET /parcels/p-{id}": GetParcel, id: prefixed }
  - { "GET /parcels/{id|int}/events": TrackParcel, id: events }
  - { POST /parcels/latest: FindParcels, id: post }
  - { "DELETE /parcels/{id}": GetParcel, id: delete }
  - { GET /parcels?service=express: FindParcels, id: express }
  - { "GET /parcels?createdAfter={createdAfter}": FindParcels, id: find }
`,
);

const idOf = (line: string) => ask(mapping, line)?.rule.id;

describe('lookup by path', () => {
  it.each([
    ['GET /v1/parcels/7', 'by-id'],
    ['GET /v1/parcels/latest', 'latest'],
    ['POST /v1/parcels/latest', 'post'],
    ['DELETE /v1/parcels/7', 'delete'],
    ['GET /v1/parcels/p-7', 'prefixed'],
    ['GET /v1/parcels/7/events', 'events'],
    ['GET /v1/parcels?service=express', 'express'],
    ['GET /v1/parcels', 'find'],
    ['GET /v1/nothing', undefined],
    ['GET /v1', undefined],
    ['GET /parcels/7', undefined],
    ['GET /v1/constructor/7', undefined],
  ])('%s is %s', (line, id) => expect(idOf(line)).toBe(id));

  it('gives a method that the most literal path lacks to the next one', () => {
    expect(refusal(() => ask(mapping, 'DELETE /v1/parcels/latest'))).toBe('BAD_PATH {id}');
  });

  it('answers HEAD by GET', () => {
    const found = mapping.lookup('HEAD', '/v1/parcels/7');
    expect(found.kind === 'found' && found.rules.map((r) => r.id)).toEqual(['by-id']);
  });

  it('hands out compiled rules, the same for each request, and compiles no others', () => {
    const rows = '[{ "GET /a/{id}": GetParcel }, { "GET /b/{id}": TrackParcel }]';
    const table = mappingOf(parcels, `rules: ${rows}`);
    const compiled = () => table.rules.map((rule) => rule instanceof DeferredRule && rule.isCompiled);
    const rulesOf = (path: string) => {
      const found = table.lookup('GET', path);
      return found.kind === 'found' ? found.rules : [];
    };
    expect(compiled()).toEqual([false, false]);
    const [rule] = rulesOf('/a/7');
    expect(rule).not.toBeInstanceOf(DeferredRule);
    expect(rulesOf('/a/8')[0]).toBe(rule);
    expect(compiled()).toEqual([true, false]);
  });

  it('tells an unknown path from an unknown method', () => {
    expect(mapping.lookup('GET', '/v1/nothing')).toEqual({ kind: 'none' });
    expect(mapping.lookup('PUT', '/v1/parcels/7')).toEqual({
      kind: 'method',
      allow: ['DELETE', 'GET', 'HEAD', 'OPTIONS'],
    });
    expect(mapping.lookup('PUT', '/v1/parcels/latest')).toEqual({
      kind: 'method',
      allow: ['GET', 'HEAD', 'OPTIONS', 'POST'],
    });
  });

  it('allows the methods whose rules take the values of the path, or all of them where none does', () => {
    expect(mapping.lookup('PUT', '/v1/parcels/x')).toMatchObject({ allow: ['DELETE', 'GET', 'HEAD', 'OPTIONS'] });
    const search = mappingOf(
      parcels,
      'only: rest-to-soap\nrules:\n  - { "GET /parcels/{id}": GetParcel }\n  - { POST /parcels/search: FindParcels }\n',
    );
    expect(search.lookup('PUT', '/parcels/search')).toMatchObject({ allow: ['OPTIONS', 'POST'] });
    expect(search.lookup('PUT', '/parcels/7')).toMatchObject({ allow: ['GET', 'HEAD', 'OPTIONS'] });
  });

  it('knows the form of a path that the method is for', () => {
    const forms = mappingOf(
      parcels,
      'only: rest-to-soap\nrules:\n  - { "GET /parcels/{id}": GetParcel }\n  - { "DELETE /parcels/no-{id}": GetParcel, id: delete }\n',
    );
    const instead = '/parcels/no-{id}';
    expect(forms.lookup('DELETE', '/parcels/7')).toMatchObject({ kind: 'method', instead });
    expect(forms.lookup('DELETE', '/parcels/no-')).toMatchObject({ kind: 'method', instead });
    expect(forms.lookup('DELETE', '/parcels/no-7')).toMatchObject({ kind: 'found' });
    expect(forms.lookup('PUT', '/parcels/7')).not.toMatchObject({ instead });
    expect(forms.lookup('DELETE', '/parcels')).toEqual({ kind: 'none' });
  });

  it.each(['/v1/parcels/%2e%2e', '/v1//parcels', '/v1/parcels/a%2Fb', '/v1/parcels/'])('refuses %s', (path) => {
    expect(refusal(() => mapping.lookup('GET', path))).toBe('BAD_PATH');
  });

  it('gives a converter that refuses to the next rule', () => {
    expect(idOf('GET /v1/parcels/x/events')).toBeUndefined();
  });

  it('names the place of a value that is not of its type', () => {
    expect(refusal(() => ask(mapping, 'GET /v1/parcels/x'))).toBe('BAD_PATH {id}');
    expect(refusal(() => ask(mapping, 'GET /v1/parcels?createdAfter=yesterday'))).toBe('BAD_QUERY ?createdAfter');
  });
});

describe('lookup by body element', () => {
  const table = `
rules:
  - id: any
    rest: { request: "GET /accounts/{id}?currency={currency}", response: { body: "{response}" } }
    soap: { request: { GetAccount: { accountId: "{id}", currency: "{currency}" } }, response: { GetAccountResponse: "{response}" } }
  - id: euro
    rest: { request: "GET /euro/{id}", response: { body: "{response}" } }
    soap: { request: { GetAccount: { accountId: "{id}", currency: EUR } }, response: { GetAccountResponse: "{response}" } }
  - { "GET /other/{accountId}": GetAccount, only: rest-to-soap }
`;
  const both = mappingOf(bank, table);

  it('tries rules with more constants first, and none that go the other way only', () => {
    const rules = both.lookupSoap('{https://example.com/bank}GetAccount');
    expect(rules.map((r) => r.id)).toEqual(['euro', 'any']);
    expect(rules.some((rule) => rule instanceof DeferredRule)).toBe(false);
    expect(both.lookupSoap('GetAccount')).toEqual([]);
    expect(both.lookupSoap('__proto__')).toEqual([]);
  });
  it('compiles rules in slices, once for all messages that wait, and no others', async () => {
    const fresh = mappingOf(bank, table);
    const compiled = () => fresh.rules.map((rule) => rule instanceof DeferredRule && rule.isCompiled);
    const element = '{https://example.com/bank}GetAccount';
    const preparation = fresh.prepareSoap?.(element);
    expect(preparation).toBeInstanceOf(Promise);
    expect(fresh.prepareSoap?.(element)).toBe(preparation);
    await preparation;
    expect(compiled()).toEqual([true, true, false]);
    expect(fresh.prepareSoap?.(element)).toBeUndefined();
    expect(fresh.lookupSoap(element).map((rule) => rule.id)).toEqual(['euro', 'any']);
    expect(fresh.prepareSoap?.('nothing')).toBeUndefined();
  });
});
