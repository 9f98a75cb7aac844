import { describe, expect, it } from 'vitest';
import { createRestBack, type RestBackOptions } from '../../../../src/binding/rest/back/back.ts';
import { openExchange } from '../../../../src/exchange/model/exchange.ts';
import type { Rule } from '../../../../src/rule/rule.ts';
import { mappingOf, parcels, payments, refusal } from '../../../mapping/tables.ts';
import { bindingsOf } from './scene.ts';

const mapping = mappingOf(
  parcels,
  `
rest: { base: /v1 }
rules:
  - id: create
    rest:
      request: { line: "POST /parcels?dryRun={dry=false}", headers: { X-Tenant: "{tenant}" }, body: "{parcel}" }
      response: { status: 201, body: { id: "{id}", createdAt: "{at}", price: "{price}" } }
    soap:
      headers: { Tenant: "{tenant}" }
      request: { CreateParcel: { parcel: "{parcel}", testOnly: "{dry}" } }
      response: { CreateParcelResponse: { id: "{id}", createdAt: "{at}", price: "{price}" } }
  - id: find
    rest: { request: "GET /parcels?service={service}&createdAfter={since}&limit={limit=50}", response: { body: "{found}" } }
    soap: { request: { FindParcels: { service: "{service}", createdAfter: "{since}", limit: "{limit}" } }, response: { FindParcelsResponse: "{found}" } }
  - GET /parcels/{id}: GetParcel
  - POST /parcels/{id}/label: PrintLabel -> 200
`,
);
const paying = mappingOf(
  payments,
  `
rules:
  - id: pay
    rest:
      request: { line: "POST /accounts/{from}/payments", headers: { Content-Type: application/merge-patch+json }, body: { sum: "{amount}", $rest: "{others}" } }
      response: { status: 201, body: { payment: "{id}" }, media: application/vnd.pay+json }
    soap: { request: { Pay: { from: "{from}", amount: "{amount}", $rest: "{others}" } }, response: { PayResponse: { paymentId: "{id}" } } }
`,
);

const transport = {
  send: () => {
    throw new Error('nothing is sent');
  },
};

function written(
  rule: Rule | undefined,
  values: Record<string, unknown>,
  options: Partial<RestBackOptions> = {},
  trace?: string,
) {
  const back = createRestBack({ media: 'application/json', transport, ...options });
  const { method, path, headers, body } = back.request(rule as Rule, bindingsOf(rule as Rule, values), trace);
  const fields: Record<string, string> = {};
  for (let i = 0; i < headers.length; i += 2) {
    expect(fields).not.toHaveProperty(headers[i]);
    fields[headers[i]] = headers[i + 1];
  }
  return { line: `${method} ${path}`, fields, body: body && Buffer.from(body).toString() };
}

const literals = mappingOf(
  payments,
  `
rules:
  - id: literals
    rest: { request: { line: "POST /$all/eid:{id},@here", body: "{others}" }, response: { body: "{made}" } }
    soap: { request: { Pay: { from: "{id}", $rest: "{others}" } }, response: { PayResponse: "{made}" } }
`,
);

const rule = (id: string) => [...mapping.rules, ...paying.rules].find((r) => r.id === id);

it('asks for an answer later beside what the rule prefers itself', async () => {
  const create = rule('create') as Rule;
  const preferred = async (headers: readonly string[]) => {
    const sent: string[] = [];
    const send: RestBackOptions['transport']['send'] = ({ headers }) => {
      for (let i = 0; i < headers.length; i += 2) if (headers[i] === 'prefer') sent.push(headers[i + 1]);
      throw new Error('seen');
    };
    const back = createRestBack({ media: 'application/json', transport: { send }, headers });
    const bindings = bindingsOf(create, { dry: true, tenant: 't', parcel: {} });
    const exchange = openExchange({ id: 'x', rule: create, bindings, deferred: true }, 1000);
    await expect(back.handle(exchange)).rejects.toThrow('seen');
    return sent;
  };
  expect(await preferred([])).toEqual(['respond-async']);
  expect(await preferred(['Prefer', 'return=minimal'])).toEqual(['return=minimal, respond-async']);
  expect(await preferred(['X-Note', 'prefer', 'Prefer', 'respond-async'])).toEqual(['respond-async']);
});

describe('the request of a rule', () => {
  it('has method, path, header fields and the JSON as it was', () => {
    const { line, fields, body } = written(rule('create'), { dry: true, tenant: 'acme', parcel: { b: 1.5, a: ['x'] } });
    expect(line).toBe('POST /v1/parcels?dryRun=true');
    expect(fields).toEqual({
      'content-type': 'application/json',
      accept: 'application/json, application/problem+json',
      'accept-encoding': 'identity',
      'x-tenant': 'acme',
    });
    expect(body).toBe('{"b":1.5,"a":["x"]}');
  });

  it('leaves out what is absent or equal to a default', () => {
    expect(written(rule('create'), { dry: false, tenant: 't', parcel: {} }).line).toBe('POST /v1/parcels');
    expect(written(rule('find'), { limit: 50 }).line).toBe('GET /v1/parcels');
  });

  it('repeats list values and encodes texts', () => {
    const { line, body, fields } = written(rule('find'), {
      service: ['economy', 'express'],
      since: '2026-01-01T00:00:00+01:00',
      limit: 7,
    });
    expect(line).toBe(
      'GET /v1/parcels?service=economy&service=express&createdAfter=2026-01-01T00%3A00%3A00%2B01%3A00&limit=7',
    );
    expect(body).toBeUndefined();
    expect(fields).not.toHaveProperty('content-type');
  });

  it('leaves the literals of a path as the table has them, and encodes the values', () => {
    expect(written(literals.rules[0], { id: 'a:b,@c', others: {} }).line).toBe('POST /$all/eid:a%3Ab%2C%40c,@here');
  });

  it('has no path and query beyond 64 KiB', () => {
    const many = (count: number) => written(rule('find'), { service: new Array(count).fill('economy') });
    expect(many(4095).line.length).toBe('GET /v1/parcels?'.length + 4095 * '&service=economy'.length - 1);
    expect(refusal(() => many(4096))).toBe('PAYLOAD_TOO_LARGE');
  });

  it('goes below the path of the upstream', () => {
    for (const target of ['/api', '/api/']) {
      expect(written(rule('GetParcel'), { id: 7 }, { target }).line).toBe('GET /api/v1/parcels/7');
    }
    expect(written(rule('GetParcel'), { id: 7 }, { target: '/' }).line).toBe('GET /v1/parcels/7');
  });

  it('has the fields of the bridge and the trace; a field of the rule stands in place of ours', () => {
    const { fields } = written(
      rule('pay'),
      { from: 'A', amount: 1, others: {} },
      { headers: ['X-Key', 'k'] },
      '00-aa-bb-01',
    );
    expect(fields).toEqual({
      'content-type': 'application/merge-patch+json',
      accept: 'application/vnd.pay+json, application/problem+json',
      'accept-encoding': 'identity',
      'x-key': 'k',
      traceparent: '00-aa-bb-01',
    });
  });

  it('is not left changed by the request before it', () => {
    const back = createRestBack({ media: 'application/json', transport });
    const create = rule('create') as Rule;
    const first = back.request(create, bindingsOf(create, { tenant: 'one', parcel: {} }));
    const second = back.request(create, bindingsOf(create, { tenant: 'two', parcel: {} }));
    expect(first.headers).toContain('one');
    expect(second.headers).not.toContain('one');
  });

  it('sends an empty object where nothing of the body is there', () => {
    expect(written(rule('PrintLabel'), { id: 7, body: {} }).body).toBe('{}');
  });
});

describe('values that cannot stand in a request', () => {
  const back = createRestBack({ media: 'application/json', transport });
  const refused = (id: string, values: Record<string, unknown>) =>
    refusal(() => back.request(rule(id) as Rule, bindingsOf(rule(id) as Rule, values)));

  it.each(['a\r\nX-Admin: 1', 'a\nb', 'a\0b', 'Größe', ' a', 'a '])('header %j', (tenant) => {
    expect(refused('create', { tenant, parcel: {} })).toBe('BAD_HEADER X-Tenant');
  });

  it.each(['a/b', '..', '.', '', 'a\\b'])('path %j', (from) => {
    expect(refused('pay', { from, amount: 1, others: {} })).toMatch(/^BAD_PATH/);
  });

  it('no value where one must stand', () => {
    expect(refused('pay', { amount: 1, others: {} })).toBe('CODEC_MISSING');
    expect(refused('create', { tenant: 't' })).toBe('CODEC_MISSING');
  });

  it('leave the query of no caller in the path', () => {
    const { line } = written(rule('pay'), { from: 'a?b#c&d%2Fü +', amount: 1, others: {} });
    expect(line).toBe('POST /accounts/a%3Fb%23c%26d%252F%C3%BC%20%2B/payments');
  });
});
