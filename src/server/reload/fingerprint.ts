// What files look like from outside, so that a change of one is seen. Knows nothing about what is in them.
import { access, constants, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Equal for equal files: name, size, time of the last change and inode, behind symbolic links (a mounted ConfigMap is swapped by one). A folder
 * stands for the files in it, not for those in its folders. What is not there has a fingerprint too. Of `needed` files only that something is in them counts.
 */
export async function fingerprint(places: readonly string[], needed: readonly string[] = []): Promise<string> {
  const lines = await Promise.all([...places.map(look), ...needed.map(lookFor)]);
  return lines.flat().join('\n');
}

async function look(place: string): Promise<string[]> {
  const stats = await stat(place).catch(() => undefined);
  if (stats === undefined) return [`${place} -`];
  if (!stats.isDirectory()) return [line(place, stats)];
  const names = await readdir(place).catch(() => []);
  return Promise.all(names.toSorted().map((name) => inFolder(join(place, name))));
}

async function lookFor(file: string): Promise<string> {
  const stats = await stat(file).catch(() => undefined);
  const readable = await access(file, constants.R_OK).then(
    () => true,
    () => false,
  );
  return `${file} ${readable && stats?.size ? '+' : '-'}`;
}

async function inFolder(path: string): Promise<string> {
  const stats = await stat(path).catch(() => undefined);
  if (stats === undefined) return `${path} -`;
  return stats.isDirectory() ? `${path} /` : line(path, stats);
}

function line(path: string, { size, mtimeMs, ino }: { size: number; mtimeMs: number; ino: number }): string {
  return `${path} ${size} ${mtimeMs} ${ino}`;
}
