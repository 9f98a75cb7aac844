// A folder of build output that is whole or not there at all.
import { mkdirSync, renameSync, rmSync } from 'node:fs';

/** Several builds may run at once: each tries to put its own output in place. */
const TRIES = 20;

/** Fills a fresh folder beside `target`, then puts it in its place. When `fill` fails, `target` stays as it was. */
export async function replaceFolder(target: string, fill: (fresh: string) => Promise<void>): Promise<void> {
  const work = `${target}.new-${process.pid}`;
  const fresh = `${work}/fresh`;
  rmSync(work, { recursive: true, force: true });
  mkdirSync(fresh, { recursive: true });
  try {
    await fill(fresh);
    swap(fresh, target, `${work}/old`);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function swap(fresh: string, target: string, old: string): void {
  for (let i = 0; ; i++) {
    ifAllowed(['ENOENT'], () => renameSync(target, `${old}-${i}`));
    if (ifAllowed(i < TRIES ? ['ENOTEMPTY', 'EEXIST'] : [], () => renameSync(fresh, target))) return;
  }
}

/** False when it failed with one of `codes`. */
function ifAllowed(codes: readonly string[], action: () => void): boolean {
  try {
    action();
    return true;
  } catch (error) {
    if (codes.includes((error as NodeJS.ErrnoException).code ?? '')) return false;
    throw error;
  }
}
