// The command line as it is shipped, made once for each run of the tests: as one file it starts in a third of the time that its sources take.
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { bundle } from '../scripts/bundle.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The file of the command line. */
    readonly program: string;
  }
}

const cache = join(import.meta.dirname, '..', '.cache');
const HOUR = 3_600_000;

export default async function setup({ provide }: TestProject): Promise<void> {
  mkdirSync(cache, { recursive: true });
  const made = mkdtempSync(join(cache, 'program-'));
  await bundle(join(made, 'main.cjs'));
  provide('program', join(keep(made), 'main.cjs'));
  removeOld();
}

/** By its content: what was compiled of the same program before is found again, and another run of other sources is not disturbed. */
function keep(made: string): string {
  const hash = createHash('sha256');
  for (const file of ['main.cjs', 'otlp.cjs', 'studio/studio.js', 'studio/studio.css', 'studio/index.html'])
    hash.update(readFileSync(join(made, file)));
  const kept = join(cache, `program-${hash.digest('hex').slice(0, 16)}`);
  try {
    renameSync(made, kept);
  } catch {
    // It is there.
    rmSync(made, { recursive: true });
  }
  utimesSync(kept, new Date(), new Date());
  return kept;
}

function removeOld(): void {
  for (const name of readdirSync(cache).filter((one) => one.startsWith('program-'))) {
    const folder = join(cache, name);
    const { mtimeMs } = statSync(folder, { throwIfNoEntry: false }) ?? { mtimeMs: Number.POSITIVE_INFINITY };
    if (mtimeMs < Date.now() - HOUR) rmSync(folder, { recursive: true, force: true });
  }
}
