import { describe, expect, it } from 'vitest';
import { payments, problemsOf } from '../tables.ts';

describe('a response without content', () => {
  it.each([204, 205])('%i has no body', (status) => {
    const long = `
  - rest: { request: "GET /payments/{id}", response: { status: ${status}, body: "{p}" } }
    soap: { port: Payments11, request: { GetPayment: { paymentId: "{id}" } }, response: { GetPaymentResponse: "{p}" } }`;
    const problem = `MAPPING_SHAPE: a response with status ${status} has no body`;
    expect(problemsOf(payments, `rules:${long}`)).toEqual([problem]);
    expect(problemsOf(payments, `rules:\n  - GET /payments/{paymentId}: GetPayment -> ${status}`)).toEqual([problem]);
  });
});
