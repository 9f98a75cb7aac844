import { describe, expect, it } from 'vitest';
import { Fault, type FaultDetail, type FaultInit } from '../../../src/fault/fault.ts';
import { constantCase } from '../../../src/fault/fault-names.ts';
import { fromJs, toJs } from '../../../src/json/value.ts';
import type { Bindings } from '../../../src/rule/pattern.ts';
import { type QName, SOAP11_NS, SOAP12_NS } from '../../../src/xml/reader/names.ts';
import { mappingOf, payments, problemsOf } from '../tables.ts';

const ns = 'https://example.com/payments';
const client: QName = { ns: SOAP11_NS, local: 'Client' };
const server: QName = { ns: SOAP11_NS, local: 'Server' };

function soapFault(code: QName, detail: readonly FaultDetail[] = [], subcodes: readonly QName[] = []): Fault {
  const soap = { version: '1.1' as const, code, subcodes, reason: 'Because', detail };
  return new Fault({ status: 502, code: 'UPSTREAM_FAULT', title: 'x', soap });
}

function declared(local: string, value: unknown): FaultDetail {
  return { name: { ns, local }, value: fromJs(value) };
}

const plain = mappingOf(payments, 'rules:\n  - POST /payments: Pay').rules[0].faults;

describe('without any row', () => {
  it('shows a declared fault as the application’s answer, whatever its code', () => {
    const { init } = plain.fromSoap(soapFault(server, [declared('InsufficientFunds', { account: 'A', missing: 1 })]));
    expect(init).toMatchObject({
      status: 422,
      code: 'INSUFFICIENT_FUNDS',
      title: 'Insufficient funds',
      detail: 'Because',
    });
    expect(toJs(init.data!)).toEqual({ account: 'A', missing: 1 });
  });

  it.each([
    [client, 400],
    [{ ns: SOAP12_NS, local: 'Sender' }, 400],
    [{ ns: '', local: 'Client.Auth' }, 400],
    [server, 502],
    [{ ns: SOAP12_NS, local: 'Receiver' }, 502],
    [{ ns: SOAP11_NS, local: 'MustUnderstand' }, 502],
    [{ ns: 'urn:other', local: 'Client' }, 502],
  ])('goes by the code %j otherwise', (code, status) => {
    expect(plain.fromSoap(soapFault(code)).init).toMatchObject({ status, code: 'UPSTREAM_FAULT', detail: 'Because' });
  });

  it('shows no detail that the operation does not declare', () => {
    for (const name of ['PaymentNotFound', 'Secret']) {
      expect(plain.fromSoap(soapFault(server, [declared(name, { paymentId: 1 })])).init.data).toBeUndefined();
    }
  });

  it('goes back by the code', () => {
    const data = fromJs({ account: 'A', missing: 1 });
    const { soap } = plain.fromRest(new Fault({ status: 422, code: 'INSUFFICIENT_FUNDS', title: 't', data })).init;
    expect(soap).toMatchObject({
      code: client,
      reason: 't',
      detail: [{ name: { ns, local: 'InsufficientFunds' }, value: data }],
    });
    const other = plain.fromRest(new Fault({ status: 503, code: 'X', title: 't', detail: 'd' })).init.soap;
    expect(other).toMatchObject({ code: server, reason: 'd', detail: [] });
  });

  it('leaves faults of our own alone', () => {
    const own = new Fault({ status: 504, code: 'UPSTREAM_TIMEOUT', title: 'Upstream timeout' });
    expect(plain.fromSoap(own)).toBe(own);
  });
});

describe('rows', () => {
  const table = mappingOf(
    payments,
    `
responses:
  - { soap: { code: Client, subcode: pay:Slow }, rest: { status: 429, code: SLOW_DOWN, headers: { Retry-After: "5" } } }
  - { soap: { reason: "Limit of {amount} reached" }, rest: { status: 409, code: LIMIT, detail: "At most {amount}" } }
  - { soap: { code: pay:Own }, rest: { status: 418, code: OWN } }
  - { soap: { code: Receiver }, rest: { status: 503, code: DOWN } }
rules:
  - POST /payments: Pay
    responses:
      - { soap: { fault: pay:AccountBlocked, detail: { "@reason": court } }, rest: { status: 451, code: COURT } }
      - { soap: { fault: pay:AccountBlocked, detail: { account: "{a}" } }, rest: { status: 423, detail: "{a} is blocked", data: { who: "{a}" } } }
`,
  ).rules[0].faults;

  it('are told apart by values of the detail; the first match wins', () => {
    const court = table.fromSoap(soapFault(client, [declared('AccountBlocked', { account: 'A', '@reason': 'court' })]));
    expect(court.init).toMatchObject({ status: 451, code: 'COURT' });
    const other = table.fromSoap(soapFault(client, [declared('AccountBlocked', { account: 'A' })])).init;
    expect(other).toMatchObject({ status: 423, code: 'ACCOUNT_BLOCKED', detail: 'A is blocked' });
    expect(toJs(other.data!)).toEqual({ who: 'A' });
  });

  it('go by code, subcode and reason', () => {
    const slow = table.fromSoap(soapFault({ ns: SOAP12_NS, local: 'Sender' }, [], [{ ns, local: 'Slow' }]));
    expect(slow.init).toMatchObject({ status: 429, code: 'SLOW_DOWN', headers: { 'Retry-After': '5' } });
    expect(table.fromSoap(soapFault({ ns, local: 'Own' })).init).toMatchObject({ status: 418 });
    expect(table.fromSoap(soapFault(server)).init).toMatchObject({ status: 503, code: 'DOWN' });
    const limit = new Fault({
      ...soapFault(client).init,
      soap: { ...soapFault(client).init.soap!, reason: 'Limit of 5 reached' },
    });
    expect(table.fromSoap(limit).init).toMatchObject({ status: 409, detail: 'At most 5' });
  });

  it('go back: status, code and texts name the row', () => {
    const back = (init: ConstructorParameters<typeof Fault>[0]) => table.fromRest(new Fault(init)).init.soap;
    const blocked = back({
      status: 423,
      code: 'ACCOUNT_BLOCKED',
      title: '',
      detail: 'A is blocked',
      data: fromJs({ who: 'A' }),
    });
    expect(blocked).toMatchObject({ code: client, reason: 'A is blocked' });
    expect(blocked?.detail.map((d) => [d.name.local, toJs(d.value!)])).toEqual([['AccountBlocked', { account: 'A' }]]);
    expect(back({ status: 409, code: 'LIMIT', title: '', detail: 'At most 5' })?.reason).toBe('Limit of 5 reached');
    expect(back({ status: 429, code: 'SLOW_DOWN', title: 't' })).toMatchObject({
      subcodes: [{ ns, local: 'Slow' }],
      reason: 't',
    });
    expect(back({ status: 418, code: 'OWN', title: 't' })?.code).toEqual({ ns, local: 'Own' });
  });
});

describe('response patterns', () => {
  it('of the table are compiled once for all rules of an operation', () => {
    const mapping = mappingOf(
      payments,
      `rules:
  - POST /payments/{paymentId}/refunds: Refund
  - { only: rest-to-soap, "POST /refunds/{paymentId}": Refund }
responses:
  - { soap: { response: { "*": { status: { code: TOO_LATE, message: "{why}" } } } }, rest: { status: 409, detail: "{why}" } }
`,
    );
    const [first, second] = mapping.rules.map(({ faults }) => faults.responses);
    expect(first.length).toBe(1);
    expect(second[0]).toBe(first[0]);
  });

  it('of the table go to the rules whose response they fit', () => {
    const mapping = mappingOf(
      payments,
      `
responses:
  - { soap: { response: { "*": { status: { code: TOO_LATE, message: "{why}" } } }, first: true }, rest: { status: 409, detail: "{why}" } }
rules:
  - POST /payments: Pay
  - POST /payments/{paymentId}/refunds: Refund
`,
    );
    expect(mapping.rules.map((r) => r.faults.responses.length)).toEqual([0, 1]);
    const [response] = mapping.rules[1].faults.responses;
    expect(response.first).toBe(true);
    expect(response.variables).toEqual(['why']);
    expect(response.fault([fromJs('May')]).init).toMatchObject({ status: 409, code: 'UPSTREAM_FAULT', detail: 'May' });
  });

  describe('go back as responses', () => {
    const row = (soap: string, rest: string) =>
      mappingOf(
        payments,
        `rules:
  - id: refund
    rest: { request: { line: "POST /refunds/{id}", body: { amount: "{amount}" } }, response: { body: { refund: "{refund}" } } }
    soap: { request: { Refund: { paymentId: "{id}", amount: "{amount}" } }, response: { RefundResponse: { status: { code: OK }, refundId: "{refund}" } } }
    responses: [ { soap: { response: ${soap} }, rest: ${rest} } ]`,
      ).rules[0].faults.responses[0];
    const said = (init: Partial<FaultInit>) =>
      new Fault({
        status: 422,
        code: 'REFUND_TOO_LATE',
        title: '',
        rest: { headers: {}, code: init.code ?? 'REFUND_TOO_LATE' },
        ...init,
      });
    const passed = row(
      '{ RefundResponse: { status: { code: "{code}", message: "{why}" } } }',
      '{ status: 422, code: "REFUND_{code}", detail: "{why}" }',
    );
    const values = (bindings: Bindings | undefined) => bindings && Array.from(bindings, (v) => v && toJs(v));

    it('with the values of code and detail', () => {
      expect(values(passed.bind(said({ detail: 'May' }), 'whole'))).toEqual(['TOO_LATE', 'May']);
      expect(values(passed.bind(said({}), 'whole'))).toEqual(['TOO_LATE', undefined]);
    });

    it.each([{ status: 409 }, { code: 'OTHER' }, { code: 'REFUND_OF_WHAT' }])('but not for %j', (init) => {
      expect(passed.bind(said(init), 'whole')).toBeUndefined();
    });

    it('nor where the contract demands more than the row says', () => {
      const { bind, fault } = row(
        '{ RefundResponse: { status: { message: "{why}" } } }',
        '{ status: 422, code: X, detail: "{why}" }',
      );
      expect(fault([fromJs('May')]).init).toMatchObject({ status: 422, code: 'X', detail: 'May' });
      expect(bind(said({ code: 'X', detail: 'May' }), 'whole')).toBeUndefined();
    });
  });

  it('that fit no rule are a mistake', () => {
    const table = `
responses: [ { soap: { response: { "*": { state: X } } }, rest: { status: 409 } } ]
rules: [ { POST /payments: Pay } ]`;
    expect(problemsOf(payments, table)).toEqual([
      'MAPPING_UNKNOWN_ELEMENT: element "PayResponse" has no member "state"',
    ]);
  });
});

describe('constantCase', () => {
  it.each([
    ['AccountNotFound', 'ACCOUNT_NOT_FOUND'],
    ['invalidSessionFault', 'INVALID_SESSION_FAULT'],
    ['IBANUnknown', 'IBAN_UNKNOWN'],
    ['already_snake-case', 'ALREADY_SNAKE_CASE'],
    ['Http2Error', 'HTTP2_ERROR'],
  ])('%s is %s', (name, code) => expect(constantCase(name)).toBe(code));
});

describe('a header of a fault', () => {
  const row =
    '{ soap: { fault: "*", reason: "{why}" }, rest: { status: 503, code: DOWN, headers: { X-Why: "{why}", Retry-After: "30" } } }';
  const { faults } = mappingOf(payments, `responses: [ ${row} ]\nrules: [ POST /payments: Pay ]`).rules[0];
  const fault = (reason: string) => {
    const soap = { version: '1.1' as const, code: server, subcodes: [], reason, detail: [] };
    return faults.fromSoap(new Fault({ status: 502, code: 'UPSTREAM_FAULT', title: 'x', soap })).init;
  };

  it('is filled from the fault', () => {
    expect({ ...fault('Because').headers }).toEqual({ 'X-Why': 'Because', 'Retry-After': '30' });
  });

  it.each(['a\r\nX-B: c', 'Größe'])('is left out where %j cannot stand in it', (reason) => {
    expect(fault(reason)).toMatchObject({ status: 503, code: 'DOWN' });
    expect({ ...fault(reason).headers }).toEqual({ 'Retry-After': '30' });
  });
});

describe('rows that say no code', () => {
  const table = mappingOf(
    payments,
    `
rules:
  - POST /payments: Pay
    responses:
      - { soap: { fault: pay:AccountBlocked }, rest: { status: 423 } }
      - { soap: { fault: pay:InvalidPayment }, rest: { status: 409, code: WRONG } }
      - { soap: { fault: pay:AccountBlocked }, rest: { status: 409 } }
      - { soap: { fault: pay:InsufficientFunds }, rest: { status: 4XX } }
      - { soap: { code: Server }, rest: { status: 5XX, code: DOWN } }
`,
  ).rules[0].faults;
  const back = (status: number, code: string | undefined, object: object) => {
    const rest = { headers: {}, code, object: fromJs(object) };
    const { soap } = table.fromRest(new Fault({ status, code: code ?? 'UPSTREAM_FAULT', title: 't', rest })).init;
    return [soap!.code.local, ...soap!.detail.map((d) => [d.name.local, toJs(d.value!)])];
  };
  const poor = { account: 'A', missing: 2 };

  it.each([
    ['any code of the status', 423, 'SOMETHING', { account: 'A' }, ['Client', ['AccountBlocked', { account: 'A' }]]],
    ['any status of the class', 418, 'SOMETHING', poor, ['Client', ['InsufficientFunds', poor]]],
    [
      'no code, before a row of that status with one',
      409,
      undefined,
      poor,
      ['Client', ['AccountBlocked', { account: 'A' }]],
    ],
    ['none', 402, undefined, poor, ['Client', ['InsufficientFunds', poor]]],
    [
      'not what a code names',
      418,
      'ACCOUNT_BLOCKED',
      { account: 'B' },
      ['Client', ['AccountBlocked', { account: 'B' }]],
    ],
    ['not another class', 500, 'SOMETHING', poor, ['Server']],
    ['after rows with the code', 409, 'WRONG', { problem: [], ...poor }, ['Client']],
  ])('take %s', (_, status, code, object, expected) => {
    expect(back(status, code, object)).toEqual(expected);
  });

  it('are written with the first status of the class and the name of the fault', () => {
    const { init } = table.fromSoap(soapFault(server, [declared('InsufficientFunds', poor)]));
    expect(init).toMatchObject({ status: 400, code: 'INSUFFICIENT_FUNDS' });
    expect(table.fromSoap(soapFault(server)).init).toMatchObject({ status: 500, code: 'DOWN' });
  });

  it.each(['3XX', '4xx', '600', '4XXX'])('status %s is refused', (status) => {
    const rows = `responses:\n  - { soap: { code: Client }, rest: { status: ${status} } }\nrules:\n  - POST /payments: Pay`;
    expect(problemsOf(payments, rows)).toEqual([expect.stringContaining('MAPPING_SHAPE')]);
  });
});
