// The tutorials the other way round: SOAP messages, a REST service behind.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import express from 'express';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { textOf, toJs } from '../../../../src/json/value.ts';
import { type Case, type CaseRequest, readCases } from '../../../../src/mapping/cases/cases.ts';
import { loadMapping } from '../../../../src/mapping/load.ts';
import { canonicalXml } from '../../../../src/xml/c14n.ts';
import { plainForm } from '../../../laws/same-json.ts';
import { Scene } from './scene.ts';
import { message, soapCall } from './soap-call.ts';

const root = join(import.meta.dirname, '..', '..', '..', '..', 'mappings');

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Equal for requests that say the same. */
function key(method: string, path: string, query: string, body: string): string {
  const fields = [...new URLSearchParams(query)].map((field) => field.join('=')).toSorted();
  return JSON.stringify([method, path, fields, body === '' ? '' : plainForm(body)]);
}

function keyOf({ method, path, query, body }: CaseRequest): string {
  return key(method, path, query, body ? textOf(body) : '');
}

async function bodyOf(req: IncomingMessage): Promise<string> {
  return Buffer.concat(await req.toArray()).toString();
}

describe.each(['10-first-row', '20-shapes', '70-faults'])(
  '%s, against a service that answers as the cases say',
  (name) => {
    const dir = join(root, name);
    const cases = readCases(dir).filter((one) => one.direction !== 'rest-to-soap');
    let scene: Scene;
    let current: Case;
    const server = createServer(async (req, res) => {
      const [path, query = ''] = (req.url as string).split('?');
      const { request, response } = current.rest;
      const asked = key(req.method as string, path, query, await bodyOf(req));
      const fields = Object.entries(request.headers).every(([field, value]) => req.headers[field] === value);
      if (asked !== keyOf(request) || !fields || !response) return void res.writeHead(418).end();
      const { problem } = response;
      const text = problem
        ? JSON.stringify({ ...problem, status: response.status, data: problem.data && toJs(problem.data) })
        : response.body && textOf(response.body);
      res.writeHead(response.status, {
        ...response.headers,
        'content-type': problem ? 'application/problem+json' : 'application/json',
      });
      res.end(text);
    });
    beforeAll(async () => {
      scene = new Scene(await loadMapping(dir), await listen(server));
    });
    afterAll(async () => {
      await scene.close();
      server.close();
    });

    it.each(cases.map((one) => [one.name, one] as const))('%s', async (_name, one) => {
      const taken = scene.mapping.rules.find((rule) => rule.id === one.rule);
      if (taken?.direction === 'rest-to-soap') return expect(one.soap.request.body.length).toBe(1);
      current = one;
      const { rule, xml, fault } = await soapCall(scene, one.soap.request);
      if (one.rule) expect(rule).toBe(one.rule);
      const { problem } = one.rest.response ?? {};
      if (problem === undefined) return expect(xml).toBe(canonicalXml(Buffer.from(one.soap.response!.body[0])));
      expect(fault?.status).toBe(one.rest.response?.status);
      expect(fault?.code).toBe(problem.code);
      const detail = one.soap.fault?.detail;
      if (detail) expect(fault?.soap?.detail.map((d) => detail.includes(`<${d.name.local} `))).toEqual([true]);
      expect(fault?.soap?.reason).toBeTruthy();
    });
  },
);

describe('70-faults, against an express application', () => {
  const accounts = new Map([
    ['A', 10],
    ['B', 0],
  ]);
  const payments: { from: string; to: string; amount: number }[] = [];
  const app = express();
  app.use(express.json());
  app.post('/api/v1/payments', (req, res) => {
    const { from, to, amount } = req.body;
    const balance = accounts.get(from);
    if (balance === undefined)
      return void res.status(422).json({ code: 'INVALID_PAYMENT', problem: [{ field: 'from', message: 'unknown' }] });
    if (balance < amount)
      return void res
        .status(402)
        .json({ error: { code: 'INSUFFICIENT_FUNDS', message: `${from} lacks ${amount - balance}` } });
    accounts.set(from, balance - amount);
    const paymentId = payments.push({ from, to, amount });
    res.status(201).location(`/api/v1/payments/${paymentId}`).json({ paymentId });
  });
  app.get('/api/v1/payments/:id', (req, res) => {
    const payment = payments[Number(req.params.id) - 1];
    if (!payment) return void res.sendStatus(404);
    res.json({ payment: { id: Number(req.params.id), ...payment } });
  });
  app.post('/api/v1/payments/:id/refunds', (_req, _res) => {
    throw new Error('no refunds today');
  });
  app.use((_error: Error, _req: express.Request, res: express.Response, _next: express.NextFunction) => {
    res.status(500).send('<pre>Error: no refunds today at /srv/app.js:1');
  });
  const server = createServer(app);
  let scene: Scene;
  beforeAll(async () => {
    scene = new Scene(await loadMapping(join(root, '70-faults')), await listen(server), { target: '/api' });
  });
  afterAll(async () => {
    await scene.close();
    server.close();
  });

  const ns = 'xmlns="https://example.com/payments"';
  const pay = (from: string, amount: string) =>
    soapCall(scene, message(`<Pay ${ns}><from>${from}</from><to>B</to><amount>${amount}</amount></Pay>`));

  it('pays, and finds the payment', async () => {
    expect((await pay('A', '2.50')).xml).toContain('1');
    const { xml } = await soapCall(scene, message(`<GetPayment ${ns}><paymentId>1</paymentId></GetPayment>`));
    expect(xml).toBe(
      canonicalXml(
        Buffer.from(
          `<GetPaymentResponse ${ns}><payment><id>1</id><from>A</from><to>B</to><amount>2.5</amount></payment></GetPaymentResponse>`,
        ),
      ),
    );
  });

  it('makes typed faults of its errors', async () => {
    const { fault } = await pay('A', '100');
    expect(fault?.soap).toMatchObject({ reason: 'A lacks 92.5', detail: [{ name: { local: 'InsufficientFunds' } }] });
    expect(toJs(fault!.soap!.detail[0].value!)).toEqual({ account: 'A', missing: 92.5 });
    const unknown = (await pay('Z', '1')).fault?.soap;
    expect(toJs(unknown!.detail[0].value!)).toEqual({ problem: [{ field: 'from', message: 'unknown' }] });
  });

  it('makes a fault of a plain 404, and of a page of the framework', async () => {
    const missing = await soapCall(scene, message(`<GetPayment ${ns}><paymentId>99</paymentId></GetPayment>`));
    expect(missing.fault?.soap).toMatchObject({ code: { local: 'Client' }, reason: 'Not Found', detail: [] });
    const broken = await soapCall(scene, message(`<Refund ${ns}><paymentId>1</paymentId><amount>1</amount></Refund>`));
    expect(broken.fault?.soap).toMatchObject({
      code: { local: 'Server' },
      reason: 'Internal Server Error',
      detail: [],
    });
  });
});

describe('JSON that is not of the contract’s types', () => {
  const ns = 'xmlns="https://example.com/payments"';
  const payment = { id: 1, from: 'A', to: 'B', amount: 2.5 };

  it.each([
    ['another type', { ...payment, amount: 'much' }, '$.payment.amount', /^the response cannot be shown: /],
    ['a missing member', { id: 1, from: 'A', to: 'B' }, '$.payment', /amount/],
    ['an unknown member', { ...payment, links: [] }, '$.payment.links', /links/],
    ['null', { ...payment, to: null }, '$.payment.to', /./],
    ['a character that XML cannot carry', { ...payment, to: '\u0001' }, '$.payment.to', /./],
  ])('%s is the peer’s failure, with its place', async (_name, sent, path, words) => {
    const server = createServer((_req, res) => {
      res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ payment: sent }));
    });
    const scene = new Scene(await loadMapping(join(root, '70-faults')), await listen(server));
    const { fault } = await soapCall(scene, message(`<GetPayment ${ns}><paymentId>1</paymentId></GetPayment>`));
    expect(fault).toMatchObject({ status: 502, code: 'UPSTREAM_BODY', errors: [{ path, code: 'UPSTREAM_BODY' }] });
    expect(fault?.detail).toMatch(words);
    await scene.close();
    server.close();
  });
});
