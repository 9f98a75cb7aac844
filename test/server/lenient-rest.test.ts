// A REST service that adds members to its replies: SOAP callers go on, unless the bridge is told to be strict.
import { createServer } from 'node:http';
import { join } from 'node:path';
import request from 'supertest';
import { expect, onTestFinished, test } from 'vitest';
import { type SoapstoneOptions, soapstone } from '../../src/index.ts';
import { startRestPeer } from '../e2e/rest-peer.ts';
import { validateBody } from '../oracle/xmllint.ts';

const folder = join(import.meta.dirname, '..', '..', 'mappings', '10-first-row');
const account = { id: 7, owner: 'Ada', balance: 1.5, currency: 'EUR', opened: '2020-02-29', frozen: false };
const envelope =
  '<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><GetAccount xmlns="https://example.com/bank"><accountId>7</accountId></GetAccount></e:Body></e:Envelope>';

async function ask(body: unknown, options: Partial<SoapstoneOptions> = {}) {
  const rest = await startRestPeer(() => ({ body: JSON.stringify(body) }));
  const gateway = await soapstone({
    mapping: folder,
    present: 'soap',
    path: '/soap',
    upstream: rest.origin,
    ...options,
  });
  onTestFinished(async () => {
    await gateway.close();
    await rest.stop();
  });
  return request(createServer(gateway)).post('/soap').set('content-type', 'text/xml').send(envelope);
}

const more = { account: { ...account, rating: { stars: 5 }, links: [] }, requestId: 'x' };

test('members that the contract does not know are passed over, and the response is valid', async () => {
  const { status, text } = await ask(more);
  expect(status).toBe(200);
  expect(text).toMatch(/owner>Ada</);
  expect(text).not.toMatch(/rating|links|stars/);
  expect(validateBody(join(folder, 'contract'), text)).toEqual([]);
});

test('strictly, they are what is wrong with the response', async () => {
  const { status, text } = await ask(more, { lenient: false });
  expect(status).toBe(500);
  expect(text).toMatch(/Unknown member \(at \$\.requestId\)/);
  expect((await ask({ account }, { lenient: false })).status).toBe(200);
});

test('values of the wrong type stay wrong', async () => {
  const { status, text } = await ask({ account: { ...account, balance: 'much' } });
  expect(status).toBe(500);
  expect(text).toMatch(/Value of the wrong type .*account\.balance/);
});
