// T-SEC-33: certificate, key and authorities are replaced while callers ask: nobody notices, and what is no good is not taken up.
import { execFileSync } from 'node:child_process';
import { appendFileSync, copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { silent } from '../../src/server/log/open-log.ts';
import { startServer } from '../../src/server/server.ts';
import { loadSettings } from '../../src/server/settings/load.ts';
import { WHOLE } from '../sample-size.ts';
import { call } from '../server/http-client.ts';
import { temp } from '../server/temp.ts';
import { until } from '../server/until.ts';
import { RawPeer } from '../transport/raw-peer.ts';
import { goodXml, notes, sayXml } from './stage.ts';

const ROUNDS = WHOLE ? 20 : 3;
/** Callers who ask one request after the other: half of them over kept connections. */
const CALLERS = 8;
const EC = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];

/** An authority and a certificate by it for each round, named by their number. */
function makeFiles(rounds: number): string {
  const dir = temp({});
  const at = (name: string) => join(dir, name);
  const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'ignore' });
  writeFileSync(at('ext'), 'subjectAltName=IP:127.0.0.1');
  for (let i = 0; i < rounds; i++) {
    const [ca, caKey] = [at(`ca${i}.pem`), at(`ca${i}.key`)];
    openssl('req', '-x509', ...EC, '-subj', `/CN=ca${i}`, '-days', '2', '-keyout', caKey, '-out', ca);
    openssl('req', ...EC, '-subj', `/CN=server${i}`, '-keyout', at(`server${i}.key`), '-out', at('csr'));
    const by = ['-CA', ca, '-CAkey', caKey, '-CAcreateserial', '-days', '2', '-extfile', at('ext')];
    openssl('x509', '-req', '-in', at('csr'), ...by, '-out', at(`server${i}.pem`));
  }
  return dir;
}

interface Heard {
  readonly status: number | undefined;
  readonly subject: string;
}

test('T-SEC-33: certificates are replaced under load', async () => {
  const dir = makeFiles(ROUNDS + 1);
  const at = (name: string) => join(dir, name);
  const put = (i: number) => {
    for (const [from, to] of [
      ['pem', 'tls.pem'],
      ['key', 'tls.key'],
    ])
      copyFileSync(at(`server${i}.${from}`), at(to));
    copyFileSync(at(`ca${i}.pem`), at('callers.pem'));
  };
  put(0);
  const peer = await RawPeer.listen(sayXml(goodXml));
  const lines = {
    mapping: notes,
    upstream: `${peer.origin}/`,
    host: '127.0.0.1',
    port: 0,
    adminHost: '127.0.0.1',
    adminPort: 0,
    watch: 0,
    overloadDelay: 0,
    tlsCert: 'tls.pem',
    tlsKey: 'tls.key',
    clientCa: 'callers.pem',
  };
  writeFileSync(
    at('soapstone.yaml'),
    Object.entries(lines)
      .map(([name, value]) => `${name}: ${value}\n`)
      .join(''),
  );
  const settings = () => loadSettings({ flags: {}, environment: {}, cwd: dir });
  const server = await startServer(await settings(), silent, { settings });
  let over = false;
  onTestFinished(async () => {
    over = true;
    await peer.close();
    await server.drain(0);
  });

  const ca = Array.from({ length: ROUNDS + 1 }, (_one, i) => readFileSync(at(`ca${i}.pem`), 'utf8'));
  const ask = (agent: Agent | false) =>
    new Promise<Heard>((resolve, reject) => {
      request({ host: '127.0.0.1', port: server.port, path: '/v1/notes/7', ca, agent }, (res) => {
        const subject = String((res.socket as TLSSocket).getPeerCertificate().subject.CN);
        res.resume().on('end', () => resolve({ status: res.statusCode, subject }));
      })
        .on('error', reject)
        .end();
    });
  const heard: Heard[] = [];
  const callers = Array.from({ length: CALLERS }, async (_one, i) => {
    const agent = i % 2 === 0 ? new Agent({ keepAlive: true, maxSockets: 1 }) : false;
    while (!over) heard.push(await ask(agent));
    if (agent) agent.destroy();
  });
  /** New requests are answered while this is so. */
  const goesOn = () => {
    const wanted = heard.length + CALLERS;
    return until(() => heard.length >= wanted);
  };
  const good = async () =>
    /^soapstone_config_last_reload_successful (\d)$/m.exec(
      (await call(server.adminPort as number, '/metrics')).text,
    )?.[1];

  for (let i = 1; i <= ROUNDS; i++) {
    await goesOn();
    const [cert, key, authorities] = ['tls.pem', 'tls.key', 'callers.pem'].map((name) =>
      readFileSync(at(name), 'utf8'),
    );
    const wrong: readonly (() => void)[] = [
      // Half a file, a key of another certificate, no key at all, and authorities that are none.
      () => writeFileSync(at('tls.pem'), readFileSync(at(`server${i}.pem`), 'utf8').slice(0, 200)),
      () => copyFileSync(at(`server${i}.key`), at('tls.key')),
      () => writeFileSync(at('tls.key'), ''),
      () => writeFileSync(at('callers.pem'), 'none'),
    ];
    for (const one of wrong) {
      one();
      expect((await server.reload()).ok).toBe(false);
      expect([await good(), (await ask(false)).subject]).toEqual(['0', `server${i - 1}`]);
      for (const [name, text] of [
        ['tls.pem', cert],
        ['tls.key', key],
        ['callers.pem', authorities],
      ])
        writeFileSync(at(name), text);
    }
    put(i);
    appendFileSync(at('tls.pem'), ca[i]);
    expect((await server.reload()).ok).toBe(true);
    expect([await good(), (await ask(false)).subject]).toEqual(['1', `server${i}`]);
  }
  await goesOn();
  over = true;
  // One that failed rejects here.
  await Promise.all(callers);
  expect(new Set(heard.map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set(heard.map(({ subject }) => subject)).size).toBe(ROUNDS + 1);
});
