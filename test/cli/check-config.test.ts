// `soapstone check --config`: everything that a start needs, without a port.
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { bankMapping, TABLE } from '../server/bank-mapping.ts';
import { temp } from '../server/temp.ts';
import { startRedis } from '../store/redis-server.ts';
import { run } from './spawn-cli.ts';

/** Settings with one bridge, on a port that is in use. */
async function settings(mapping: string, more = ''): Promise<string> {
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void taken.close());
  const { port } = taken.address() as { port: number };
  const bridge = `bridges: [{ name: bank, mapping: ${mapping}, upstream: "http://127.0.0.1:9/" }]`;
  const dir = temp({ 'soapstone.yaml': `host: 127.0.0.1\nport: ${port}\nadminPort: ${port}\n${more}${bridge}\n` });
  return join(dir, 'soapstone.yaml');
}

test('a configuration that a start would take has no problems, and needs no port', async () => {
  const file = await settings(bankMapping());
  expect(await run(['check', '--config', file])).toEqual({
    code: 0,
    out: '1 mapping, 1 rule: no problems\n',
    err: '',
  });
});

test('wrong letters in the table, in the settings and in what they name are told with their place', async () => {
  const wrongTable = await run([
    'check',
    '--config',
    await settings(bankMapping(TABLE.replace('GetAccount:', 'GetAcount:'))),
  ]);
  expect([wrongTable.code, wrongTable.out]).toEqual([1, expect.stringMatching(/mapping\.yaml:\d+:\d+ .*GetAcount/)]);
  const wrongKey = await run(['check', '--config', await settings(bankMapping(), 'drainDelai: 5s\n')]);
  expect([wrongKey.code, wrongKey.out]).toEqual([1, expect.stringMatching(/soapstone\.yaml:4:\d+ .*drainDelai/)]);
  const noFile = await settings(bankMapping(), 'tlsCert: ./none.pem\ntlsKey: ./none.pem\n');
  const wrongCertificate = await run(['check', '--config', noFile, '--json']);
  expect(wrongCertificate.code).toBe(1);
  expect(JSON.parse(wrongCertificate.out).mappings[0].findings).toEqual([
    expect.objectContaining({ level: 'error', message: expect.stringContaining('none.pem') }),
  ]);
});

test('variables of traces that a start refuses are problems, where traces are on', async () => {
  const checked = async (more: string, environment: Record<string, string>) => {
    const { code, out } = await run(['check', '--config', await settings(bankMapping(), more)], { environment });
    return `${code} ${out}`;
  };
  for (const [name, value] of [
    ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc'],
    ['OTEL_PROPAGATORS', 'b3'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
  ]) {
    expect(await checked('traces: otlp\n', { [name]: value })).toMatch(new RegExp(`^1 .*${name}`));
    expect(await checked('', { [name]: value })).toMatch(/^0 .*no problems/);
  }
});

test('a Redis that cannot be reached, or refuses the password, is a note with the reason', async () => {
  const redis = await startRedis('--requirepass', 'secret');
  onTestFinished(() => redis.stop());
  const checked = async (store: string, time: string, ...more: string[]) => {
    const file = await settings(bankMapping(), `store: ${store}\nstoreTimeout: ${time}\n`);
    const { code, out } = await run(['check', '--config', file, ...more], { environment: { PASSWORD: 'secret' } });
    return `${code} ${out}`;
  };
  const socket = `unix:${redis.socket}`;
  expect(await checked(`${socket}\nstorePassword: env:PASSWORD`, '20s')).toBe('0 1 mapping, 1 rule: no problems\n');
  expect(await checked(socket, '5s')).toMatch(
    /^0 note: bridge bank: unix:.*: the store refuses the user or password\n/,
  );
  await redis.kill();
  expect(await checked(socket, '2s')).toMatch(
    /^0 note: bridge bank: unix:.*: ECONNREFUSED: nothing listens on this port\n/,
  );
  expect(await checked(socket, '2s', '--strict')).toMatch(/^1 /);
});

test('no service is asked whether it is well', async () => {
  let asked = 0;
  const service = createServer((socket) => {
    asked++;
    socket.destroy();
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void service.close());
  const { port } = service.address() as { port: number };
  const url = `http://127.0.0.1:${port}/`;
  const more = `upstreamReplicas: [ "http://localhost:${port}" ], healthCheck: /health, healthCheckInterval: 10ms`;
  const dir = temp({
    'soapstone.yaml': `bridges: [{ name: bank, mapping: ${bankMapping()}, upstream: "${url}", ${more} }]\n`,
  });
  const { out } = await run(['check', '--config', join(dir, 'soapstone.yaml')]);
  expect([out, asked]).toEqual(['1 mapping, 1 rule: no problems\n', 0]);
});

test('it is for folders or a settings file', async () => {
  const words = 'name the folders of mappings, or a settings file with --config';
  for (const args of [[], ['--config', 'soapstone.yaml', 'mapping']])
    expect(await run(['check', ...args])).toMatchObject({ code: 2, err: expect.stringContaining(words) });
});
