// Certificates of callers at the port of `serve`, and its own, which may change.
import { execFileSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { type ClientHttp2Session, connect } from 'node:http2';
import { Agent, request as secureRequest } from 'node:https';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { describe, expect, onTestFinished, test } from 'vitest';
import { CallerRegistry } from '../../../src/auth/inbound/caller-registry.ts';
import { certificate, rootOf } from '../../../src/auth/inbound/certificate.ts';
import { silent } from '../../../src/server/log/open-log.ts';
import { startServer } from '../../../src/server/server.ts';
import { loadSettings } from '../../../src/server/settings/load.ts';
import { temp } from '../../server/temp.ts';
import { NOTES, startPeer, textIn } from '../notes.ts';

const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'ignore' });
const EC = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];

/** Two authorities, a server, and callers of each. */
function makeFiles(): string {
  const dir = temp();
  const at = (name: string) => join(dir, name);
  for (const [ca, name] of [
    ['ca', 'ca'],
    ['stranger', 'stranger'],
    ['copy', 'ca'],
  ])
    openssl(
      'req',
      '-x509',
      ...EC,
      '-subj',
      `/CN=${name}`,
      '-days',
      '2',
      '-keyout',
      at(`${ca}-key.pem`),
      '-out',
      at(`${ca}.pem`),
    );
  const sign = (name: string, ca: string, subject: string, san: string, more = '') => {
    openssl('req', ...EC, '-subj', subject, '-keyout', at(`${name}-key.pem`), '-out', at(`${name}.csr`));
    writeFileSync(at('ext'), `subjectAltName=${san}\n${more}`);
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
  sign('copied', 'copy', '/O=Example/CN=shop', 'DNS:shop.example');
  sign('middle', 'ca', '/CN=middle', 'DNS:middle.example', 'basicConstraints=critical,CA:TRUE');
  sign('below', 'middle', '/CN=below', 'DNS:below.example');
  sign('under', 'shop', '/CN=under', 'DNS:under.example');
  writeFileSync(at('chain.pem'), readFileSync(at('below.pem'), 'utf8') + readFileSync(at('middle.pem'), 'utf8'));
  copyFileSync(at('below-key.pem'), at('chain-key.pem'));
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

/** Connections that are kept open; `as`: the caller's certificate. */
function keeping(dir: string, as?: string): Agent {
  const read = (name: string) => readFileSync(join(dir, `${name}.pem`));
  const own = as === undefined ? {} : { cert: read(as), key: read(`${as}-key`) };
  return new Agent({ keepAlive: true, maxSockets: 1, ca: read('ca'), ...own });
}

/** A connection of HTTP/2; `as`: the caller's certificate. */
function http2Session(port: number, dir: string, as?: string): ClientHttp2Session {
  const read = (name: string) => readFileSync(join(dir, `${name}.pem`));
  const own = as === undefined ? {} : { cert: read(as), key: read(`${as}-key`) };
  const session = connect(`https://127.0.0.1:${port}`, { ca: read('ca'), ...own });
  session.on('error', () => {});
  onTestFinished(() => void session.destroy());
  return session;
}

async function overHttp2(session: ClientHttp2Session): Promise<Answer> {
  const stream = session.request({ ':path': '/v1/notes/7' });
  const [headers] = (await once(stream, 'response')) as [IncomingHttpHeaders & { ':status': number }];
  stream.resume();
  await once(stream, 'close');
  const subject = String((session.socket as TLSSocket).getPeerCertificate().subject.CN);
  return { status: headers[':status'], subject };
}

function over(port: number, agent: Agent): Promise<{ status: number; reused: boolean }> {
  return new Promise((resolve, reject) => {
    const sent = secureRequest({ host: '127.0.0.1', port, path: '/v1/notes/7', agent }, (res) => {
      res.resume().on('end', () => resolve({ status: res.statusCode as number, reused: sent.reusedSocket }));
    });
    sent.on('error', reject).end();
  });
}

async function serve(
  dir: string,
  auth: string,
  authorities: readonly string[] = ['ca'],
): Promise<{ port: number; authors: () => (string | undefined)[] }> {
  const peer = await startPeer();
  writeFileSync(
    join(dir, 'authorities.pem'),
    authorities.map((name) => readFileSync(join(dir, `${name}.pem`), 'utf8')).join(''),
  );
  const yaml = `mapping: ${NOTES}\nupstream: ${peer.origin}\nhost: 127.0.0.1\nport: 0\nadminPort: off\nwatch: 50ms\ntlsCert: server.pem\ntlsKey: server-key.pem\nclientCa: authorities.pem\nauth: ${auth}\n`;
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
    const as = { certificate: 'certificate', authority: 'authority' };
    const gate = certificate({ kind: 'certificate', known: false, as }, new CallerRegistry([]));
    const dir = makeFiles();
    const pem = (name: string) => readFileSync(join(dir, `${name}.pem`), 'utf8');
    const keyOf = async (more: object, ...names: readonly string[]) => {
      const [own, ...issuers] = names.map((name) => new X509Certificate(pem(name)));
      const chain = [own, ...issuers].reduceRight<object | undefined>((issuerCertificate, { raw }) => {
        const one: Record<string, unknown> = { raw };
        one['issuerCertificate'] = issuerCertificate ?? one;
        return one;
      }, undefined);
      const { subject, issuer, subjectAltName, publicKey } = own;
      const shown = { subject, issuer, subjectAltName, publicKey, ...more };
      const socket = {
        encrypted: true,
        authorized: true,
        getPeerX509Certificate: () => shown,
        getPeerCertificate: () => chain,
      };
      const verdict = await gate.authenticate({ req: { socket } as unknown as IncomingMessage });
      return verdict !== undefined && verdict !== 'refused' && 'key' in verdict ? verdict.key : verdict;
    };
    const all = [
      await keyOf({}, 'shop', 'ca'),
      // The same names, and the same name of an authority.
      await keyOf({}, 'copied', 'copy'),
      await keyOf({ issuer: 'CN=two' }, 'shop', 'ca'),
      await keyOf({ subjectAltName: 'DNS:other.example' }, 'shop', 'ca'),
      await keyOf({ subjectAltName: undefined }, 'shop', 'ca'),
      await keyOf({ subject: undefined, subjectAltName: 'URI:spiffe://example/a' }, 'shop', 'ca'),
      await keyOf({ subject: undefined, subjectAltName: 'URI:spiffe://example/b' }, 'shop', 'ca'),
    ];
    expect(new Set(all).size).toBe(all.length);
    expect(await keyOf({}, 'shop', 'ca')).toBe(all[0]);
    expect(await keyOf({}, 'below', 'middle', 'ca')).not.toBe(all[0]);
    expect(await keyOf({ subject: undefined, subjectAltName: undefined }, 'shop', 'ca')).toBe('refused');
    // Chains that only their names make tell no authority: another key, one that ends early, one through a certificate that may not sign.
    for (const [chain, root] of [
      [['shop', 'copy'], 'ca'],
      [['below', 'middle'], 'ca'],
      [['under', 'shop', 'ca'], 'ca'],
    ] as const) {
      const certificates = chain.map((name) => new X509Certificate(pem(name)));
      expect(rootOf(certificates), `${chain.join()} to ${root}`).toBeUndefined();
    }
    expect(rootOf(['below', 'middle', 'ca'].map((name) => new X509Certificate(pem(name))))?.subject).toBe('CN=ca');
    expect(await keyOf({}, 'below', 'middle')).not.toBe(await keyOf({}, 'below', 'middle', 'ca'));
  });

  test('of two authorities each names its own callers, also where one has taken the name of the other', async () => {
    const dir = makeFiles();
    const one = (name: string, account: string) =>
      `{ certificate: "DNS:shop.example", authority: { file: ${name}.pem }, email: e, password: { env: HOME }, account: ${account} }`;
    for (const other of ['stranger', 'copy']) {
      const { port, authors } = await serve(dir, `{ front: [ certificate ], callers: [ ${one('ca', 'S')} ] }`, [
        'ca',
        other,
      ]);
      const theirs = other === 'copy' ? 'copied' : 'false';
      expect((await ask(port, dir, 'shop')).status).toBe(200);
      expect((await ask(port, dir, theirs)).status, theirs).toBe(401);
      const both = await serve(dir, `{ front: [ certificate ], callers: [ ${one('ca', 'S')}, ${one(other, 'T')} ] }`, [
        'ca',
        other,
      ]);
      for (const as of ['shop', theirs]) expect((await ask(both.port, dir, as)).status).toBe(200);
      expect([authors(), both.authors()]).toEqual([['S'], ['S', 'T']]);
    }
  });

  test('a chain counts by its root, where the listener has what is in between', async () => {
    const dir = makeFiles();
    const auth =
      '{ front: [ certificate ], callers: [ { certificate: "DNS:below.example", authority: { file: ca.pem }, email: e, password: { env: HOME }, account: S } ] }';
    const { port } = await serve(dir, auth, ['ca', 'middle', 'stranger']);
    for (const as of ['below', 'chain']) expect((await ask(port, dir, as)).status).toBe(200);
    const without = await serve(dir, auth, ['ca', 'stranger']);
    expect((await ask(without.port, dir, 'chain')).status).toBe(401);
    // With one authority nobody has to be told apart.
    const alone = await serve(dir, CALLERS.replace('shop', 'below'), ['ca']);
    expect((await ask(alone.port, dir, 'chain')).status).toBe(200);
    const any = await serve(dir, '{ front: [ { certificate: { known: false } } ] }', ['ca', 'stranger']);
    expect((await ask(any.port, dir, 'chain')).status).toBe(200);
  });

  test('with two authorities a caller must say which one is its own', async () => {
    const dir = makeFiles();
    await expect(serve(dir, CALLERS, ['ca', 'stranger'])).rejects.toThrow(
      'clientCa has several CAs, and an entry does not say which one is its own',
    );
    // Twice the same, or one in between, is no other.
    await serve(dir, CALLERS, ['ca', 'ca', 'middle']);
    const wrong = (authority: string) =>
      `{ front: [ certificate ], callers: [ { certificate: "DNS:shop.example", authority: ${authority}, account: S } ] }`;
    for (const authority of ['ca', '{ file: ca-key.pem }', '{ file: shop.pem }'])
      await expect(serve(dir, wrong(authority)), authority).rejects.toThrow('is a file with its CA certificate');
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

  test('connections of callers end with the authority that they were let in by', async () => {
    const dir = makeFiles();
    const { port } = await serve(dir, '{ front: [ { certificate: { known: false } } ] }', ['ca', 'stranger']);
    const [gone, kept] = [keeping(dir, 'false'), keeping(dir)];
    onTestFinished(() => [gone, kept].forEach((agent) => void agent.destroy()));
    expect(await over(port, gone)).toEqual({ status: 200, reused: false });
    expect(await over(port, gone)).toEqual({ status: 200, reused: true });
    expect(await over(port, kept)).toEqual({ status: 401, reused: false });
    copyFileSync(join(dir, 'ca.pem'), join(dir, 'authorities.pem'));
    await expect.poll(() => over(port, gone), { timeout: 5000 }).toEqual({ status: 401, reused: false });
    expect(await over(port, kept)).toEqual({ status: 401, reused: true });
  });

  test('over HTTP/2: who is let in, the own certificate when its files change, and the end of an authority', async () => {
    const dir = makeFiles();
    const { port } = await serve(dir, '{ front: [ { certificate: { known: false } } ] }', ['ca', 'stranger']);
    const [gone, kept] = [http2Session(port, dir, 'false'), http2Session(port, dir)];
    expect(await overHttp2(gone)).toEqual({ status: 200, subject: 'localhost' });
    expect((await overHttp2(kept)).status).toBe(401);
    copyFileSync(join(dir, 'renewed.pem'), join(dir, 'server.pem'));
    copyFileSync(join(dir, 'renewed-key.pem'), join(dir, 'server-key.pem'));
    const subject = async () => (await overHttp2(http2Session(port, dir, 'shop'))).subject;
    await expect.poll(subject, { timeout: 5000 }).toBe('renewed');
    expect(gone.closed || gone.destroyed).toBe(false);
    const goaway = once(gone, 'goaway');
    copyFileSync(join(dir, 'ca.pem'), join(dir, 'authorities.pem'));
    await goaway;
    await expect.poll(async () => (await overHttp2(http2Session(port, dir, 'false'))).status).toBe(401);
    expect((await overHttp2(kept)).status).toBe(401);
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
