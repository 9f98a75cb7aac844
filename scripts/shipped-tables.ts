// Checks the large tables of the package in advance, by the program that was just built: a first start need not.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Small tables are checked as quickly. */
const LARGE = ['mappings/business-records'];

export function compileShippedTables(): void {
  for (const mapping of LARGE) compileTable(mapping);
}

/** By the built program. `options`: more of its command line. Throws where it cannot. */
export function compileTable(folder: string, options: readonly string[] = []): void {
  const program = fileURLToPath(new URL('../bin/soapstone.js', import.meta.url));
  const { status, stderr } = spawnSync(process.execPath, [program, 'compile', folder, ...options], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${folder} is not compiled: ${stderr}`);
}
