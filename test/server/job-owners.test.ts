// Jobs that the service names: whoever learns the name of another client's job gets nothing by it.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { silent } from '../../src/server/log/open-log.ts';
import { startServer } from '../../src/server/server.ts';
import { loadSettings } from '../../src/server/settings/load.ts';
import { startRedis } from '../store/redis-server.ts';
import { call } from './http-client.ts';
import { temp } from './temp.ts';

const mapping = join(import.meta.dirname, '../../mappings/60-jobs');
const AUTH = `
auth:
  front: [ { apiKey: { header: X-Api-Key } } ]
  callers:
    - { key: { file: a }, account: A }
    - { key: { file: b }, account: B }
`;
const REPLIES: Readonly<Record<string, string>> = {
  SubmitReport: '<ticket>T-1</ticket>',
  ReportStatus: '<state>FINISHED</state><percent>100</percent>',
  GetReport: '<report><year>2024</year><region>North</region><turnover>1</turnover></report>',
};

/** A service whose jobs are all `T-1` and done. */
async function reports() {
  const asked: string[] = [];
  const server = createServer((req, res) => {
    let body = '';
    req.setEncoding('utf8').on('data', (piece: string) => (body += piece));
    req.on('end', () => {
      const name = Object.keys(REPLIES).find((one) => body.includes(`${one}`)) as string;
      asked.push(name);
      const response = `<${name}Response xmlns="https://example.com/reports">${REPLIES[name]}</${name}Response>`;
      res.writeHead(200, { 'content-type': 'text/xml' });
      res.end(
        `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${response}</s:Body></s:Envelope>`,
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, asked };
}

async function open(file: string, more: Readonly<Record<string, string>> = {}) {
  const { url, asked } = await reports();
  const fixed = { host: '127.0.0.1', port: '0', adminPort: 'off', overloadDelay: '0', watch: '0', name: 'reports' };
  const cwd = temp({ 'soapstone.yaml': file, a: 'key-of-a', b: 'key-of-b' });
  const start = async () => {
    const input = { flags: { ...fixed, mapping, upstream: url, ...more }, environment: {}, cwd };
    const server = await startServer(await loadSettings(input), silent);
    onTestFinished(async () => void (await server.drain(0)));
    return server;
  };
  const server = await start();
  const as = (key: string, port = server.port) => {
    const headers = { 'x-api-key': key, prefer: 'respond-async', 'content-type': 'application/json' };
    const body = JSON.stringify({ year: 2024 });
    const get = async (path: string) => {
      const { status, text } = await call(port, path, { headers });
      return { status, code: text === '' ? undefined : JSON.parse(text).code };
    };
    return { submit: () => call(port, '/v1/reports', { method: 'POST', headers, body }), get };
  };
  return { as, asked, start };
}

const [STATUS, RESULT] = ['/v1/reports/jobs/T-1', '/v1/reports/jobs/T-1/report'];
const LOST = { status: 404, code: 'JOB_LOST' };

test('the job of one client is not there for another one, and the service is not asked', async () => {
  const { as, asked } = await open(AUTH);
  const [a, b] = [as('key-of-a'), as('key-of-b')];
  expect((await a.submit()).status).toBe(202);
  expect(asked).toEqual(['SubmitReport']);
  for (const path of [STATUS, RESULT]) expect(await b.get(path)).toEqual(LOST);
  expect(asked).toHaveLength(1);
  expect((await a.get(STATUS)).status).toBe(303);
  expect((await a.get(RESULT)).status).toBe(200);
});

test('with a store in memory a job that another replica or a run before was told is asked for', async () => {
  const { as, start } = await open(AUTH);
  await as('key-of-a').submit();
  const { port } = await start();
  expect((await as('key-of-a', port).get(STATUS)).status).toBe(303);
  expect(await as('key-of-b').get(STATUS)).toEqual(LOST);
  // Whoever asks for it is not its owner by that.
  expect((await as('key-of-b', port).get(STATUS)).status).toBe(303);
  expect((await as('key-of-a', port).get(STATUS)).status).toBe(303);
});

test('where nobody is asked who calls, the name is all that is needed', async () => {
  const { as } = await open('{}');
  await as('key-of-a').submit();
  expect((await as('key-of-b').get(STATUS)).status).toBe(303);
});

test('replicas with a Redis know the same owners', async () => {
  const redis = await startRedis();
  onTestFinished(() => redis.stop());
  const { as, start } = await open(AUTH, { store: `unix:${redis.socket}`, storeTimeout: '20s' });
  await as('key-of-a').submit();
  const { port } = await start();
  expect((await as('key-of-a', port).get(STATUS)).status).toBe(303);
  expect(await as('key-of-b', port).get(STATUS)).toEqual(LOST);
  for (const other of ['T-2', 'T-1%20', 't-1'])
    expect(await as('key-of-a').get(`/v1/reports/jobs/${other}`)).toEqual(LOST);
});

test('a store that is away is found out before anything is sent', async () => {
  const { as, asked } = await open(AUTH, { store: 'unix:/nowhere/redis', storeTimeout: '1ms' });
  const { status, text } = await as('key-of-a').submit();
  expect([status, JSON.parse(text).code, asked]).toEqual([503, 'STORE_UNAVAILABLE', []]);
});
