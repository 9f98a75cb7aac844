// Builds the image: `node scripts/image.ts [--local]`. By docker or podman; without them, or with --local, by buildah over base images
// that are made from this machine's Node.js. Keeps an OCI archive and a bill of materials in .cache/image. Prints what the image weighs and how long it takes to start.
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildah, imageFolder, importFolder } from './image/buildah.ts';
import { buildWith, type Engine, findEngine } from './image/engine.ts';
import { writeBuild, writeRuntime } from './image/local-bases.ts';
import { measureStart } from './image/start.ts';

const root = join(import.meta.dirname, '..');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
const name = `localhost/soapstone:${version}`;
/** Path of the archive and of the list of packages, without their endings. */
export const imageStem = join(imageFolder, `soapstone-${version}`);
const BASE = 'localhost/soapstone-base';
const BUILD = 'localhost/soapstone-build';

export interface Built {
  /** Bytes of the compressed layers: those of the base, and ours. */
  readonly base: number;
  readonly own: number;
  /** The image's configuration, as OCI has it. */
  readonly config: ImageConfig;
  /** The image's files. */
  readonly rootfs: string;
  /** The image as an OCI archive, which podman, skopeo and containerd import. */
  readonly archive: string;
  /** Its packages of npm, as CycloneDX. */
  readonly sbom: string;
}

export interface ImageConfig {
  readonly User: string;
  readonly Entrypoint: readonly string[];
  readonly Cmd: readonly string[];
  readonly Env: readonly string[];
  readonly WorkingDir: string;
  readonly Labels: Readonly<Record<string, string>>;
  readonly ExposedPorts: Readonly<Record<string, unknown>>;
  readonly StopSignal?: string;
  readonly Healthcheck?: { readonly Test: readonly string[] };
}

/** By buildah, over local bases. What buildah keeps meanwhile is removed. */
export async function buildLocally(): Promise<Built> {
  rmSync(imageFolder, { recursive: true, force: true });
  mkdirSync(imageFolder, { recursive: true });
  try {
    await importBases();
    await build();
    const rootfs = await extract();
    return {
      ...(await sizes()),
      config: await configOf(),
      rootfs,
      archive: await writeArchive(),
      sbom: keepSbom(rootfs),
    };
  } finally {
    for (const part of ['base', 'build', 'oci', 'run', 'storage'])
      rmSync(join(imageFolder, part), { recursive: true, force: true });
  }
}

async function importBases(): Promise<void> {
  const [base, first] = [join(imageFolder, 'base'), join(imageFolder, 'build')];
  writeRuntime(base);
  await importFolder(base, BASE);
  writeBuild(first);
  await importFolder(first, BUILD);
}

/** With the packages that npm has fetched for this machine already. */
async function build(): Promise<void> {
  const cache = join(homedir(), '.npm');
  const mounts = existsSync(cache) ? ['--volume', `${cache}:/root/.npm`] : [];
  const values = [`BASE=${BASE}`, `BUILD=${BUILD}`, ...buildArguments()].flatMap((value) => ['--build-arg', value]);
  await buildah(
    'build',
    '--format',
    'docker',
    '--pull-never',
    '--network',
    'host',
    ...mounts,
    ...values,
    '--tag',
    name,
    root,
  );
}

async function configOf(): Promise<ImageConfig> {
  return JSON.parse(await buildah('inspect', '--type', 'image', name)).Docker.config;
}

/** Of the layers as registries keep them. */
async function sizes(): Promise<{ readonly base: number; readonly own: number }> {
  const base = await sizeOf(BASE);
  return { base, own: (await sizeOf(name)) - base };
}

async function sizeOf(image: string): Promise<number> {
  const folder = join(imageFolder, 'oci');
  rmSync(folder, { recursive: true, force: true });
  await buildah('push', '--quiet', '--format', 'oci', image, `oci:${folder}:x`);
  const blob = (digest: string) => JSON.parse(readFileSync(join(folder, 'blobs', digest.replace(':', '/')), 'utf8'));
  const { manifests } = JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8'));
  const { layers } = blob(manifests[0].digest) as { layers: { size: number }[] };
  return layers.reduce((sum, { size }) => sum + size, 0);
}

async function extract(): Promise<string> {
  const container = await buildah('from', '--pull-never', name);
  const folder = join(imageFolder, 'rootfs');
  mkdirSync(folder);
  const copied = spawnSync('cp', ['-a', `${await buildah('mount', container)}/.`, folder]);
  await buildah('rm', container);
  if (copied.status !== 0) throw new Error(`the files cannot be copied: ${copied.stderr}`);
  return folder;
}

async function writeArchive(): Promise<string> {
  const file = `${imageStem}.oci.tar`;
  // With the whole name: a kubelet does not find an image that containerd has under a short one.
  await buildah('push', '--quiet', '--format', 'oci', name, `oci-archive:${file}:${name}`);
  return file;
}

function keepSbom(rootfs: string): string {
  const file = `${imageStem}.cdx.json`;
  copyFileSync(join(rootfs, 'app', 'sbom.cdx.json'), file);
  return file;
}

/** The commit, with a mark where files have changed since; undefined outside of a checkout. */
function revision(): string | undefined {
  const { status, stdout } = spawnSync('git', ['describe', '--always', '--abbrev=40', '--exclude=*', '--dirty'], {
    cwd: root,
    encoding: 'utf8',
  });
  return status === 0 ? stdout.trim() : undefined;
}

/** Arguments of the Dockerfile, NAME=value. */
function buildArguments(): readonly string[] {
  const commit = revision();
  return [`VERSION=${version}`, ...(commit === undefined ? [] : [`REVISION=${commit}`])];
}

/** By an engine, over the bases of the Dockerfile. */
function buildByEngine(engine: Engine): void {
  const tag = `soapstone:${version}`;
  mkdirSync(imageFolder, { recursive: true });
  const [archive, sbom] = [`${imageStem}.oci.tar`, `${imageStem}.cdx.json`];
  // podman writes into no archive that is there.
  rmSync(archive, { force: true });
  buildWith(engine, { root, tag, buildArguments: buildArguments(), archive, sbom });
  console.log(`${tag}: in ${engine.program}, and in ${archive}; its packages are in ${sbom}`);
}

async function main(): Promise<void> {
  const engine = process.argv.includes('--local') ? undefined : findEngine();
  if (engine !== undefined) return buildByEngine(engine);
  const { base, own, rootfs, config, archive, sbom } = await buildLocally();
  const mib = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1)} MiB`;
  console.log(`${name}: ${mib(own)} compressed over a base of ${mib(base)}; its files are in ${rootfs}`);
  console.log(`to import: podman load -i ${archive}; its packages are in ${sbom}`);
  const { bare, serve } = await measureStart(rootfs, config.Entrypoint);
  console.log(
    `start to listening: ${serve.toFixed(0)} ms, ${(serve / bare).toFixed(2)} × node -e 0 (${bare.toFixed(0)} ms)`,
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
