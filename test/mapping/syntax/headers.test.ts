import { describe, expect, it } from 'vitest';
import { payments, problemsOf } from '../tables.ts';

function withReply(response: string): string[] {
  return problemsOf(
    payments,
    `rules:
  - rest: { request: "GET /payments/{id}", response: ${response} }
    soap: { operation: GetPayment, port: Payments11, request: { GetPayment: { paymentId: "{id}" } }, response: { GetPaymentResponse: "{p}" } }`,
  );
}

describe('headers that a table cannot have', () => {
  it.each(['Content-Length', 'transfer-encoding', 'Connection', 'Upgrade', 'Trailer'])(
    '%s frames the message',
    (name) => {
      expect(withReply(`{ headers: { ${name}: "1" }, body: "{p}" }`)).toEqual([
        `MAPPING_PATTERN: the header ${name} belongs to the connection, not to the message`,
      ]);
    },
  );

  it.each(['Content-Type', 'content-encoding', 'X-Request-Id'])('%s of a response is the gateway’s', (name) => {
    expect(withReply(`{ headers: { ${name}: "x" }, body: "{p}" }`)).toEqual([
      `MAPPING_PATTERN: the gateway writes the header ${name} itself`,
    ]);
  });

  it.each([String.raw`a\r\nX-B: c`, 'é', String.raw`\0`])('%j is no value', (value) => {
    expect(withReply(`{ headers: { X-A: "${value}" }, body: "{p}" }`)).toEqual([
      'MAPPING_PATTERN: a value of the header X-A must be visible ASCII',
    ]);
  });

  it('holds for fault rows too', () => {
    const row = '{ soap: { fault: "*" }, rest: { status: 503, headers: { Content-Length: "1" } } }';
    expect(problemsOf(payments, `responses: [ ${row} ]\nrules: [ POST /payments: Pay ]`)).toEqual([
      'MAPPING_PATTERN: the header Content-Length belongs to the connection, not to the message',
    ]);
  });

  it('takes others', () => {
    expect(withReply('{ headers: { Cache-Control: "no-store\\t", X-Id: "a {id}" }, body: "{p}" }')).toEqual([]);
  });
});
