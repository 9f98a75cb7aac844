// How long the image takes from its process to a port that listens, beside Node.js itself in the same image. Medians.
import { once } from 'node:events';
import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInImage } from './container.ts';

const ROUNDS = 11;
const MAPPING = '/app/mappings/10-first-row';

/** ms. `command`: that of the image. */
export async function measureStart(
  rootfs: string,
  command: readonly string[],
): Promise<{ bare: number; serve: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'soapstone-start-'));
  try {
    await writeCompiled(rootfs, command, folder);
    const times = { bare: [] as number[], serve: [] as number[] };
    for (let round = 0; round < ROUNDS; round++) {
      times.bare.push(await bare(rootfs));
      times.serve.push(await serve(rootfs, command, folder));
    }
    const [floor, start] = [median(times.bare), median(times.serve)];
    return { bare: floor, serve: start };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A mapping whose contract is compiled, as one that is meant to start fast has it. */
async function writeCompiled(rootfs: string, command: readonly string[], folder: string): Promise<void> {
  cpSync(join(rootfs, MAPPING), folder, { recursive: true });
  chmodSync(folder, 0o777);
  const compile = [...command, 'compile', MAPPING, '-o', `${MAPPING}/accounts.contract`];
  await once(runInImage(rootfs, compile, { mounts: { [folder]: MAPPING } }).child, 'exit');
  const table = readFileSync(join(folder, 'mapping.yaml'), 'utf8');
  writeFileSync(join(folder, 'mapping.yaml'), table.replace(/^contract: .*$/m, 'contract: accounts.contract'));
}

async function bare(rootfs: string): Promise<number> {
  const began = performance.now();
  await once(runInImage(rootfs, ['/nodejs/bin/node', '-e', '0']).child, 'exit');
  return performance.now() - began;
}

async function serve(rootfs: string, command: readonly string[], folder: string): Promise<number> {
  const ports = ['--port', '0', '--admin-port', '0', '--drain-delay', '0s', '--upstream', 'http://127.0.0.1:9'];
  const began = performance.now();
  const { child, pid } = runInImage(rootfs, [...command, 'serve', '--mapping', MAPPING, ...ports], {
    mounts: { [folder]: MAPPING },
  });
  for await (const piece of child.stderr ?? []) {
    if (!String(piece).includes('listening on port')) continue;
    const time = performance.now() - began;
    process.kill(pid() as number, 'SIGTERM');
    await once(child, 'exit');
    return time;
  }
  throw new Error('the image does not start');
}

function median(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[times.length >> 1];
}
