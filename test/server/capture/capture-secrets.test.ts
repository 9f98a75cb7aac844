// Secrets that a gateway shows a service, and those that clients show it, are in no capture: header parts of the table, WS-Security, tokens, keys.
import { expect, onTestFinished, test } from 'vitest';
import { silent } from '../../../src/server/log/open-log.ts';
import { startServer } from '../../../src/server/server.ts';
import { loadSettings } from '../../../src/server/settings/load.ts';
import { startPhpNotes } from '../../peers/php.ts';
import { call } from '../http-client.ts';
import { temp } from '../temp.ts';
import { until } from '../until.ts';

const mapping = new URL('../../../mappings/90-credentials', import.meta.url).pathname;
const SECRETS = {
  NOTES_PASSWORD: 'pass & <word>',
  NOTES_CONSUMER_SECRET: 'c-s-1234',
  NOTES_TOKEN: 'tk-1234',
  NOTES_TOKEN_SECRET: 't-s-1234',
};

async function captureOf(auth: object, headers: Readonly<Record<string, string>> = {}) {
  Object.assign(process.env, SECRETS);
  const { NOTES_PASSWORD, NOTES_CONSUMER_SECRET, NOTES_TOKEN_SECRET } = SECRETS;
  const peer = await startPhpNotes({ NOTES_PASSWORD, NOTES_CONSUMER_SECRET, NOTES_TOKEN_SECRET });
  onTestFinished(() => peer.stop());
  const bridge = JSON.stringify({ mapping, upstream: `${peer.origin}/notes?key=upstream-key-1234`, auth });
  const settings = await loadSettings({
    flags: { host: '127.0.0.1', adminHost: '127.0.0.1', port: '0', adminPort: '0', overloadDelay: '0', debugWire: '*' },
    environment: {},
    cwd: temp({ 'soapstone.yaml': `bridges: [${bridge}]` }),
  });
  const server = await startServer(settings, silent);
  onTestFinished(async () => void (await server.drain(0)));
  const { status } = await call(server.port, '/v1/notes/7', { headers });
  await call(server.port, '/elsewhere?access_token=query-1234', { headers });
  let text = '';
  await until(async () => {
    text = (await call(server.adminPort as number, '/exchanges')).text;
    return JSON.parse(text).exchanges.length === 2;
  });
  return { status, text, exchange: JSON.parse(text).exchanges[0] };
}

const fields = { user: 'anna', password: { env: 'NOTES_PASSWORD' } };

test('a UsernameToken', async () => {
  const { text, exchange } = await captureOf({ back: { fields, security: { usernameToken: { type: 'text' } } } });
  expect(exchange.calls[0].request.body).toMatch(/<(?:\w+:)?Security[^>]*>\*\*\*<\//);
  for (const secret of ['pass &', 'upstream-key-1234', 'query-1234']) expect(text).not.toContain(secret);
});

test('a header part of the table, signed with secrets of the settings', async () => {
  const back = {
    fields: {
      account: 'acme',
      consumerKey: 'ck',
      consumerSecret: { env: 'NOTES_CONSUMER_SECRET' },
      token: { env: 'NOTES_TOKEN' },
      tokenSecret: { env: 'NOTES_TOKEN_SECRET' },
    },
  };
  const { text, exchange } = await captureOf({ back });
  expect(exchange.calls[0].request.body).toMatch(/tokenPassport[^>]*>\*\*\*<\//);
  for (const secret of ['c-s-1234', 'tk-1234', 't-s-1234']) expect(text).not.toContain(secret);
});

test('credentials of clients, also of those whom no rule takes', async () => {
  const front = [{ apiKey: { header: 'X-Client' } }];
  const key = { env: 'NOTES_TOKEN' };
  const headers = {
    'x-client': 'tk-1234',
    'idempotency-key': 'again-1234',
    cookie: 'a=cookie-1234',
    authorization: 'Bearer b-1234',
  };
  const { status, text, exchange } = await captureOf({ front, callers: [{ key }] }, headers);
  expect([status, exchange.request.headers], text).toEqual([
    expect.any(Number),
    expect.arrayContaining([['x-client', '***']]),
  ]);
  for (const secret of ['tk-1234', 'again-1234', 'cookie-1234', 'b-1234']) expect(text).not.toContain(secret);
});
