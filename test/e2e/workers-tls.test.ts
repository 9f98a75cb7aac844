// TLS of several workers: HTTP/2 by all of them, and a renewed certificate.
import { copyFileSync } from 'node:fs';
import { type ClientHttp2Session, connect } from 'node:http2';
import { join } from 'node:path';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { startBank } from '../../examples/bank/bank.ts';
import { bankMapping } from '../server/bank-mapping.ts';
import { temp } from '../server/temp.ts';
import { tlsFile } from '../server/tls-files.ts';
import { until } from '../server/until.ts';
import { startTogether } from './workers-scene.ts';

/** Status of one request over a connection of its own. */
function askHttp2(port: number): Promise<number | undefined> {
  const client: ClientHttp2Session = connect(`https://127.0.0.1:${port}`, { rejectUnauthorized: false });
  return new Promise<number | undefined>((resolve, reject) => {
    client.on('error', reject);
    const stream = client.request({ ':path': '/v1/accounts/7' });
    stream.on('response', (headers) => resolve(headers[':status']));
    stream.on('error', reject).resume();
  }).finally(() => client.destroy());
}

/** SHA-256 of the certificate that a new connection is shown. */
function shownCertificate(port: number): Promise<string> {
  return new Promise<string>((resolve, reject) => {
    const socket: TLSSocket = connectTls({ host: '127.0.0.1', port, rejectUnauthorized: false }, () => {
      resolve(socket.getPeerCertificate().fingerprint256);
      socket.destroy();
    });
    socket.on('error', reject);
  });
}

test('both speak HTTP/2 over TLS, and show a renewed certificate after a reload', async () => {
  const bank = await startBank(0);
  onTestFinished(() => bank.close());
  const dir = temp();
  const [cert, key] = [join(dir, 'tls.pem'), join(dir, 'tls.key')];
  const use = (name: string) => {
    copyFileSync(tlsFile(`${name}.pem`), cert);
    copyFileSync(tlsFile(`${name}.key`), key);
  };
  use('server');
  const flags = ['--mapping', bankMapping(), '--upstream', bank.url, '--tls-cert', cert, '--tls-key', key];
  const gateway = await startTogether(2, [...flags, '--watch', '0']);
  for (let i = 0; i < 4; i++) expect(await askHttp2(gateway.port)).toBe(200);
  await until(() => gateway.served().size === 2);
  expect(new Set(gateway.log().flatMap(({ protocol }) => protocol ?? []))).toEqual(new Set(['2']));
  const several = async () => new Set(await Promise.all([0, 1, 2, 3].map(() => shownCertificate(gateway.port))));
  const before = await several();
  expect(before.size).toBe(1);
  use('client');
  gateway.running.child.kill('SIGHUP');
  await until(() => gateway.running.err().includes('soapstone: reloaded'));
  const after = await several();
  expect(after.size).toBe(1);
  expect(after).not.toEqual(before);
  expect(await askHttp2(gateway.port)).toBe(200);
});
