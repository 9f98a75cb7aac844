// Pushes a release to a registry, whichever that is: `REGISTRY=HOST/PATH node scripts/release.ts`, after `npm run image`. The image of .cache/image and the chart,
// whose values name that image by its digest. Credentials are those of `skopeo login` and `helm registry login`; none are read here.
//
//   --trial   a registry without TLS on this machine, and an image whose bases have no digest
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readArchive } from '../src/cli/archive/oci-archive.ts';
import { imageStem } from './image.ts';
import { basesOf, isPinned } from './pin-bases.ts';
import { helmFile } from './setup/cache.ts';

const root = join(import.meta.dirname, '..');

export interface Release {
  /** Host, port and path, such as registry.example.com/team. */
  readonly registry: string;
  /** OCI archive of the image. */
  readonly archive: string;
  readonly version: string;
  readonly trial: boolean;
}

/** Of the image, by which the registry has it. @throws where a base image may be another one tomorrow, and what skopeo and helm say */
export function release({ registry, archive, version, trial }: Release): string {
  if (!trial) checkBases(readFileSync(join(root, 'Dockerfile'), 'utf8'), archive);
  const room = mkdtempSync(join(tmpdir(), 'soapstone-release-'));
  try {
    const repository = `${registry}/soapstone`;
    const digest = pushImage(archive, `${repository}:${version}`, join(room, 'digest'), trial);
    pushChart(room, repository, digest, `oci://${registry}/charts`, trial);
    return digest;
  } finally {
    rmSync(room, { recursive: true, force: true });
  }
}

/** @throws where a base may be another one tomorrow, or the image of `archive` was built over another one than `dockerfile` names */
export function checkBases(dockerfile: string, archive: string): void {
  const bases = basesOf(dockerfile);
  const open = Object.keys(bases).filter((name) => !isPinned(bases[name]));
  if (open.length > 0)
    throw new Error(`Dockerfile: ${open.join(' and ')} have no digest: node scripts/pin-bases.ts, then npm run image`);
  const base = labelsOf(archive)['org.opencontainers.image.base.name'];
  if (base !== bases['BASE'])
    throw new Error(
      `${archive}: the image is over ${base}, not over ${bases['BASE']} of the Dockerfile: npm run image`,
    );
}

function labelsOf(archive: string): Readonly<Record<string, string>> {
  return readArchive(readFileSync(archive))?.config.config?.Labels ?? {};
}

function pushImage(archive: string, image: string, digestFile: string, trial: boolean): string {
  const tls = trial ? ['--dest-tls-verify=false'] : [];
  run('skopeo', 'copy', '--quiet', '--digestfile', digestFile, ...tls, `oci-archive:${archive}`, `docker://${image}`);
  return readFileSync(digestFile, 'utf8').trim();
}

/** A copy of the chart, whose default image is the one that was pushed. */
function pushChart(room: string, repository: string, digest: string, to: string, trial: boolean): void {
  const chart = join(room, 'soapstone');
  cpSync(join(root, 'helm', 'soapstone'), chart, { recursive: true });
  const file = join(chart, 'values.yaml');
  const values = readFileSync(file, 'utf8');
  const named = values
    .replace(/^ {2}repository: soapstone$/m, `  repository: ${repository}`)
    .replace(/^ {2}digest: ""$/m, `  digest: ${digest}`);
  writeFileSync(file, named);
  run(helmFile, 'package', chart, '--destination', room);
  const archive = readdirSync(room).find((name) => name.endsWith('.tgz')) as string;
  run(helmFile, 'push', join(room, archive), to, ...(trial ? ['--plain-http'] : []));
}

function run(program: string, ...args: readonly string[]): void {
  execFileSync(program, args, { stdio: ['ignore', 2, 2] });
}

function main(): void {
  const registry = process.env['REGISTRY']?.replace(/\/+$/, '');
  if (!registry)
    throw new Error('REGISTRY is not set: the host and path to push to, such as registry.example.com/team');
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const digest = release({
    registry,
    archive: `${imageStem}.oci.tar`,
    version,
    trial: process.argv.includes('--trial'),
  });
  console.log(`${registry}/soapstone:${version}@${digest}\noci://${registry}/charts/soapstone`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
