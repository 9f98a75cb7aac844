import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import request from 'supertest';
import { describe, expect, onTestFinished, test } from 'vitest';
import { accountOf } from '../../examples/bank/accounts.ts';
import { startBank } from '../../examples/bank/bank.ts';
import { accountResponse } from '../../examples/bank/bank-messages.ts';
import { type Gateway, Problems, type SoapstoneOptions, soapstone } from '../../src/index.ts';
import { bankMapping, TABLE } from './bank-mapping.ts';

async function gateway(mapping = bankMapping(), more: Partial<SoapstoneOptions> = {}): Promise<Gateway> {
  const bank = await startBank(0);
  const made = await soapstone({ mapping, present: 'rest', upstream: bank.url, ...more });
  onTestFinished(async () => {
    await made.close();
    await bank.close();
  });
  return made;
}

describe('the gateway as middleware', () => {
  test("in somebody's express app: its own paths, the app's others, mounted or not", async () => {
    const handle = await gateway();
    const app = express();
    app.use(handle);
    app.use('/mounted', handle);
    app.get('/own', (_req, res) => void res.send('own'));
    const { body } = await request(app).get('/v1/accounts/7?currency=USD').expect(200).expect('content-type', /json/);
    expect(body).toMatchObject({ id: 7, currency: 'USD', balance: 1563.12 });
    await request(app).get('/mounted/v1/accounts/8').expect(200);
    await request(app).get('/own').expect(200, 'own');
    await request(app).get('/none').expect(404);
    await request(app).put('/v1/accounts/7').expect(405).expect('allow', /GET/);
  });

  test('in a plain node server, without next', async () => {
    const handle = await gateway();
    const server = createServer((req, res) => handle(req, res));
    await request(server).get('/v1/accounts/7').expect(200);
    await request(server).get('/none').expect(404).expect('content-type', 'application/problem+json');
  });

  test('it tells what it holds', async () => {
    const handle = await gateway();
    expect(handle.mapping.rules.map(({ id }) => id)).toEqual(['get-account']);
    expect(handle.stats()).toEqual({ connected: 0, running: 0, pending: 0 });
  });

  test('wrong options are all named at once', async () => {
    const options = { mapping: 'm', upstream: 'ftp://x/', timeuot: 1, connections: 0 } as never;
    await expect(soapstone(options)).rejects.toThrow(Problems);
    await expect(soapstone(options)).rejects.toThrow(
      'SETTINGS: unknown option "timeuot" (did you mean "timeout"?)\n' +
        'SETTINGS: upstream "ftp://x/" is not an http(s) URL\nSETTINGS: connections "0" is less than 1',
    );
  });

  test('an option that serve alone has is named as such', async () => {
    const options = { mapping: 'm', upstream: 'http://x/', debugWire: '*', adminPort: '0' } as never;
    await expect(soapstone(options)).rejects.toThrow(
      'SETTINGS: unknown option "debugWire" (only soapstone serve captures; soapstone call shows both sides of one request)\n' +
        'SETTINGS: unknown option "adminPort" (only soapstone serve has it)',
    );
  });

  test('an app on an old Node.js is told so', async () => {
    const { node } = process.versions;
    onTestFinished(() => void Object.defineProperty(process.versions, 'node', { value: node }));
    Object.defineProperty(process.versions, 'node', { value: '20.20.2' });
    await expect(soapstone({ mapping: 'm', upstream: 'http://x/' })).rejects.toThrow(
      'soapstone needs Node.js 22.15 or later; this is 20.20.2',
    );
  });

  test('limits on heads, connections and times are not its options: the server of the app has them', async () => {
    const names = ['maxHeaderSize', 'maxHeaders', 'maxConnections', 'headersTimeout', 'requestTimeout', 'sendTimeout'];
    for (const name of names)
      await expect(soapstone({ mapping: 'm', upstream: 'http://x/', [name]: 1 } as never)).rejects.toThrow(
        `unknown option "${name}"`,
      );
  });

  test('responseUnknown says whether the service may send what the contract does not have', async () => {
    const xml = accountResponse('https://example.com/bank', accountOf('7')!).replace('</account>', '<new/></account>');
    const peer = createServer((req, res) =>
      req.resume().on('end', () => res.writeHead(200, { 'content-type': 'text/xml' }).end(xml)),
    );
    await new Promise<void>((resolve) => peer.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void peer.close());
    const upstream = `http://127.0.0.1:${(peer.address() as AddressInfo).port}/`;
    expect(xml).toContain('new/>');
    for (const responseUnknown of ['skip', 'error'] as const) {
      const handle = await gateway(bankMapping(), { upstream, responseUnknown });
      const { status } = await request(createServer((req, res) => handle(req, res))).get('/v1/accounts/7');
      expect(status).toBe(responseUnknown === 'skip' ? 200 : 502);
    }
  });

  test('maxDepth and maxElements hold for JSON bodies', async () => {
    const table = TABLE.replace(
      '"GET /accounts/{id}?currency={ccy?}"',
      '{ line: POST /accounts, body: "{all}" }',
    ).replace('{ GetAccount: { accountId: "{id}", currency: "{ccy?}" } }', '{ GetAccount: "{all}" }');
    const handle = await gateway(bankMapping(table), { maxDepth: 9, maxElements: 30 });
    const post = (body: string) =>
      request(createServer((req, res) => handle(req, res)))
        .post('/v1/accounts')
        .set('content-type', 'application/json')
        .send(body);
    await post('{"accountId":7}').expect(200);
    for (const body of [`${'['.repeat(10)}${']'.repeat(10)}`, `[${'0,'.repeat(29)}0]`]) {
      const { body: problem } = await post(body).expect(413);
      expect(problem).toMatchObject({ code: 'JSON_LIMIT', detail: expect.stringMatching(/than (9 levels|30 values)/) });
    }
    await post(`[${'0,'.repeat(28)}0]`).expect(422);
  });

  test('problems of the table are thrown', async () => {
    const mapping = bankMapping('soapstone: 2\ncontract: accounts.wsdl\nrules:\n  - GET /a/{x}: NoSuchOperation\n');
    await expect(soapstone({ mapping, upstream: 'http://h/' })).rejects.toThrow('MAPPING_UNKNOWN_OPERATION');
  });
});
