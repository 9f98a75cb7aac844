// Real SOAP clients load the WSDL that the gateway shows and call operations whose back end is a REST service.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Call,
  type Caller,
  callWithNodeSoap,
  callWithPhp,
  callWithStrongSoap,
  callWithZeep,
} from '../peers/callers.ts';
import type { RestAnswer, RestRequest } from './rest-peer.ts';
import { tutorial } from './scene.ts';
import { type SoapFace, startSoapFace } from './soap-face.ts';

const callers: readonly (readonly [string, Caller])[] = [
  ['PHP SoapClient, SOAP 1.1', callWithPhp('1.1')],
  ['PHP SoapClient, SOAP 1.2', callWithPhp('1.2')],
  ['zeep, SOAP 1.1', callWithZeep('1.1')],
  ['node-soap', callWithNodeSoap],
  ['strong-soap', callWithStrongSoap],
];

function use(name: string, answer: (request: RestRequest) => RestAnswer): () => SoapFace {
  let face: SoapFace;
  beforeAll(async () => {
    face = await startSoapFace(tutorial(name));
    face.rest.answer = answer;
  });
  afterAll(() => face?.stop());
  return () => face;
}

const problem = (status: number, members: object): RestAnswer => ({
  status,
  headers: { 'content-type': 'application/problem+json' },
  body: JSON.stringify(members),
});

describe('accounts', () => {
  const account =
    '{"id":7,"owner":"Ada & Söhne","balance":1250.10,"currency":"EUR","opened":"2020-02-29","frozen":false}';
  const face = use('10-first-row', ({ target }) =>
    target.startsWith('/v1/accounts/7')
      ? { body: `{"account":${account}}` }
      : problem(404, { code: 'ACCOUNT_NOT_FOUND', detail: 'No account 8', data: { accountId: 8 } }),
  );
  const calls: Call[] = [
    ['GetAccount', { accountId: 7, currency: 'EUR' }],
    ['GetAccount', { accountId: 8 }],
  ];

  it.each(callers)('%s', async (_, call) => {
    face().rest.asked.length = 0;
    const [found, missing] = await call(`${face().url}?wsdl`, calls);
    expect(face().rest.asked.map(({ method, target }) => `${method} ${target}`)).toEqual([
      'GET /v1/accounts/7?currency=EUR',
      'GET /v1/accounts/8',
    ]);
    // zeep shows the one member of a reply without its wrapper.
    const shown = found.result.account ?? found.result;
    expect([Number(shown.id), shown.owner, Number(shown.balance)]).toEqual([7, 'Ada & Söhne', 1250.1]);
    expect(missing.reason).toBe('No account 8');
    expect(missing.code).toMatch(/(Client|Sender)$/);
    expect(JSON.stringify(missing.detail)).toContain('AccountNotFound');
  });
});

describe('payments', () => {
  const face = use('50-faults', ({ method, target, body }) => {
    if (target === '/v1/payments' && JSON.parse(body).amount < 100) return { status: 201, body: '{"paymentId":5}' };
    if (target === '/v1/payments')
      return problem(402, { code: 'INSUFFICIENT_FUNDS', detail: 'A lacks 2.50', data: { account: 'A', missing: 2.5 } });
    if (method === 'POST') return problem(409, { code: 'REFUND_TOO_LATE', detail: 'It was in May' });
    return problem(503, { title: 'Away' });
  });
  const calls: Call[] = [
    ['Pay', { from: 'A', to: 'B', amount: 10 }],
    ['Pay', { from: 'A', to: 'B', amount: 1000 }],
    ['Refund', { paymentId: 5, amount: 1 }],
    ['GetPayment', { paymentId: 5 }],
  ];

  it.each(callers.filter(([name]) => !name.includes('1.2')))('%s', async (_, call) => {
    const [paid, poor, late, away] = await call(`${face().url}?wsdl`, calls);
    expect(Number(paid.result.paymentId ?? paid.result)).toBe(5);
    expect([poor.reason, JSON.stringify(poor.detail)]).toEqual([
      'A lacks 2.50',
      expect.stringContaining('InsufficientFunds'),
    ]);
    // Failure inside a normal reply, as the contract of this operation wants it.
    expect([late.result.status.code, late.result.status.message]).toEqual(['TOO_LATE', 'It was in May']);
    expect([away.reason, away.code]).toEqual(['Away', expect.stringMatching(/(Server|Receiver)$/)]);
  });
});
