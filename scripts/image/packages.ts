// Which packages of node_modules the program needs: those that esbuild reaches from its entries. The others stay out of the image.
import { copyFileSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';

/** Folder of a package → its files that are reached; all relative to the working folder. */
export type Reached = ReadonlyMap<string, readonly string[]>;

/** `entries`: files whose imports are followed, through packages too. */
export async function reachedFrom(entries: readonly string[]): Promise<Reached> {
  const { metafile } = await build({
    entryPoints: [...entries],
    bundle: true,
    write: false,
    outdir: 'unwritten',
    metafile: true,
    platform: 'node',
    // Those that Node.js knows beside import, require and node; not those of bundlers.
    conditions: ['module-sync', 'node-addons'],
    logLevel: 'warning',
  });
  const reached = new Map<string, string[]>();
  for (const file of Object.keys(metafile.inputs)) {
    const folder = packageFolder(file);
    if (folder !== undefined) reached.set(folder, [...(reached.get(folder) ?? []), file]);
  }
  return reached;
}

/** `node_modules/a/node_modules/@b/c` of a file of `@b/c`; undefined: it is ours. */
function packageFolder(file: string): string | undefined {
  return /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(file)?.[0];
}

/** With the package.json and the licences of each package, by which scanners and readers know it. */
export function copyReached(reached: Reached, target: string): void {
  for (const [folder, files] of reached) {
    for (const name of readdirSync(folder))
      if (name === 'package.json' || /^(licen[cs]e|notice|copying)/i.test(name)) copy(join(folder, name), target);
    for (const file of files) copy(file, target);
  }
}

function copy(file: string, target: string): void {
  const to = join(target, file);
  mkdirSync(dirname(to), { recursive: true });
  copyFileSync(file, to);
}

/** `name@version` of each, as npm names it. */
export function namesOf(reached: Reached): Set<string> {
  return new Set(
    [...reached.keys()].map((folder) => {
      const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
      return `${name}@${version}`;
    }),
  );
}
