// When the certificates end that the process shows, by its metrics and by OpenSSL.
import { execFileSync } from 'node:child_process';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type Fields, type Level, silent } from '../../../src/server/log/open-log.ts';
import { startServer } from '../../../src/server/server.ts';
import { loadSettings } from '../../../src/server/settings/load.ts';
import { bankMapping } from '../bank-mapping.ts';
import { call } from '../http-client.ts';
import { temp } from '../temp.ts';

const END = 'soapstone_certificate_expiration_timestamp_seconds';
const START = 'soapstone_certificate_start_timestamp_seconds';

function openssl(...args: string[]): string {
  return execFileSync('openssl', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
}

/** `days`: how long each certificate is good, by its name. */
function makeFiles(days: Readonly<Record<string, number>>): string {
  const dir = temp({});
  for (const [name, good] of Object.entries(days)) {
    const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', join(dir, `${name}.key`)];
    openssl('req', '-x509', ...key, '-subj', `/CN=${name}`, '-days', String(good), '-out', join(dir, `${name}.pem`));
  }
  return dir;
}

function dateBy(file: string, which: 'startdate' | 'enddate'): number {
  return Date.parse(openssl('x509', '-noout', `-${which}`, '-in', file).trim().split('=')[1]) / 1000;
}

function fingerprintBy(file: string): string {
  return openssl('x509', '-noout', '-fingerprint', '-sha256', '-in', file).trim().split('=')[1];
}

const endBy = (file: string) => dateBy(file, 'enddate');

test('starts and ends of certificates are shown as they are in use', async () => {
  const dir = makeFiles({ port: 5, renewed: 50, chain: 3, peer: 20, signer: 30 });
  const at = (name: string) => join(dir, name);
  copyFileSync(at('port.pem'), at('tls.pem'));
  copyFileSync(at('port.key'), at('tls.key'));
  writeFileSync(at('long.pem'), readFileSync(at('peer.pem'), 'utf8') + readFileSync(at('chain.pem'), 'utf8'));
  const yaml = `name: bank
mapping: ${bankMapping()}
upstream: https://127.0.0.1:9/
host: 127.0.0.1
adminHost: 127.0.0.1
port: 0
adminPort: 0
watch: 0
tlsCert: tls.pem
tlsKey: tls.key
upstreamCert: long.pem
upstreamKey: peer.key
auth: { back: { security: { signature: { cert: { file: signer.pem }, key: { file: signer.key } } } } }
`;
  writeFileSync(at('soapstone.yaml'), yaml);
  const load = () => loadSettings({ flags: {}, environment: {}, cwd: dir });
  const events: Fields[] = [];
  const log = { ...silent, write: (_level: Level, fields: Fields) => void events.push(fields) };
  const server = await startServer(await load(), log, { settings: load });
  onTestFinished(async () => void (await server.drain(0)));
  const shown = async (name = END) => {
    const { text } = await call(server.adminPort as number, '/metrics');
    const found = text.matchAll(new RegExp(`^${name}\\{bridge="(.*)",use="(.*)"\\} (.*)$`, 'gm'));
    return [...found].map(([, bridge, use, value]) => [bridge, use, Number(value)]);
  };
  const fixed = [
    ['bank', 'upstream', endBy(at('chain.pem'))],
    ['bank', 'signature', endBy(at('signer.pem'))],
  ];
  expect(await shown()).toEqual([['', 'listener', endBy(at('port.pem'))], ...fixed]);

  expect(await shown(START)).toEqual([
    ['', 'listener', dateBy(at('port.pem'), 'startdate')],
    ['bank', 'upstream', dateBy(at('chain.pem'), 'startdate')],
    ['bank', 'signature', dateBy(at('signer.pem'), 'startdate')],
  ]);

  copyFileSync(at('renewed.pem'), at('tls.pem'));
  expect((await server.reload()).ok).toBe(false);
  expect(await shown()).toEqual([['', 'listener', endBy(at('port.pem'))], ...fixed]);
  copyFileSync(at('renewed.key'), at('tls.key'));
  expect((await server.reload('files')).ok).toBe(true);
  expect(await shown()).toEqual([['', 'listener', endBy(at('renewed.pem'))], ...fixed]);

  const until = new Date(endBy(at('renewed.pem')) * 1000).toISOString();
  const [failed, renewed] = events.filter(({ outcome }) => outcome !== undefined);
  expect(failed).toMatchObject({ outcome: 'failure', certificates_changed: undefined });
  expect(renewed['certificates_changed']).toBe(
    `listener: CN=renewed, until ${until}, SHA-256 ${fingerprintBy(at('renewed.pem'))} (before: ${fingerprintBy(at('port.pem'))})`,
  );
});
