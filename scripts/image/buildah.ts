// buildah without an engine, a daemon or namespaces: storage in a folder of the checkout, RUN in a chroot.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

export const imageFolder = join(import.meta.dirname, '..', '..', '.cache', 'image');

const STORAGE = [
  '--storage-driver',
  'vfs',
  '--root',
  join(imageFolder, 'storage'),
  '--runroot',
  join(imageFolder, 'run'),
];

const run = promisify(execFile);

/** Standard output. Rejects with what buildah said. */
export async function buildah(...args: readonly string[]): Promise<string> {
  const env = { ...process.env, BUILDAH_ISOLATION: 'chroot' };
  const { stdout } = await run('buildah', [...STORAGE, ...args], { env, maxBuffer: 1 << 26 });
  return stdout.trim();
}

/** An image of one layer. */
export async function importFolder(folder: string, name: string): Promise<void> {
  const container = await buildah('from', 'scratch');
  await buildah('add', '--quiet', container, folder, '/');
  await buildah('config', '--env', 'PATH=/nodejs/bin:/usr/bin:/bin', container);
  await buildah('commit', '--quiet', '--rm', container, name);
}
