// The image as the Dockerfile makes it, built by buildah over bases made from this machine's Node.js, and run as a container would run it.
import { execFileSync } from 'node:child_process';
import { existsSync, lstatSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { startBank } from '../../examples/bank/bank.ts';
import { LATER } from '../../scripts/bundle.ts';
import { type ContainerOptions, runInImage } from '../../scripts/image/container.ts';
import { type Built, buildLocally } from '../../scripts/image.ts';
import { cyclonedxSchemas } from '../../scripts/setup/cache.ts';
import { call } from '../server/http-client.ts';
import { until } from '../server/until.ts';
import { composed } from './compose.ts';
import { underAnEngine } from './under-an-engine.ts';

const manifest = JSON.parse(readFileSync(join(import.meta.dirname, '..', '..', 'package.json'), 'utf8'));

let image: Built;
/** What the build has checked. */
const TABLES = 'app/mappings/business-records/.soapstone';

beforeAll(async () => {
  image = await buildLocally();
}, 600_000);

/** Runs a command in the image until the test is over. */
function start(command: readonly string[], options?: ContainerOptions) {
  const { child, pid } = runInImage(image.rootfs, command, options);
  let text = '';
  child.stdout?.on('data', (piece) => (text += piece));
  child.stderr?.on('data', (piece) => (text += piece));
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  return { pid, ended, text: () => text };
}

/** Paths on this machine. */
function filesBelow(folder: string): string[] {
  const entries = readdirSync(join(image.rootfs, folder), { recursive: true, withFileTypes: true });
  return entries.map((entry) => join(entry.parentPath, entry.name));
}

async function output(command: readonly string[]): Promise<string> {
  const { ended, text } = start(command);
  await ended;
  return text();
}

/** `serve` on free ports, with the flags that the image gives it. */
async function serve(...more: readonly string[]) {
  const free = ['--host', '127.0.0.1', '--port', '0', '--admin-host', '127.0.0.1', '--admin-port', '0'];
  const gateway = start([...image.config.Entrypoint, ...image.config.Cmd, ...free, ...more]);
  let over = false;
  void gateway.ended.then(() => (over = true));
  await until(() => over || gateway.text().includes('listening on port'));
  expect(over, gateway.text()).toBe(false);
  const port = (pattern: RegExp) => Number(pattern.exec(gateway.text())?.[1]);
  return { ...gateway, port: port(/listening on port (\d+)/), adminPort: port(/admin: http:\/\/127\.0\.0\.1:(\d+)/) };
}

describe('the image', () => {
  test('says what it is, who runs it, how it is asked and ended', () => {
    const { config } = image;
    expect(config.User).toBe('65532:65532');
    expect(config.Entrypoint.slice(0, 3)).toEqual([
      '/nodejs/bin/node',
      '--disallow-code-generation-from-strings',
      '--disable-proto=delete',
    ]);
    expect(config.Cmd).toEqual(['serve']);
    expect(config.StopSignal).toBe('SIGTERM');
    expect(Object.keys(config.ExposedPorts)).toEqual(['8080/tcp', '9090/tcp']);
    expect(config.Healthcheck?.Test).toEqual([
      'CMD',
      '/nodejs/bin/node',
      '/app/bin/soapstone.js',
      'health',
      '--live',
      '--pid',
      '1',
    ]);
    expect(config.Labels).toMatchObject({
      'org.opencontainers.image.title': 'Soapstone',
      'org.opencontainers.image.licenses': 'Apache-2.0',
      'org.opencontainers.image.base.name': 'localhost/soapstone-base',
      'org.opencontainers.image.revision': expect.stringMatching(/^[0-9a-f]{40}(-dirty)?$/),
    });
  });

  test('is small: at most 90 MB compressed without its base', () => {
    expect(image.own).toBeGreaterThan(1e6);
    expect(image.own).toBeLessThan(90e6);
  });

  // containerd takes the name as it stands, and a kubelet asks for the whole one.
  test('its archive has its whole name', () => {
    const index = JSON.parse(execFileSync('tar', ['-xOf', image.archive, 'index.json'], { encoding: 'utf8' }));
    const names = index.manifests.map(({ annotations }: { annotations: Record<string, string> }) => annotations);
    expect(names).toEqual([{ 'org.opencontainers.image.ref.name': `localhost/soapstone:${manifest.version}` }]);
  });

  test('holds neither a shell nor what only builds and tests need', () => {
    for (const path of [
      'bin/sh',
      'usr/bin/npm',
      'app/src',
      'app/scripts',
      'app/node_modules/typescript',
      'app/node_modules/esbuild',
      // In the bundle.
      'app/node_modules/undici',
      'app/dist/index.js',
    ])
      expect(existsSync(join(image.rootfs, path)), path).toBe(false);
    for (const path of ['app/dist/cli/main.cjs', 'app/dist/cli/otlp.cjs', 'app/node_modules/express', TABLES])
      expect(existsSync(join(image.rootfs, path)), path).toBe(true);
  });

  test('has of packages what the program loads, with their names and licences, and no more', async () => {
    const files = filesBelow('app/node_modules');
    expect(files.reduce((sum, file) => sum + statSync(file).size, 0)).toBeLessThan(6e6);
    for (const end of ['express/package.json', 'express/LICENSE'])
      expect(
        files.some((file) => file.endsWith(`/${end}`)),
        end,
      ).toBe(true);
    // Each loads what it needs when it is loaded.
    const load = `const { createRequire } = require('node:module');
      const { resolve } = createRequire('/app/dist/cli/main.cjs');
      const url = (name) => require('node:url').pathToFileURL(resolve(name)).href;
      Promise.all(${JSON.stringify(LATER)}.map((name) => import(url(name)))).then((all) => console.log(all.length));`;
    expect(await output(['/nodejs/bin/node', '-e', load])).toBe(`${LATER.length}\n`);
  });

  test('belongs to root, and everybody may read it', () => {
    const wrong = [join(image.rootfs, 'app'), ...filesBelow('app')].filter((file) => {
      const { uid, gid, mode } = lstatSync(file);
      return uid !== 0 || gid !== 0 || (mode & 0o022) !== 0 || (mode & 0o444) !== 0o444;
    });
    expect(wrong).toEqual([]);
  });

  test('its compiled code is found by its user', async () => {
    const { ended, text } = start([...image.config.Entrypoint, 'version'], {
      environment: { NODE_DEBUG_NATIVE: 'COMPILE_CACHE' },
    });
    await ended;
    expect(text()).toContain('V8 code cache for CommonJS /app/dist/cli/main.cjs was accepted');
  });

  test('its bill of materials is CycloneDX, and names what is in node_modules and in the bundle', () => {
    const bill = JSON.parse(readFileSync(image.sbom, 'utf8'));
    const schema = (name: string) => JSON.parse(readFileSync(join(cyclonedxSchemas, name), 'utf8'));
    const ajv = new Ajv({ strict: false, validateFormats: false });
    for (const name of ['spdx.SNAPSHOT.schema.json', 'jsf-0.82.SNAPSHOT.schema.json'])
      ajv.addSchema(schema(name), `http://cyclonedx.org/schema/${name}`);
    const isValid = ajv.compile(schema(`bom-${bill.specVersion}.SNAPSHOT.schema.json`));
    expect([isValid(bill), isValid.errors]).toEqual([true, null]);

    const named = new Set(bill.components.map(({ purl }: { purl: string }) => decodeURIComponent(purl)));
    const beside = filesBelow('app/node_modules')
      .filter((file) => /node_modules\/(@[^/]+\/)?[^/]+\/package\.json$/.test(file))
      .map((file) => JSON.parse(readFileSync(file, 'utf8')))
      .map(({ name, version }) => `pkg:npm/${name}@${version}`);
    expect(beside.filter((purl) => !named.has(purl))).toEqual([]);
    for (const name of ['undici', 'yaml', '@opentelemetry/sdk-trace-base', 'swagger-ui-dist', 'express'])
      expect(
        [...named].filter((purl) => String(purl).startsWith(`pkg:npm/${name}@`)),
        name,
      ).toHaveLength(1);
    for (const name of ['typescript', 'vitest', 'esbuild'])
      expect(
        [...named].filter((purl) => String(purl).startsWith(`pkg:npm/${name}@`)),
        name,
      ).toEqual([]);
    expect(bill.components.every(({ hashes }: { hashes?: unknown[] }) => hashes?.length)).toBe(true);
  });

  test('runs without rights on a file system that nobody can write to', async () => {
    const code = `const { writeFileSync } = require('node:fs');
      const tried = ['/app/x', '/tmp/x', '/etc/x'].map((file) => { try { writeFileSync(file, ''); } catch (error) { return error.code; } });
      console.log(process.pid, process.getuid(), process.getgid(), tried.join());`;
    expect(await output(['/nodejs/bin/node', '-e', code])).toBe('1 65532 65532 EROFS,EROFS,EROFS\n');
  });

  test('serves, is healthy, and ends by SIGTERM as process 1', async () => {
    const bank = await startBank(0);
    onTestFinished(() => bank.close());
    const mapping = '/app/mappings/10-first-row';
    const gateway = await serve(
      '--mapping',
      mapping,
      '--upstream',
      bank.url,
      '--drain-delay',
      '0s',
      '--traces',
      'otlp',
    );
    expect((await call(gateway.port, '/v1/accounts/7')).text).toContain('Ada & Sons');
    for (const path of ['/v1/docs', '/v1/docs?file=docs.js'])
      expect((await call(gateway.port, path)).status, path).toBe(200);
    expect((await call(gateway.adminPort, '/metrics')).text).toContain('soapstone_ready 1');
    const health = image.config.Healthcheck?.Test.slice(1) as string[];
    expect(await output([...health, '--admin-port', String(gateway.adminPort)])).toBe('ok\n');

    process.kill(gateway.pid() as number, 'SIGTERM');
    expect(await gateway.ended, gateway.text()).toBe(0);
    expect(gateway.text()).toContain('all requests done');
    expect(await output([...health, '--admin-port', String(gateway.adminPort)])).toContain('ECONNREFUSED');
  });

  test('its demo runs too', async () => {
    const demo = start([
      ...image.config.Entrypoint,
      'demo',
      '--admin-port',
      'off',
      '--port',
      '0',
      '--soap-port',
      '0',
      '--records-port',
      '0',
    ]);
    let over = false;
    void demo.ended.then(() => (over = true));
    await until(() => over || /curl/.test(demo.text()));
    expect(over, demo.text()).toBe(false);
    process.kill(demo.pid() as number, 'SIGTERM');
    await demo.ended;
  });
});

describe('under podman', () => underAnEngine(() => image.archive));
describe('the compose file', () => composed(() => image.archive));
