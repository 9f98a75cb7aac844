// Images of the cluster, as archives: the project's own, the process that holds a pod, and Node.js with the scripts that run in pods.
import { copyFileSync, cpSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildah, imageFolder } from '../image/buildah.ts';
import { writeRuntime } from '../image/local-bases.ts';
import { buildLocally } from '../image.ts';
import { run } from './namespaces.ts';
import { images, modules, root } from './places.ts';
import { program } from './programs.ts';

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };

export const toolsImage = 'localhost/soapstone-cluster-tools:1';
export const pauseImage = 'localhost/pause:1';
/** Tutorials and the founding mapping as images that pods mount. */
export const mappingImages = {
  '70-faults': 'localhost/payments-mapping:1',
  'business-records': 'localhost/records-mapping:1',
} as const;
/** The gateway with a mapping in its image. */
export const packedImage = 'localhost/soapstone-payments:1';
export const projectImage = `localhost/soapstone:${version}`;

/** Sources that run in pods, with what they import. */
const SCRIPTS = ['bench/chaos', 'bench/http', 'scripts/cluster/pods'];

export const archiveOf = (image: string): string => join(images, `${image.replaceAll(/[/:]/g, '_')}.tar`);

/** Archives of all images that the cluster has, written anew. */
export async function buildImages(): Promise<void> {
  console.error('cluster: images');
  mkdirSync(images, { recursive: true });
  const { archive: built } = await buildLocally();
  copyFileSync(built, archiveOf(projectImage));
  try {
    const pause = join(modules, 'pause-image');
    mkdirSync(pause, { recursive: true });
    copyFileSync(program('pause'), join(pause, 'pause'));
    await archive(pause, pauseImage, ['/pause']);
    const tools = join(modules, 'tools-image');
    writeRuntime(tools);
    for (const folder of SCRIPTS) cpSync(join(root, folder), join(tools, 'tools', folder), { recursive: true });
    await archive(tools, toolsImage, ['/nodejs/bin/node', '--disable-warning=ExperimentalWarning']);
    packMappings();
  } finally {
    for (const kept of ['storage', 'run']) rmSync(join(imageFolder, kept), { recursive: true, force: true });
  }
}

/** By `soapstone pack` of a program that is built: one that runs from its sources checks no table in advance. */
function packMappings(): void {
  run(process.execPath, join(root, 'scripts', 'build.ts'));
  for (const [mapping, image] of Object.entries(mappingImages)) pack(mapping, image);
  pack('70-faults', packedImage, '--base', archiveOf(projectImage));
}

function pack(mapping: string, image: string, ...more: readonly string[]): void {
  const program = join(root, 'bin', 'soapstone.js');
  run(
    process.execPath,
    program,
    'pack',
    join(root, 'mappings', mapping),
    '-o',
    archiveOf(image),
    '--tag',
    image,
    ...more,
  );
}

/** An image of one layer. */
async function archive(folder: string, name: string, entrypoint: readonly string[]): Promise<void> {
  const made = await buildah('from', 'scratch');
  await buildah('add', '--quiet', made, folder, '/');
  await buildah('config', '--entrypoint', JSON.stringify(entrypoint), made);
  await buildah('commit', '--quiet', '--rm', made, name);
  const file = archiveOf(name);
  rmSync(file, { force: true });
  await buildah('push', '--quiet', name, `oci-archive:${file}:${name}`);
}
