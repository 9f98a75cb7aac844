// The end of the process, whatever hangs.
import { execFileSync } from 'node:child_process';
import { constants, openSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { bankMapping } from '../server/bank-mapping.ts';
import { call } from '../server/http-client.ts';
import { slowBank } from '../server/slow-bank.ts';
import { temp } from '../server/temp.ts';
import { tlsFile } from '../server/tls-files.ts';
import { until } from '../server/until.ts';
import { type SpawnOptions, start } from './spawn-cli.ts';

const LOCAL = ['--host', '127.0.0.1', '--admin-host', '127.0.0.1', '--port', '0', '--admin-port', '0'];
const AT_ONCE = ['--drain-delay', '0', '--drain-timeout', '100ms'];

async function serve(args: readonly string[], options: SpawnOptions & { readonly mapping?: string } = {}) {
  const { mapping = bankMapping() } = options;
  const fixed = ['--mapping', mapping, '--upstream', 'http://127.0.0.1:9/', ...LOCAL, ...AT_ONCE];
  const running = start(['serve', ...fixed, ...args], options);
  await until(() => /listening on port \d+\n/.test(running.err()) || running.child.exitCode !== null);
  const port = Number(/listening on port (\d+)/.exec(running.err())?.[1]);
  const adminPort = Number(/admin: http:\/\/127\.0\.0\.1:(\d+)/.exec(running.err())?.[1]);
  const metric = async (name: string) => {
    const { text } = await call(adminPort, '/metrics');
    return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
  };
  return { ...running, port, adminPort, metric };
}

/** Takes connections and never says a word. */
async function silentServer(): Promise<{ readonly port: number; readonly connections: () => number }> {
  let connections = 0;
  const server = createServer((socket) => {
    connections++;
    socket.on('error', () => {});
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => void server.close());
  return { port: (server.address() as AddressInfo).port, connections: () => connections };
}

const certificate = ['--tls-cert', tlsFile('server.pem'), '--tls-key', tlsFile('server.key')];

describe('SIGTERM ends the process', () => {
  test('with TLS connections whose handshake never ends, and a client that never closes its side', async () => {
    const running = await serve([...certificate, '--max-connections', '100']);
    const silent = Array.from({ length: 100 }, () => connect(running.port, '127.0.0.1').on('error', () => {}));
    onTestFinished(() => silent.forEach((socket) => void socket.destroy()));
    await until(async () => (await running.metric('soapstone_http_connections')) === 100);
    running.child.kill('SIGTERM');
    expect((await running.ended).code).toBe(0);
  });

  test('with a store that does not answer', async () => {
    const redis = await silentServer();
    const running = await serve(['--store', `redis://127.0.0.1:${redis.port}`]);
    await until(() => redis.connections() > 0);
    running.child.kill('SIGTERM');
    await running.ended;
  });

  test('with a collector of traces that does not answer: it says so, with code 1', async () => {
    const { port, connections } = await silentServer();
    const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`, OTEL_BSP_SCHEDULE_DELAY: '10' };
    const running = await serve(['--traces', 'otlp'], { environment });
    await call(running.port, '/v1/accounts/7');
    await until(() => connections() > 0);
    running.child.kill('SIGTERM');
    expect((await running.ended).code).toBe(1);
    expect(running.err()).toContain('did not end in time: traces');
  });

  test('with a service that does not answer: code 1', async () => {
    const peer = await slowBank();
    const running = await serve(['--upstream', peer.url]);
    const failed = expect(call(running.port, '/v1/accounts/7')).rejects.toThrow();
    await until(() => peer.waiting() === 1);
    running.child.kill('SIGTERM');
    expect((await running.ended).code).toBe(1);
    await failed;
  });
});

describe('a log that nobody takes', () => {
  test('a full disk: told once, the gateway serves on, and ends with 1', async () => {
    const running = await serve([], { stdout: openSync('/dev/full', 'w') });
    for (let i = 0; i < 3; i++) expect((await call(running.port, '/elsewhere')).status).toBe(404);
    await until(() => running.err().includes('cannot write the log (ENOSPC)'));
    expect((await call(running.port, '/elsewhere')).status).toBe(404);
    running.child.kill('SIGTERM');
    expect((await running.ended).code).toBe(1);
    expect(running.err().split('cannot write the log')).toHaveLength(2);
    expect(running.err()).toContain('did not end in time: the log');
  });

  test('a pipe that is not read', async () => {
    const pipe = join(temp(), 'pipe');
    execFileSync('mkfifo', [pipe]);
    const running = await serve([], { stdout: openSync(pipe, constants.O_RDWR) });
    // A pipe holds 64 KiB.
    for (let i = 0; i < 40; i++) await Promise.all(Array.from({ length: 20 }, () => call(running.port, '/elsewhere')));
    running.child.kill('SIGTERM');
    expect((await running.ended).code).toBe(1);
    expect(running.err()).toContain('did not end in time: the log');
  });

  test('a pipe whose reader has gone, and standard error too', async () => {
    const running = await serve([], { stdout: 'unread' });
    running.child.stdout?.destroy();
    running.child.stderr?.destroy();
    for (let i = 0; i < 3; i++) expect((await call(running.port, '/elsewhere')).status).toBe(404);
    const reloads = () => running.metric('soapstone_config_reloads_total{outcome="success"}');
    running.child.kill('SIGHUP');
    await until(async () => (await call(running.adminPort, '/metrics')).text.includes('outcome="success"} 1'));
    expect(await reloads()).not.toBe(0);
    running.child.kill('SIGTERM');
    expect((await running.ended).code).toBe(1);
  });
});
