// What the image has in /app, in the folder of the argument: the command line as one bundle, the packages that it loads later, tables that are checked
// already, and a bill of materials. The library is not in it.
import { chmodSync, cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundle } from './bundle.ts';
import { copyDocsFiles, SWAGGER_UI } from './docs-files.ts';
import { copyReached, namesOf, reachedFrom } from './image/packages.ts';
import { sbomOf } from './image/sbom.ts';
import { compileShippedTables } from './shipped-tables.ts';

const SOURCES = ['src/cli/main.ts', 'src/server/traces/otlp.ts', 'src/studio/page/main.ts'];
const PROGRAM = ['dist/cli/main.cjs', 'dist/cli/otlp.cjs'];

/** Whoever runs the image may read its files, and nobody but root may write them. */
function settle(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const isProgram = entry.isDirectory() || entry.name === 'soapstone.js';
    chmodSync(join(entry.parentPath, entry.name), isProgram ? 0o755 : 0o644);
  }
}

const [target] = process.argv.slice(2);
await bundle('dist/cli/main.cjs');
await copyDocsFiles('dist');
compileShippedTables();
// Compiled code of this user, which is not that of the image.
rmSync('dist/cache', { recursive: true, force: true });
mkdirSync(target, { recursive: true });
for (const name of ['package.json', 'LICENSE', 'bin', 'dist', 'mappings'])
  cpSync(name, join(target, name), { recursive: true });
copyReached(await reachedFrom(PROGRAM), target);
const shipped = await reachedFrom(SOURCES);
writeFileSync(join(target, 'sbom.cdx.json'), sbomOf(namesOf(new Map([...shipped, [SWAGGER_UI, []]]))));
settle(target);
