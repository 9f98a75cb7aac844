// Which test files need what this machine lacks: those whose sources, or what they import of the checkout, have a sign of it.
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { build } from 'esbuild';
import type { Need } from './needs.ts';

const ROOT = join(import.meta.dirname, '..', '..');

/** In a test file that starts none of what its sources name. */
const STARTS_NONE = '// Starts no program of others.';

/** Test file → what it lacks, in words. `files`: absolute paths. */
export async function testsInNeed(
  files: readonly string[],
  lacking: readonly Pick<Need, 'what' | 'signs'>[],
): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  if (lacking.length === 0) return found;
  const imports = await importsOf(files);
  const texts = new Map<string, string>();
  for (const file of files) {
    if (readFileSync(file, 'utf8').includes(STARTS_NONE)) continue;
    const sources = reachable(relative(ROOT, file), imports).map((source) => textOf(source, texts));
    const words = lacking.filter(({ signs }) => sources.some((text) => signs.some((sign) => text.includes(sign))));
    if (words.length > 0)
      found.set(
        file,
        words.map(({ what }) => what),
      );
  }
  return found;
}

/** File → files of the checkout that it imports; paths relative to the checkout. */
async function importsOf(files: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
  const { metafile } = await build({
    absWorkingDir: ROOT,
    // One entry for all: what each has alone and what they share is followed once.
    stdin: { contents: files.map((file) => `import ${JSON.stringify(file)};`).join('\n'), resolveDir: ROOT },
    bundle: true,
    write: false,
    outdir: 'unwritten',
    metafile: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    logLevel: 'error',
  });
  const inputs = Object.entries(metafile.inputs);
  return new Map(
    inputs.map(([file, { imports }]) => [file, imports.flatMap((one) => (one.external ? [] : [one.path]))]),
  );
}

function reachable(file: string, imports: ReadonlyMap<string, readonly string[]>): string[] {
  const visited = new Set([file]);
  // A set visits what is added meanwhile.
  for (const one of visited) for (const next of imports.get(one) ?? []) visited.add(next);
  return [...visited];
}

/** The files that look for peers name them all, and need none. */
function textOf(file: string, texts: Map<string, string>): string {
  if (file.startsWith('scripts/setup/')) return '';
  const known = texts.get(file);
  if (known !== undefined) return known;
  const text = readFileSync(join(ROOT, file), 'utf8');
  texts.set(file, text);
  return text;
}
