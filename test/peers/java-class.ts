// Classes of peers in Java, compiled once into .cache.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';

const cache = join(import.meta.dirname, '../../.cache/peers');

/** Arguments of `java` that run the class of a source file. `jars`: a class path. */
export async function javaArguments(source: string, jars: string): Promise<string[]> {
  const name = basename(source, '.java');
  const hash = createHash('sha256').update(readFileSync(source)).update(jars).digest('hex').slice(0, 16);
  const folder = join(cache, `${name.toLowerCase()}-${hash}`);
  if (!existsSync(folder)) await compile(source, jars, folder);
  // What is compiled in a hurry is enough for some calls.
  return ['-XX:TieredStopAtLevel=1', '-Xshare:auto', '-cp', `${folder}:${jars}`, name];
}

/** The folder appears at once and whole; several processes may make it. */
async function compile(source: string, jars: string, folder: string): Promise<void> {
  mkdirSync(cache, { recursive: true });
  const room = mkdtempSync(join(cache, 'build-'));
  await promisify(execFile)('javac', ['-proc:none', '-nowarn', '-d', room, '-cp', jars, source]);
  if (existsSync(folder)) rmSync(room, { recursive: true });
  else renameSync(room, folder);
}
