// `{$settings.name}` in names of the table.
import { describe, expect, it } from 'vitest';
import { ask, mappingOf, payments, problemsOf } from '../tables.ts';

const TABLE = `settings: { root: /v1, kind: pay, prefix: X-Pay, errors: [ usual, short ] }
rest:
  base: "{$settings.root}"
  media: { default: "application/vnd.{$settings.kind}+json" }
  errors: [ { when: { errors: short }, body: { "{$settings.kind}Error": "{code}" } } ]
idempotency: { header: "{$settings.prefix}-Key" }
rules:
  - rest: { request: "GET /payments/{id}", response: { headers: { "{$settings.prefix}-Id": "{id}" }, body: { media: "{$settings.kind}", payment: "{p}" } } }
    soap: { operation: GetPayment, port: Payments11, request: { GetPayment: { paymentId: "{id}" } }, response: { GetPaymentResponse: "{p}" } }`;
const chosen = (more: Readonly<Record<string, string>>) => ({ settings: new Map(Object.entries(more)) });

describe('a setting in a name', () => {
  it('is a text of the table', () => {
    const { rule } = ask(mappingOf(payments, TABLE), 'GET /v1/payments/7')!;
    expect(rule.response.rest.media).toBe('application/vnd.pay+json');
  });

  it('is that of the operator', () => {
    const mapping = mappingOf(payments, TABLE, chosen({ root: '/api/pay', kind: 'z' }));
    expect(ask(mapping, 'GET /api/pay/payments/7')?.rule.response.rest.media).toBe('application/vnd.z+json');
  });

  it('chooses the forms of errors', () => {
    expect(mappingOf(payments, TABLE).errorForms).toEqual([]);
    const [form] = mappingOf(payments, TABLE, chosen({ errors: 'short' })).errorForms;
    expect(form.body?.tree).toMatchObject({ kind: 'object', entries: [{ key: 'payError' }] });
  });

  it('must be one of the table', () => {
    const wrong = TABLE.replace('base: "{$settings.root}"', 'base: "{$settings.rot}"');
    expect(problemsOf(payments, wrong)).toContain('MAPPING_NAMES: there is no setting "rot"');
  });

  it('makes no name that is none', () => {
    const refused = problemsOf(payments, TABLE, chosen({ prefix: 'a b', root: 'v1' }));
    expect(refused).toEqual(expect.arrayContaining([expect.stringContaining('"v1" cannot be a base path')]));
    expect(refused).toContain('MAPPING_PATTERN: "a b-Id" is not a header name');
  });
});
