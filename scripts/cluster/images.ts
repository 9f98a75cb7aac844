// Images of the cluster, as archives: the project's own, the process that holds a pod, and Node.js with the scripts that run in pods.
import { copyFileSync, cpSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildah, imageFolder } from '../image/buildah.ts';
import { writeRuntime } from '../image/local-bases.ts';
import { buildLocally } from '../image.ts';
import { images, modules, root } from './places.ts';
import { program } from './programs.ts';

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };

export const toolsImage = 'localhost/soapstone-cluster-tools:1';
export const pauseImage = 'localhost/pause:1';
export const projectImage = `localhost/soapstone:${version}`;

/** Sources that run in pods, with what they import. */
const SCRIPTS = ['bench/chaos', 'bench/http', 'scripts/cluster/pods'];

export const archiveOf = (image: string): string => join(images, `${image.replaceAll(/[/:]/g, '_')}.tar`);

/** Archives of all images that the cluster has, written anew. */
export async function buildImages(): Promise<void> {
  console.error('cluster: images');
  mkdirSync(images, { recursive: true });
  const { rootfs, config } = await buildLocally();
  const { Entrypoint, Cmd, Env, User, WorkingDir } = config;
  const environment = Env.flatMap((variable) => ['--env', variable]);
  const user = ['--user', User, '--workingdir', WorkingDir];
  try {
    await archive(rootfs, projectImage, Entrypoint, ['--cmd', JSON.stringify(Cmd), ...user, ...environment]);
    const pause = join(modules, 'pause-image');
    mkdirSync(pause, { recursive: true });
    copyFileSync(program('pause'), join(pause, 'pause'));
    await archive(pause, pauseImage, ['/pause']);
    const tools = join(modules, 'tools-image');
    writeRuntime(tools);
    for (const folder of SCRIPTS) cpSync(join(root, folder), join(tools, 'tools', folder), { recursive: true });
    await archive(tools, toolsImage, ['/nodejs/bin/node', '--disable-warning=ExperimentalWarning']);
  } finally {
    for (const kept of ['storage', 'run']) rmSync(join(imageFolder, kept), { recursive: true, force: true });
  }
}

/** An image of one layer. `more`: options of `buildah config`. */
async function archive(
  folder: string,
  name: string,
  entrypoint: readonly string[],
  more: readonly string[] = [],
): Promise<void> {
  const made = await buildah('from', 'scratch');
  await buildah('add', '--quiet', made, folder, '/');
  await buildah('config', '--entrypoint', JSON.stringify(entrypoint), ...more, made);
  await buildah('commit', '--quiet', '--rm', made, name);
  const file = archiveOf(name);
  rmSync(file, { force: true });
  await buildah('push', '--quiet', name, `oci-archive:${file}:${name}`);
}
