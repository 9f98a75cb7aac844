// Values of enumerations that a newer release of the service has and the contract lacks: read as they are, refused in requests. In both directions.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { envelope, Scene } from '../../examples/records/scene.ts';
import { startRecordApi } from '../../peers/record-api.ts';
import { callRest } from '../scene.ts';
import { type Face, present } from './loop.ts';

const BASE = '/services/rest/record/v1';
const OK = '<c:status isSuccess="true"/>';
const ACCOUNT =
  'i:type="listAcct:Account" internalId="7"><listAcct:acctType>_cryptoAsset</listAcct:acctType><listAcct:acctName>Coins</listAcct:acctName><listAcct:currency internalId="1"/>';
const ANSWERS: Readonly<Record<string, string>> = {
  get: `<m:getResponse><m:readResponse>${OK}<m:record ${ACCOUNT}</m:record></m:readResponse></m:getResponse>`,
  search: `<m:searchResponse><c:searchResult>${OK}<c:totalRecords>1</c:totalRecords><c:pageSize>1000</c:pageSize><c:totalPages>1</c:totalPages><c:pageIndex>1</c:pageIndex><c:searchId>s</c:searchId><c:recordList><c:record ${ACCOUNT}</c:record></c:recordList></c:searchResult></m:searchResponse>`,
  delete:
    '<m:deleteResponse><m:writeResponse><c:status isSuccess="false"><c:statusDetail type="ERROR"><c:code>TOO_NEW_FOR_YOU</c:code><c:message>Not before spring.</c:message></c:statusDetail></c:status></m:writeResponse></m:deleteResponse>',
};

describe('of a SOAP service', () => {
  const server = createServer((req, res) => {
    const action = String(req.headers['soapaction']).replaceAll('"', '');
    req.resume().on('end', () => res.setHeader('content-type', 'text/xml').end(envelope('', ANSWERS[action] ?? '')));
  });
  let face: Face;
  beforeAll(async () => {
    await once(server.listen(0, '127.0.0.1'), 'listening');
    face = await present('rest', `http://127.0.0.1:${(server.address() as AddressInfo).port}/soap`);
  });
  afterAll(async () => {
    await face.stop();
    server.close();
  });
  const send = (line: string, body?: unknown, headers = {}) =>
    callRest(face.origin, line.replace(' ', ` ${BASE}`), body, headers, 'manual');

  it('are shown in records and lists', async () => {
    const { status, json } = await send('GET /account/7');
    expect([status, json.acctType]).toEqual([200, { id: 'cryptoAsset', refName: 'cryptoAsset' }]);
    expect((await send('GET /account/7?simpleEnumFormat=true&fields=acctType')).json.acctType).toBe('cryptoAsset');
    const { status: listed, json: list } = await send('GET /account');
    expect([listed, list.items.map(({ id }: { id: string }) => id)]).toEqual([200, ['7']]);
  });

  it('are codes of failures like others', async () => {
    const { status, json } = await send('DELETE /account/7');
    expect([status, json.code, json.detail, json.data]).toEqual([
      400,
      'USER_ERROR',
      'Not before spring.',
      { code: 'TOO_NEW_FOR_YOU' },
    ]);
  });

  it('are refused in bodies and queries, with their place', async () => {
    const { json: record } = await send('GET /account/7?simpleEnumFormat=true');
    const changed = await send('PATCH /account/7', record);
    expect([
      changed.status,
      changed.json.errors?.[0]?.path ?? changed.json['o:errorDetails'][0]['o:errorPath'],
    ]).toEqual([422, '$.acctType']);
    expect((await send('GET /account?q=acctType%20ANY_OF%20%5BcryptoAsset%5D')).status).toBe(400);
  });
});

describe('of a record API', () => {
  const scene = new Scene();
  let api: Awaited<ReturnType<typeof startRecordApi>>;
  let face: Face;
  beforeAll(async () => {
    api = await startRecordApi();
    face = await present('soap', api.origin, { set: ['operations=none'] });
    await callRest(api.origin, `PATCH ${BASE}/account/11`, { generalRate: 'SPOT' }, {}, 'manual');
  });
  afterAll(async () => {
    await face.stop();
    await api.stop();
  });

  it('are passed on to SOAP clients', async () => {
    const content = '<m:get><m:baseRef i:type="c:RecordRef" type="account" internalId="11"/></m:get>';
    const { status, text } = await scene.send(`${face.origin}/services/BusinessRecordsPort_2019_1`, content, '', {});
    expect([status, text('generalRate')]).toEqual([200, '_SPOT']);
  });
});
