// A release, pushed to a registry of others on this machine.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { basesOf, digestOf, isPinned, pinned } from '../../scripts/pin-bases.ts';
import { checkBases, release } from '../../scripts/release.ts';
import { helmFile } from '../../scripts/setup/cache.ts';
import { emptyImage, writeArchive } from '../../src/cli/archive/oci-archive.ts';
import { run } from '../cli/spawn-cli.ts';
import { temp } from '../server/temp.ts';

const root = join(import.meta.dirname, '../..');
const DIGEST = `sha256:${'0'.repeat(64)}`;

/** Host and port. */
async function registry(): Promise<string> {
  const images = temp();
  const settings = temp({
    'registry.yaml': `version: 0.1
storage: { filesystem: { rootdirectory: ${images} } }
http: { addr: "127.0.0.1:0", secret: of-this-test }
`,
  });
  const args = ['serve', join(settings, 'registry.yaml')];
  const child = spawn('docker-registry', args, { stdio: ['ignore', 'ignore', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  let text = '';
  child.stderr.on('data', (piece) => (text += piece));
  const listening = () => /listening on (127\.0\.0\.1:\d+)/.exec(text)?.[1];
  await expect.poll(listening).toBeDefined();
  return listening() as string;
}

/** An archive of an image: what is in it does not matter here. */
async function archive(): Promise<string> {
  const file = join(temp(), 'image.oci.tar');
  expect(await run(['pack', join(root, 'mappings/10-first-row'), '-o', file])).toMatchObject({ code: 0 });
  return file;
}

test('the registry has the image, and a chart that names it by its digest', async () => {
  const host = `${await registry()}/team`;
  const digest = release({ registry: host, archive: await archive(), version: '1.2.3', trial: true });
  expect(digestOf(`${host}/soapstone:1.2.3`, '--tls-verify=false')).toBe(digest);
  const args = ['show', 'values', `oci://${host}/charts/soapstone`, '--plain-http'];
  const values = parse(execFileSync(helmFile, args, { encoding: 'utf8' }));
  expect(values.image).toMatchObject({ repository: `${host}/soapstone`, digest });
});

test('bases get the digests that their registry has', async () => {
  const host = await registry();
  const digest = release({ registry: host, archive: await archive(), version: '1', trial: true });
  const text = `FROM x\nARG BUILD=${host}/soapstone:1\nARG BASE=${host}/soapstone:1@${DIGEST}\nARG VERSION=1\n`;
  const result = pinned(text, (image) => digestOf(image, '--tls-verify=false'));
  const image = `${host}/soapstone:1@${digest}`;
  expect(result).toBe(`FROM x\nARG BUILD=${image}\nARG BASE=${image}\nARG VERSION=1\n`);
});

test('bases without a digest are not released', async () => {
  const bases = basesOf(readFileSync(join(root, 'Dockerfile'), 'utf8'));
  expect(Object.keys(bases).sort()).toEqual(['BASE', 'BUILD']);
  expect([isPinned('a:1'), isPinned(`a:1@${DIGEST}`)]).toEqual([false, true]);
  const open = Object.values(bases).filter((base) => !isPinned(base));
  // A checkout of a release has them.
  if (open.length === 0) return;
  const pushing = () => release({ registry: '127.0.0.1:9', archive: 'none', version: '1', trial: false });
  expect(pushing).toThrow('have no digest: node scripts/pin-bases.ts');
});

test('an image over other bases than those of the Dockerfile is not released', () => {
  const [build, base] = [`build:1@${DIGEST}`, `base:1@${DIGEST}`];
  const dockerfile = `ARG BUILD=${build}\nARG BASE=${base}\n`;
  const over = (labels: Record<string, string>) => {
    const image = emptyImage('amd64');
    const { bytes } = writeArchive(
      { ...image, config: { ...image.config, config: { Labels: labels } } },
      'soapstone:1',
    );
    const file = join(temp(), 'image.oci.tar');
    writeFileSync(file, bytes);
    return file;
  };
  const label = 'org.opencontainers.image.base.name';
  expect(() => checkBases(dockerfile, over({ [label]: base }))).not.toThrow();
  expect(() => checkBases(dockerfile, over({ [label]: 'localhost/soapstone-base' }))).toThrow(
    `the image is over localhost/soapstone-base, not over ${base} of the Dockerfile: npm run image`,
  );
  expect(() => checkBases(dockerfile, over({}))).toThrow('the image is over undefined');
  expect(() => checkBases(`ARG BUILD=${build}\nARG BASE=base:1\n`, over({}))).toThrow('BASE have no digest');
});

const steps: readonly { name: string; uses?: string; run: string }[] = parse(
  readFileSync(join(root, '.github/workflows/release.yaml'), 'utf8'),
).jobs.release.steps;

test.each([
  ['a whole run of this version', 'this page saw: 20 run, 20 passed.', '1.2.3', true],
  ['a run in which something failed', 'this page saw: 20 run, 19 passed; failed: uninstall.', '1.2.3', false],
  ['a run of another version', 'this page saw: 20 run, 20 passed.', '1.2.2', false],
])('the workflow asks for a good run on a cluster: %s', (_, outcome, version, isGood) => {
  const page = `# On a real cluster\n\n${outcome}\n\nSoapstone ${version} · Kubernetes 1.34.4\n`;
  const cwd = temp({ 'docs/reference/cluster.md': page });
  const { run: script } = steps.find(({ name }) => name.startsWith('The cluster run')) as { run: string };
  const env = { PATH: process.env['PATH'], GITHUB_REF_NAME: 'v1.2.3' };
  const { status } = spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script], { cwd, env });
  expect(status === 0).toBe(isGood);
});

test('what the workflow did as root belongs to the runner before the image is built', () => {
  const texts = steps.map(({ run: text }) => text);
  const [chown, image] = ['sudo chown -R', 'npm run image'].map((word) =>
    texts.findIndex((text) => text.includes(word)),
  );
  expect(chown).toBeGreaterThanOrEqual(texts.findIndex((text) => text.includes('sudo env')));
  expect(chown).toBeLessThan(image);
});

test('the workflow runs commands that there are, and no action of others', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  expect(steps.filter(({ uses }) => uses !== undefined)).toEqual([]);
  const named = steps.flatMap(({ run: text }) => [...text.matchAll(/npm run (\S+)/g)].map(([, name]) => name));
  expect(named).toContain('release');
  expect(named.filter((name) => scripts[name] === undefined)).toEqual([]);
});
