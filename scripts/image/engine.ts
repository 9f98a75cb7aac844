// The image by an engine of this machine: docker, else podman.
import { execFileSync, spawnSync } from 'node:child_process';

export interface Engine {
  readonly program: 'docker' | 'podman';
  /** Options of `build`. OCI has no health check, so podman has to write docker's format. */
  readonly build: readonly string[];
  /** Options of `image save` that give an image layout in a tar file. */
  readonly save: readonly string[];
}

const ENGINES: readonly Engine[] = [
  { program: 'docker', build: [], save: [] },
  { program: 'podman', build: ['--format', 'docker'], save: ['--format', 'oci-archive'] },
];

/** The first that responds: a command line without its daemon is no engine. */
export function findEngine(): Engine | undefined {
  return ENGINES.find(({ program }) => spawnSync(program, ['info'], { stdio: 'ignore' }).status === 0);
}

/** What a build has, and where it goes. */
export interface EngineBuild {
  /** Folder of the Dockerfile. */
  readonly root: string;
  readonly tag: string;
  /** NAME=value. */
  readonly buildArguments: readonly string[];
  /** Files to write: the archive, and the list of packages. */
  readonly archive: string;
  readonly sbom: string;
}

/** The engine keeps the image too. @throws where the engine fails; it has said why */
export function buildWith({ program, build, save }: Engine, target: EngineBuild): void {
  const { root, tag, buildArguments, archive, sbom } = target;
  const run = (...args: readonly string[]): string =>
    execFileSync(program, args, { stdio: ['ignore', 'pipe', 'inherit'], encoding: 'utf8' });
  const values = buildArguments.flatMap((value) => ['--build-arg', value]);
  run('build', ...build, ...values, '--tag', tag, root);
  run('image', 'save', ...save, '--output', archive, tag);
  const container = run('create', tag).trim();
  run('cp', `${container}:/app/sbom.cdx.json`, sbom);
  run('rm', container);
}
