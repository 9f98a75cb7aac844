// deploy/compose.yaml, run by podman-compose in a network namespace of its own: its ports are nobody else's. Redis and Prometheus are those of this machine, as images.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { imageFolder } from '../../scripts/image/buildah.ts';
import { writeProgram } from '../../scripts/image/local-bases.ts';
import { Podman } from '../../scripts/image/podman.ts';
import { fileOnPath } from '../../scripts/setup/on-path.ts';

const run = promisify(execFile);
const FILE = join(import.meta.dirname, '..', '..', 'deploy', 'compose.yaml');

/** Asks a URL some times, for one caller, and prints how often each status came, and the last body. */
const ASK = `const [url, times] = process.argv.slice(1);
const counts = {};
let text;
for (let i = 0; i < Number(times); i++) {
  const response = await fetch(url, { headers: { authorization: 'Bearer somebody' } });
  text = await response.text();
  counts[response.status] = (counts[response.status] ?? 0) + 1;
}
console.log(JSON.stringify({ counts, text }));`;

interface Responses {
  readonly counts: Readonly<Record<string, number>>;
  readonly text: string;
}

/** Tests of the compose file with an image of the gateway. `archive`: known when they run. */
export function composed(archive: () => string): void {
  const folder = mkdtempSync(`${imageFolder}-compose-`);
  const podman = new Podman(folder, 'bridge');
  let namespace: ChildProcess;

  beforeAll(async () => {
    const output = await podman.run('load', '--quiet', '--input', archive());
    await podman.run('tag', output.replace('Loaded image: ', ''), 'localhost/soapstone:latest');
    await importProgram('redis-server', '/usr/bin', 'docker.io/library/redis:7-alpine', 'ENV PATH=/usr/bin');
    await importProgram('prometheus', '/bin', 'docker.io/prom/prometheus:v3.5.0', 'ENTRYPOINT ["/bin/prometheus"]');
    const wait = 'ip link set lo up && echo ready && exec sleep infinity';
    namespace = spawn('unshare', ['--net', '--mount', 'sh', '-c', wait], { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(namespace.stdout!, 'data');
    await inside('podman-compose', '-f', FILE, 'up', '--detach', '--no-build');
  }, 300_000);

  afterAll(async () => {
    await inside('podman-compose', '-f', FILE, 'down', '--timeout', '1').catch(() => {});
    namespace.kill();
    rmSync(folder, { recursive: true, force: true });
  }, 120_000);

  async function importProgram(program: string, place: string, image: string, change: string): Promise<void> {
    const files = join(folder, program);
    mkdirSync(join(files, 'tmp'), { recursive: true });
    writeProgram(files, fileOnPath(program) as string, join(place, program));
    await run('tar', ['-cf', `${files}.tar`, '-C', files, '.']);
    await podman.run('import', '--quiet', '--change', change, `${files}.tar`, image);
  }

  async function inside(...command: readonly string[]): Promise<string> {
    const enter = ['--target', String(namespace.pid), '--net', '--mount', '--', ...command];
    return (await run('nsenter', enter, { env: podman.environment, maxBuffer: 1 << 24 })).stdout;
  }

  async function ask(url: string, times = 1): Promise<Responses | undefined> {
    const text = await inside(process.execPath, '--input-type=module', '-e', ASK, url, String(times)).catch(() => '');
    return text === '' ? undefined : JSON.parse(text);
  }

  test('both replicas serve, share one limit of requests, and are watched', async () => {
    const poll = (url: string) => expect.poll(() => ask(url), { timeout: 60_000, interval: 500 });
    for (const port of [8081, 8082])
      await poll(`http://127.0.0.1:${port}/v1/openapi.json`).toMatchObject({ counts: { 200: 1 } });
    expect(await ask('http://127.0.0.1:8081/v1/accounts/7')).toMatchObject({ text: expect.stringContaining('"id":7') });
    // Not counted while Redis is not there yet. When one has used the limit up, the other refuses too.
    const refusedByOther = async () => {
      await ask('http://127.0.0.1:8081/v1/accounts/7', 41);
      return (await ask('http://127.0.0.1:8082/v1/accounts/7'))?.counts;
    };
    await expect.poll(refusedByOther, { timeout: 60_000 }).toEqual({ 429: 1 });
    const query = 'http://127.0.0.1:9099/api/v1/query?query=count(soapstone_ready==1)';
    await poll(query).toMatchObject({ text: expect.stringContaining('"2"') });
  }, 180_000);
}
