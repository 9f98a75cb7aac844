// The archives under an engine of others: podman, with storage of its own.
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { startBank } from '../../examples/bank/bank.ts';
import { imageFolder } from '../../scripts/image/buildah.ts';
import { Podman } from '../../scripts/image/podman.ts';
import { freePorts } from '../../scripts/replicas/processes.ts';
import { COPY_MAPPING } from '../chart/helm.ts';
import { run } from '../cli/spawn-cli.ts';
import { call } from '../server/http-client.ts';
import { temp } from '../server/temp.ts';

const MAPPING = 'mappings/10-first-row';
const LIKE_A_POD = ['--read-only', '--cap-drop', 'ALL', '--security-opt', 'no-new-privileges'];
const HEALTH = ['/nodejs/bin/node', '/app/bin/soapstone.js', 'health', '--live', '--pid', '1'];

/** Tests of an image of the gateway. `archive`: known when they run. */
export function underAnEngine(archive: () => string): void {
  const folder = mkdtempSync(`${imageFolder}-podman-`);
  const podman = new Podman(folder);
  let gateway: string;

  beforeAll(async () => {
    gateway = await load(archive());
  }, 120_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Name of the image in the engine. */
  async function load(file: string): Promise<string> {
    return /Loaded image: (\S+)/.exec(await podman.run('load', '--quiet', '--input', file))?.[1] as string;
  }

  /** `serve` with these options of podman, and flags of its own, in front of a bank. */
  async function serve(image: string, options: readonly string[], flags: readonly string[] = []) {
    const bank = await startBank(0);
    onTestFinished(() => bank.close());
    const [port, adminPort] = await freePorts(2);
    const where = ['--host', '127.0.0.1', '--port', String(port), '--admin-port', String(adminPort)];
    const upstream = ['--upstream', bank.url, '--drain-delay', '0s'];
    const id = await podman.run(
      'run',
      '-d',
      ...LIKE_A_POD,
      ...options,
      image,
      'serve',
      ...where,
      ...upstream,
      ...flags,
    );
    onTestFinished(async () => void (await podman.run('rm', '--force', '--time', '0', id)));
    const logs = () => podman.run('logs', id).then(String, String);
    await expect.poll(() => call(adminPort, '/readyz').then(({ status }) => status, logs)).toBe(200);
    return { id, account: async () => (await call(port, '/v1/accounts/7')).text };
  }

  test('the image serves, its health check finds the admin port by the flags, and SIGTERM ends it', async () => {
    const { id, account } = await serve(gateway, [], ['--mapping', `/app/${MAPPING}`]);
    expect(await account()).toContain('Ada & Sons');
    expect(await podman.run('exec', id, ...HEALTH)).toBe('ok');
    await podman.run('stop', '--time', '30', id);
    expect(await podman.run('inspect', '--format', '{{.State.ExitCode}}', id)).toBe('0');
  });

  test('a command that has no admin port is well', async () => {
    const id = await podman.run('run', '-d', ...LIKE_A_POD, gateway, 'mock', `/app/${MAPPING}`, '--port', '0');
    onTestFinished(async () => void (await podman.run('rm', '--force', '--time', '0', id)));
    expect(await podman.run('exec', id, ...HEALTH)).toBe('process 1 runs, and has no admin port');
  });

  test('a packed mapping is mounted as an image', async () => {
    const file = join(temp(), 'mapping.oci.tar');
    expect(await run(['pack', MAPPING, '-o', file])).toMatchObject({ code: 0 });
    const mapping = await load(file);
    expect(mapping).toBe('localhost/10-first-row:latest');
    const mount = ['--mount', `type=image,source=${mapping},destination=/mapping`];
    const { account } = await serve(gateway, mount, ['--mapping', '/mapping']);
    expect(await account()).toContain('Ada & Sons');
  });

  test('on the image of the gateway it runs by itself, and copies itself for a pod', async () => {
    const file = join(temp(), 'gateway.oci.tar');
    const packed = await run(['pack', MAPPING, '-o', file, '--base', archive(), '--tag', 'accounts:7']);
    expect(packed).toMatchObject({ code: 0 });
    const image = await load(file);
    expect(image).toBe('localhost/accounts:7');
    const { account } = await serve(image, []);
    expect(await account()).toContain('Ada & Sons');
    const to = temp();
    chmodSync(to, 0o777);
    const [program, ...args] = COPY_MAPPING;
    await podman.run('run', '--rm', ...LIKE_A_POD, '-v', `${to}:/to`, '--entrypoint', program, image, ...args);
    expect(readdirSync(to)).toEqual(expect.arrayContaining(['.soapstone', 'contract', 'mapping.yaml']));
  });
}
