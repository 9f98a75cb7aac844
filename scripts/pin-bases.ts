// Writes the digests of the base images into the Dockerfile: `node scripts/pin-bases.ts`. skopeo asks the registries; nothing is pulled.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ARGUMENT = /^ARG (BUILD|BASE)=(\S+)$/gm;

/** The images of a Dockerfile's arguments BUILD and BASE. */
export function basesOf(dockerfile: string): Readonly<Record<string, string>> {
  return Object.fromEntries([...dockerfile.matchAll(ARGUMENT)].map(([, name, image]) => [name, image]));
}

/** `image:tag@sha256:…`, which names the same image tomorrow. */
export function isPinned(image: string): boolean {
  return /@sha256:[0-9a-f]{64}$/.test(image);
}

/** The text with the digest that `find` says of each image. An earlier digest is replaced. */
export function pinned(dockerfile: string, find: (image: string) => string): string {
  return dockerfile.replace(ARGUMENT, (_line, name: string, image: string) => {
    const tagged = image.replace(/@.*/, '');
    return `ARG ${name}=${tagged}@${find(tagged)}`;
  });
}

/** Of the list of all platforms, where there is one. `options`: of skopeo. */
export function digestOf(image: string, ...options: string[]): string {
  const manifest = execFileSync('skopeo', ['inspect', '--raw', ...options, `docker://${image}`]);
  return `sha256:${createHash('sha256').update(manifest).digest('hex')}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const file = join(import.meta.dirname, '..', 'Dockerfile');
  const text = pinned(readFileSync(file, 'utf8'), (image) => digestOf(image));
  writeFileSync(file, text);
  for (const [name, image] of Object.entries(basesOf(text))) console.log(`${name}: ${image}`);
}
