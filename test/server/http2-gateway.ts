// A gateway that speaks HTTP/2 over TLS, as it does by default, and a client of it.
import { openSync, readFileSync } from 'node:fs';
import { type ClientHttp2Session, connect, type OutgoingHttpHeaders } from 'node:http2';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { startBank } from '../../examples/bank/bank.ts';
import { openLog } from '../../src/server/log/open-log.ts';
import { startServer } from '../../src/server/server.ts';
import { loadSettings } from '../../src/server/settings/load.ts';
import { bankMapping } from './bank-mapping.ts';
import { call } from './http-client.ts';
import { temp } from './temp.ts';
import { tlsFile } from './tls-files.ts';

export async function open(upstream: string, more: Readonly<Record<string, string>> = {}) {
  const flags = {
    ...{ host: '127.0.0.1', port: '0', adminHost: '127.0.0.1', adminPort: '0', overloadDelay: '0' },
    ...{ tlsCert: tlsFile('server.pem'), tlsKey: tlsFile('server.key'), name: 'bank', upstream },
    ...(more.mapping ? {} : { mapping: bankMapping() }),
  };
  const settings = await loadSettings({ flags: { ...flags, ...more }, environment: {}, cwd: temp() });
  const logFile = join(temp(), 'access.log');
  const log = openLog(settings, openSync(logFile, 'a'));
  const server = await startServer(settings, log);
  const url = `https://127.0.0.1:${server.port}`;
  let client: ClientHttp2Session | undefined;
  onTestFinished(async () => {
    client?.destroy();
    await server.drain(0);
  });
  const ask = async (headers: OutgoingHttpHeaders, body?: string) => {
    client ??= connect(url, { rejectUnauthorized: false });
    const stream = client.request(headers, { endStream: body === undefined });
    const response = new Promise<Record<string, unknown>>((resolve) => stream.once('response', resolve));
    if (body !== undefined) stream.end(body);
    const pieces: Buffer[] = [];
    stream.on('data', (piece: Buffer) => pieces.push(piece));
    stream.on('error', () => {});
    await new Promise((resolve) => stream.once('close', resolve));
    const bytes = Buffer.concat(pieces);
    return { headers: await response, bytes, text: bytes.toString(), code: stream.rstCode };
  };
  const lines = () => {
    void log.end(0);
    const text = readFileSync(logFile, 'utf8').split('\n').filter(Boolean);
    return text.map((line) => JSON.parse(line));
  };
  return { server, url, ask, lines, metrics: async () => (await call(server.adminPort!, '/metrics')).text };
}

export async function bankUrl(): Promise<string> {
  const bank = await startBank(0);
  onTestFinished(() => bank.close());
  return bank.url;
}
