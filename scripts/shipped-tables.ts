// Checks the large tables of the package in advance, by the program that was just built: a first start need not.
import { spawnSync } from 'node:child_process';

/** Small tables are checked as quickly. */
const LARGE = ['mappings/business-records'];

export function compileShippedTables(): void {
  for (const mapping of LARGE) {
    const { status, stderr } = spawnSync(process.execPath, ['bin/soapstone.js', 'compile', mapping], {
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`${mapping} is not compiled: ${stderr}`);
  }
}
