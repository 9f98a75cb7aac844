// Compiles src/ to dist/: the library file by file with one declaration file, the command line as one file, and the files of the docs page.
// Run by `npm run build` and by npm's prepare step. dist/ is replaced at the end, when all of it is there; then it checks the large tables of the package.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { bundle } from './bundle.ts';
import { bundleDeclarations } from './declarations.ts';
import { copyDocsFiles } from './docs-files.ts';
import { replaceFolder } from './replace-folder.ts';
import { compileShippedTables } from './shipped-tables.ts';

const TSC = 'node_modules/typescript/bin/tsc';

function compile(outDir: string): void {
  const args = [TSC, '-p', 'tsconfig.build.json', '--outDir', outDir];
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' });
  if (status !== 0) throw new Error('src/ does not compile');
}

const DIST = 'dist';
const [target = DIST] = process.argv.slice(2);
if (existsSync('src/index.ts')) {
  await replaceFolder(target, async (fresh) => {
    compile(fresh);
    await bundleDeclarations(fresh);
    await bundle(join(fresh, 'cli/main.cjs'));
    await copyDocsFiles(fresh);
  });
  if (target === DIST) compileShippedTables();
}
