// One bad value of a SOAP service hides no record beside it: null stands for it, and it is counted.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { envelope } from '../../examples/records/scene.ts';
import { callRest } from '../scene.ts';
import { type Face, present } from './loop.ts';

const OK = '<c:status isSuccess="true"/>';
const bin = (id: number, inactive: string) =>
  `i:type="listAcct:Bin" internalId="${id}"><listAcct:binNumber>B-${id}</listAcct:binNumber><listAcct:isInactive>${inactive}</listAcct:isInactive>`;
const currency = (id: number, inactive: string) =>
  `<c:record i:type="listAcct:Currency" internalId="${id}"><listAcct:name>C${id}</listAcct:name><listAcct:isInactive>${inactive}</listAcct:isInactive></c:record>`;
const rate = (id: number, value: string) =>
  `<c:currencyRate><c:baseCurrency internalId="1"/><c:fromCurrency internalId="${id}"/><c:exchangeRate>${value}</c:exchangeRate><c:effectiveDate>2019-01-31T00:00:00Z</c:effectiveDate></c:currencyRate>`;
const read = (id: number, inactive: string) =>
  `<m:readResponse>${OK}<m:record ${bin(id, inactive)}</m:record></m:readResponse>`;
const ANSWERS: Readonly<Record<string, string>> = {
  get: `<m:getResponse>${read(2, 'maybe')}</m:getResponse>`,
  getList: `<m:getListResponse><m:readResponseList>${OK}${read(1, 'true')}${read(2, 'maybe')}</m:readResponseList></m:getListResponse>`,
  getAll: `<m:getAllResponse><c:getAllResult>${OK}<c:totalRecords>2</c:totalRecords><c:recordList>${currency(1, 'maybe')}${currency(2, 'false')}</c:recordList></c:getAllResult></m:getAllResponse>`,
  getCurrencyRate: `<m:getCurrencyRateResponse><c:getCurrencyRateResult>${OK}<c:currencyRateList>${rate(2, 'dear')}${rate(3, '1.5')}</c:currencyRateList></c:getCurrencyRateResult></m:getCurrencyRateResponse>`,
};
const server = createServer((req, res) => {
  const action = String(req.headers['soapaction']).replaceAll('"', '');
  req.resume().on('end', () => res.setHeader('content-type', 'text/xml').end(envelope('', ANSWERS[action] ?? '')));
});
let face: Face;
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  face = await present('rest', `http://127.0.0.1:${(server.address() as AddressInfo).port}/soap`);
}, 120_000);
afterAll(async () => {
  await face.stop();
  server.close();
});
const get = (path: string) => callRest(face.origin, `GET /services/rest/${path}`, undefined, {}, 'manual');

it('in a bulk form', async () => {
  const { status, json } = await get('record/v1/bin/!bulk?id=1,2');
  expect(status).toBe(207);
  expect(json.items).toMatchObject([
    { status: 200, record: { id: '1', binNumber: 'B-1', isInactive: true } },
    { status: 200, record: { id: '2', binNumber: 'B-2', isInactive: null } },
  ]);
});

it('in a short list, whole or by its ids', async () => {
  const { status, json } = await get('system/v1/lists/currency');
  expect([status, json.items]).toMatchObject([
    200,
    [
      { id: '1', isInactive: null },
      { id: '2', isInactive: false },
    ],
  ]);
  const ids = await get('record/v1/currency');
  expect([ids.status, ids.json.items.map(({ id }: { id: string }) => id)]).toEqual([200, ['1', '2']]);
});

it('in rates of currencies', async () => {
  const { status, json } = await get('system/v1/currencyRates?baseCurrency=1');
  expect([status, json.items.map((item: { exchangeRate: unknown }) => item.exchangeRate)]).toEqual([200, [null, 1.5]]);
});

it('one record with a bad value is no success by itself', async () => {
  const { status, json } = await get('record/v1/bin/2');
  expect([status, json.code]).toEqual([502, 'UPSTREAM_BODY']);
});
