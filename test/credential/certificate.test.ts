// Certificates of callers at the port of `serve`, and its own, which may change.
import { execFileSync } from 'node:child_process';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { request as secureRequest } from 'node:https';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { describe, expect, onTestFinished, test } from 'vitest';
import { certificate } from '../../src/credential/front/certificate.ts';
import { Known } from '../../src/credential/front/known.ts';
import { silent } from '../../src/server/log/writer.ts';
import { startServer } from '../../src/server/server.ts';
import { loadSettings } from '../../src/server/settings/load.ts';
import { temp } from '../server/temp.ts';
import { NOTES, startPeer, textIn } from './notes.ts';

const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'ignore' });
const EC = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];

/** Two authorities, a server, and callers of each. */
function makeFiles(): string {
  const dir = temp();
  const at = (name: string) => join(dir, name);
  for (const ca of ['ca', 'stranger'])
    openssl(
      'req',
      '-x509',
      ...EC,
      '-subj',
      `/CN=${ca}`,
      '-days',
      '2',
      '-keyout',
      at(`${ca}-key.pem`),
      '-out',
      at(`${ca}.pem`),
    );
  const sign = (name: string, ca: string, subject: string, san: string) => {
    openssl('req', ...EC, '-subj', subject, '-keyout', at(`${name}-key.pem`), '-out', at(`${name}.csr`));
    writeFileSync(at('ext'), `subjectAltName=${san}`);
    const by = [
      '-CA',
      at(`${ca}.pem`),
      '-CAkey',
      at(`${ca}-key.pem`),
      '-CAcreateserial',
      '-days',
      '2',
      '-extfile',
      at('ext'),
    ];
    openssl('x509', '-req', '-in', at(`${name}.csr`), ...by, '-out', at(`${name}.pem`));
  };
  sign('server', 'ca', '/CN=localhost', 'IP:127.0.0.1');
  sign('renewed', 'ca', '/CN=renewed', 'IP:127.0.0.1');
  sign('shop', 'ca', '/O=Example/CN=shop', 'DNS:shop.example');
  sign('other', 'ca', '/O=Example/CN=other', 'DNS:other.example');
  sign('false', 'stranger', '/O=Example/CN=shop', 'DNS:shop.example');
  return dir;
}

interface Answer {
  readonly status: number;
  readonly subject: string;
}

/** `as`: the caller's certificate. */
function ask(port: number, dir: string, as?: string): Promise<Answer> {
  const read = (name: string) => readFileSync(join(dir, `${name}.pem`));
  const own = as === undefined ? {} : { cert: read(as), key: read(`${as}-key`) };
  const options = { host: '127.0.0.1', port, path: '/v1/notes/7', ca: read('ca'), agent: false, ...own };
  return new Promise((resolve, reject) => {
    secureRequest(options, (res) => {
      const subject = String((res.socket as TLSSocket).getPeerCertificate().subject.CN);
      res.resume().on('end', () => resolve({ status: res.statusCode as number, subject }));
    })
      .on('error', reject)
      .end();
  });
}

async function serve(dir: string, auth: string): Promise<{ port: number; authors: () => (string | undefined)[] }> {
  const peer = await startPeer();
  const yaml = `mapping: ${NOTES}\nupstream: ${peer.origin}\nhost: 127.0.0.1\nport: 0\nadminPort: off\nwatch: 50ms\ntlsCert: server.pem\ntlsKey: server-key.pem\nclientCa: ca.pem\nauth: ${auth}\n`;
  writeFileSync(join(dir, 'soapstone.yaml'), yaml);
  const load = () => loadSettings({ flags: {}, environment: {}, cwd: dir });
  const log = silent;
  const server = await startServer(await load(), log, { settings: load });
  onTestFinished(async () => void (await server.drain(0)));
  return { port: server.port, authors: () => peer.heard.map(({ body }) => textIn(body, 'account')) };
}

const CALLERS =
  '{ front: [ certificate ], callers: [ { certificate: "DNS:shop.example", email: e, account: S, password: { env: HOME } } ] }';

describe('certificates of callers', () => {
  test('those that are known are let in; a name is worth nothing without the authority', async () => {
    const dir = makeFiles();
    const { port, authors } = await serve(dir, CALLERS);
    expect((await ask(port, dir, 'shop')).status).toBe(200);
    expect(authors()).toEqual(['S']);
    for (const as of [undefined, 'other', 'false']) expect((await ask(port, dir, as)).status, as).toBe(401);
  });

  test('or all of an authority; by their subject too', async () => {
    const dir = makeFiles();
    const { port } = await serve(dir, '{ front: [ { certificate: { known: false } } ] }');
    expect((await ask(port, dir, 'other')).status).toBe(200);
    expect((await ask(port, dir, 'false')).status).toBe(401);
    const named = await serve(
      dir,
      '{ front: [ certificate ], callers: [ { certificate: "O=Example, CN=shop", account: S } ] }',
    );
    expect((await ask(named.port, dir, 'shop')).status).toBe(200);
    expect((await ask(named.port, dir, 'other')).status).toBe(401);
  });

  test('all of their names and their authority tell them apart, also where the subject is empty', async () => {
    const as = { certificate: 'certificate' };
    const gate = certificate({ kind: 'certificate', known: false, as }, new Known([]));
    const keyOf = async (raw: object) => {
      const socket = { encrypted: true, authorized: true, getPeerX509Certificate: () => raw };
      const verdict = await gate.judge({ req: { socket } as unknown as IncomingMessage });
      return verdict !== undefined && verdict !== 'refused' && 'key' in verdict ? verdict.key : verdict;
    };
    const shop = { subject: 'CN=shop', issuer: 'CN=one', subjectAltName: 'DNS:shop.example' };
    const workload = { issuer: 'CN=one', subjectAltName: 'URI:spiffe://example/a' };
    const all = [
      shop,
      { ...shop, issuer: 'CN=two' },
      { ...shop, subjectAltName: 'DNS:other.example' },
      { ...shop, subjectAltName: undefined },
      workload,
      { ...workload, subjectAltName: 'URI:spiffe://example/b' },
    ];
    const keys = await Promise.all(all.map(keyOf));
    expect(new Set(keys).size).toBe(all.length);
    expect(await keyOf({ ...shop })).toBe(keys[0]);
    expect(await keyOf({ issuer: 'CN=one' })).toBe('refused');
  });

  test('the own certificate is taken up when its files change; what is no pair is not', async () => {
    const dir = makeFiles();
    const { port } = await serve(dir, CALLERS);
    expect(await ask(port, dir, 'shop')).toEqual({ status: 200, subject: 'localhost' });
    copyFileSync(join(dir, 'renewed.pem'), join(dir, 'server.pem'));
    expect((await ask(port, dir, 'shop')).subject).toBe('localhost');
    copyFileSync(join(dir, 'renewed-key.pem'), join(dir, 'server-key.pem'));
    await expect.poll(async () => (await ask(port, dir, 'shop')).subject, { timeout: 5000 }).toBe('renewed');
  });

  test('plain HTTP is not spoken at that port', async () => {
    const dir = makeFiles();
    const { port } = await serve(dir, CALLERS);
    const plain = new Promise<IncomingMessage>((resolve, reject) => {
      request({ host: '127.0.0.1', port, path: '/v1/time' }, resolve).on('error', reject).end();
    });
    await expect(plain).rejects.toThrow();
  });
});
