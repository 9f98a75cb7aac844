// Tutorial 45 in front of PHP's SoapServer.
import { describe, expect, it } from 'vitest';
import { peopleWsdl } from '../peers/contracts.ts';
import { startPhpPeople } from '../peers/php.ts';
import { setScene, tutorial } from './scene.ts';

describe('tutorial 45 in front of PHP SoapServer', () => {
  const scene = setScene({ start: startPhpPeople, path: '/', mapping: tutorial('50-calls'), wsdl: peopleWsdl });
  const counted = async (line: string, body?: unknown) => {
    const before = scene.calls();
    const { status, json, headers } = await scene.call(line, body);
    return { status, json, headers, calls: scene.calls() - before };
  };

  it('uses the first response in the second request', async () => {
    const { status, json, calls } = await counted('GET /v1/balances/ada@example.com');
    expect({ status, json, calls }).toEqual({
      status: 200,
      json: { person: 1, balance: 10.5, currency: 'EUR' },
      calls: 2,
    });
    expect(scene.last().request.toString()).toContain('<p:personId>1</p:personId>');
  });

  it('stops at the first call that fails', async () => {
    const { status, json, calls } = await counted('GET /v1/balances/nobody@example.com');
    expect({ status, json, calls }).toMatchObject({
      status: 404,
      json: { code: 'NOT_FOUND', detail: 'there is no person nobody@example.com' },
      calls: 1,
    });
    expect(json).not.toHaveProperty('errors');
  });

  it('says which call failed, and what was done before it', async () => {
    const { status, json } = await counted('GET /v1/balances/eve@example.com');
    expect({ status, json }).toMatchObject({ status: 404, json: { code: 'NOT_FOUND', detail: 'there is no account' } });
    expect(json.errors).toEqual([
      { path: 'call 2', code: 'NOT_FOUND', message: 'call 2 of 2 (GetBalance) failed; done before it: FindPerson' },
    ]);
    const order = await counted('POST /v1/orders', { email: 'bob@example.com', items: ['a', 'b'] });
    expect({ status: order.status, json: order.json, calls: order.calls }).toMatchObject({
      status: 422,
      json: { code: 'REFUSED', data: { why: 'limit' } },
      calls: 3,
    });
    expect(order.json.errors[0].message).toBe(
      'call 3 of 3 (PlaceOrder) failed; done before it: FindPerson, DraftOrder',
    );
    expect(order.headers.has('location')).toBe(false);
  });

  it('carries values over three calls', async () => {
    const { status, json, headers, calls } = await counted('POST /v1/orders', {
      email: 'ada@example.com',
      items: ['a', 'b'],
    });
    expect({ status, json, calls }).toEqual({ status: 201, json: { order: 1102, total: 99.9 }, calls: 3 });
    expect(headers.get('location')).toBe('/v1/orders/1102');
  });

  it('asks for each, and answers in the order of the list', async () => {
    const person = (id: number, name: string) => ({ id, name, email: `${name}@example.com` });
    const { status, json, calls } = await counted('GET /v1/people?id=3,9,1,2,1');
    expect({ status, calls }).toEqual({ status: 200, calls: 5 });
    expect(json.people).toEqual([
      { id: 3, found: true, person: person(3, 'eve') },
      { id: 9, found: false, problem: 'NOT_FOUND' },
      { id: 1, found: true, person: person(1, 'ada') },
      { id: 2, found: true, person: person(2, 'bob') },
      { id: 1, found: true, person: person(1, 'ada') },
    ]);
  });

  it('asks for nothing when the list is empty, and refuses one that is too long or wrong', async () => {
    expect(await counted('GET /v1/people?id=')).toMatchObject({ status: 200, json: { people: [] }, calls: 0 });
    const many = Array.from({ length: 101 }, (_, i) => i).join();
    expect(await counted(`GET /v1/people?id=${many}`)).toMatchObject({
      status: 400,
      json: { code: 'LIST_TOO_LONG' },
      calls: 0,
    });
    expect(await counted('GET /v1/people?id=1,x')).toMatchObject({
      status: 400,
      json: { code: 'BAD_QUERY' },
      calls: 0,
    });
  });

  it('sends each object of a list, and tells what became of it', async () => {
    const people = ['ada', 'mallory', 'christopher'].map((name) => ({ name, email: `${name}@example.com` }));
    const { status, json, calls } = await counted('POST /v1/people', { people });
    expect({ status, calls }).toEqual({ status: 207, calls: 3 });
    expect(json.people).toEqual([{ id: 3 }, { status: 422, problem: 'Not this one' }, { id: 11 }]);
  });
});
