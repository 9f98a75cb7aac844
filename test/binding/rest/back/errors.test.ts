import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FaultInit } from '../../../../src/fault/fault.ts';
import { type Json, toJs } from '../../../../src/json/value.ts';
import { mappingOf, payments } from '../../../mapping/tables.ts';
import { http, RawPeer } from '../../../transport/raw-peer.ts';
import { Scene } from './scene.ts';

const mapping = mappingOf(
  payments,
  `
responses:
  - { soap: { code: Client, subcode: pay:Slow }, rest: { status: 429, code: SLOW_DOWN } }
  - { soap: { code: pay:Credit }, rest: { status: 403, code: "https://example.com/probs/out-of-credit" } }
  - { soap: { reason: "Wait {n}" }, rest: { status: 503, code: BUSY, headers: { Retry-After: "{n}" } } }
rules:
  - POST /payments: Pay -> 201
    responses:
      - { soap: { fault: pay:AccountBlocked, detail: { "@reason": court, account: "{a}" } }, rest: { status: 451, code: COURT, detail: "{a} is blocked" } }
      - { soap: { fault: pay:AccountBlocked, detail: { account: "{a}", until: "{u}" } }, rest: { status: 423, data: { who: "{a}", blockedUntil: "{u}" } } }
  - GET /payments/{paymentId}: GetPayment
    responses:
      - { soap: { fault: pay:PaymentNotFound }, rest: { status: 404, code: NO_PAYMENT, title: No such payment } }
      - { soap: { code: Server }, rest: { status: 404, code: NO_CUSTOMER, title: No such customer } }
`,
);

let peer: RawPeer;
let scene: Scene;
beforeEach(async () => {
  peer = await RawPeer.listen(() => {});
  scene = new Scene(mapping, peer.origin);
});
afterEach(async () => {
  await scene.close();
  await peer.close();
});

const PROBLEM = 'application/problem+json';
const JSON_TYPE = 'application/json';

async function said(
  status: number,
  body: unknown,
  type: string | undefined = JSON_TYPE,
  rule = 'Pay',
  more: string[] = [],
) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  peer.script = (socket) => void socket.write(http(status, type, text, more));
  return scene.fault(rule, rule === 'Pay' ? { body: {} } : { paymentId: 6 });
}

const shown = ({ status, code, title, detail, data, errors }: FaultInit) => ({
  status,
  code,
  title,
  ...(detail === undefined ? {} : { detail }),
  ...(data ? { data: toJs(data) } : {}),
  ...(errors ? { errors } : {}),
});

const spoken = ({ soap }: FaultInit) => ({
  code: soap?.code.local,
  reason: soap?.reason,
  detail: soap?.detail.map((d) => [d.name.local, toJs(d.value!)]),
});

describe('a problem with the status of a success', () => {
  it.each<[string, number, unknown, Record<string, unknown>]>([
    ['its own status counts', 200, { status: 404, code: 'NO_PAYMENT' }, { status: 404, code: 'NO_PAYMENT' }],
    ['without one, the service has failed', 201, { title: 'T' }, { status: 500, title: 'T' }],
    ['a success is no status of a problem', 200, { status: 200, code: 'C' }, { status: 500, code: 'C' }],
    ['nor is a text', 200, { status: '404' }, { status: 500 }],
    ['broken', 200, '{"status":', { status: 500, code: 'UPSTREAM_FAULT' }],
    ['empty', 200, '', { status: 500, code: 'UPSTREAM_FAULT' }],
  ])('%s', async (_, status, body, expected) => {
    expect(await said(status, body, PROBLEM)).toMatchObject(expected);
  });

  it('goes through the rows', async () => {
    const fault = await said(200, { status: 404, code: 'NO_CUSTOMER', detail: 'gone' }, PROBLEM, 'GetPayment');
    expect(spoken(fault)).toMatchObject({ code: 'Server', reason: 'gone' });
  });

  it('in XML too, of which nothing is shown', async () => {
    const fault = await said(200, '<problem>secret</problem>', 'application/problem+xml', 'GetPayment');
    expect(fault).toMatchObject({ status: 500, code: 'UPSTREAM_FAULT' });
    expect(JSON.stringify(shown(fault))).not.toContain('secret');
  });
});

describe('forms of an error body', () => {
  it.each<[string, unknown, Record<string, unknown>]>([
    [
      'a problem',
      { type: 'about:blank', title: 'T', status: 409, detail: 'D', instance: '/x' },
      { code: 'UPSTREAM_FAULT', title: 'T', detail: 'D' },
    ],
    [
      'a problem with code and data',
      { title: 'T', code: 'C', data: { a: 1 }, b: 2 },
      { code: 'C', title: 'T', data: { a: 1 } },
    ],
    [
      'a problem with members of its own',
      { title: 'T', balance: 30, 'odd name"': [1] },
      { code: 'UPSTREAM_FAULT', title: 'T', object: { title: 'T', balance: 30, 'odd name"': [1] } },
    ],
    [
      'a problem with a type',
      { type: 'https://example.com/probs/out-of-stock', title: 'T' },
      { code: 'OUT_OF_STOCK', title: 'T' },
    ],
    ['a type without words', { type: 'https://example.com/409', title: 'T' }, { code: 'UPSTREAM_FAULT', title: 'T' }],
    [
      'a list of single errors',
      {
        code: 'BAD',
        errors: [
          { path: '$.a', code: 'X', message: 'no' },
          { field: 'b', detail: 'nor this' },
        ],
      },
      {
        code: 'BAD',
        title: 'Bad',
        errors: [
          { path: '$.a', code: 'X', message: 'no' },
          { path: 'b', code: 'BAD', message: 'nor this' },
        ],
      },
    ],
    [
      'code and message',
      { code: 'NO_CREDIT', message: 'Sorry' },
      { code: 'NO_CREDIT', title: 'No credit', detail: 'Sorry' },
    ],
    ['a number as code', { code: 4711, message: 'Sorry' }, { code: '4711', title: 'Conflict', detail: 'Sorry' }],
    [
      'the status as code',
      { code: 409, message: 'Sorry' },
      { code: 'UPSTREAM_FAULT', title: 'Conflict', detail: 'Sorry' },
    ],
    [
      'an error object',
      { error: { code: 'NoCredit', message: 'Sorry', account: 'A' } },
      {
        code: 'NoCredit',
        title: 'Nocredit',
        detail: 'Sorry',
        object: { code: 'NoCredit', message: 'Sorry', account: 'A' },
      },
    ],
    [
      'an error object with a status of words',
      { error: { code: 409, message: 'Sorry', status: 'ABORTED' } },
      { code: 'ABORTED', title: 'Aborted', detail: 'Sorry' },
    ],
    [
      'an error word',
      { error: 'invalid_grant', error_description: 'Expired' },
      { code: 'invalid_grant', title: 'Invalid grant', detail: 'Expired' },
    ],
    [
      'an error phrase',
      { error: 'Not so', message: 'Sorry', status: 409 },
      { code: 'UPSTREAM_FAULT', title: 'Not so', detail: 'Sorry' },
    ],
    [
      'errors alone',
      { errors: [{ status: '409', code: 'C', title: 'T', detail: 'D' }] },
      { code: 'C', title: 'T', detail: 'D', errors: [{ path: '$', code: 'C', message: 'D' }] },
    ],
    [
      'a list',
      [{ errorCode: 'C', message: 'M' }, 7],
      {
        code: 'C',
        title: 'C',
        detail: 'M',
        errors: [{ path: '$', code: 'C', message: 'M' }],
        object: { errorCode: 'C', message: 'M' },
      },
    ],
    ['no words at all', {}, { code: 'UPSTREAM_FAULT', title: 'Conflict' }],
    ['a string', '"Sorry"', { code: 'UPSTREAM_FAULT', title: 'Conflict' }],
    [
      'members of other types',
      { code: {}, title: 7, detail: null, message: ['x'], errors: 'x' },
      { code: 'UPSTREAM_FAULT', title: 'Conflict' },
    ],
    [
      '__proto__',
      '{"__proto__":{"code":"X"},"constructor":1,"code":"C"}',
      { code: 'C', title: 'C', object: JSON.parse('{"__proto__":{"code":"X"},"constructor":1,"code":"C"}') },
    ],
  ])('%s', async (_name, body, expected) => {
    const { object, ...words } = expected;
    const fault = await said(409, body, PROBLEM);
    expect(shown(fault)).toEqual({ status: 409, ...words });
    if (object) expect(toJs(fault.rest?.object as Json)).toEqual(object);
  });

  it.each(['ª', '{urn:x}a²', '{\u0001}x', '{http://www.w3.org/2000/xmlns/}a', 'Client.ª', 'x'.repeat(800)])(
    'a name of a fault that XML cannot spell is none: %s',
    async (code) => {
      const fault = await said(400, { type: 'urn:soapstone:error:X', title: 't', fault: { code } }, PROBLEM);
      expect(fault.rest?.fault).toBeUndefined();
    },
  );

  it.each<[string, string, string | undefined]>([
    ['nothing', '', undefined],
    ['HTML', '<h1>secret host', 'text/html'],
    ['text', 'at secret (host.js:1)', 'text/plain'],
    ['half of the JSON', '{"detail":"secret', JSON_TYPE],
    ['a name twice', '{"detail":"secret","detail":"secret"}', JSON_TYPE],
    ['too deep', '['.repeat(500), JSON_TYPE],
  ])('%s says no more than the status', async (_name, body, type) => {
    const fault = await said(500, body, type);
    expect(shown(fault)).toEqual({ status: 500, code: 'UPSTREAM_FAULT', title: 'Internal Server Error' });
    expect(spoken(fault)).toEqual({ code: 'Server', reason: 'Internal Server Error', detail: [] });
  });

  it('keeps texts short, and to characters that XML can carry', async () => {
    const { detail, title } = await said(409, {
      title: 'a\u0000b\ufffec',
      detail: 'x'.repeat(5000),
      code: 'y'.repeat(500),
    });
    expect(title).toBe('a\ufffdb\ufffdc');
    expect(detail?.length).toBe(2001);
  });

  it('passes on when to try again, and no other field', async () => {
    const { headers } = await said(429, '', undefined, 'Pay', [
      'Retry-After: 5',
      'Set-Cookie: a=b',
      'WWW-Authenticate: Basic',
    ]);
    expect(headers).toEqual({ 'Retry-After': '5' });
  });

  it.each([
    ['Sun, 06 Nov 1994 08:49:37 GMT', { 'Retry-After': 'Sun, 06 Nov 1994 08:49:37 GMT' }],
    ['soon', undefined],
    ['5; at db-7.internal', undefined],
    ['-1', undefined],
  ])('%s as the time to try again is passed on where it is one', async (value, passed) => {
    expect((await said(503, '', undefined, 'Pay', [`Retry-After: ${value}`])).headers).toEqual(passed);
  });
});

describe('rows on the way back', () => {
  it('by status and code', async () => {
    const { soap } = await said(429, { code: 'SLOW_DOWN', message: 'Slow' });
    expect(soap).toMatchObject({
      code: { local: 'Client' },
      subcodes: [{ local: 'Slow' }],
      reason: 'Slow',
      detail: [],
    });
  });

  it('by status and the type of a problem', async () => {
    const { soap } = await said(403, { type: 'https://example.com/probs/out-of-credit', title: 'T' }, PROBLEM);
    expect(soap?.code).toEqual({ ns: 'https://example.com/payments', local: 'Credit' });
  });

  it('by detail and data first, then without them', async () => {
    const court = await said(451, { code: 'COURT', detail: 'A is blocked' });
    expect(spoken(court)).toEqual({
      code: 'Client',
      reason: 'A is blocked',
      detail: [['AccountBlocked', { account: 'A', '@reason': 'court' }]],
    });
    const other = await said(451, { code: 'COURT', detail: 'Blocked' });
    expect(spoken(other)).toEqual({ code: 'Client', reason: 'Blocked', detail: [] });
    const whole = await said(451, { code: 'COURT', account: 'B', traceId: 'x' });
    expect(spoken(whole).detail).toEqual([['AccountBlocked', { account: 'B', '@reason': 'court' }]]);
  });

  it('by variables of the data', async () => {
    const fault = await said(423, {
      code: 'ACCOUNT_BLOCKED',
      data: { who: 'A', blockedUntil: '2026-02-01T00:00:00Z', x: 1 },
    });
    expect(spoken(fault).detail).toEqual([['AccountBlocked', { account: 'A', until: '2026-02-01T00:00:00Z' }]]);
  });

  it('leave out detail that is not of the contract’s type', async () => {
    const fault = await said(423, { code: 'ACCOUNT_BLOCKED', data: { who: 'A', blockedUntil: 'tomorrow' } });
    expect(spoken(fault)).toEqual({ code: 'Client', reason: 'Account blocked', detail: [] });
  });

  it('by the header fields', async () => {
    const fault = await said(503, { code: 'BUSY' }, JSON_TYPE, 'Pay', ['Retry-After: 12']);
    expect(spoken(fault)).toEqual({ code: 'Server', reason: 'Wait 12', detail: [] });
    expect(spoken(await said(503, { code: 'BUSY' })).reason).toBe('Busy');
  });

  it('without a code, by title, then by status', async () => {
    const titled = await said(404, { title: 'No such customer' }, PROBLEM, 'GetPayment');
    expect(spoken(titled)).toEqual({ code: 'Server', reason: 'No such customer', detail: [] });
    const bare = await said(404, '', undefined, 'GetPayment');
    expect(spoken(bare)).toEqual({ code: 'Client', reason: 'Not Found', detail: [] });
    const typed = await said(404, { paymentId: 6, message: 'Gone' }, JSON_TYPE, 'GetPayment');
    expect(spoken(typed)).toEqual({ code: 'Client', reason: 'Gone', detail: [['PaymentNotFound', { paymentId: 6 }]] });
  });

  it('with a code that no row has, by no row', async () => {
    const fault = await said(404, { code: 'OTHER', message: 'M', paymentId: 6 }, JSON_TYPE, 'GetPayment');
    expect(spoken(fault)).toEqual({ code: 'Client', reason: 'M', detail: [] });
  });

  it('without rows, a declared fault by its name, in whatever spelling', async () => {
    for (const code of ['INSUFFICIENT_FUNDS', 'InsufficientFunds', 'insufficient-funds']) {
      const fault = await said(422, { code, account: 'A', missing: 2.5 });
      expect(spoken(fault).detail).toEqual([['InsufficientFunds', { account: 'A', missing: 2.5 }]]);
    }
    const typed = await said(
      400,
      { type: 'https://example.com/insufficient-funds', account: 'A', missing: 1 },
      PROBLEM,
    );
    expect(spoken(typed).detail?.[0][0]).toBe('InsufficientFunds');
    expect(spoken(await said(422, { code: 'INSUFFICIENT_FUNDS' })).detail).toEqual([]);
  });
});

describe('a problem that a gateway like this one wrote', () => {
  const problem = (more: object) => ({
    type: 'urn:soapstone:error:X',
    title: 'X',
    status: 502,
    code: 'X',
    detail: 'why',
    ...more,
  });
  const detail = [{ name: '{https://example.com/payments}InsufficientFunds', value: { account: 'A', missing: 1 } }];

  it('brings the SOAP fault back', async () => {
    const fault = { code: 'Client.Auth', subcodes: ['{urn:x}Sub'], actor: 'urn:me', detail };
    const { soap } = await said(502, problem({ fault }), PROBLEM);
    expect(soap).toMatchObject({
      code: { ns: 'http://schemas.xmlsoap.org/soap/envelope/', local: 'Client.Auth' },
      subcodes: [{ ns: 'urn:x', local: 'Sub' }],
      actor: 'urn:me',
      reason: 'why',
    });
    expect(soap?.detail.map((d) => toJs(d.value!))).toEqual([{ account: 'A', missing: 1 }]);
  });

  it('but nothing that the contract does not have, or XML cannot spell', async () => {
    const other = [{ name: '{urn:x}Secret', value: 1 }, { name: detail[0].name, value: { account: 1 } }, 7];
    expect(spoken(await said(502, problem({ fault: { code: 'Server', detail: other } }), PROBLEM)).detail).toEqual([]);
    for (const code of ['a b', '<x', '{urn:<}x', 'x>', 7]) {
      expect(spoken(await said(502, problem({ fault: { code } }), PROBLEM)).code).toBe('Server');
    }
  });
});
