// A service behind TLS: its certificate is always checked, and ours is shown when there is one.

import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { accountOf } from '../../../examples/bank/accounts.ts';
import { accountResponse } from '../../../examples/bank/bank-messages.ts';
import { type SoapstoneOptions, soapstone } from '../../../src/index.ts';
import { bankMapping } from '../bank-mapping.ts';
import { temp } from '../temp.ts';

const folder = join(import.meta.dirname, '..', '..', 'fixtures', 'tls');
const file = (name: string) => join(folder, name);
const pem = (name: string) => readFileSync(file(name));

let server: Server;
let upstream: string;
/** Subjects of the certificates that callers showed. */
const shown: (string | undefined)[] = [];

beforeAll(async () => {
  const options = { key: pem('server.key'), cert: pem('server.pem'), ca: pem('ca.pem') };
  const xml = accountResponse('https://example.com/bank', accountOf('7')!);
  server = createServer({ ...options, requestCert: true, rejectUnauthorized: false }, (req, res) => {
    const { subject } = (req.socket as TLSSocket).getPeerCertificate();
    shown.push(subject?.CN as string | undefined);
    req.resume().on('end', () => res.writeHead(200, { 'content-type': 'text/xml; charset=utf-8' }).end(xml));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  upstream = `https://127.0.0.1:${(server.address() as AddressInfo).port}/accounts`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

async function answerWith(options: Partial<SoapstoneOptions>): Promise<{ status: number; body: { code?: string } }> {
  const gateway = await soapstone({ mapping: bankMapping(), upstream, ...options });
  onTestFinished(() => gateway.close());
  const app = (await import('node:http')).createServer((req, res) => gateway(req, res));
  return request(app).get('/v1/accounts/7');
}

describe('a service with a certificate', () => {
  test('of an authority that is not known is not talked to, whatever the environment says', async () => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(await answerWith({})).toMatchObject({ status: 502, body: { code: 'UPSTREAM_CONNECT' } });
    expect(shown).toEqual([]);
  });

  test('of a known authority is', async () => {
    expect(await answerWith({ upstreamCa: file('ca.pem') })).toMatchObject({ status: 200, body: { id: 7 } });
    expect(shown.splice(0)).toEqual([undefined]);
  });

  test('sees ours', async () => {
    const own = { upstreamCert: file('client.pem'), upstreamKey: file('client.key') };
    expect((await answerWith({ upstreamCa: file('ca.pem'), ...own })).status).toBe(200);
    expect(shown.splice(0)).toEqual(['Test client']);
  });
});

describe('files that are no use', () => {
  const nothing = () => join(temp({ 'x.pem': 'nothing' }), 'x.pem');
  test.each<[string, () => Partial<SoapstoneOptions>, RegExp]>([
    [
      'a file that is not there',
      () => ({ upstreamCa: '/nowhere/ca.pem' }),
      /upstreamCa: cannot read \/nowhere\/ca.pem: ENOENT/,
    ],
    ['an authority that is not PEM', () => ({ upstreamCa: nothing() }), /upstreamCa: the file is not PEM/],
    [
      'a certificate that is not PEM',
      () => ({ upstreamCert: nothing(), upstreamKey: file('client.key') }),
      /upstreamCert: the file cannot be used/,
    ],
    [
      'a key of another certificate',
      () => ({ upstreamCert: file('client.pem'), upstreamKey: file('server.key') }),
      /upstreamKey: the key does not match the certificate/,
    ],
    [
      'a key that is empty, as one that is being written',
      () => ({ upstreamCert: file('client.pem'), upstreamKey: join(temp({ 'x.pem': '' }), 'x.pem') }),
      /upstreamKey: the file cannot be used/,
    ],
    ['a certificate without a key', () => ({ upstreamCert: file('client.pem') }), /need each other/],
    ['a service without TLS', () => ({ upstream: 'http://h/', upstreamCa: file('ca.pem') }), /need an https upstream/],
  ])('%s', async (_title, options, message) => {
    await expect(soapstone({ mapping: bankMapping(), upstream, ...options() })).rejects.toThrow(message);
  });
});
